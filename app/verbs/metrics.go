package verbs

import (
	"encoding/json"
	"strings"

	"stampede/engine/record"
	"stampede/engine/scenario"
)

// plain is a value as JSON knows it.
func plain(x any) (any, error) {
	b, err := json.Marshal(x)
	if err != nil {
		return nil, err
	}
	var out any
	return out, json.Unmarshal(b, &out)
}

// metrics is the report on the run as of now: what the command prints for the
// same run that ends here, without the charts (see series) and without the cause
// (see verdict), which takes the time of a trial. A seek is finished first.
func (v *Verbs) metrics() (any, error) {
	v.s.Hash()
	scn := *v.s.Scenario()
	scn.Series = nil
	r, err := record.NewReport(&scn, v.s.Sim(), v.s.Record(), record.Identity{Version: v.Version, Size: v.s.Size()})
	if err != nil {
		return nil, err
	}
	out, err := plain(r)
	if m, ok := out.(map[string]any); ok {
		delete(m, "series")
	}
	return out, err
}

// verdict is that of the report, with the cause once it has been found.
func (v *Verbs) verdict() (any, error) {
	r := record.Reported(v.s.Verdict(), v.s.State())
	if f := v.s.Explain().Finding; f != nil && f.Done {
		r.Cause = f.Sets
	}
	return plain(r)
}

// series is a chart of the scenario as the report has it: one value of each line
// for each window, null where there was nothing to measure.
func (v *Verbs) series(args []any) (any, error) {
	name, err := text(args, 0, "series")
	if err != nil {
		return nil, err
	}
	var names []string
	for _, s := range v.s.Scenario().Series {
		if s.Name == name {
			return v.chart(s)
		}
		names = append(names, s.Name)
	}
	return nil, refuse("series", name, "one of "+strings.Join(names, ", "))
}

func (v *Verbs) chart(c scenario.Series) (any, error) {
	out := record.ReportSeries{Unit: c.Unit}
	for _, l := range c.Lines {
		s, err := v.s.Record().Series(l)
		if err != nil {
			return nil, err
		}
		out.Start, out.Width = seconds(s.Start), seconds(s.Width)
		line := record.ReportLine{Of: l.Of, Metric: l.Metric, Values: make([]record.Number, len(s.Values))}
		for i, x := range s.Values {
			line.Values[i] = record.Number(x)
		}
		out.Lines = append(out.Lines, line)
	}
	return plain(out)
}

// journal is what people have done and not undone by acting in the past.
func (v *Verbs) journal() []any {
	out := []any{}
	for _, c := range v.s.Journal() {
		out = append(out, map[string]any{"at": seconds(c.Due()), "verb": c.Verb, "path": c.Path, "value": c.Value})
	}
	return out
}
