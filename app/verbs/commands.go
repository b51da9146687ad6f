package verbs

import (
	"strconv"

	"stampede/app/session"
)

// commands are the verbs that change something.
var commands = map[string]func(*Verbs, []any) error{
	"play":     func(v *Verbs, _ []any) error { return v.Play() },
	"pause":    func(v *Verbs, _ []any) error { v.s.Pause(); return nil },
	"next":     func(v *Verbs, _ []any) error { v.s.NextEvent(); return nil },
	"previous": func(v *Verbs, _ []any) error { v.s.PreviousEvent(); return nil },
	"set":      set,
	"do":       do,
	"strategy": strategy,
	"compare":  compare,
	"step":     step,
	"seek":     withNumber("seconds", func(v *Verbs, x float64) error { v.Seek(x); return nil }),
	"speed":    withNumber("speed", speed),
	"size":     withNumber("size", func(v *Verbs, x float64) error { return v.Resize(x) }),
	"reset":    reset,
}

// moving are the verbs that a failed run refuses.
var moving = []string{"play", "step", "next", "previous", "seek"}

const (
	maxSteps = 10000
	// maxSeed is the largest seed that a number of JavaScript holds exactly.
	maxSeed = 1<<53 - 1
)

// withNumber is a command that takes one number.
func withNumber(name string, do func(*Verbs, float64) error) func(*Verbs, []any) error {
	return func(v *Verbs, args []any) error {
		x, err := finite(args, 0, name)
		if err != nil {
			return err
		}
		return do(v, x)
	}
}

// set takes a path and a value.
func set(v *Verbs, args []any) error {
	path, err := text(args, 0, "path")
	if err != nil {
		return err
	}
	value, err := scalar(args, 1, "value")
	if err != nil {
		return err
	}
	return v.s.Set(path, value)
}

// do takes an action and, where it has one, its argument.
func do(v *Verbs, args []any) error {
	name, err := text(args, 0, "action")
	if err != nil {
		return err
	}
	arg := ""
	if at(args, 1) != nil {
		if arg, err = scalar(args, 1, "argument"); err != nil {
			return err
		}
	}
	return v.s.Do(name, arg)
}

// strategy takes a strategy and whether it is to be on.
func strategy(v *Verbs, args []any) error {
	name, err := text(args, 0, "strategy")
	if err != nil {
		return err
	}
	on, ok := at(args, 1).(bool)
	if !ok {
		return refuse("on", at(args, 1), "true or false")
	}
	return v.s.SetStrategy(name, on)
}

// step takes how many steps, backwards when negative; one without an argument.
func step(v *Verbs, args []any) error {
	n := 1.0
	if len(args) > 0 {
		var err error
		if n, err = finite(args, 0, "steps"); err != nil {
			return err
		}
	}
	v.s.Step(int(min(max(n, -maxSteps), maxSteps)))
	return nil
}

// speed refuses what is out of range: whoever asks for it is told, in place of
// getting another one.
func speed(v *Verbs, x float64) error {
	if x < session.MinSpeed || x > session.MaxSpeed {
		return refuse("speed", x, "a number from "+number(session.MinSpeed)+" to "+number(session.MaxSpeed))
	}
	v.s.SetSpeed(x)
	return nil
}

// reset takes an object with a seed; without one the seed stays.
func reset(v *Verbs, args []any) error {
	seed := v.s.Seed()
	if o, ok := at(args, 0).(map[string]any); ok && o["seed"] != nil {
		x, err := finite([]any{o["seed"]}, 0, "seed")
		if err != nil || x < 0 || x > maxSeed {
			return refuse("seed", o["seed"], "a whole number from 0 to "+strconv.Itoa(maxSeed))
		}
		seed = uint64(x)
	}
	return v.s.Reset(seed)
}
