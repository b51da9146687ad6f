package link

import (
	"fmt"
	"math"
	"strings"

	"stampede/app/session"
	"stampede/app/version"
	"stampede/engine"
	"stampede/engine/catalog"
	"stampede/engine/scenario"
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
	var notes []Note
	if r.Version != version.Number {
		notes = append(notes, Note{About: OtherVersion, Found: r.Version, Allowed: version.Number})
	}
	size, moved := sizeFor(scn, r.Size)
	if moved != nil {
		notes = append(notes, *moved)
	}
	if r.Until == 0 {
		r.Until = engine.Time(scn.For)
	}
	s, err := session.New(scn, session.Options{Seed: r.Seed, Size: size, Until: max(r.Until, r.At)})
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
	return s, append(notes, left...), nil
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
