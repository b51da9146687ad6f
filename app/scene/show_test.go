package scene

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"stampede/engine"
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
			if err := os.WriteFile(name, []byte(g.SVG()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
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
