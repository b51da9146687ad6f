package record

import (
	"testing"

	"stampede/engine/metric"
)

// TestMeasuresAreDocumented holds the tables of measures and of their
// documentation together.
func TestMeasuresAreDocumented(t *testing.T) {
	known := map[string]bool{}
	for _, m := range linkMeasures {
		known["link "+m.name] = true
		if _, ok := metric.Find(m.name, metric.OnLink); !ok {
			t.Errorf("link metric %s is not documented", m.name)
		}
	}
	for _, m := range append(nodeMeasures, nodeMeasure{name: hitRatio}) {
		known["node "+m.name] = true
		if _, ok := metric.Find(m.name, metric.OnNode); !ok {
			t.Errorf("component metric %s is not documented", m.name)
		}
	}
	for _, m := range metric.Measures {
		place := "link "
		if m.On == metric.OnNode {
			place = "node "
		}
		if !known[place+m.Name] {
			t.Errorf("%s%s is documented, but nothing measures it", place, m.Name)
		}
		if m.Doc == "" || m.Unit == "" {
			t.Errorf("%s has no unit or no meaning", m.Name)
		}
	}
}
