// Package catalog is three tables in menu order: components, policies,
// scenarios. It is the only package that knows them all. A new component,
// policy or scenario is one file in its own package and one line here.
package catalog

import (
	"stampede/engine"
	"stampede/engine/component"
	"stampede/engine/policy"
	"stampede/engine/scenario"
)

// Component is a kind of component.
type Component struct {
	Kind string
	New  func() engine.Component
	Help string
}

// Components lists the kinds of components.
var Components = []Component{
	{"population", func() engine.Component { return new(component.Population) }, "people or programs that make requests whatever becomes of the earlier ones"},
	{"closed", func() engine.Component { return new(component.Closed) }, "a fixed number of users who ask, wait for the answer and think"},
	{"gate", func() engine.Component { return new(component.Gate) }, "the front door: lets a share of the requests in"},
	{"web_hosts", func() engine.Component { return new(component.WebHosts) }, "hosts that serve pages, with the verifier of cached configuration"},
	{"cache", func() engine.Component { return new(component.Cache) }, "the shared cache of configuration values"},
	{"database", func() engine.Component { return new(component.Database) }, "the persistent store: machines that queue and answer queries"},
	{"publisher", func() engine.Component { return new(component.Publisher) }, "changes the persistent configuration value"},
	{"intake", func() engine.Component { return new(component.Intake) }, "accepts events and hands each to a work queue"},
	{"work_queue", func() engine.Component { return new(component.WorkQueue) }, "holds events for workers; the fuller it is, the slower to put one in"},
	{"workers", func() engine.Component { return new(component.Workers) }, "a pool that processes events and serves requests"},
	{"on_call", func() engine.Component { return new(component.OnCall) }, "the people who are alerted"},
	{"clients", func() engine.Component { return new(component.Clients) }, "users with long-lived connections, over which they make requests, send packets or publish"},
	{"balancer", func() engine.Component { return new(component.Balancer) }, "an L4 load balancer: keeps each connection at one host that passes its health checks"},
	{"proxies", func() engine.Component { return new(component.Proxies) }, "hosts with L7 proxies: processes that own connections and are released while they serve"},
	{"app_servers", func() engine.Component { return new(component.AppServers) }, "hosts that answer short requests and take uploads, and are released while they serve"},
	{"rollout", func() engine.Component { return new(component.Rollout) }, "releases tiers of hosts one after another, or all at once"},
	{"brokers", func() engine.Component { return new(component.Brokers) }, "MQTT brokers, each with the sessions of its users"},
	{"server", func() engine.Component { return new(component.Server) }, "machines with servers and a queue"},
}

// Policy is a kind of policy and the seat that fits it.
type Policy struct {
	Kind string
	Seat engine.Seat
	New  func() engine.Policy
	Help string
}

// Policies lists the kinds of policies.
var Policies = []Policy{
	{"timeout", engine.OnCall, func() engine.Policy { return new(policy.Timeout) }, "gives up after a fixed time"},
	{"retry", engine.OnCall, func() engine.Policy { return new(policy.Retry) }, "tries again after a failure, with backoff and jitter"},
	{"budget", engine.OnCall, func() engine.Policy { return new(policy.Budget) }, "bounds retries to a share of the calls in flight"},
	{"breaker", engine.OnCall, func() engine.Policy { return new(policy.Breaker) }, "stops calling what keeps failing, and tries it again after a while"},
	{"probe", engine.OnCall, func() engine.Policy { return new(policy.Probe) }, "sends a QUIC packet again that nobody who knows its connection has got"},
	{"coalesce", engine.OnLookup, func() engine.Policy { return new(policy.Coalesce) }, "one fetch per key and caller; others wait for it"},
	{"lease", engine.OnLookup, func() engine.Policy { return new(policy.Lease) }, "one token per key in a time; only its holder fetches"},
	{"negative", engine.OnLookup, func() engine.Policy { return new(policy.Negative) }, "remembers for a while that a key could not be had"},
	{"stale_if_error", engine.OnLookup, func() engine.Policy { return new(policy.StaleIfError) }, "serves the old value when a fetch fails"},
	{"last_known_good", engine.OnLookup, func() engine.Policy { return new(policy.LastKnownGood) }, "keeps the old value for one more time to live when there is no good new one"},
	{"shedding", engine.OnAdmission, func() engine.Policy { return new(policy.Shedding) }, "turns a newcomer away at once when it would wait too long"},
}

// builtin names the scenarios; each is a file of that name in
// scenario/builtin.
var builtin = []string{
	"facebook-2010",
	"pagerduty-2014",
	"zero-downtime-release",
	"release-under-retries",
	"theory/mm1",
	"theory/mmc",
	"theory/mmck",
	"theory/impatience",
	"theory/ps",
	"theory/closed",
	"theory/ttl",
	"theory/metastable",
}

// Kinds makes components and policies for a scenario.
type Kinds struct{}

// Component makes a component of a kind.
func (Kinds) Component(kind string) (engine.Component, bool) {
	for i := range Components {
		if Components[i].Kind == kind {
			return Components[i].New(), true
		}
	}
	return nil, false
}

// Policy makes a policy of a kind.
func (Kinds) Policy(kind string) (engine.Policy, engine.Seat, bool) {
	for i := range Policies {
		if p := &Policies[i]; p.Kind == kind {
			return p.New(), p.Seat, true
		}
	}
	return nil, 0, false
}

// Allowed lists the kinds.
func (Kinds) Allowed() (components, policies []string) {
	for i := range Components {
		components = append(components, Components[i].Kind)
	}
	for i := range Policies {
		policies = append(policies, Policies[i].Kind)
	}
	return components, policies
}

// Options are what a run is given beside its scenario.
type Options = scenario.Options

// New makes a run of a scenario, at time 0.
func New(s *scenario.Scenario, opt Options) (*engine.Sim, error) { return s.Build(Kinds{}, opt) }

// Scenarios returns the built-in scenarios in menu order, each a fresh value.
func Scenarios() []*scenario.Scenario {
	out := make([]*scenario.Scenario, 0, len(builtin))
	for _, name := range builtin {
		s, err := scenario.Builtin(name)
		if err != nil {
			panic("built-in scenario " + name + ": " + err.Error())
		}
		out = append(out, s)
	}
	return out
}

// Scenario returns a built-in scenario by name.
func Scenario(name string) (*scenario.Scenario, bool) {
	for _, n := range builtin {
		if n != name {
			continue
		}
		if s, err := scenario.Builtin(n); err == nil {
			return s, true
		}
	}
	return nil, false
}
