// Package serving answers requests until it is told to stop.
package serving

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"
)

// headerTimeout is how long a client may take to send the head of a request.
const headerTimeout = 10 * time.Second

// Until has a handler answer what comes in at a listener until the context is
// done, which is no error. The listener is closed then.
func Until(ctx context.Context, listener net.Listener, handler http.Handler) error {
	server := &http.Server{Handler: handler, ReadHeaderTimeout: headerTimeout}
	ctx, ended := context.WithCancel(ctx)
	defer ended()
	go func() {
		<-ctx.Done()
		server.Close()
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
