package socket_test

import (
	"testing"

	"stampede/engine/socket"
)

// TestRoute holds the rule to its table: what a process does with packets, for every header and every thing
// that a packet may be: known by its id, known by client and id, of sufficient
// size, of this host, of this process, forwarding on, forwarded already.
func TestRoute(t *testing.T) {
	const here, elsewhere = 7, 8
	const mine, other = 1, 0
	own := socket.ID{Host: here, Bit: mine, Number: 1}
	opening := socket.ID{Host: elsewhere, Bit: mine, Number: 2} // a client makes up what it likes
	unknown := socket.ID{Host: here, Bit: other, Number: 9}
	router := socket.Router{Host: here, Bit: mine, Forward: true, Table: []socket.ID{own}, Opening: []socket.Pair{{Client: 5, To: opening}}}
	alone := router
	alone.Forward = false

	const full, small = socket.LeastInitial, socket.LeastInitial - 1
	for _, c := range []struct {
		what   string
		packet socket.Packet
		router *socket.Router
		want   socket.Action
	}{
		{"known id, short", socket.Packet{Header: socket.Short, To: own}, &router, socket.Deliver},
		{"known id, handshake", socket.Packet{Header: socket.Handshake, To: own}, &router, socket.Deliver},
		{"known id, forwarded here", socket.Packet{Header: socket.Short, To: own, Forwarded: true}, &alone, socket.Deliver},
		{"known id, small Initial", socket.Packet{Header: socket.Initial, To: own, Size: small}, &router, socket.Deliver},
		{"known id, early data", socket.Packet{Header: socket.EarlyData, To: own}, &router, socket.Deliver},

		{"known client and id, handshake", socket.Packet{Header: socket.Handshake, To: opening, Client: 5}, &router, socket.Deliver},
		{"known client and id, Initial again", socket.Packet{Header: socket.Initial, To: opening, Client: 5, Size: full}, &router, socket.Deliver},
		{"known client and id, early data", socket.Packet{Header: socket.EarlyData, To: opening, Client: 5}, &router, socket.Deliver},
		{"a short header does not go by the client", socket.Packet{Header: socket.Short, To: opening, Client: 5}, &router, socket.Reset},
		{"the same id of another client", socket.Packet{Header: socket.Handshake, To: opening, Client: 6}, &router, socket.Reset},

		{"early data, unknown", socket.Packet{Header: socket.EarlyData, To: unknown}, &router, socket.Buffer},
		{"early data of another host", socket.Packet{Header: socket.EarlyData, To: opening}, &alone, socket.Buffer},
		{"Initial, unknown", socket.Packet{Header: socket.Initial, To: unknown, Size: full}, &router, socket.Open},
		{"Initial, unknown, while alone", socket.Packet{Header: socket.Initial, To: opening, Size: full}, &alone, socket.Open},
		{"small Initial, unknown: never forwarded", socket.Packet{Header: socket.Initial, To: unknown, Size: small}, &router, socket.Drop},

		{"short, the other process", socket.Packet{Header: socket.Short, To: unknown}, &router, socket.Forward},
		{"handshake, the other process", socket.Packet{Header: socket.Handshake, To: unknown}, &router, socket.Forward},
		{"short, another host", socket.Packet{Header: socket.Short, To: socket.ID{Host: elsewhere, Bit: other}}, &router, socket.Reset},
		{"short, this process, gone", socket.Packet{Header: socket.Short, To: socket.ID{Host: here, Bit: mine, Number: 9}}, &router, socket.Reset},
		{"short, forwarding off", socket.Packet{Header: socket.Short, To: unknown}, &alone, socket.Reset},
		{"handshake, forwarding off", socket.Packet{Header: socket.Handshake, To: unknown}, &alone, socket.Reset},
		{"short, forwarded already", socket.Packet{Header: socket.Short, To: unknown, Forwarded: true}, &router, socket.Reset},
		{"handshake, forwarded already", socket.Packet{Header: socket.Handshake, To: unknown, Forwarded: true}, &router, socket.Reset},
	} {
		if got := socket.Route(c.packet, c.router); got != c.want {
			t.Errorf("%s: %v, want %v", c.what, got, c.want)
		}
	}
}

// every calls visit with all packets and routers that differ in what Route looks
// at.
func every(visit func(p socket.Packet, r *socket.Router)) {
	for bits := range 1 << 8 {
		is := func(i int) bool { return bits>>i&1 == 1 }
		for h := socket.Initial; h <= socket.Short; h++ {
			p := socket.Packet{Header: h, Size: socket.LeastInitial, Forwarded: is(0)}
			if is(1) {
				p.Size--
			}
			if is(2) {
				p.To.Host = 1
			}
			if is(3) {
				p.To.Bit = 1
			}
			r := socket.Router{Forward: is(4)}
			if is(5) {
				r.Bit = 1
			}
			if is(6) {
				r.Table = []socket.ID{p.To}
			}
			if is(7) {
				r.Opening = []socket.Pair{{To: p.To}}
			}
			visit(p, &r)
		}
	}
}

// TestRouteHasOneHop holds the rule to what it is for, over all packets: none is
// forwarded twice, nor to the process that it comes from, nor an Initial ever.
func TestRouteHasOneHop(t *testing.T) {
	forwarded := 0
	every(func(p socket.Packet, r *socket.Router) {
		if socket.Route(p, r) != socket.Forward {
			return
		}
		forwarded++
		if p.Forwarded || !r.Forward || p.Header == socket.Initial || p.Header == socket.EarlyData {
			t.Errorf("%+v is forwarded by %+v", p, *r)
		}
		p.Forwarded = true
		other := socket.Router{Host: r.Host, Bit: 1 - r.Bit, Forward: true}
		if got := socket.Route(p, &other); got != socket.Reset {
			t.Errorf("%+v, forwarded, unknown there too: %v", p, got)
		}
	})
	if forwarded == 0 {
		t.Error("nothing is ever forwarded")
	}
}
