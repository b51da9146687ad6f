package socket_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"stampede/engine/socket"
)

// helperName is the variable by which a copy of this program knows that it is the
// other process, and what it is to do.
const helperName = "STAMPEDE_SOCKET_HELPER"

func TestMain(m *testing.M) {
	switch os.Getenv(helperName) {
	case "accept":
		report(takeOver())
	case "migrate":
		report(migrate())
	default:
		os.Exit(m.Run())
	}
}

// report ends a helper; what it says to its standard error is shown by the test.
func report(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// takeOver is the new process: it receives a listener over the socket that is its
// descriptor 3, accepts as many connections as the message says, tells each its
// process number, and then exits.
func takeOver() error {
	b, rights := make([]byte, 16), make([]byte, syscall.CmsgSpace(4))
	n, rn, _, _, err := syscall.Recvmsg(3, b, rights, 0)
	if err != nil {
		return err
	}
	count, err := strconv.Atoi(string(b[:n]))
	if err != nil {
		return err
	}
	messages, err := syscall.ParseSocketControlMessage(rights[:rn])
	if err != nil || len(messages) != 1 {
		return fmt.Errorf("%d control messages: %w", len(messages), err)
	}
	fds, err := syscall.ParseUnixRights(&messages[0])
	if err != nil || len(fds) != 1 {
		return fmt.Errorf("%d descriptors: %w", len(fds), err)
	}
	l, err := net.FileListener(os.NewFile(uintptr(fds[0]), "listener"))
	if err != nil {
		return err
	}
	if err := l.(*net.TCPListener).SetDeadline(time.Now().Add(patience)); err != nil {
		return err
	}
	for range count {
		c, err := l.Accept()
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(c, "%d", os.Getpid()); err != nil {
			return err
		}
		if err := c.Close(); err != nil {
			return err
		}
	}
	return nil
}

// helper starts a copy of this program as another process.
func helper(t *testing.T, what string, files ...*os.File) *exec.Cmd {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*patience)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, os.Args[0])
	cmd.Env = append(os.Environ(), helperName+"="+what)
	cmd.ExtraFiles = files
	return cmd
}

// TestKernelSharesTheQueue: the same queue, its listener's descriptor handed to
// another process before it is closed, loses nothing, and the other process
// accepts all of it.
func TestKernelSharesTheQueue(t *testing.T) {
	const accepted, waiting = 3, 8
	old := listen(t, "127.0.0.1:0")
	first := dial(t, old.Addr(), accepted)
	ends := acceptAll(t, old, accepted)
	queued := dial(t, old.Addr(), waiting)

	pair, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	far := os.NewFile(uintptr(pair[1]), "channel")
	cmd := helper(t, "accept", far)
	var said strings.Builder
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	far.Close()
	file, err := old.File()
	if err != nil {
		t.Fatal(err)
	}
	err = syscall.Sendmsg(pair[0], []byte(strconv.Itoa(waiting)), syscall.UnixRights(int(file.Fd())), nil, 0)
	file.Close()
	old.Close() // nobody but the message, or its receiver, has the listener now
	syscall.Close(pair[0])
	if err != nil {
		t.Fatal(err)
	}
	by := servedBy(t, queued)
	if err := cmd.Wait(); err != nil {
		t.Fatalf("the other process: %v: %s", err, said.String())
	}
	speak(t, ends, first)

	h := twin(accepted, waiting)
	h.OpenChannel(0)
	h.Start()
	h.ConnectChannel(1)
	h.Pass(0)
	h.Close(0, socket.Listener)
	h.Serve(1)
	model := h.Accept(1, waiting)
	t.Logf("the other process accepted %d of %d queued connections, %d in the model", by[cmd.Process.Pid], waiting, model)
	if by[cmd.Process.Pid] != model || len(by) != 1 {
		t.Errorf("served by process: %v; %d by the new one in the model", by, model)
	}
}

// servedBy returns how many clients each process has answered; 0 counts those
// that nobody has.
func servedBy(t *testing.T, clients []net.Conn) map[int]int {
	by := map[int]int{}
	for _, c := range clients {
		b, err := io.ReadAll(c)
		pid, _ := strconv.Atoi(string(b))
		if err != nil {
			t.Logf("a queued client: %v", err)
		}
		by[pid]++
	}
	return by
}

// migrate runs in a network of its own, in which it has tcp_migrate_req switched
// on: what waits at a listener that is closed moves to the other. It prints how
// many clients were served.
func migrate() error {
	if err := loopbackUp(); err != nil {
		return fmt.Errorf("forbidden: %w", err)
	}
	if err := os.WriteFile("/proc/sys/net/ipv4/tcp_migrate_req", []byte("1"), 0o644); err != nil {
		return fmt.Errorf("forbidden: %w", err)
	}
	var l [2]net.Listener
	addr := "127.0.0.1:0"
	const waiting = 8
	var clients []net.Conn
	for i := range l {
		var err error
		if l[i], err = reusing.Listen(context.Background(), "tcp4", addr); err != nil {
			return err
		}
		addr = l[i].Addr().String()
		for range waiting * (1 - i) {
			c, err := net.DialTimeout("tcp4", addr, patience)
			if err != nil {
				return err
			}
			clients = append(clients, c)
		}
	}
	if err := l[0].Close(); err != nil {
		return err
	}
	if err := l[1].(*net.TCPListener).SetDeadline(time.Now().Add(patience)); err != nil {
		return err
	}
	for range clients {
		c, err := l[1].Accept()
		if err != nil {
			return err
		}
		if _, err := c.Write([]byte("!")); err != nil {
			return err
		}
	}
	reset, served, other := fates(clients)
	_, err := fmt.Printf("%d %d %d", reset, served, other)
	return err
}

// loopbackUp switches the loopback device of a new network on.
func loopbackUp() error {
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_DGRAM, 0)
	if err != nil {
		return err
	}
	defer syscall.Close(fd)
	request := struct {
		name  [syscall.IFNAMSIZ]byte
		flags uint16
		rest  [22]byte
	}{flags: syscall.IFF_UP}
	copy(request.name[:], "lo")
	if _, _, e := syscall.Syscall(syscall.SYS_IOCTL, uintptr(fd), syscall.SIOCSIFFLAGS, uintptr(unsafe.Pointer(&request))); e != 0 {
		return e
	}
	return nil
}

// TestKernelMigrates: with tcp_migrate_req on, the same close loses nothing.
func TestKernelMigrates(t *testing.T) {
	cmd := helper(t, "migrate")
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
	}
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.Output()
	var exit *exec.ExitError
	switch {
	case err != nil && !errors.As(err, &exit):
		t.Skipf("this kernel gives no network of one's own, in which tcp_migrate_req could be switched on: %v", err)
	case err != nil && strings.HasPrefix(said.String(), "forbidden: "):
		t.Skipf("tcp_migrate_req cannot be switched on here: %s", strings.TrimSpace(said.String()))
	case err != nil:
		t.Fatalf("%v: %s", err, said.String())
	}
	h := twin(0, 8)
	h.Migrate = true
	h.Start()
	h.Listen(1, 128)
	h.Close(0, socket.Listener)
	want := fmt.Sprintf("%d %d 0", h.Counts.Lost, h.Accept(1, 8))
	t.Logf("reset, served, other: %s, in the model %s", out, want)
	if string(out) != want {
		t.Errorf("reset, served, other: %s, in the model %s", out, want)
	}
}
