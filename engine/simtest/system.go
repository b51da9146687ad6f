package simtest

import (
	"testing"

	"stampede/engine"
)

// System is a source that asks a server over one link.
type System struct {
	*engine.Sim
	Source *Source
	Server *Server
}

// Names of a System's parts.
const (
	SourceName = "source"
	ServerName = "server"
	LinkName   = "link"
)

// At are questions at the given moments, all of key 1 and instance 0.
func At(times ...engine.Time) []Ask {
	asks := make([]Ask, len(times))
	for i, t := range times {
		asks[i] = Ask{At: t, Key: 1}
	}
	return asks
}

// On seats a policy under a name, with its defaults but for the given
// settings: name, value, name, value and so on.
func On(tb testing.TB, name string, p engine.Policy, settings ...string) engine.PolicySpec {
	tb.Helper()
	set := engine.Declared(p)
	set.Reset()
	for i := 0; i+1 < len(settings); i += 2 {
		if err := set.Set(settings[i], settings[i+1]); err != nil {
			tb.Fatal(err)
		}
	}
	return engine.PolicySpec{Name: name, Policy: p, On: true}
}

// New builds a system: a source that asks at the given moments, the policies on
// the link, outermost first, and a server that answers by the steps. The link
// takes no time.
func New(tb testing.TB, asks []Ask, steps []Step, stack ...engine.PolicySpec) *System {
	tb.Helper()
	s := &System{Source: &Source{Asks: asks}, Server: &Server{Steps: steps}}
	for _, a := range asks {
		s.Source.Hosts = max(s.Source.Hosts, int64(a.Inst)+1)
	}
	b := engine.NewBuilder(1, 64)
	from := b.Node(SourceName, "source", s.Source)
	to := b.Node(ServerName, "server", s.Server)
	b.Link(engine.LinkSpec{Name: LinkName, From: from, To: to, Kind: engine.KWork, Stack: stack})
	sim, err := b.Build(nil)
	if err != nil {
		tb.Fatal(err)
	}
	s.Sim = sim
	return s
}

// Calls builds, runs and returns a system for n questions, one a second, each
// of which has a second to be answered.
func Calls(tb testing.TB, n int, steps []Step, stack ...engine.PolicySpec) *System {
	tb.Helper()
	times := make([]engine.Time, n)
	for i := range times {
		times[i] = engine.Time(i) * engine.Second
	}
	s := New(tb, At(times...), steps, stack...)
	s.RunUntil(engine.Time(n) * engine.Second)
	return s
}

// Attempts is how many attempts the source has sent, Executions how many the
// server has seen.
func (s *System) Attempts() uint64 { return s.LinkTotals(0).Attempts }

// Executions is how many attempts have reached the server.
func (s *System) Executions() int { return len(s.Server.Times) }
