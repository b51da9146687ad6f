package trace_test

import (
	"errors"
	"strings"
	"testing"

	"stampede/engine"
	"stampede/engine/policy"
	"stampede/engine/simtest"
	"stampede/engine/trace"
)

func system(t *testing.T, n int) *simtest.System {
	t.Helper()
	times := make([]engine.Time, n)
	for i := range times {
		times[i] = engine.Time(i+1) * 10 * engine.Millisecond
	}
	return simtest.New(t, simtest.At(times...), []simtest.Step{simtest.Fail, simtest.OK.After(1500 * engine.Microsecond)},
		simtest.On(t, "again", new(policy.Retry), "backoff", "fixed", "jitter", "none", "base", "2ms"))
}

func TestText(t *testing.T) {
	s := system(t, 1)
	var out strings.Builder
	w := trace.NewWriter(s.Sim, &out, 1)
	s.Watch(w)
	s.RunUntil(engine.Second)
	const want = `0.010000000 call    link source > server work source-1 key 1 try 0 (fresh)
0.010000000 send    link source > server/0 work source-1 key 1 try 1 (fresh)
0.010000000 arrive  link source > server/0 work source-1 key 1 try 1 (fresh)
0.010000000 answer  link source > server/0 work source-1 key 1 try 1 (fresh) failed
0.010000000 decide  link source > server work source-1 key 1 try 1 (fresh) again says again
0.012000000 send    link source > server/0 work source-1 key 1 try 2 (retry)
0.012000000 arrive  link source > server/0 work source-1 key 1 try 2 (retry)
0.013500000 answer  link source > server/0 work source-1 key 1 try 2 (retry) ok
0.013500000 end     link source > server work source-1 key 1 try 2 (fresh) ok
`
	if got := out.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if err := w.Err(); err != nil {
		t.Error(err)
	}
}

func TestRequest(t *testing.T) {
	s := system(t, 1)
	for req, want := range map[uint64]string{1<<48 | 17: "source-17", 2 << 48: "server-0", 0: "-", 9<<48 | 1: "-"} {
		if got := trace.Request(s.Sim, req); got != want {
			t.Errorf("request %#x is %q, want %q", req, got, want)
		}
	}
}

// TestDrawnLegsAreInTheRing holds every sampled trip of the view against what
// the ring remembers of its request.
func TestDrawnLegsAreInTheRing(t *testing.T) {
	s := system(t, 200)
	s.Sample(4)
	r := trace.NewRing(s.Sim, 1<<12)
	s.Watch(r)
	s.RunUntil(engine.Second)
	var f engine.Frame
	s.Frame(&f)
	if len(f.Legs) == 0 {
		t.Fatal("nothing is drawn")
	}
	for _, l := range f.Legs {
		found := 0
		for _, o := range r.Find(l.Req) {
			if o.At == l.SentAt && o.No == l.No && o.Link == l.Link && (o.What == engine.AttemptSent || o.What == engine.AttemptAnswered) {
				found++
			}
		}
		if found == 0 {
			t.Errorf("a trip of request %#x at %d ns is drawn but not in the trace", l.Req, l.SentAt)
		}
	}
	for _, o := range r.Last() {
		if !trace.Sampled(&o, 4) {
			t.Errorf("request %#x is remembered but never drawn", o.Req)
		}
	}
}

func TestRingForgetsTheOldest(t *testing.T) {
	s := system(t, 50)
	s.Sample(1)
	all, few := trace.NewRing(s.Sim, 1000), trace.NewRing(s.Sim, 7)
	all.Then = few
	s.Watch(all)
	s.RunUntil(engine.Second)
	want := all.Last()[all.Len()-7:]
	if got := few.Last(); few.Len() != 7 || got[0] != want[0] || got[6] != want[6] {
		t.Errorf("got %v, want %v", few.Last(), want)
	}
	middle := all.Last()[all.Len()/2].At
	all.Rewind(middle)
	for _, o := range all.Last() {
		if o.At >= middle {
			t.Errorf("an occurrence at %d ns was to be forgotten from %d on", o.At, middle)
		}
	}
	if all.Len() == 0 {
		t.Error("everything was forgotten")
	}
	all.Occur(engine.Occurrence{What: engine.Commanded, At: middle})
	if last := all.Last(); last[len(last)-1].What != engine.Commanded {
		t.Error("a ring that was set back does not go on")
	}
}

func TestPowerOfTwo(t *testing.T) {
	for n, want := range map[uint64]uint64{0: 0, 1: 1, 2: 2, 3: 4, 4: 4, 1000: 1024, 1 << 63: 1 << 63} {
		if got := trace.PowerOfTwo(n); got != want {
			t.Errorf("PowerOfTwo(%d) = %d, want %d", n, got, want)
		}
		s := system(t, 1)
		s.Sample(n)
		if n < 1<<62 && s.SampleRate() != want {
			t.Errorf("the view rounds %d to %d, the trace to %d", n, s.SampleRate(), want)
		}
	}
}

// full is a disk without room.
type full struct{ writes int }

var errFull = errors.New("full")

func (f *full) Write(b []byte) (int, error) {
	f.writes++
	return 0, errFull
}

func TestWriterStopsAtAnError(t *testing.T) {
	s := system(t, 3)
	out := new(full)
	w := trace.NewWriter(s.Sim, out, 1)
	s.Watch(w)
	s.RunUntil(engine.Second)
	if w.Err() != errFull || out.writes != 1 {
		t.Errorf("error %v after %d writes, want %v after 1", w.Err(), out.writes, errFull)
	}
}
