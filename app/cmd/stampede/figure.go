package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"stampede/app/figure"
	"stampede/app/hostview"
	"stampede/app/i18n"
	"stampede/app/link"
	"stampede/app/scene"
	"stampede/app/session"
	"stampede/app/view"
	"stampede/engine"
	"stampede/engine/scenario"
)

// drawFigure draws one moment of a run as an SVG document.
func drawFigure(args []string, stdout, stderr io.Writer) int {
	f := newFlags("figure", stderr)
	p := planFlags(f)
	f.Lookup("for").Usage = "the `moment` to draw; the scenario's own by default"
	theme := f.String("theme", scene.Light.String(), "colours: light, dark or projector")
	shows := f.String("view", string(figure.Stage), "what to draw: stage, charts or both")
	width := f.Float64("width", figure.DefaultWidth, fmt.Sprintf("width in `pixels`, %d to %d", figure.MinWidth, figure.MaxWidth))
	walk := f.String("walk", "", "`name` of a walk to draw in place of the run")
	step := f.Int("step", 0, "`number` of the walk's step, 0 for before the first")
	out := f.String("out", "", "`file` to write; without it the drawing is printed")
	what, status, ok := p.words(args)
	if !ok {
		return status
	}
	o, err := figureOptions(*theme, *shows, *width)
	if err != nil {
		fmt.Fprintln(stderr, "stampede figure:", err)
		return exitUsage
	}
	if *walk != "" {
		s := load(what, stderr)
		if s == nil {
			return exitUsage
		}
		svg, err := drawWalk(s, *walk, *step, o)
		if err != nil {
			fmt.Fprintln(stderr, "stampede figure:", err)
			return exitUsage
		}
		return deliver(svg, *out, stdout, stderr)
	}
	if strings.Contains(what, "#") && link.Is(what) {
		p.flags.Set("link", what)
	}
	r, at := p.rest(what, stderr)
	if r == nil {
		return exitUsage
	}
	figure.At(r, at, nil)
	if err := r.Session.Err(); err != nil {
		fmt.Fprintln(stderr, "stampede figure:", err)
		return exitFailed
	}
	return deliver(figure.Draw(r, o), *out, stdout, stderr)
}

// drawWalk draws the host after a step of a scenario's walk.
func drawWalk(s *scenario.Scenario, name string, step int, o figure.Options) (string, error) {
	var names []string
	for i := range s.Walks {
		w := &s.Walks[i]
		names = append(names, w.Name)
		if w.Name != name {
			continue
		}
		if step < 0 || step > len(w.Steps) {
			return "", fmt.Errorf("--step: found %d, allowed 0 to %d", step, len(w.Steps))
		}
		l := i18n.For(i18n.Fallback)
		return figure.Walk(l, s.Name, hostview.New(l, s.Name, w).At(step), o), nil
	}
	if len(names) == 0 {
		return "", fmt.Errorf("--walk: found %q, but %s has no walks", name, s.Name)
	}
	return "", fmt.Errorf("--walk: found %q, allowed one of %s", name, strings.Join(names, ", "))
}

// deliver writes a drawing to a file, or prints it when none is named.
func deliver(svg, out string, stdout, stderr io.Writer) int {
	if out == "" {
		fmt.Fprint(stdout, svg)
		return exitFine
	}
	if err := os.WriteFile(out, []byte(svg), 0o666); err != nil {
		fmt.Fprintln(stderr, "stampede figure:", err)
		return exitUsage
	}
	return exitFine
}

// figureOptions reads the words that say how to draw.
func figureOptions(theme, shows string, width float64) (figure.Options, error) {
	o := figure.Options{Theme: scene.Themes, View: figure.View(shows), Width: width}
	var themes, views []string
	for t := range scene.Themes {
		themes = append(themes, t.String())
		if t.String() == theme {
			o.Theme = t
		}
	}
	known := false
	for _, v := range figure.Views {
		views = append(views, string(v))
		known = known || v == o.View
	}
	switch {
	case o.Theme == scene.Themes:
		return o, fmt.Errorf("--theme: found %q, allowed one of %s", theme, strings.Join(themes, ", "))
	case !known:
		return o, fmt.Errorf("--view: found %q, allowed one of %s", shows, strings.Join(views, ", "))
	case !(width >= figure.MinWidth && width <= figure.MaxWidth):
		return o, fmt.Errorf("--width: found %v, allowed %d to %d", width, figure.MinWidth, figure.MaxWidth)
	}
	return o, nil
}

// rest makes the plan's run, at rest at its start, and tells the moment that is
// wanted of it. It answers nil when something is wrong with the words.
func (p *plan) rest(what string, stderr io.Writer) (*view.Run, engine.Time) {
	sim := p.prepare(what, stderr)
	if sim == nil {
		return nil, 0
	}
	at := engine.Time(p.until)
	if p.atStart {
		at = 0
	}
	if !p.given("for") && !p.given("link") {
		at = engine.Time(p.scn.Moment())
	}
	s, err := session.New(p.scn, session.Options{Seed: p.seed, Size: p.size, Until: max(at, engine.Time(p.scn.For))})
	if err == nil {
		err = s.SetJournal(sim.Journal())
	}
	if err != nil {
		fmt.Fprintln(stderr, "stampede figure:", err)
		return nil, 0
	}
	return view.New(i18n.For(i18n.Fallback), s), at
}
