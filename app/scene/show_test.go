package scene

import (
	"encoding/xml"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"stampede/engine"
	"stampede/engine/catalog"
)

// TestShow draws the outage in every theme and size, as pages to look at, into
// the directory that SHOW names, or else into one that is thrown away.
func TestShow(t *testing.T) {
	dir := os.Getenv("SHOW")
	if dir == "" {
		dir = t.TempDir()
	}
	f := outageFrame(360, 10*engine.Second, 700*engine.Millisecond)
	for theme := range Themes {
		for _, w := range []float64{390, 560, 1000} {
			s := New(outage(), w, 0)
			s.Observe(f)
			s.Resize(w, Height(outage(), s.Counts(), w))
			var p Picture
			s.Picture(f, float64(f.Now), 1, &p)
			g := Figure{Scene: s, Picture: &p, Theme: theme, Title: "Outage", Note: "1 mark = 1 000 calls", Card: outageCard}
			if theme == Light && w == 1000 {
				g.Caption = "Each failed query deletes the key."
			}
			name := filepath.Join(dir, theme.String()+"-"+strconv.Itoa(int(w))+".svg")
			write(t, name, g.SVG())
		}
	}
}

// TestShowBuiltIn draws a moment of each built-in scenario.
func TestShowBuiltIn(t *testing.T) {
	dir := os.Getenv("SHOW")
	if dir == "" {
		dir = t.TempDir()
	}
	for _, sc := range catalog.Scenarios() {
		_, f := run(t, sc, 30*engine.Second)
		for _, w := range []float64{390, 1000} {
			s := New(sc, w, 1)
			s.Observe(f)
			s.Resize(w, Height(sc, s.Counts(), w))
			var p Picture
			s.Picture(f, float64(f.Now), 1, &p)
			g := Figure{Scene: s, Picture: &p, Title: sc.Name, Note: sc.Name, Card: func(node, _ int) Card {
				return Card{Title: sc.Components[node].Name, Fill: -1}
			}}
			name := filepath.Join(dir, filepath.Base(sc.Name)+"-"+strconv.Itoa(int(w))+".svg")
			write(t, name, g.SVG())
		}
	}
}

// write keeps a drawing that an XML reader accepts.
func write(t *testing.T, name, svg string) {
	t.Helper()
	if err := xml.Unmarshal([]byte(svg), new(struct{})); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	if err := os.WriteFile(name, []byte(svg), 0o644); err != nil {
		t.Fatal(err)
	}
}

func outageCard(node, instance int) Card {
	switch node {
	case 3:
		return Card{Title: "Web hosts", Note: "480", Fill: 0.96, State: InkDegraded, Lines: []string{"96 % wait"}}
	case 4:
		return Card{Title: "Cache", Note: "hit 21 %", Fill: 0.21, State: InkHealthy}
	case 5:
		return Card{
			Title: "Database " + strconv.Itoa(instance+1), Note: "100 %", Fill: 1, State: InkFailing,
			Lines: []string{"queue full · 2.9 s wait"},
		}
	}
	return Card{Title: [...]string{"Website", "API", "Likes"}[node], Note: "96 k/s", Fill: 0.07, State: InkHealthy, Lines: []string{"7 % served"}}
}
