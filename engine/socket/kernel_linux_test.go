package socket_test

import (
	"net"
	"runtime"
	"syscall"
	"time"
)

// The tests in kernel_..._linux_test.go ask the kernel that they run on, over the
// loopback device, and hold the model to its answers.

// patience is how long any of them waits for something that must come.
const patience = 20 * time.Second

// soReusePort is SO_REUSEPORT, which package syscall does not know everywhere.
func soReusePort() int {
	switch runtime.GOARCH {
	case "mips", "mipsle", "mips64", "mips64le":
		return 0x200
	}
	return 15
}

// reusing sets SO_REUSEPORT before a socket is bound.
var reusing = net.ListenConfig{Control: func(_, _ string, c syscall.RawConn) error {
	var err error
	if e := c.Control(func(fd uintptr) {
		err = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, soReusePort(), 1)
	}); e != nil {
		return e
	}
	return err
}}
