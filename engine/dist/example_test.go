package dist_test

import (
	"fmt"
	"time"

	"stampede/engine/dist"
)

// The same request meets the same demand, whatever happened before.
func ExampleKeyed() {
	service := dist.Law{Kind: dist.Exponential, Mean: int64(100 * time.Millisecond)}
	demand := func(request uint64) time.Duration {
		r := dist.Keyed(42, dist.HashString("database"), request, 0)
		return time.Duration(service.Sample(&r))
	}
	first, second := demand(1), demand(2)
	fmt.Println(first != second, demand(1) == first)
	// Output: true true
}

func ExampleLaw_SCV() {
	for _, l := range []dist.Law{{Kind: dist.Constant}, {Kind: dist.Erlang, Shape: 2}, {Kind: dist.Exponential}, {Kind: dist.Lognormal, Shape: 2}} {
		fmt.Println(dist.LawNames[l.Kind], l.SCV())
	}
	// Output:
	// constant 0
	// erlang 0.5
	// exponential 1
	// lognormal 4
}
