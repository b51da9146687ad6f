package param

import "time"

// Range states the inclusive range of a number. For a duration the limits are
// nanoseconds; RangeD reads better there.
func Range(min, max float64) Option {
	return func(p *Param) { p.Min, p.Max = min, max }
}

// RangeD states the inclusive range of a duration.
func RangeD(min, max time.Duration) Option { return Range(float64(min), float64(max)) }

// Step states the grain of the control, in nanoseconds for a duration. It is
// no part of validation.
func Step(x float64) Option { return func(p *Param) { p.Step = x } }

// StepD states the grain of the control of a duration.
func StepD(d time.Duration) Option { return Step(float64(d)) }

// Fixed says that the parameter shapes the run from its start and cannot be
// changed during it.
func Fixed() Option { return func(p *Param) { p.Fixed = true } }
