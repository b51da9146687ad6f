package serving

import (
	"context"
	"io"
	"net"
	"net/http"
	"sync"
	"testing"
)

func listen(t *testing.T) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

// Several clients are answered at the same time, and when the context is done
// nobody is.
func TestUntil(t *testing.T) {
	const clients = 4
	var all sync.WaitGroup // each is answered when all have asked
	all.Add(clients)
	l := listen(t)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		done <- Until(ctx, l, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			all.Done()
			all.Wait()
			io.WriteString(w, r.URL.Path)
		}))
	}()
	answers := make(chan string, clients)
	for range clients {
		go func() { answers <- get("http://" + l.Addr().String() + "/page") }()
	}
	for range clients {
		if got := <-answers; got != "/page" {
			t.Errorf("answer %q, want /page", got)
		}
	}
	stop()
	if err := <-done; err != nil {
		t.Errorf("stopped with %v", err)
	}
	if c, err := net.Dial("tcp", l.Addr().String()); err == nil {
		c.Close()
		t.Error("the listener is still open")
	}
}

// get returns the body of an answer, or what went wrong.
func get(address string) string {
	r, err := http.Get(address)
	if err != nil {
		return err.Error()
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

func TestUntilTellsWhatFailed(t *testing.T) {
	l := listen(t)
	l.Close()
	if err := Until(t.Context(), l, http.NotFoundHandler()); err == nil {
		t.Error("no error for a listener that is closed")
	}
}
