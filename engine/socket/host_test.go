package socket_test

import (
	"reflect"
	"slices"
	"testing"

	"stampede/engine/socket"
)

// states returns how many connections of a host are in each state.
func states(h *socket.Host) (n [socket.NConnStates]int) {
	for i := range h.Conns {
		n[h.Conns[i].State]++
	}
	return n
}

// wantStates compares them.
func wantStates(t *testing.T, h *socket.Host, want map[socket.ConnState]int) {
	t.Helper()
	for s, n := range states(h) {
		if n != want[socket.ConnState(s)] {
			t.Errorf("%d connections are %v, want %d", n, socket.ConnState(s), want[socket.ConnState(s)])
		}
	}
}

// serving is a host with one process that listens with one socket and a backlog.
func serving(backlog int) socket.Host {
	var h socket.Host
	h.Start()
	h.Listen(0, backlog)
	return h
}

func TestAcceptQueueIsBounded(t *testing.T) {
	h := serving(3)
	for range 6 {
		h.Connect(1)
	}
	wantStates(t, &h, map[socket.ConnState]int{socket.Queued: 4, socket.Unanswered: 2})
	if got := h.Accept(0, 1); got != 1 {
		t.Fatalf("accepted %d", got)
	}
	h.Connect(1)
	wantStates(t, &h, map[socket.ConnState]int{socket.Queued: 4, socket.Accepted: 1, socket.Unanswered: 2})

	small := socket.Host{Somaxconn: 2}
	small.Start()
	small.Listen(0, 100)
	for range 6 {
		small.Connect(1)
	}
	wantStates(t, &small, map[socket.ConnState]int{socket.Queued: 3, socket.Unanswered: 3})
}

// TestHandshakesFinishLate: a handshake that finds the accept queue full at its end
// stays half open, and finishes once there is room.
func TestHandshakesFinishLate(t *testing.T) {
	h := serving(2)
	a, b := h.SYN(1), h.SYN(1)
	if c := h.SYN(1); h.Conns[c].State != socket.Unanswered {
		t.Errorf("a handshake more than the backlog: %v", h.Conns[c].State)
	}
	h.ACK(a)
	for range 2 {
		h.Connect(1)
	}
	h.ACK(b)
	wantStates(t, &h, map[socket.ConnState]int{socket.Queued: 3, socket.HalfOpen: 1, socket.Unanswered: 1})
	h.Accept(0, 1)
	h.ACK(b)
	wantStates(t, &h, map[socket.ConnState]int{socket.Queued: 3, socket.Accepted: 1, socket.Unanswered: 1})
}

// TestClosedListenerAborts: what waits at a listener dies with its last
// descriptor, though another listens at the same address; with tcp_migrate_req
// it moves there.
func TestClosedListenerAborts(t *testing.T) {
	for _, migrate := range []bool{false, true} {
		h := serving(8)
		h.Migrate = migrate
		h.Connect(1)
		h.Accept(0, 1)
		h.SYN(1)
		for range 4 {
			h.Connect(1)
		}
		h.Start()
		h.Listen(1, 8)
		h.Close(0, socket.Listener)
		if migrate {
			wantStates(t, &h, map[socket.ConnState]int{socket.Accepted: 1, socket.Queued: 4, socket.HalfOpen: 1})
			h.ACK(1)
			if got := h.Accept(1, 9); got != 5 || h.Counts.Migrated != 5 {
				t.Errorf("the other process accepts %d, and %d have moved", got, h.Counts.Migrated)
			}
			continue
		}
		wantStates(t, &h, map[socket.ConnState]int{socket.Accepted: 1, socket.Lost: 5})
		if h.Counts.Lost != 5 || h.Accept(1, 9) != 0 {
			t.Errorf("%d are counted as lost", h.Counts.Lost)
		}
	}
}

// TestPassedDescriptorsShareTheQueue: the same steps with a descriptor handed over
// lose nothing, and no group changes.
func TestPassedDescriptorsShareTheQueue(t *testing.T) {
	h := serving(8)
	h.Bind(0)
	for range 5 {
		h.Connect(1)
	}
	h.Accept(0, 2)
	h.OpenChannel(0)
	h.Start()
	if h.Pass(0) != 0 || !h.ConnectChannel(1) {
		t.Fatal("descriptors cross a channel that nobody has connected to, or nobody can connect")
	}
	groups := [2]socket.Group{h.TCP, h.UDP}
	if got := h.Pass(0); got != 2 || h.References(0) != 2 || h.Pass(0) != 0 {
		t.Fatalf("%d descriptors went over", got)
	}
	h.Serve(1)
	h.StopAccepting(0)
	h.Close(0, socket.Listener)
	if got := h.Accept(1, 9); got != 3 || groups != [2]socket.Group{h.TCP, h.UDP} {
		t.Errorf("the new process accepts %d of 3, groups %v", got, [2]socket.Group{h.TCP, h.UDP})
	}
	h.Exit(0)
	wantStates(t, &h, map[socket.ConnState]int{socket.Accepted: 3, socket.ConnReset: 2})
	h.Exit(1)
	wantStates(t, &h, map[socket.ConnState]int{socket.ConnReset: 5})
	if h.TCP.Len() != 0 || h.UDP.Len() != 0 || len(h.Descriptors) != 0 {
		t.Errorf("sockets outlive their last process: %+v", h.Descriptors)
	}
	h.Connect(1)
	wantStates(t, &h, map[socket.ConnState]int{socket.ConnReset: 5, socket.NoListener: 1})
}

func TestTwoGenerations(t *testing.T) {
	var h socket.Host
	for want := range 2 {
		if got := h.Start(); got != want {
			t.Fatalf("process %d has the number %d", want, got)
		}
	}
	if h.Start() != socket.None {
		t.Error("three processes run at once")
	}
	h.Exit(0)
	if got := h.Start(); got != 2 || h.Processes[2].Router.Bit == h.Processes[1].Router.Bit {
		t.Errorf("process %d has the bit of the one before", got)
	}
}

// TestHealthChecks are answered by who accepts.
func TestHealthChecks(t *testing.T) {
	h := serving(4)
	ask := func(by int, good bool) {
		t.Helper()
		if got := h.Check(7); got.By != by || got.Good != good {
			t.Errorf("%+v, want the answer of %d, %v", got, by, good)
		}
	}
	ask(0, true)
	h.OpenChannel(0)
	h.Start()
	h.ConnectChannel(1)
	h.Pass(0)
	h.StopAccepting(0)
	ask(socket.None, false)
	h.Serve(1)
	ask(1, true)
	h.Exit(0)
	ask(1, true)
	h.Exit(1)
	ask(socket.None, false)
}

// TestPacketsGoToWhoeverReads: after a takeover the packets of old connections
// reach the new process, which passes them on until the old one is gone; without
// forwarding they are reset.
func TestPacketsGoToWhoeverReads(t *testing.T) {
	for _, forwarding := range []bool{true, false} {
		var h socket.Host
		h.Start()
		h.Bind(0)
		old := h.OpenFlow(1)
		h.OpenChannel(0)
		h.Start()
		h.ConnectChannel(1)
		h.Pass(0)
		h.StopReading(0)
		if trip := h.Send(old); trip.Did != socket.Unread {
			t.Fatalf("nobody reads, but %+v", trip)
		}
		if forwarding {
			h.StartForwarding(1)
		}
		h.Serve(1)
		trip := h.Trips[len(h.Trips)-1] // of the packet that has waited
		fresh := h.OpenFlow(1)
		if h.Flows[fresh].Owner != 1 || h.Send(fresh).Did != socket.Deliver {
			t.Errorf("a new connection is not the new process's: %+v", h.Flows[fresh])
		}
		if !forwarding {
			if trip.Did != socket.Reset || h.Flows[old].Open || h.Counts.Misrouted != 1 {
				t.Errorf("without forwarding: %+v, %+v", trip, h.Counts)
			}
			continue
		}
		if trip.Did != socket.Forward || trip.Then != socket.Deliver || h.Counts.Misrouted != 0 {
			t.Errorf("with forwarding: %+v, %+v", trip, h.Counts)
		}
		h.Exit(0)
		if h.Flows[old].Open || !h.Flows[fresh].Open || h.Counts.Reset != 1 {
			t.Errorf("after the drain: %+v", h.Flows)
		}
	}
}

// TestUnreadPacketsAreBounded, and go with their socket.
func TestUnreadPacketsAreBounded(t *testing.T) {
	var h socket.Host
	h.Start()
	h.Bind(0)
	flow := h.OpenFlow(1)
	h.StopReading(0)
	for range socket.ReceiveBuffer + 3 {
		h.Send(flow)
	}
	if h.Counts.Dropped != 3 {
		t.Errorf("%d dropped, want 3", h.Counts.Dropped)
	}
	h.Close(0, socket.Datagram)
	if h.Counts.Dropped != 3+socket.ReceiveBuffer || h.Send(flow).Socket != socket.None {
		t.Errorf("%d dropped after the socket closed", h.Counts.Dropped)
	}
}

// TestCloneSharesNothing: what happens to a copy does not happen to the host.
func TestCloneSharesNothing(t *testing.T) {
	build := func() socket.Host {
		h := serving(4)
		h.Bind(0)
		for range 4 {
			h.Connect(1)
			h.OpenFlow(1)
		}
		h.SYN(1)
		return h
	}
	h, untouched := build(), build()
	c := h.Clone()
	if !reflect.DeepEqual(h, c) {
		t.Fatal("the copy differs")
	}
	c.Accept(0, 2)
	c.ACK(4)
	c.OpenFlow(2)
	c.Close(0, socket.Datagram)
	c.Exit(0)
	if !reflect.DeepEqual(h, untouched) {
		t.Error("the host changed with its copy")
	}
}

// TestAcceptTakesTurns: no listener of a process starves.
func TestAcceptTakesTurns(t *testing.T) {
	h := serving(8)
	h.Listen(0, 8)
	for i := range 8 {
		h.Connect(uint32(i%2) << 31)
	}
	h.Accept(0, 4)
	left := []int{len(h.Sockets[0].Queue), len(h.Sockets[1].Queue)}
	if !slices.Equal(left, []int{2, 2}) {
		t.Errorf("%v are left", left)
	}
}
