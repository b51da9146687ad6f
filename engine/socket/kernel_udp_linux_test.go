package socket_test

import (
	"context"
	"fmt"
	"math"
	"net"
	"strconv"
	"syscall"
	"testing"
	"time"

	"stampede/engine/socket"
	"stampede/engine/theory"
)

// receipt says which socket a flow's datagram has come in by.
type receipt struct{ socket, flow int }

// flows are clients, each with a port of its own, and the sockets that share the
// address to which they send.
type flows struct {
	t        *testing.T
	clients  []*net.UDPConn
	servers  []net.PacketConn
	receipts chan receipt
	addr     *net.UDPAddr
}

// newFlows opens n clients and the first server.
func newFlows(t *testing.T, n int) *flows {
	f := &flows{t: t, receipts: make(chan receipt, n)}
	f.bind("127.0.0.1:0")
	f.addr = f.servers[0].LocalAddr().(*net.UDPAddr)
	for range n {
		c, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		f.clients = append(f.clients, c)
	}
	return f
}

// bind opens one more socket at the address, and reads from it.
func (f *flows) bind(addr string) {
	f.t.Helper()
	s, err := reusing.ListenPacket(context.Background(), "udp4", addr)
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() { s.Close() })
	n := len(f.servers)
	f.servers = append(f.servers, s)
	go func() {
		b := make([]byte, 16)
		for {
			k, _, err := s.ReadFrom(b)
			if err != nil {
				return // closed
			}
			flow, _ := strconv.Atoi(string(b[:k]))
			f.receipts <- receipt{n, flow}
		}
	}()
}

// where returns the socket that each flow reaches now. It sends a few at a time,
// so that no buffer overflows.
func (f *flows) where() []int {
	f.t.Helper()
	at := make([]int, len(f.clients))
	const batch = 50
	for from := 0; from < len(f.clients); from += batch {
		part := f.clients[from:min(from+batch, len(f.clients))]
		for i, c := range part {
			if _, err := c.WriteToUDP([]byte(strconv.Itoa(from+i)), f.addr); err != nil {
				f.t.Fatal(err)
			}
		}
		late := time.After(patience)
		for range part {
			select {
			case r := <-f.receipts:
				at[r.flow] = r.socket
			case <-late:
				f.t.Fatal("a datagram on the loopback device has not come")
			}
		}
	}
	return at
}

// knowledge is what is known of a flow's hash: it lies between two bounds.
type knowledge struct{ lo, hi uint64 }

// learn holds what the kernel did against the model: there must be a hash by
// which the group sends every flow to the socket that it reached, now and at all
// times before.
func learn(t *testing.T, known []knowledge, g socket.Group, at []int) {
	t.Helper()
	n := uint64(g.Len())
	impossible := 0
	for i := range known {
		slot := g.Find(uint8(at[i]))
		if slot < 0 {
			t.Fatalf("flow %d reached socket %d, which is closed", i, at[i])
		}
		lo, hi := (uint64(slot)<<32+n-1)/n, (uint64(slot+1)<<32+n-1)/n-1
		known[i].lo, known[i].hi = max(known[i].lo, lo), min(known[i].hi, hi)
		if known[i].lo > known[i].hi {
			impossible++
		} else if g.Pick(uint32(known[i].lo)) != slot {
			t.Fatalf("the bounds of slot %d of %d are wrong", slot, n)
		}
	}
	if impossible > 0 {
		t.Errorf("%d of %d flows went where no hash can send them, among %d sockets", impossible, len(known), n)
	}
}

// share is the part of the flows that reach another socket than before.
func share(before, after []int) float64 {
	n := 0
	for i := range before {
		if before[i] != after[i] {
			n++
		}
	}
	return float64(n) / float64(len(before))
}

// descriptors is how many files this process may have open.
func descriptors() int {
	var l syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &l) != nil {
		return 256
	}
	return int(min(l.Cur, 1<<20))
}

// TestKernelRemapsFlows opens and closes sockets of a group of UDP sockets, and
// looks where the flows go. The shares that move must be those of the closed
// forms, and each single flow must go where the model can send it.
func TestKernelRemapsFlows(t *testing.T) {
	n := min(800, descriptors()-100)
	f := newFlows(t, n)
	known := make([]knowledge, n)
	for i := range known {
		known[i].hi = math.MaxUint32
	}
	g := group(1)
	at := f.where()
	learn(t, known, g, at)

	step := func(what string, want float64) {
		t.Helper()
		next := f.where()
		learn(t, known, g, next)
		bound := 4.5 * math.Sqrt(want*(1-want)/float64(n))
		got := share(at, next)
		t.Logf("%s: %.3f of %d flows moved, in theory %.3f (bound %.3f)", what, got, n, want, bound)
		if math.Abs(got-want) > bound {
			t.Errorf("%s: %v of the flows moved, want %v within %v", what, got, want, bound)
		}
		at = next
	}
	for g.Len() < 5 {
		before := g.Len()
		f.bind(f.addr.String())
		g.Add(uint8(len(f.servers) - 1))
		step(fmt.Sprintf("one added to %d", before), theory.RemapAdd(before))
	}
	for _, slot := range []int{1, 0, 2, 0} {
		before := g.Len()
		want := theory.RemapRemove(before, slot)
		f.servers[g.At(slot)].Close()
		g.Remove(slot)
		step(fmt.Sprintf("slot %d of %d closed", slot, before), want)
	}
}

// TestKernelHotRestart: as many new sockets as old ones take half of the flows.
func TestKernelHotRestart(t *testing.T) {
	const old = 2
	n := min(800, descriptors()-100)
	f := newFlows(t, n)
	f.bind(f.addr.String())
	before := f.where()
	for range old {
		f.bind(f.addr.String())
	}
	after := f.where()
	wrong, same := 0, 0
	for i := range after {
		if after[i] >= old {
			wrong++
		}
		if after[i] == before[i] {
			same++
		}
	}
	wantWrong, wantSame := theory.RemapHotRestart(old)
	for _, c := range []struct {
		what string
		got  int
		want float64
	}{{"at the wrong process", wrong, wantWrong}, {"at the same socket", same, wantSame}} {
		got, bound := float64(c.got)/float64(n), 4.5*math.Sqrt(c.want*(1-c.want)/float64(n))
		t.Logf("%s: %.3f of %d flows, in theory %.3f (bound %.3f)", c.what, got, n, c.want, bound)
		if math.Abs(got-c.want) > bound {
			t.Errorf("%s: %v, want %v within %v", c.what, got, c.want, bound)
		}
	}
}
