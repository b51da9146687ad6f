package view

import (
	"strings"

	"stampede/app/i18n"
	"stampede/app/scene"
	"stampede/engine"
)

// addFleet says what the hosts of a fleet do; the first note is the one that a low
// card has room for.
func (r *Run) addFleet(f *Face, n *engine.NodeFrame) {
	hosts := n.Gauges.Hosts
	if len(hosts) == 0 {
		return
	}
	f.Fleet = true
	states, progress := r.HostStates(hosts)
	copy(f.Notes[1:], f.Notes[:])
	f.Notes[0] = states
	for i := range f.Notes {
		if f.Notes[i] == "" {
			f.Notes[i] = progress // last: the tiles tell it too
			break
		}
	}
}

// HostStates says how many hosts are in each state, and how far the release has
// come, while it has not come to its end.
func (r *Run) HostStates(hosts []engine.Host) (states, progress string) {
	var in [engine.NHostState]int
	fresh := 0
	for i := range hosts {
		in[hosts[i].State]++
		if hosts[i].Fresh {
			fresh++
		}
	}
	var list []string
	for s, k := range in {
		if k > 0 {
			list = append(list, r.Locale.T("hosts."+engine.HostState(s).String(), i18n.Num("n", float64(k))))
		}
	}
	if fresh > 0 && fresh < len(hosts) {
		progress = r.Locale.T("hosts.fresh", i18n.Num("n", float64(fresh)), i18n.Num("all", float64(len(hosts))))
	}
	return strings.Join(list, ", "), progress
}

// HostTip says what one host of a fleet does.
func (r *Run) HostTip(n *engine.NodeFrame, host int) string {
	if host >= len(n.Gauges.Hosts) {
		return ""
	}
	h, l := n.Gauges.Hosts[host], r.Locale
	if h.State == engine.HostDraining {
		h.Open, h.Old = 0, h.Open+h.Old // none of them is new
	}
	list := []string{l.T("host." + h.State.String())}
	if h.Fresh {
		list = append(list, l.T("host.fresh"))
	}
	for _, x := range []struct {
		key string
		n   int64
	}{{"host.open", h.Open}, {"host.old", h.Old}, {"host.busy", h.Busy}, {"host.queue", h.Queue}} {
		if x.n > 0 {
			list = append(list, l.T(x.key, i18n.Num("n", float64(x.n))))
		}
	}
	return l.T("host.tip", i18n.Text("name", r.Name(n.Name)), i18n.Num("host", float64(host+1)), i18n.Text("facts", strings.Join(list, ", ")))
}

// HostKey is an entry of the legend of hosts.
type HostKey struct {
	Host engine.Host // as it is drawn
	Name string
}

// HostKeys is the legend of hosts: the states that are among those seen, and what
// is released, where that is.
func (r *Run) HostKeys(seen HostsSeen) (out []HostKey) {
	for s := range engine.NHostState {
		if seen&(1<<s) != 0 {
			name := "host." + s.String()
			if s == engine.HostServing {
				name = "host.filled"
			}
			out = append(out, HostKey{engine.Host{State: s, Busy: 1, Servers: 2}, r.Locale.T(name)})
		}
	}
	if seen&hostFull != 0 {
		out = append(out, HostKey{scene.FullHost, r.Locale.T("host.full")})
	}
	if seen&hostFresh != 0 {
		out = append(out, HostKey{engine.Host{Fresh: true, Servers: 1}, r.Locale.T("host.fresh")})
	}
	return out
}

// HostsSeen is a set of what hosts have been seen to be.
type HostsSeen uint16

const (
	hostFresh HostsSeen = 1 << engine.NHostState << iota
	hostFull
)

// UsualHosts are what every release shows sooner or later. A legend that has them
// from the start does not grow while people look at it.
const UsualHosts = 1<<engine.HostServing | 1<<engine.HostDraining | 1<<engine.HostRestarting | 1<<engine.HostWarming | hostFresh | hostFull

// Add adds what the hosts of all fleets are now.
func (s *HostsSeen) Add(f *engine.Frame) {
	for i := range f.Nodes {
		for _, h := range f.Nodes[i].Gauges.Hosts {
			*s |= 1 << h.State
			if (h.State == engine.HostServing || h.State == engine.HostHandover) && scene.Full(&h) {
				*s |= hostFull
			}
			if h.Fresh {
				*s |= hostFresh
			}
		}
	}
}
