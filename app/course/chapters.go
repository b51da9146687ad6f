package course

import (
	"strings"

	"stampede/app/i18n"
	"stampede/app/view"
	"stampede/engine"
	"stampede/engine/record"
)

// chapter is a stretch that is told as one: a live state, and what of others lasted
// too short in it to be told apart.
type chapter struct {
	record.Span
	spells [record.NState]spell
}

// spell is how often another state came, and for how long in all.
type spell struct {
	n   int
	all engine.Time
}

// chapters folds spans of live state that are shorter than hold into the ones
// before them. The first one stands for itself, and so does the last one, of which
// nobody knows yet how long it lasts.
func chapters(spans []record.Span, hold, until engine.Time) (out []chapter) {
	for i, sp := range spans {
		if sp.From >= until && len(out) > 0 {
			break
		}
		sp.To = min(sp.To, until)
		last := i == len(spans)-1 || sp.To == until
		switch n := len(out); {
		case n == 0, sp.State != out[n-1].State && (last || sp.To-sp.From >= hold):
			out = append(out, chapter{Span: sp})
		case sp.State == out[n-1].State:
			out[n-1].To = sp.To
		default:
			c := &out[n-1]
			c.To = sp.To
			c.spells[sp.State].n++
			c.spells[sp.State].all += sp.To - sp.From
		}
	}
	return out
}

// phase is a chapter without its events yet.
func (c *chapter) phase(l *i18n.Locale) Phase {
	p := Phase{State: c.State.String(), From: c.From, To: c.To}
	p.Title = l.T("course.phase", i18n.Text("state", l.T("state."+p.State)),
		i18n.Num("from", view.Seconds(p.From)), i18n.Num("to", view.Seconds(p.To)))
	var words []string
	for st, s := range c.spells {
		if s.n > 0 {
			words = append(words, l.T("course.spells", i18n.Num("n", float64(s.n)),
				i18n.Text("state", l.T("state."+record.State(st).String())), i18n.Num("all", view.Seconds(s.all))))
		}
	}
	p.Spells = strings.Join(words, " ")
	return p
}
