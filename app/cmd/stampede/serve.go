package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"time"
)

// headerTimeout is how long a client may take to send the head of a request.
const headerTimeout = 10 * time.Second

// serve builds the site and serves it until it is interrupted.
func serve(args []string, stdout, stderr io.Writer) int {
	f := newFlags("serve", stderr)
	host := f.String("host", "localhost", "`address` to listen on; 0.0.0.0 lets other machines in")
	port := f.Int("port", 8080, "`port` to listen on; 0 takes a free one")
	if status, ok := parse(f, args); !ok {
		return status
	}
	listener, err := net.Listen("tcp", net.JoinHostPort(*host, strconv.Itoa(*port)))
	if err != nil {
		fmt.Fprintln(stderr, "stampede serve:", err)
		return exitUsage
	}
	fmt.Fprintln(stderr, "building the site ...")
	s, status := build("", stderr)
	if s == nil {
		listener.Close()
		return status
	}
	at := listener.Addr().(*net.TCPAddr).Port
	fmt.Fprintf(stdout, "http://%s\n", net.JoinHostPort(*host, strconv.Itoa(at)))
	if err := serveUntilInterrupt(listener, s); err != nil {
		fmt.Fprintln(stderr, "stampede serve:", err)
		return exitFailed
	}
	return exitFine
}

func serveUntilInterrupt(listener net.Listener, handler http.Handler) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	server := &http.Server{Handler: handler, ReadHeaderTimeout: headerTimeout}
	go func() {
		<-ctx.Done()
		server.Close()
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
