package param

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// server is what a component's parameters look like.
type server struct {
	Cancel  bool
	Workers int64
	Load    float64
	Timeout int64
	Full    uint8
	Free    int64
}

func (p *server) params() *Set {
	s := NewSet()
	s.Bool(&p.Cancel, "cancel", true, "whether work whose caller gave up is cancelled")
	s.Int(&p.Workers, "workers", 30, "requests served at once", Range(1, 1000), Log())
	s.Float(&p.Load, "load", 280, "mean arrivals", Range(0, 1e6), Step(0.5), Unit("1/s"))
	s.Duration(&p.Timeout, "timeout", time.Second, "how long a caller waits", RangeD(time.Millisecond, time.Hour), StepD(10*time.Millisecond))
	s.Choice(&p.Full, "full", "refuse", []string{"refuse", "drop"}, "what a full queue does")
	s.Int(&p.Free, "free", -7, "a number without a range")
	return s
}

func TestDeclaringWritesNothing(t *testing.T) {
	p := server{Workers: 99}
	s := p.params()
	if want := (server{Workers: 99}); p != want {
		t.Fatalf("declaring changed the variables: %+v", p)
	}
	s.Reset()
	want := server{Cancel: true, Workers: 30, Load: 280, Timeout: int64(time.Second), Free: -7}
	if p != want {
		t.Fatalf("Reset wrote %+v, want %+v", p, want)
	}
}

func TestParamsDescribe(t *testing.T) {
	var p server
	list := p.params().Params()
	var got []string
	for _, d := range list {
		got = append(got, fmt.Sprintf("%s %v %s [%v %v] step %v log %v %q %v",
			d.Name, d.Type, d.Default, d.Min, d.Max, d.Step, d.Log, d.Unit, d.Choices))
	}
	want := []string{
		`cancel bool true [0 0] step 0 log false "" []`,
		`workers int 30 [1 1000] step 0 log true "" []`,
		`load float 280 [0 1e+06] step 0.5 log false "1/s" []`,
		`timeout duration 1s [1e+06 3.6e+12] step 1e+07 log false "" []`,
		`full choice refuse [0 0] step 0 log false "" [refuse drop]`,
		`free int -7 [0 0] step 0 log false "" []`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if d, ok := p.params().Lookup("full"); !ok || d.Help != "what a full queue does" {
		t.Errorf("Lookup(full) = %+v, %v", d, ok)
	}
	if _, ok := p.params().Lookup("nobody"); ok {
		t.Error("Lookup found an undeclared name")
	}
}

func TestSet(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"cancel", "off", "false"},
		{"cancel", "1", "true"},
		{"workers", "1000", "1000"},
		{"workers", "+5", "5"},
		{"load", "0.1", "0.1"},
		{"load", "-0", "0"},
		{"load", "1e6", "1000000"},
		{"load", "1e-9", "1e-09"},
		{"timeout", "90m0s", ""},
		{"timeout", "60m", "1h"},
		{"timeout", "0.5h", "30m"},
		{"timeout", "1500us", "1.5ms"},
		{"timeout", "1ms", "1ms"},
		{"full", "drop", "drop"},
		{"free", "-9223372036854775808", "-9223372036854775808"},
	} {
		var p server
		s := p.params()
		s.Reset()
		err := s.Set(c.name, c.text)
		got, ok := s.Get(c.name)
		if c.want == "" {
			if err == nil {
				t.Errorf("Set(%s, %s) was accepted as %s", c.name, c.text, got)
			}
			continue
		}
		if err != nil || !ok || got != c.want {
			t.Errorf("Set(%s, %s): Get = %q, %v; err = %v; want %q", c.name, c.text, got, ok, err, c.want)
		}
	}
}

func TestSetRefuses(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"cancel", "yes", `cancel: found "yes", allowed is true or false`},
		{"workers", "0", `workers: found "0", allowed is a whole number from 1 to 1000`},
		{"workers", "1001", `workers: found "1001", allowed is a whole number from 1 to 1000`},
		{"workers", "1.5", `workers: found "1.5", allowed is a whole number from 1 to 1000`},
		{"load", "NaN", `load: found "NaN", allowed is a number from 0 to 1000000 (1/s)`},
		{"load", "inf", `load: found "inf", allowed is a number from 0 to 1000000 (1/s)`},
		{"load", "1e999", `load: found "1e999", allowed is a number from 0 to 1000000 (1/s)`},
		{"timeout", "10", `timeout: found "10", allowed is a duration such as 10ms or 1m30s from 1ms to 1h`},
		{"timeout", "2h", `timeout: found "2h", allowed is a duration such as 10ms or 1m30s from 1ms to 1h`},
		{"full", "", `full: found "", allowed is one of refuse, drop`},
		{"free", "9223372036854775808", `free: found "9223372036854775808", allowed is a whole number`},
		{"nobody", "1", `nobody: found an unknown parameter, allowed is one of cancel, workers, load, timeout, full, free`},
	} {
		var p server
		s := p.params()
		s.Reset()
		before := p
		err := s.Set(c.name, c.text)
		var e *Error
		if !errors.As(err, &e) || err.Error() != c.want {
			t.Errorf("Set(%s, %s) = %v, want %s", c.name, c.text, err, c.want)
		}
		if p != before {
			t.Errorf("Set(%s, %s) failed and still changed a variable", c.name, c.text)
		}
	}
}

func TestSetClamped(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
		clamped, fails   bool
	}{
		{"workers", "0", "1", true, false},
		{"workers", "99999999999999999999", "1000", true, false},
		{"workers", "5", "5", false, false},
		{"load", "1e999", "1000000", true, false},
		{"load", "-1", "0", true, false},
		{"load", "NaN", "280", false, true},
		{"timeout", "1ns", "1ms", true, false},
		{"timeout", "3h", "1h", true, false},
		{"full", "burst", "refuse", false, true},
		{"free", "99999999999999999999", "-7", false, true},
	} {
		var p server
		s := p.params()
		s.Reset()
		clamped, err := s.SetClamped(c.name, c.text)
		got, _ := s.Get(c.name)
		if clamped != c.clamped || (err != nil) != c.fails || got != c.want {
			t.Errorf("SetClamped(%s, %s) = %v, %v with value %s", c.name, c.text, clamped, err, got)
		}
	}
}

func TestSetJSON(t *testing.T) {
	for _, c := range []struct{ name, raw, want string }{
		{"cancel", "false", "false"},
		{"cancel", `"false"`, ""},
		{"cancel", "0", ""},
		{"workers", "31", "31"},
		{"workers", "1e2", "100"},
		{"workers", "1.5", ""},
		{"workers", `"31"`, ""},
		{"workers", "null", ""},
		{"load", "0.25", "0.25"},
		{"load", "[1]", ""},
		{"load", "1e400", ""},
		{"timeout", ` "10ms" `, "10ms"},
		{"timeout", "10", ""},
		{"full", `"drop"`, "drop"},
		{"full", "1", ""},
		{"full", "", ""},
		{"full", `"dr`, ""},
		{"nobody", "1", ""},
	} {
		var p server
		s := p.params()
		s.Reset()
		err := s.SetJSON(c.name, []byte(c.raw))
		got, _ := s.Get(c.name)
		var e *Error
		switch {
		case c.want == "" && !errors.As(err, &e):
			t.Errorf("SetJSON(%s, %s) was accepted as %s", c.name, c.raw, got)
		case c.want != "" && (err != nil || got != c.want):
			t.Errorf("SetJSON(%s, %s): %v, value %s, want %s", c.name, c.raw, err, got, c.want)
		}
	}
}

// TestRoundTrip writes random values into the variables and takes them
// through text and JSON into a second set of variables.
func TestRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		p := server{
			Cancel: r.IntN(2) == 0, Workers: 1 + r.Int64N(1000), Load: 1e6 * math.Pow(r.Float64(), 20),
			Timeout: 1e6 + r.Int64N(3.6e12-1e6), Full: uint8(r.IntN(2)), Free: int64(r.Uint64()),
		}
		var q, j server
		from, text, js := p.params(), q.params(), j.params()
		for _, d := range from.Params() {
			v, _ := from.Get(d.Name)
			raw, _ := from.GetJSON(d.Name)
			if err := text.Set(d.Name, v); err != nil {
				t.Fatal(err)
			}
			if err := js.SetJSON(d.Name, raw); err != nil {
				t.Fatal(err)
			}
			if c, err := d.Canonical(v); err != nil || c != v {
				t.Fatalf("%s: canonical %q became %q, %v", d.Name, v, c, err)
			}
		}
		if p != q || p != j {
			t.Fatalf("%+v became %+v as text and %+v as JSON", p, q, j)
		}
	}
}

func TestNumberAndText(t *testing.T) {
	var p server
	for _, c := range []struct {
		name string
		x    float64
		want string
	}{
		{"cancel", 1, "true"},
		{"cancel", 0.4, "false"},
		{"workers", 12.5, "13"},
		{"workers", -4, "1"},
		{"workers", math.Inf(1), "1000"},
		{"load", math.NaN(), "0"},
		{"load", 0.125, "0.125"},
		{"timeout", 2.5e9, "2.5s"},
		{"full", 7, "drop"},
		{"free", math.Inf(1), "9223372036854774784"},
	} {
		d, _ := p.params().Lookup(c.name)
		got := d.Text(c.x)
		if got != c.want {
			t.Errorf("%s: Text(%v) = %s, want %s", c.name, c.x, got, c.want)
		}
		x, err := d.Number(got)
		if err != nil || d.Text(x) != got {
			t.Errorf("%s: Number(%s) = %v, %v, which is written %s", c.name, got, x, err, d.Text(x))
		}
	}
}

func TestFormatDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0s", 1: "1ns", 1500: "1.5us", time.Minute: "1m", 90 * time.Minute: "1h30m", 20 * time.Hour: "20h",
		time.Hour + time.Second: "1h0m1s", -90 * time.Second: "-1m30s", 10 * time.Minute: "10m",
	} {
		if got := FormatDuration(d); got != want {
			t.Errorf("FormatDuration(%d) = %s, want %s", d, got, want)
		}
	}
}

// TestBadDeclarationsPanic lists the mistakes that a declaration can hold.
func TestBadDeclarationsPanic(t *testing.T) {
	var (
		b bool
		i int64
		f float64
		c uint8
	)
	for name, declare := range map[string]func(*Set){
		"taken":          func(s *Set) { s.Int(&i, "old", 1, "") },
		"upper case":     func(s *Set) { s.Int(&i, "New", 1, "") },
		"leading digit":  func(s *Set) { s.Int(&i, "1st", 1, "") },
		"empty name":     func(s *Set) { s.Int(&i, "", 1, "") },
		"default out":    func(s *Set) { s.Int(&i, "new", 11, "", Range(1, 10)) },
		"empty range":    func(s *Set) { s.Int(&i, "new", 5, "", Range(10, 1)) },
		"fraction":       func(s *Set) { s.Int(&i, "new", 1, "", Range(0.5, 10)) },
		"range of bool":  func(s *Set) { s.Bool(&b, "new", true, "", Range(0, 1)) },
		"NaN default":    func(s *Set) { s.Float(&f, "new", math.NaN(), "") },
		"infinite range": func(s *Set) { s.Float(&f, "new", 1, "", Range(0, math.Inf(1))) },
		"log of zero":    func(s *Set) { s.Float(&f, "new", 1, "", Range(0, 1), Log()) },
		"negative step":  func(s *Set) { s.Float(&f, "new", 1, "", Step(-1)) },
		"no choices":     func(s *Set) { s.Choice(&c, "new", "a", nil, "") },
		"not a choice":   func(s *Set) { s.Choice(&c, "new", "c", []string{"a", "b"}, "") },
		"same choice":    func(s *Set) { s.Choice(&c, "new", "a", []string{"a", "a"}, "") },
		"empty choice":   func(s *Set) { s.Choice(&c, "new", "", []string{""}, "") },
		"too many":       func(s *Set) { s.Choice(&c, "new", "x", slices.Repeat([]string{"x"}, 257), "") },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			s := NewSet()
			s.Int(&i, "old", 1, "")
			declare(s)
		})
	}
}

// FuzzSet feeds any text to every type: what is accepted must be in range,
// have a canonical text that gives the same value, and survive JSON; what is
// refused must leave the variables alone.
func FuzzSet(f *testing.F) {
	for _, seed := range []string{"", "1", "-0", "1e3", "0x1p-2", "NaN", "+Inf", "10ms", "1h0m0s", "1µs", "true", "drop", "9223372036854775807", "1_000"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var p server
		s := p.params()
		for _, d := range s.Params() {
			s.Reset()
			before := p
			if err := s.Set(d.Name, text); err != nil {
				if p != before {
					t.Fatalf("%s: refused %q but changed the value", d.Name, text)
				}
				continue
			}
			got, _ := s.Get(d.Name)
			after := p
			if clamped, err := s.SetClamped(d.Name, got); clamped || err != nil || p != after {
				t.Fatalf("%s: %q became %q, which reads as something else: %v", d.Name, text, got, err)
			}
			raw, _ := s.GetJSON(d.Name)
			if err := s.SetJSON(d.Name, raw); err != nil || p != after {
				t.Fatalf("%s: %q became JSON %s, which reads as something else: %v", d.Name, text, raw, err)
			}
		}
	})
}

func ExampleSet() {
	var attempts, timeout int64
	s := NewSet()
	s.Int(&attempts, "max_attempts", 3, "total tries, the first included", Range(1, 10))
	s.Duration(&timeout, "timeout", 250*time.Millisecond, "how long one try may take", RangeD(time.Millisecond, time.Minute))
	s.Reset()
	fmt.Println(attempts, time.Duration(timeout))
	fmt.Println(s.Set("max_attempts", "11"))
	// Output:
	// 3 250ms
	// max_attempts: found "11", allowed is a whole number from 1 to 10
}
