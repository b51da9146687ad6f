package scenario

import (
	"encoding/json"
	"fmt"
)

// MaxBytes bounds the size of a scenario file.
const MaxBytes = 1 << 20

// Error is what is wrong with a scenario, where, and what would be right.
type Error struct {
	Path    string // JSON path, such as $.links[2].hop
	Found   string
	Allowed string
}

// Error says it in one line.
func (e *Error) Error() string {
	return fmt.Sprintf("%s: found %s, allowed %s", e.Path, e.Found, e.Allowed)
}

// Parse reads a scenario and checks its form: unknown fields are errors, and so
// are fields that are there twice. What its names refer to is checked by Check.
func Parse(data []byte) (*Scenario, error) {
	if len(data) > MaxBytes {
		return nil, &Error{"$", fmt.Sprintf("%d bytes", len(data)), fmt.Sprintf("at most %d", MaxBytes)}
	}
	var raw any
	if err := json.Unmarshal(data, &raw); err != nil {
		return nil, &Error{"$", "no JSON: " + err.Error(), "a JSON object"}
	}
	if err := strict(raw); err != nil {
		return nil, err
	}
	if err := once(data); err != nil {
		return nil, err
	}
	s := new(Scenario)
	if err := json.Unmarshal(data, s); err != nil {
		return nil, &Error{"$", err.Error(), "values of the declared types"}
	}
	s.defaults()
	return s, nil
}

func (s *Scenario) defaults() {
	if s.Window == 0 {
		s.Window = Duration(500e6)
	}
	if s.Speed == 0 {
		s.Speed = 1
	}
	if s.Size == nil {
		s.Size = &Size{Default: 1, Min: 1, Max: 1, Scales: []string{}}
	}
	for i := range s.Components {
		nameAll(s.Components[i].Policies)
	}
	for i := range s.Links {
		nameAll(s.Links[i].Policies)
		if s.Links[i].Kind == "" {
			s.Links[i].Kind = "request"
		}
	}
}

func nameAll(ps []Policy) {
	for i := range ps {
		if ps[i].Name == "" {
			ps[i].Name = ps[i].Kind
		}
	}
}
