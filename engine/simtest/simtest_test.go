package simtest_test

import (
	"reflect"
	"strings"
	"testing"

	"stampede/engine"
	"stampede/engine/param"
	"stampede/engine/simtest"
)

func TestSystem(t *testing.T) {
	s := simtest.New(t, simtest.At(0, engine.Second, 2*engine.Second, 3*engine.Second), []simtest.Step{
		simtest.Fail, simtest.OK.After(engine.Millisecond), simtest.Silent, simtest.OK,
	})
	s.RunUntil(4 * engine.Second)
	for i, want := range []struct {
		out engine.Status
		at  engine.Time
	}{{engine.Failed, 0}, {engine.OK, engine.Second + engine.Millisecond}, {engine.Pending, -1}, {engine.OK, 3 * engine.Second}} {
		if got := s.Source.Out(i).Status; got != want.out || s.Source.At(i) != want.at {
			t.Errorf("question %d ended %v at %d, want %v at %d", i, got, s.Source.At(i), want.out, want.at)
		}
	}
	if s.Attempts() != 4 || s.Executions() != 4 {
		t.Errorf("%d attempts and %d executions, want 4 and 4", s.Attempts(), s.Executions())
	}
}

func TestContractHolds(t *testing.T) {
	build := func(seed uint64) *engine.Sim {
		asks := simtest.At(0, 1, 2*engine.Second)
		for i := range asks {
			asks[i].At += engine.Time(seed) // the other seed is to differ
		}
		return simtest.New(t, asks, []simtest.Step{simtest.OK.After(engine.Millisecond)}).Sim
	}
	simtest.Contract(t, build, 3*engine.Second)
	simtest.Bounded(t, build, 3*engine.Second, 1.01)
}

func TestPlainType(t *testing.T) {
	type gap struct {
		A uint8
		B int64
	}
	type tail struct {
		A int64
		B uint8
	}
	type good struct {
		A int64
		B [8]uint8
		C struct{ D, E float32 }
	}
	for _, tc := range []struct {
		v    any
		want string
	}{
		{good{}, ""},
		{gap{}, "7 bytes of padding before B"},
		{tail{}, "7 bytes of padding at its end"},
		{struct{ S string }{}, "is a string"},
		{struct{ P *int }{}, "is a ptr"},
		{struct{ F func() }{}, "is a func"},
		{struct{ M map[int]int }{}, "is a map"},
		{struct{ C chan int }{}, "is a chan"},
		{struct{ I any }{}, "is a interface"},
		{struct{ S []int }{}, "is a slice"},
	} {
		err := simtest.PlainType(reflect.TypeOf(tc.v))
		if tc.want == "" && err != nil || tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)) {
			t.Errorf("%T: %v, want %q", tc.v, err, tc.want)
		}
	}
	type station struct {
		P good
		Q []good
		R [][]good
		T *int
	}
	if err := simtest.StateType(reflect.TypeFor[station](), reflect.TypeFor[*int]()); err != nil {
		t.Error(err)
	}
	if err := simtest.StateType(reflect.TypeFor[station]()); err == nil {
		t.Error("a pointer passed for state")
	}
	if err := simtest.StateType(reflect.TypeFor[struct{ Q []gap }]()); err == nil {
		t.Error("a slice of types with padding passed for state")
	}
}

// forgetful names only half of its state.
type forgetful struct {
	engine.Base
	named    struct{ a, b int64 }
	unnamed  uint8
	listed   []int64
	unlisted []int64
}

func (*forgetful) Params(*param.Set) {}
func (f *forgetful) State(c *engine.Codec) {
	engine.Plain(c, &f.named)
	engine.Slice(c, &f.listed)
}

func TestUnnamedFindsWhatIsForgotten(t *testing.T) {
	f := &forgetful{listed: []int64{3}, unlisted: []int64{4}}
	b := engine.NewBuilder(1, 0)
	b.Node("x", "x", f)
	sim, err := b.Build(nil)
	if err != nil {
		t.Fatal(err)
	}
	got := simtest.Unnamed(sim, f)
	want := []string{"forgetful.unnamed", "forgetful.unlisted[0]", "forgetful.unlisted"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
	if f.unnamed != 0 || len(f.listed) != 1 || f.listed[0] != 3 || f.unlisted[0] != 4 {
		t.Errorf("the state was left changed: %+v", f)
	}
}
