package record

import (
	"fmt"
	"math"

	"stampede/engine"
	"stampede/engine/scenario"
)

// Comparison is a scenario's table as data.
type Comparison struct {
	Scenario string         `json:"scenario"`
	Version  string         `json:"version"` // of the program
	Seed     uint64         `json:"seed"`
	Size     float64        `json:"size"`
	For      float64        `json:"for"` // s
	PerWeek  float64        `json:"per_week,omitempty"`
	Running  bool           `json:"running,omitempty"` // arms are being run
	Rows     []scenario.Row `json:"rows"`
	Mine     *Compared      `json:"mine,omitempty"` // the run that is looked at
	Told     Compared       `json:"told"`           // the scenario as it stands
	Arms     []Compared     `json:"arms"`
}

// Compared is one column: of each row its number over the run up to a moment and,
// where it grows with every release, what that comes to in a week. One that has not
// begun has none.
type Compared struct {
	Name     string  `json:"name,omitempty"`
	At       float64 `json:"at"` // s
	Done     bool    `json:"done"`
	Hash     string  `json:"hash,omitempty"` // at its end
	Events   uint64  `json:"events,omitempty"`
	Releases *Number `json:"releases,omitempty"`
	Values   Metrics `json:"values,omitempty"`
	Week     Metrics `json:"week,omitempty"`
}

// Compare reads a table as far as its arms have been run; q is nil before any has.
func Compare(scn *scenario.Scenario, q *Trials) *Comparison {
	t := scn.Table
	c := &Comparison{Scenario: scn.Name, PerWeek: t.PerWeek, Rows: t.Rows}
	if q == nil {
		q = NewTrials(scn, nil, 0)
	}
	c.Told = q.compared(t, q.Told(), "")
	for i := range t.Arms {
		c.Arms = append(c.Arms, q.compared(t, q.Arm(i), t.Arms[i].Name))
	}
	return c
}

func (q *Trials) compared(t *scenario.Table, run *Trial, name string) Compared {
	c := Compared{Name: name, Done: run.Done, Events: run.Events}
	if run.Done {
		c.Hash = fmt.Sprintf("%016x", run.Hash)
	}
	if run.Track != nil {
		c.Read(t, run.Track, run.Track.Head())
	}
	return c
}

// Read takes the numbers of a track up to a moment.
func (c *Compared) Read(t *scenario.Table, track *Track, at engine.Time) {
	rows, releases, as := track.At(at)
	c.At, c.Values = float64(as)/float64(engine.Second), Metrics{}
	week := PerWeek(t, rows, releases)
	for k := range t.Rows {
		d := &t.Rows[k]
		c.Values[d.Name] = Number(rows[k])
		if d.PerRelease {
			if c.Week == nil {
				c.Week = Metrics{}
			}
			c.Week[d.Name] = Number(week[k])
		}
	}
	if t.Releases != nil {
		n := Number(releases)
		c.Releases = &n
	}
}

// PerWeek is what the rows come to in a week; NaN before there is a release.
func PerWeek(t *scenario.Table, rows []float64, releases float64) []float64 {
	out := make([]float64, len(t.Rows))
	for i := range out {
		out[i] = math.NaN()
		if releases > 0 {
			out[i] = rows[i] / releases * t.PerWeek
		}
	}
	return out
}
