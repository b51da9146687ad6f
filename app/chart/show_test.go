package chart

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"stampede/app/scene"
	"stampede/engine"
)

// TestShow draws the charts of an outage in every theme and width, to look at,
// into the directory that SHOW names, or else into one that is thrown away.
func TestShow(t *testing.T) {
	dir := os.Getenv("SHOW")
	if dir == "" {
		dir = t.TempDir()
	}
	for theme := range scene.Themes {
		for _, w := range []float64{358, 980} {
			ribbon, plots := outage()
			g := Figure{
				Axis: NewAxis(w, 0, 300*engine.Second), Format: english(), Theme: theme,
				Title: "Outage", Ribbon: &ribbon, Plots: plots, Note: "outage · seed 2010",
			}
			name := filepath.Join(dir, "chart-"+theme.String()+"-"+strconv.Itoa(int(w))+".svg")
			svg := g.SVG()
			wellFormed(t, svg)
			if err := os.WriteFile(name, []byte(svg), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}
