package scenario

import (
	"fmt"

	"stampede/engine/socket"
)

// walks holds each walk to what a host can do, by taking its steps.
func (c *checker) walks() {
	var seen []string
	for i := range c.s.Walks {
		w := &c.s.Walks[i]
		path := fmt.Sprintf("$.walks[%d]", i)
		c.name(path+".name", w.Name, &seen)
		n := len(w.Begin) + len(w.Steps)
		c.want(len(w.Steps) > 0 && n <= socket.MaxSteps, path+".steps", n, fmt.Sprintf("at least one step, and at most %d with those of begin", socket.MaxSteps))
		c.says(path+".begin", w.Begin)
		c.says(path+".steps", w.Steps)
		if _, err := w.At(len(w.Steps)); err != nil {
			c.fail(path+"."+err.Field, err.Found, err.Allowed)
		}
	}
}

// says checks the names of texts about steps.
func (c *checker) says(path string, steps []WalkStep) {
	for i := range steps {
		if say := steps[i].Say; say != "" {
			var none []string
			c.name(fmt.Sprintf("%s[%d].say", path, i), say, &none)
		}
	}
}
