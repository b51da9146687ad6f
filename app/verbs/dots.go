package verbs

import (
	"errors"

	"stampede/app/scene"
	"stampede/engine/trace"
)

var errNoStage = errors.New("there is no stage")

// dots lists the marks on the stage, each with the trip that it shows: names
// and times are those of the trace.
func (v *Verbs) dots() (any, error) {
	if v.Stage == nil {
		return nil, errNoStage
	}
	out := []any{}
	for _, h := range v.Stage().Hits() {
		out = append(out, v.dot(h))
	}
	return out, nil
}

// dotAt is the mark near a point of the stage, in CSS pixels from its top left
// corner; nil where there is none.
func (v *Verbs) dotAt(args []any) (any, error) {
	if v.Stage == nil {
		return nil, errNoStage
	}
	x, err := finite(args, 0, "x")
	if err != nil {
		return nil, err
	}
	y, err := finite(args, 1, "y")
	if err != nil {
		return nil, err
	}
	h, ok := v.Stage().At(x, y)
	if !ok {
		return nil, nil
	}
	return v.dot(h), nil
}

func (v *Verbs) dot(h scene.Hit) map[string]any {
	g, sim := &h.Leg, v.s.Sim()
	return map[string]any{
		"x": h.X, "y": h.Y,
		"request": trace.Request(sim, g.Req), "attempt": float64(g.No),
		"kind": g.Kind.String(), "why": g.Why.String(), "link": sim.Link(g.Link).Name,
		"from": sim.NodeName(g.From), "from_machine": float64(g.FromInst),
		"to": sim.NodeName(g.To), "to_machine": float64(g.ToInst),
		"sent": seconds(g.SentAt), "due": seconds(g.DueAt),
	}
}
