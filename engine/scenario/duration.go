package scenario

import (
	"encoding/json"
	"fmt"
	"time"

	"stampede/engine"
)

// Duration is a span of simulated time, written as in "30s" or "1.5ms".
type Duration engine.Time

// UnmarshalJSON reads a string such as "250ms".
func (d *Duration) UnmarshalJSON(b []byte) error {
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return fmt.Errorf("found %s, allowed a duration such as \"250ms\"", b)
	}
	v, err := time.ParseDuration(s)
	if err != nil || v < 0 {
		return fmt.Errorf("found %q, allowed a duration such as \"250ms\"", s)
	}
	*d = Duration(v)
	return nil
}

// MarshalJSON writes the canonical form.
func (d Duration) MarshalJSON() ([]byte, error) {
	return json.Marshal(time.Duration(d).String())
}
