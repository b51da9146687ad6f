package scenario

import (
	"fmt"
	"slices"
	"strconv"

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
			continue
		}
		c.switches(path+".switches", w)
	}
}

// switches checks that each leaves a walk that can be taken, alone and with the
// others.
func (c *checker) switches(path string, w *Walk) {
	all := *w
	for i, name := range w.Switches {
		at := fmt.Sprintf("%s[%d]", path, i)
		taken := slices.ContainsFunc(w.Steps, func(s WalkStep) bool { return s.Do == name })
		if !c.want(taken || name == socket.SwitchMigrate, at, name, "migrate, or a verb of the steps") ||
			!c.want(!slices.Contains(w.Switches[:i], name), at, name, "each once") {
			continue
		}
		all = all.Switched(name)
		for _, less := range []Walk{w.Switched(name), all} {
			if _, err := less.At(len(less.Steps)); err != nil || len(less.Steps) == 0 {
				c.fail(at, strconv.Quote(name), "a verb without which the other steps can be taken")
				break
			}
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
