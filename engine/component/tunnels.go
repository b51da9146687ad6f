package component

import "stampede/engine"

// drain: callers are told to send nothing new, and the tunnels of a process are
// set up anew through other hosts.
func (s *Proxies) drain(c *engine.Ctx, h uint16, slot uint8) {
	f := &s.fleet
	f.goAway(h)
	if f.s.fronted || !s.p.reuse {
		return
	}
	s.flows.each(h, slot, func(key uint32, x *flow) {
		c.Back(s.flows.via[key>>slotBits], engine.Message{
			Kind: engine.KSignal, Key: key, Value: flowArg(x.seq, protoMQTT), Flags: msgSolicit,
		}, flowReq(key), h)
	})
}

// end resets the connections of a process, and cuts its tunnels.
func (s *Proxies) end(c *engine.Ctx, h uint16, slot uint8) {
	count := pxTunnels
	if s.fleet.s.fronted {
		count = flReset
	}
	s.flows.each(h, slot, func(key uint32, x *flow) {
		s.forget(key, x)
		c.Count(count, 1)
		c.Back(s.flows.via[key>>slotBits], engine.Message{
			Kind: engine.KError, Key: key, Value: uint32(x.seq), Flags: msgReset,
		}, flowReq(key), h)
	})
}

// solicited asks for a user's tunnel to be set up anew, through another host.
func (s *Proxies) solicited(c *engine.Ctx, m engine.Message) {
	f := s.flows.find(m.Key)
	if f == nil || f.held == 0 || f.seq != argSeq(m.Value) {
		return
	}
	c.Call(&engine.Ask{
		Req: flowReq(m.Key), Task: reconnects,
		Errand: engine.Errand{
			Link: s.s.tunnels, Kind: engine.KConnect, Key: m.Key, Arg: m.Value | argAgain, FromInst: f.host, Why: engine.Fresh,
		},
	})
}

// reconnected takes the broker's word on a tunnel that was set up anew. When it
// has no session for the user, the user has to connect himself.
func (s *Proxies) reconnected(c *engine.Ctx, key, arg uint32, out engine.Outcome) {
	if out.Status == engine.OK {
		c.Count(pxReused, 1)
		return
	}
	c.Count(pxReuseLost, 1)
	s.cut(c, key, arg)
}
