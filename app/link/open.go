package link

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"stampede/app/session"
	"stampede/app/version"
	"stampede/engine"
	"stampede/engine/catalog"
	"stampede/engine/scenario"
	"stampede/engine/socket"
)

// Open makes the session of a run, paused and on its way to the run's moment: it
// is there once Pump has brought Seeking to an end, see Arrive. Notes say in
// what it may not be the run that was meant. The errors are of type *Error.
func Open(r Run) (*session.Session, []Note, error) {
	scn, ok := catalog.Scenario(r.Scenario)
	if !ok {
		return nil, nil, wrong(Unknown, "%q", r.Scenario)
	}
	r = r.plain()
	if err := r.fits(); err != nil {
		return nil, nil, err
	}
	notes := r.Aged()
	size, moved := sizeFor(scn, r.Size)
	if moved != nil {
		notes = append(notes, *moved)
	}
	s, err := session.New(scn, session.Options{Seed: r.Seed, Size: size, Until: r.End()})
	if err != nil {
		return nil, notes, wrong(Refused, "%v", err)
	}
	known, left := known(s, r.Journal)
	if err := s.SetJournal(known); err != nil {
		return nil, notes, wrong(Refused, "%v", err)
	}
	if r.View.Speed != 0 {
		s.SetSpeed(r.View.Speed)
	}
	s.Seek(r.At)
	return s, append(append(notes, left...), r.View.Walk.left(scn)...), nil
}

// left is what the scenario does not have of a walk. It takes no part in the run.
func (w Walk) left(scn *scenario.Scenario) (notes []Note) {
	if w == (Walk{}) {
		return nil
	}
	note := func(format string, args ...any) {
		notes = append(notes, Note{About: Elsewhere, Name: keyWalk + " " + w.Name, Allowed: fmt.Sprintf(format, args...)})
	}
	i := slices.IndexFunc(scn.Walks, func(k socket.Walk) bool { return k.Name == w.Name })
	if i < 0 {
		note("the scenario has no walk %q", cut(w.Name))
		return notes
	}
	for _, name := range w.Switches() {
		if !slices.Contains(scn.Walks[i].Switches, name) {
			note("the scenario has no switch %q", cut(name))
		}
	}
	if last := len(scn.Walks[i].Steps); w.Step > last {
		note("found step %d, the last one is %d", w.Step, last)
	}
	return notes
}

// Aged are the notes on a run that was made with another version; none for one of
// this.
func (r Run) Aged() []Note {
	if r.Version == version.Number {
		return nil
	}
	return []Note{{About: OtherVersion, Found: r.Version, Allowed: version.Number}}
}

// End is where the run ends: at its length, that of its scenario if it has none of
// its own, but never before its moment.
func (r Run) End() engine.Time {
	until := r.Until
	if scn, ok := catalog.Scenario(r.Scenario); ok && until == 0 {
		until = engine.Time(scn.For)
	}
	return max(until, r.At)
}

// known sorts out the commands that the scenario does not know.
func known(s *session.Session, journal []engine.Command) (known []engine.Command, left []Note) {
	for _, c := range journal {
		if err := s.Sim().Check(c); err != nil {
			left = append(left, Note{About: LeftOut, Name: Words(c), Allowed: err.Error()})
			continue
		}
		known = append(known, c)
	}
	return known, left
}

// Words is a command as links write it, as in "61.5 set fix.retry.on true".
func Words(c engine.Command) string { return strings.Join(words(c), " ") }

// sizeFor moves a size into what the scenario allows; 0 is the scenario's own.
func sizeFor(scn *scenario.Scenario, size float64) (float64, *Note) {
	if size == 0 || scn.Size == nil {
		return 0, nil
	}
	x := min(max(size, scn.Size.Min), scn.Size.Max)
	if x == size {
		return x, nil
	}
	return x, &Note{
		About: Moved, Name: keySize, Found: number(size),
		Allowed: fmt.Sprintf("%s to %s", number(scn.Size.Min), number(scn.Size.Max)),
	}
}

// Arrive brings a session at once to where a seek leads, however long that takes.
func Arrive(s *session.Session) error {
	for s.Seeking() && s.Err() == nil {
		s.Pump(0, math.MaxInt64, nil)
	}
	return s.Err()
}
