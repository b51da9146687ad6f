package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"strconv"

	"stampede/app/serving"
)

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
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := serving.Until(ctx, listener, s); err != nil {
		fmt.Fprintln(stderr, "stampede serve:", err)
		return exitFailed
	}
	return exitFine
}
