package socket_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"stampede/engine/socket"
)

// takeover is a process that hands its sockets over while connections wait.
func takeover() socket.Walk {
	return socket.Walk{
		Name: "takeover",
		Begin: []socket.Step{
			{Do: "start_process", Process: "old"},
			{Do: "listen", Process: "old", Kind: "tcp"},
			{Do: "listen", Process: "old", Kind: "udp", Count: 2},
			{Do: "open_channel", Process: "old"},
			{Do: "open_quic", Count: 4},
		},
		Steps: []socket.Step{
			{Do: "connect", Count: 4},
			{Do: "start_process", Process: "new"},
			{Do: "connect_channel", Process: "new"},
			{Do: "send_descriptors", Process: "old"},
			{Do: "serve", Process: "new"},
			{Do: "forward", Process: "new"},
			{Do: "confirm", Process: "new"},
			{Do: "stop_accepting", Process: "old"},
			{Do: "stop_reading", Process: "old"},
			{Do: "packets", Process: "old"},
			{Do: "close", Process: "old", Kind: "tcp"},
			{Do: "accept", Process: "new"},
			{Do: "health_check"},
			{Do: "finish", Process: "old", Kind: "udp", Count: 3},
			{Do: "exit", Process: "old"},
		},
	}
}

// end is the host at the end of a walk, and what is wrong on the way.
func end(t *testing.T, w socket.Walk) socket.Host {
	t.Helper()
	h, err := w.At(len(w.Steps))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// without is the walk without the steps of a verb.
func without(w socket.Walk, verb string) socket.Walk {
	w.Steps = slices.DeleteFunc(slices.Clone(w.Steps), func(s socket.Step) bool { return s.Do == verb })
	return w
}

// TestWalkTakeover: with the descriptors handed over nothing that waits is lost;
// the same walk without that one step loses all of it.
func TestWalkTakeover(t *testing.T) {
	h := end(t, takeover())
	wantStates(t, &h, map[socket.ConnState]int{socket.Accepted: 4})
	want := socket.Counts{Reset: 1, Forwarded: 4, Delivered: 8} // four that open, four that are forwarded
	if h.Counts != want {
		t.Errorf("%+v, want %+v", h.Counts, want)
	}

	h = end(t, without(takeover(), "send_descriptors"))
	wantStates(t, &h, map[socket.ConnState]int{socket.Lost: 4})
	if h.Counts.Forwarded != 0 || h.Counts.Dropped != 4 {
		t.Errorf("without the descriptors: %+v, want no packet forwarded, and four lost", h.Counts)
	}

	h = end(t, without(takeover(), "forward"))
	if h.Counts.Misrouted != 4 || h.Counts.Lost != 0 {
		t.Errorf("without forwarding: %+v, want four misrouted", h.Counts)
	}
}

// TestWalkGoesBack: a step is the same host whichever way one comes to it, and all
// of them follow from one another.
func TestWalkGoesBack(t *testing.T) {
	w := takeover()
	h, err := w.At(0)
	if err != nil {
		t.Fatal(err)
	}
	for k := range w.Steps {
		before := h.Clone()
		if err := h.Do(&w.Steps[k]); err != nil {
			t.Fatal(err)
		}
		at, err := w.At(k + 1)
		if err != nil || !same(at, h) {
			t.Errorf("step %d: %v, the host made anew differs", k+1, err)
		}
		back, _ := w.At(k)
		if !same(back, before) {
			t.Errorf("step %d differs after the next", k)
		}
	}
	for _, k := range []int{-1, 99} {
		if _, err := w.At(k); err != nil {
			t.Errorf("step %d: %v", k, err)
		}
	}
}

// same compares hosts but for the memory that they keep their lists in.
func same(a, b socket.Host) bool { return reflect.DeepEqual(normal(a), normal(b)) }

func normal(h socket.Host) socket.Host {
	h = h.Clone()
	h.Trips = append([]socket.Trip{}, h.Trips...)
	for i := range h.Sockets {
		s := &h.Sockets[i]
		s.HalfOpen, s.Queue, s.Unread = append([]int{}, s.HalfOpen...), append([]int{}, s.Queue...), append([]int{}, s.Unread...)
	}
	for i := range h.Processes {
		r := &h.Processes[i].Router
		r.Table, r.Opening = append([]socket.ID{}, r.Table...), append([]socket.Pair{}, r.Opening...)
	}
	return h
}

// TestWalkBounds: no walk grows beyond what can be drawn.
func TestWalkBounds(t *testing.T) {
	began := func() socket.Host {
		h := serving(4)
		return h
	}
	for field, steps := range map[string]socket.Step{
		"connect":   {Do: "connect", Count: socket.MaxCount},
		"open_quic": {Do: "open_quic", Count: socket.MaxCount},
		"listen":    {Do: "listen", Process: "old", Kind: "udp", Count: 5},
	} {
		h := began()
		var err *socket.StepError
		for range 20 {
			if err = h.Do(&steps); err != nil {
				break
			}
		}
		if err == nil || err.Field != "count" || !strings.Contains(err.Allowed, "no more than") {
			t.Errorf("%s without end: %v", field, err)
		}
	}
}

// TestVerbsAreExplained: each has help, and takes what it says.
func TestVerbsAreExplained(t *testing.T) {
	for _, v := range socket.Verbs {
		if v.Help == "" {
			t.Errorf("%s has no help", v.Name)
		}
		h, _ := (&socket.Walk{Begin: takeover().Begin}).At(0)
		s := socket.Step{Do: v.Name}
		if v.Process {
			s.Process = map[bool]string{true: "new", false: "old"}[v.Name == "start_process"]
		}
		if v.Kind {
			s.Kind = "tcp"
		}
		if err := h.Do(&s); err != nil {
			t.Errorf("%+v: %v", s, err)
		}
		s.Count++
		if err := h.Do(&s); (err == nil) != v.Count && v.Name != "start_process" {
			t.Errorf("%s with a count: %v", v.Name, err)
		}
	}
}
