package verbs

import (
	"errors"

	"stampede/engine/record"
)

// errNoTable refuses to compare what has nothing to be compared with.
var errNoTable = errors.New("the scenario has no table")

// compare is Compare with the argument of a script; without one it is true.
func compare(v *Verbs, args []any) error {
	on, ok := true, true
	if at(args, 0) != nil {
		on, ok = at(args, 0).(bool)
	}
	if !ok {
		return refuse("on", at(args, 0), "true or false")
	}
	return v.Compare(on)
}

// Compare has the arms of the scenario's table run, or stop.
func (v *Verbs) Compare(on bool) error {
	switch {
	case v.s.Scenario().Table == nil:
		return errNoTable
	case on:
		v.s.RunArms()
	default:
		v.s.RestArms()
	}
	return nil
}

// table is the scenario's table as far as its arms have been run, with the run that
// is shown; nil for a scenario without one.
func (v *Verbs) table() (any, error) {
	s := v.s
	scn := s.Scenario()
	if scn.Table == nil {
		return nil, nil
	}
	q := s.Trials()
	c := record.Compare(scn, q)
	c.Version, c.Seed, c.Size, c.For, c.Running = v.Version, s.Seed(), s.Size(), seconds(s.End()), s.RunningArms()
	if q != nil {
		c.For = seconds(q.Until())
	}
	c.Mine = new(record.Compared)
	c.Mine.Read(scn.Table, s.Track(), s.Now())
	return plain(c)
}
