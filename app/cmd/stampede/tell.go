package main

import (
	"io"

	"stampede/app/course"
	"stampede/app/i18n"
	"stampede/app/session"
	"stampede/app/view"
	"stampede/engine"
)

// tell writes the course of the run in words and tables, as the page does with
// view=text.
func (m *measured) tell(out io.Writer) error {
	p := m.plan
	until := engine.Time(p.until)
	s, err := session.New(p.scn, session.Options{Seed: p.seed, Size: p.size, Until: until})
	if err == nil {
		err = s.SetJournal(m.sim.Journal())
	}
	if err != nil {
		return err
	}
	r := view.New(i18n.For(i18n.Fallback), s)
	teller := course.NewTeller(r, until)
	teller.Work(nil)
	if err := teller.Err(); err != nil {
		return err
	}
	_, err = io.WriteString(out, course.Text(r, teller.Course()))
	return err
}
