package socket

import (
	"fmt"
	"strconv"
	"strings"
)

// Walk is a course of steps on one host, as data: it can be stood at after any of
// them, forwards and backwards, because a host is made anew from its steps.
type Walk struct {
	Name     string   `json:"name"`
	Migrate  bool     `json:"migrate,omitempty"`  // net.ipv4.tcp_migrate_req
	Switches []string `json:"switches,omitempty"` // what people may leave out or switch on, see Switched
	Begin    []Step   `json:"begin,omitempty"`    // taken before the first step is shown
	Steps    []Step   `json:"steps"`
}

// SwitchMigrate is the switch that is no verb: tcp_migrate_req.
const SwitchMigrate = "migrate"

// On reports whether a switch stands on as the walk is written: verbs that it
// takes, and tcp_migrate_req as it says.
func (w *Walk) On(name string) bool { return name != SwitchMigrate || w.Migrate }

// Switched returns the walk with a switch changed: without the steps of that verb,
// or with the other tcp_migrate_req.
func (w *Walk) Switched(name string) Walk {
	c := *w
	if name == SwitchMigrate {
		c.Migrate = !w.Migrate
		return c
	}
	c.Steps = nil
	for _, s := range w.Steps {
		if s.Do != name {
			c.Steps = append(c.Steps, s)
		}
	}
	return c
}

// Step is one thing that a process, the kernel or the clients do.
type Step struct {
	Do      string `json:"do"`                // see Verbs
	Process string `json:"process,omitempty"` // old or new
	Kind    string `json:"kind,omitempty"`    // tcp or udp
	Count   int    `json:"count,omitempty"`   // 1 by default, all where a verb says so
	Backlog int    `json:"backlog,omitempty"` // of TCP sockets; DefaultBacklog when left out
	Say     string `json:"say,omitempty"`     // name of the text about it; there is one for every verb
}

// The bounds of a walk: what can still be drawn and told.
const (
	MaxSteps       = 40
	MaxCount       = 16
	MaxConns       = 48
	MaxFlows       = 24
	DefaultBacklog = 5
)

// StepError is what is wrong with a step, by the field of Step that it is about.
type StepError struct {
	Field   string // as in JSON
	Found   string
	Allowed string
}

// Error says it in one line.
func (e *StepError) Error() string {
	return fmt.Sprintf("%s: found %s, allowed %s", e.Field, e.Found, e.Allowed)
}

// Verb is something that a step can do, and the fields of a step that it reads.
type Verb struct {
	Name    string
	Help    string
	Process bool // which it must name
	Kind    bool // which it must name
	Count   bool // which it may name
	run     func(h *Host, s *Step, process int) *StepError
}

// Verbs are what steps can do, in the order of the reference page.
var Verbs = []Verb{
	{Name: "start_process", Help: "the process starts; at most two run at once", Process: true, run: start},
	{Name: "listen", Help: "it opens count sockets of a kind at the shared address with SO_REUSEPORT, and serves them", Process: true, Kind: true, Count: true, run: listen},
	{Name: "open_channel", Help: "it listens at the path where descriptors are handed over", Process: true, run: plain((*Host).OpenChannel)},
	{Name: "connect_channel", Help: "it connects to that path", Process: true, run: plain((*Host).ConnectChannel)},
	{Name: "send_descriptors", Help: "it sends descriptors of all its TCP and UDP sockets to the other end (SCM_RIGHTS)", Process: true, run: plain((*Host).Pass)},
	{Name: "serve", Help: "it accepts and reads on all that it has descriptors of", Process: true, run: plain(serve)},
	{Name: "forward", Help: "it begins to pass packets of the other process's QUIC connections on to it", Process: true, run: plain((*Host).StartForwarding)},
	{Name: "confirm", Help: "it tells the other process that it serves", Process: true, run: plain(confirm)},
	{Name: "stop_accepting", Help: "it leaves new connections to others, fails health checks, and finishes what it has", Process: true, run: plain(stopAccepting)},
	{Name: "stop_reading", Help: "it leaves datagrams to others", Process: true, run: plain(stopReading)},
	{Name: "close", Help: "it closes its descriptors of a kind", Process: true, Kind: true, run: closeKind},
	{Name: "health_check", Help: "the load balancer asks whether the host is well", run: check},
	{Name: "connect", Help: "count clients open TCP connections, which wait to be accepted", Count: true, run: connect},
	{Name: "accept", Help: "it accepts up to count connections, all when left out", Process: true, Count: true, run: accept},
	{Name: "open_quic", Help: "count clients open QUIC connections", Count: true, run: openFlows},
	{Name: "packets", Help: "each live QUIC connection that the process has opened sends a packet", Process: true, run: packets},
	{Name: "finish", Help: "up to count of its connections end by themselves, all when left out: tcp, or udp for QUIC", Process: true, Kind: true, Count: true, run: finish},
	{Name: "exit", Help: "it exits, and what it still has is cut", Process: true, run: plain(exit)},
}

// VerbNames are the names of Verbs.
func VerbNames() []string {
	names := make([]string, len(Verbs))
	for i := range Verbs {
		names[i] = Verbs[i].Name
	}
	return names
}

// Processes are the names by which steps call them, by number.
var Processes = [MaxProcesses]string{"old", "new"}

// At returns the host after k steps, 0 being what is there before the first. It
// stops at a step that is wrong, and says where in the walk's JSON it is.
func (w *Walk) At(k int) (Host, *StepError) {
	h := Host{Migrate: w.Migrate}
	k = max(0, min(k, len(w.Steps)))
	for _, part := range []struct {
		name  string
		steps []Step
	}{{"begin", w.Begin}, {"steps", w.Steps[:k]}} {
		for i := range part.steps {
			if err := h.Do(&part.steps[i]); err != nil {
				err.Field = strings.TrimSuffix(fmt.Sprintf("%s[%d].%s", part.name, i, err.Field), ".")
				return h, err
			}
		}
	}
	return h, nil
}

// Do takes a step. Trips and Health are those of this step.
func (h *Host) Do(s *Step) *StepError {
	h.Trips, h.Health = h.Trips[:0], Health{}
	for i := range Verbs {
		if v := &Verbs[i]; v.Name == s.Do {
			process, err := h.check(v, s)
			if err != nil {
				return err
			}
			return v.run(h, s, process)
		}
	}
	return &StepError{"do", strconv.Quote(s.Do), strings.Join(VerbNames(), ", ")}
}

// check holds a step to what its verb reads, and returns its process.
func (h *Host) check(v *Verb, s *Step) (process int, err *StepError) {
	process = None
	for i, name := range Processes {
		if s.Process == name {
			process = i
		}
	}
	switch {
	case !v.Process && s.Process != "":
		return 0, &StepError{"process", strconv.Quote(s.Process), "none: nobody on the host does " + v.Name}
	case v.Process && process == None:
		return 0, &StepError{"process", strconv.Quote(s.Process), strings.Join(Processes[:], ", ")}
	case v.Process && v.Name != "start_process" && !h.Alive(process):
		return 0, &StepError{"process", s.Process + ", which does not run", "a process that has been started and has not left"}
	case v.Kind != (s.Kind == "tcp" || s.Kind == "udp") || !v.Kind && s.Kind != "":
		return 0, &StepError{"kind", strconv.Quote(s.Kind), map[bool]string{true: "tcp, udp", false: "none for " + v.Name}[v.Kind]}
	case s.Count < 0 || s.Count > MaxCount || s.Count != 0 && !v.Count:
		return 0, &StepError{"count", strconv.Itoa(s.Count), map[bool]string{true: fmt.Sprintf("1 to %d", MaxCount), false: "none for " + v.Name}[v.Count]}
	case s.Backlog < 0 || s.Backlog > MaxCount || s.Backlog != 0 && (v.Name != "listen" || s.Kind != "tcp"):
		return 0, &StepError{"backlog", strconv.Itoa(s.Backlog), fmt.Sprintf("1 to %d, for a TCP socket that listens", MaxCount)}
	}
	return process, nil
}

// plain is a verb that reads no more than the process, and whose answer the host
// shows anyway.
func plain[T any](do func(h *Host, process int) T) func(*Host, *Step, int) *StepError {
	return func(h *Host, _ *Step, process int) *StepError {
		do(h, process)
		return nil
	}
}

func start(h *Host, s *Step, process int) *StepError {
	if len(h.Processes) != process {
		return &StepError{"process", strconv.Quote(s.Process), "old and then new, each once"}
	}
	h.Start()
	return nil
}

func listen(h *Host, s *Step, process int) *StepError {
	n, backlog := max(1, s.Count), s.Backlog
	if backlog == 0 {
		backlog = DefaultBacklog
	}
	g := &h.TCP
	if s.Kind == "udp" {
		g = &h.UDP
	}
	if g.Len()+n > MaxGroup {
		return &StepError{"count", strconv.Itoa(n), fmt.Sprintf("no more than %d sockets at an address", MaxGroup)}
	}
	for range n {
		if s.Kind == "udp" {
			h.Bind(process)
		} else {
			h.Listen(process, backlog)
		}
	}
	return nil
}

func serve(h *Host, process int) bool { h.Serve(process); return true }

func confirm(h *Host, process int) bool { h.Processes[process].Confirmed = true; return true }

func stopAccepting(h *Host, process int) bool { h.StopAccepting(process); return true }

func stopReading(h *Host, process int) bool { h.StopReading(process); return true }

func exit(h *Host, process int) bool { h.Exit(process); return true }

func closeKind(h *Host, s *Step, process int) *StepError {
	k := Listener
	if s.Kind == "udp" {
		k = Datagram
	}
	h.Close(process, k)
	return nil
}

// spread is the hash of the n-th flow: multiples of the golden section, which any
// two halves of the range get their share of, however few they are.
func spread(n int) uint32 { return uint32(n+1) * 0x9e3779b9 }

func check(h *Host, _ *Step, _ int) *StepError {
	h.Check(spread(len(h.Conns)))
	return nil
}

func connect(h *Host, s *Step, _ int) *StepError {
	n := max(1, s.Count)
	if len(h.Conns)+n > MaxConns {
		return &StepError{"count", strconv.Itoa(n), fmt.Sprintf("no more than %d connections in a walk", MaxConns)}
	}
	for range n {
		h.Connect(spread(len(h.Conns)))
	}
	return nil
}

func accept(h *Host, s *Step, process int) *StepError {
	h.Accept(process, all(s.Count))
	return nil
}

func finish(h *Host, s *Step, process int) *StepError {
	if s.Kind == "udp" {
		h.FinishFlows(process, all(s.Count))
	} else {
		h.Finish(process, all(s.Count))
	}
	return nil
}

// all is a count that was left out.
func all(n int) int {
	if n == 0 {
		return MaxConns
	}
	return n
}

func openFlows(h *Host, s *Step, _ int) *StepError {
	n := max(1, s.Count)
	if len(h.Flows)+n > MaxFlows {
		return &StepError{"count", strconv.Itoa(n), fmt.Sprintf("no more than %d QUIC connections in a walk", MaxFlows)}
	}
	for range n {
		h.OpenFlow(spread(len(h.Flows)))
	}
	return nil
}

func packets(h *Host, _ *Step, process int) *StepError {
	for i := range h.Flows {
		if f := &h.Flows[i]; f.Open && f.Owner == process {
			h.Send(i)
		}
	}
	return nil
}
