package page

import (
	_ "embed"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/el"
	"stampede/app/i18n"
	"stampede/engine/catalog"
)

// recorded is what the theory scenarios measure beside what their closed forms
// say, as the command prints it. It is a recorded output: the command's test
// rewrites it, and fails when a run gives other numbers.
//
//go:embed accuracy.json
var recorded []byte

// accuracy is one scenario's comparison.
type accuracy struct {
	Scenario, Model string
	Rows            []struct {
		Quantity, Unit   string
		Measured, Closed float64
	}
}

// accuracies reads what was recorded. It is embedded and tested, so it parses.
func accuracies() (list []accuracy) {
	if err := json.Unmarshal(recorded, &list); err != nil {
		app.Log(err)
	}
	return list
}

// truth says how far to trust the picture.
func truth(l *i18n.Locale) []app.UI {
	return []app.UI{
		part(l, "truth.theory", say(l, "truth.theory.text"), theoryTable(l),
			code("stampede run theory/mmc --theory --for 1000s")),
		inBatches(l),
		part(l, "truth.same", say(l, "truth.same.text"), code("stampede hash facebook-2010 --seed 7")),
		part(l, "truth.watched", items(l, "truth.watched", 4)),
		part(l, "truth.numbers", byStory(l, "truth.numbers")...),
		part(l, "truth.left", byStory(l, "truth.left")...),
		part(l, "truth.more", say(l, "truth.more.text")),
	}
}

// byStory are the points that the catalogue has on each story.
func byStory(l *i18n.Locale, key string) (out []app.UI) {
	for _, s := range catalog.Scenarios() {
		own, n := key+"."+s.Name, 0
		for l.Has(own + "." + strconv.Itoa(n+1)) {
			n++
		}
		if n > 0 {
			out = append(out, el.H3().Text(about(l, s.Name, "title")), items(l, own, n))
		}
	}
	return out
}

// theoryTable shows measured and closed-form values side by side.
func theoryTable(l *i18n.Locale) app.UI {
	var bodies []app.UI
	for _, a := range accuracies() {
		rows := []app.UI{el.Tr().Body(el.Th().Attr("colspan", 4).Attr("scope", "rowgroup").Body(
			el.A().Attr("href", In(l, "/play/"+a.Scenario)).Text(about(l, a.Scenario, "title")),
			el.Span().Class("model").Text(notation(a.Model)),
		))}
		for _, r := range a.Rows {
			value := func(x float64) string { return quantity(l, r.Unit, x) }
			rows = append(rows, el.Tr().Body(
				heading("row", l.T("truth.quantity."+strings.ReplaceAll(r.Quantity, " ", "_"))),
				cell(value(r.Measured)), cell(value(r.Closed)),
				cell(difference(l, r.Measured/r.Closed-1)),
			))
		}
		bodies = append(bodies, el.TBody().Body(rows...))
	}
	head := func(key string) app.UI { return heading("col", l.T(key)) }
	return tabled("group", l.T("truth.theory"),
		el.Table().Class("accuracy").Body(append([]app.UI{el.THead().Body(el.Tr().Body(
			head("truth.quantity"), head("truth.measured"), head("truth.closed"), head("truth.difference"),
		))}, bodies...)...))
}

// notation is the name of a model in the notation of queueing theory, "" for one
// that has none.
func notation(model string) string {
	if name, _, _ := strings.Cut(model, " "); strings.HasPrefix(name, "M/") {
		return name
	}
	return ""
}

// quantity writes a measured value in its unit.
func quantity(l *i18n.Locale, unit string, x float64) string {
	switch unit {
	case "s":
		return l.Time(x)
	case "share":
		return l.Share(x)
	case "1/s":
		return l.T("gauge.rate", i18n.Num("x", x))
	}
	return l.Number(x)
}

// difference writes a relative difference in percent with its sign.
func difference(l *i18n.Locale, x float64) string {
	text := l.Share(x)
	if x > 0 {
		return "+" + text
	}
	return text
}
