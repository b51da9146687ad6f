package socket_test

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"stampede/engine/socket"
)

// listen opens a TCP socket with SO_REUSEPORT, which nobody accepts from unless a
// test does.
func listen(t *testing.T, addr string) *net.TCPListener {
	t.Helper()
	l, err := reusing.Listen(context.Background(), "tcp4", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l.(*net.TCPListener)
}

// dial opens n connections, and fails unless all are established.
func dial(t *testing.T, addr net.Addr, n int) []net.Conn {
	t.Helper()
	list := make([]net.Conn, n)
	for i := range list {
		c, err := net.DialTimeout("tcp4", addr.String(), patience)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		if err := c.SetDeadline(time.Now().Add(patience)); err != nil {
			t.Fatal(err)
		}
		list[i] = c
	}
	return list
}

// acceptAll accepts n connections.
func acceptAll(t *testing.T, l *net.TCPListener, n int) []net.Conn {
	t.Helper()
	if err := l.SetDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	list := make([]net.Conn, n)
	for i := range list {
		c, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		list[i] = c
	}
	return list
}

// speak sends a byte from each server's end to a client's; the order need not be
// that of the clients, so each says who it is.
func speak(t *testing.T, servers, clients []net.Conn) {
	t.Helper()
	for _, s := range servers {
		if _, err := s.Write([]byte("!")); err != nil {
			t.Errorf("a connection that had been accepted is gone: %v", err)
		}
	}
	for _, c := range clients {
		if _, err := io.ReadFull(c, make([]byte, 1)); err != nil {
			t.Errorf("a client whose connection had been accepted: %v", err)
		}
	}
}

// fates counts what clients see that wait for a byte: a reset, or the byte.
func fates(clients []net.Conn) (reset, served, other int) {
	for _, c := range clients {
		_, err := io.ReadFull(c, make([]byte, 1))
		switch {
		case err == nil:
			served++
		case errors.Is(err, syscall.ECONNRESET):
			reset++
		default:
			other++
		}
	}
	return reset, served, other
}

// twin is the model of a host after the same begin: a listener whose process has
// accepted some connections, while others wait.
func twin(accepted, waiting int) socket.Host {
	h := serving(128)
	for range accepted {
		h.Connect(1)
	}
	h.Accept(0, accepted)
	for range waiting {
		h.Connect(1)
	}
	return h
}

// migrates reads whether this kernel moves connections of a closed listener.
func migrates() bool {
	b, err := os.ReadFile("/proc/sys/net/ipv4/tcp_migrate_req")
	return err == nil && strings.TrimSpace(string(b)) == "1"
}

// TestKernelResetsTheQueue: connections that nobody has accepted die with their
// listener, though another listens at the same address. Accepted ones do not.
func TestKernelResetsTheQueue(t *testing.T) {
	if migrates() {
		t.Skip("tcp_migrate_req is on: this kernel moves what waits at a closed listener")
	}
	const accepted, waiting = 3, 8
	old := listen(t, "127.0.0.1:0")
	first := dial(t, old.Addr(), accepted)
	ends := acceptAll(t, old, accepted)
	queued := dial(t, old.Addr(), waiting)
	next := listen(t, old.Addr().String())
	old.Close()

	reset, served, other := fates(queued)
	speak(t, ends, first)
	h := twin(accepted, waiting)
	h.Start()
	h.Listen(1, 128)
	h.Close(0, socket.Listener)
	t.Logf("%d of %d queued connections were reset, %d in the model", reset, waiting, h.Counts.Lost)
	if reset != h.Counts.Lost || served != 0 || other != 0 {
		t.Errorf("reset %d, served %d, other %d; in the model %d are lost", reset, served, other, h.Counts.Lost)
	}
	speak(t, acceptAllAfter(t, next, 2), nil)
}

// acceptAllAfter accepts connections that are opened only now.
func acceptAllAfter(t *testing.T, l *net.TCPListener, n int) []net.Conn {
	t.Helper()
	dial(t, l.Addr(), n)
	return acceptAll(t, l, n)
}

// tcpState reads the state of a TCP socket, and what a listener says of its accept
// queue: its length, and its bound.
func tcpState(t *testing.T, fd int) (state uint8, queued, bound uint32) {
	t.Helper()
	var info struct {
		state   uint8
		_       [7]uint8
		_       [4]uint32 // time-outs and segment sizes
		unacked uint32    // of a listener: the queue's length
		sacked  uint32    // of a listener: its backlog
		_       [48]uint32
	}
	size := uint32(unsafe.Sizeof(info))
	if _, _, e := syscall.Syscall6(syscall.SYS_GETSOCKOPT, uintptr(fd), syscall.IPPROTO_TCP, syscall.TCP_INFO,
		uintptr(unsafe.Pointer(&info)), uintptr(unsafe.Pointer(&size)), 0); e != 0 {
		t.Fatal(e)
	}
	return info.state, info.unacked, info.sacked
}

// rawSocket opens a TCP socket that the runtime knows nothing of.
func rawSocket(t *testing.T) int {
	t.Helper()
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM|syscall.SOCK_NONBLOCK|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Close(fd) })
	return fd
}

// TestKernelBoundsTheQueue: a listener with a backlog of b lets b+1 connections
// be established that nobody accepts, and leaves the others without an answer.
func TestKernelBoundsTheQueue(t *testing.T) {
	const more = 5
	for _, backlog := range []int{1, 3, 8} {
		l := rawSocket(t)
		if err := errors.Join(syscall.Bind(l, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}), syscall.Listen(l, backlog)); err != nil {
			t.Fatal(err)
		}
		addr, err := syscall.Getsockname(l)
		if err != nil {
			t.Fatal(err)
		}
		h := serving(backlog)
		var clients []int
		for range backlog + 1 + more {
			c := rawSocket(t)
			if err := syscall.Connect(c, addr); err != nil && !errors.Is(err, syscall.EINPROGRESS) {
				t.Fatal(err)
			}
			clients = append(clients, c)
			h.Connect(1)
		}
		const established, synSent = 1, 2
		var got [3]int
		for deadline := time.Now().Add(patience); got[established] != backlog+1 && time.Now().Before(deadline); {
			got = [3]int{}
			for _, c := range clients {
				state, _, _ := tcpState(t, c)
				got[min(state, 3)%3]++
			}
		}
		_, queued, bound := tcpState(t, l)
		model := states(&h)
		t.Logf("backlog %d: %d established, %d unanswered; %d and %d in the model", backlog, got[established], got[synSent], model[socket.Queued], model[socket.Unanswered])
		if got[established] != model[socket.Queued] || got[synSent] != model[socket.Unanswered] {
			t.Errorf("backlog %d: %d established, %d unanswered; %d and %d in the model", backlog, got[established], got[synSent], model[socket.Queued], model[socket.Unanswered])
		}
		if int(queued) != model[socket.Queued] || int(bound) != backlog {
			t.Errorf("backlog %d: the listener tells of %d in its queue, bound %d", backlog, queued, bound)
		}
	}
}
