package page

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/control"
	"stampede/app/el"
	"stampede/app/i18n"
	"stampede/app/view"
	"stampede/engine/record"
)

// table is the scenario's table: the run that is shown beside the ways to run it,
// once the reader has asked for them. It fills while they run.
type table struct {
	live
	run       *run
	say       func(text string)
	week, end bool // what the reader has chosen
	going     bool
	begun     bool // the runs have been asked for
	table     *view.Table
	seen      string
}

// newTable is nil for a scenario without a table.
func newTable(r *run, say func(string)) *table {
	if r.scn.Table == nil {
		return nil
	}
	t := &table{run: r, say: say}
	t.look()
	return t
}

// part is the table as a part of the page; nothing where there is none.
func (t *table) part() app.UI {
	if t == nil {
		return app.Text("")
	}
	return t
}

// look measures all columns and tells whether anything has changed.
func (t *table) look() bool {
	r, s := t.run, t.run.s
	t.begin()
	at := s.Now()
	if q := s.Trials(); t.end {
		if at = s.End(); q != nil {
			at = q.Until()
		}
	}
	t.table = view.NewTable(r.l, r.scn, view.Columns(r.l, r.scn, s.Track(), s.Now(), s.Trials()), at, t.week)
	var b strings.Builder
	b.WriteString(t.caption() + between + t.progress())
	for i := range t.table.Columns {
		b.WriteString(between + t.where(i))
	}
	for _, row := range t.table.Rows {
		for _, c := range row.Cells {
			b.WriteString(between + c.Text)
		}
	}
	seen := b.String()
	changed := seen != t.seen
	t.seen = seen
	return changed
}

// begin notes that the runs have been asked for, by whomever. What becomes of them is
// what was asked: the end is shown, until the reader wants the moment of his own run.
func (t *table) begin() {
	s := t.run.s
	asked := s.Trials() != nil
	t.end = t.end || asked && !t.begun
	t.begun = asked
}

func (t *table) refresh() {
	if t == nil {
		return
	}
	going := t.run.s.RunningArms()
	if q := t.run.s.Trials(); t.going && !going && q != nil && q.Done() && q.Err() == nil {
		t.say(t.run.l.T("table.ready"))
	}
	ended := going != t.going
	t.going = going
	if t.look() || ended {
		t.redraw()
	}
}

// under is what runs at this moment, nil for nothing. A page may be drawn at any time:
// what was so when the table was last looked at need not be so any more.
func (t *table) under() *record.Trials {
	if !t.run.s.RunningArms() {
		return nil
	}
	return t.run.s.Trials()
}

// where says which moment a column is of, where that is not the one of all.
func (t *table) where(i int) string {
	switch c := &t.table.Columns[i]; {
	case c.Track == nil:
		return t.run.l.T("table.ahead")
	case !c.Level:
		return t.run.l.T("table.at", i18n.Num("at", seconds(c.At)))
	}
	return "\u00a0" // keeps the line's room
}

func (t *table) caption() string {
	at := i18n.Num("at", seconds(t.table.At))
	if t.week {
		return t.run.l.T("table.caption.week", at, i18n.Num("n", t.run.scn.Table.PerWeek))
	}
	return t.run.l.T("table.caption", at)
}

// progress says how far the runs have come, "" when none is under way.
func (t *table) progress() string {
	q := t.run.s.Trials()
	switch {
	case q == nil:
		return ""
	case q.Err() != nil:
		return t.run.l.T("table.failed", i18n.Text("why", q.Err().Error()))
	case !t.run.s.RunningArms():
		return ""
	}
	mine := len(t.table.Columns) - q.Runs()
	return t.run.l.T("table.progress", i18n.Num("done", float64(q.Finished())), i18n.Num("all", float64(q.Runs())),
		i18n.Text("name", t.table.Columns[mine+q.Finished()].Name),
		i18n.Num("at", seconds(q.Reached())), i18n.Num("end", seconds(q.Until())))
}

// Render shows the table with what the reader can choose.
func (t *table) Render() app.UI {
	l := t.run.l
	return el.Section().Class("compare").Aria("labelledby", "compare").Body(
		el.H2().ID("compare").Class("side-title").Text(l.T("table.title")),
		el.P().Class("hint").Text(t.hint()),
		el.Div().Class("choices").Body(
			t.button(),
			t.choice("table-end", l.T("table.end"), t.end, t.onEnd),
			app.If(t.run.scn.Table.PerWeek > 0, func() app.UI {
				return t.choice("table-week", l.T("table.week", i18n.Num("n", t.run.scn.Table.PerWeek)), t.week, t.onWeek)
			}),
			app.If(t.under() != nil, t.bar),
			el.Span().Class("hint").Text(t.progress()),
		),
		tabled("region", l.T("table.title"), el.Table().Body(
			el.Caption().Body(el.Span().Text(t.words())),
			el.THead().Body(el.Tr().Body(append([]app.UI{heading("col", l.T("table.of"))}, t.heads()...)...)),
			el.TBody().Body(app.Range(t.table.Rows).Slice(func(i int) app.UI { return t.row(&t.table.Rows[i]) })),
		)),
	)
}

// hint says what is compared.
func (t *table) hint() string {
	text := t.run.l.T("table.hint")
	for i := range t.run.scn.Script {
		if t.run.scn.Script[i].Response {
			return text + " " + t.run.l.T("table.hint.response")
		}
	}
	return text
}

func (t *table) button() app.UI {
	word := "table.run"
	q := t.run.s.Trials()
	switch {
	case t.under() != nil:
		word = "table.stop"
	case q != nil && q.Done():
		word = "table.done"
	case q != nil:
		word = "table.rest"
	}
	b := el.Button().Attr("type", "button").Class("button").Text(t.run.l.T(word)).OnClick(t.onRun)
	return control.Off(b, q != nil && q.Done())
}

func (t *table) bar() app.UI {
	q := t.under()
	whole := float64(q.Finished()) + float64(q.Reached())/float64(q.Until())
	return el.Progress().Attr("max", q.Runs()).Attr("value", roundTo(whole, 0.01)).Aria("label", t.run.l.T("table.title"))
}

func (t *table) choice(id, words string, on bool, do app.EventHandler) app.UI {
	return el.Label().Class("choice").Attr("for", id).Body(control.Switch(id, on).OnChange(do), el.Span().Text(words))
}

func (t *table) heads() []app.UI {
	var out []app.UI
	for i := range t.table.Columns {
		out = append(out, el.Th().Attr("scope", "col").Body(
			el.Span().Title(t.table.Columns[i].Why).Text(t.table.Columns[i].Name), el.Span().Class("when").Text(t.where(i))))
	}
	return out
}

// words are the caption with what must be known to read the numbers.
func (t *table) words() string {
	words := []string{t.caption(), t.run.l.T("table.best.hint")}
	if rest := t.table.Without(t.run.l); rest != "" {
		words = append(words, rest)
	}
	return strings.Join(words, " ")
}

func (t *table) row(r *view.TableRow) app.UI {
	cells := []app.UI{heading("row", r.Name)}
	for i := range r.Cells {
		c := &r.Cells[i]
		class, sign := "", ""
		switch {
		case c.Best:
			class, sign = "best", "★ "
		case !t.table.Columns[i].Level:
			class = "unfinished"
		}
		cells = append(cells, el.Td().Class(class).Body(
			el.Span().Aria("hidden", true).Text(sign),
			el.Span().Text(c.Text),
			app.If(c.Best, func() app.UI { return el.Span().Class("hidden").Text(", " + t.run.l.T("table.best")) })))
	}
	return el.Tr().Body(cells...)
}

// onRun has the runs begin, stop or go on.
func (t *table) onRun(app.Context, app.Event) {
	report(t.run.verbs.Compare(t.under() == nil))
	t.chosen()
}

func (t *table) onEnd(ctx app.Context, _ app.Event) {
	t.end = ctx.JSSrc().Get("checked").Bool()
	t.chosen()
}

func (t *table) onWeek(ctx app.Context, _ app.Event) {
	t.week = ctx.JSSrc().Get("checked").Bool()
	t.chosen()
}

// chosen shows what has been chosen.
func (t *table) chosen() {
	t.going = t.run.s.RunningArms()
	t.look()
	t.redraw()
}
