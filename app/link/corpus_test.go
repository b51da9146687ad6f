package link_test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"errors"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"stampede/app/link"
	"stampede/app/version"
	"stampede/engine"
)

// kept is a link that was made once, and what is to be said of it for ever.
type kept struct {
	Name  string
	Link  string
	Kind  link.Kind `json:",omitempty"` // of the error
	Text  []string  `json:",omitempty"` // the lines, but for the checksum
	Notes []string  `json:",omitempty"` // what the notes are about, but for the version
}

func corpus(t testing.TB) []kept {
	t.Helper()
	b, err := os.ReadFile("testdata/corpus.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []kept
	if err := json.Unmarshal(b, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

// Links are out in the world: those that were made once open for ever, and those
// that are broken are told for what they are. Lines are added to the corpus, none
// is changed.
func TestCorpus(t *testing.T) {
	for _, k := range corpus(t) {
		t.Run(k.Name, func(t *testing.T) {
			r, err := link.Parse(k.Link)
			if got := kindOf(t, err); got != k.Kind {
				t.Fatalf("%v, want an error of kind %q", err, k.Kind)
			}
			if err == nil {
				keeps(t, k, r)
			}
		})
	}
}

// kindOf is the kind of an error, which says something.
func kindOf(t *testing.T, err error) link.Kind {
	t.Helper()
	if err == nil {
		return ""
	}
	var e *link.Error
	if !errors.As(err, &e) || e.Detail == "" || len(err.Error()) > 200 {
		t.Errorf("error %v", err)
		return "none"
	}
	return e.Kind
}

// keeps opens a run of the corpus and expects what it was.
func keeps(t *testing.T, k kept, r link.Run) {
	text, err := link.Inflate(k.Link)
	if err != nil {
		t.Fatal(err)
	}
	again, err := link.Inflate("#" + hash(t, r))
	if err != nil || again != text {
		t.Errorf("written again it says\n%s(%v), want\n%s", again, err, text)
	}
	if lines := strings.Split(text, "\n"); !slices.Equal(lines[:len(lines)-2], k.Text) {
		t.Errorf("it says\n%s\nwant\n%s", text, strings.Join(k.Text, "\n"))
	}
	s, notes, err := link.Open(r)
	if err != nil {
		t.Fatal(err)
	}
	if err := link.Arrive(s); err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, n := range notes {
		if n.About != link.OtherVersion {
			found = append(found, string(n.About))
		}
		if len(n.String()) < 20 {
			t.Errorf("note %q", n)
		}
	}
	if !slices.Equal(found, k.Notes) {
		t.Errorf("notes %v, want about %v", notes, k.Notes)
	}
	if s.Now() != r.At || len(s.Journal()) != len(r.Journal)-count(found, "left") || s.Playing() {
		t.Errorf("at %d with %d commands, want %d with %d", s.Now(), len(s.Journal()), r.At, len(r.Journal))
	}
}

func count(list []string, what string) (n int) {
	for _, x := range list {
		if x == what {
			n++
		}
	}
	return n
}

// rich is a link with all there is in one.
func rich(t testing.TB) string {
	h, err := link.Run{
		Scenario: storm, Version: version.Number, Seed: 7, Size: 0.002, At: 61500 * engine.Millisecond, Until: 400 * engine.Second,
		Journal: []engine.Command{
			{At: 30 * engine.Second, Verb: engine.CmdTakeOver},
			{At: 30 * engine.Second, Verb: engine.CmdDo, Path: "let_in", Value: "0.1"},
			{At: 45001 * engine.Millisecond, Verb: engine.CmdSet, Path: "fix.retry.on", Value: "true"},
		},
		View: link.View{Speed: 2, Walk: link.Walk{Name: "takeover", Step: 5, Changed: "forward,send_descriptors"}},
	}.Hash()
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// A link that was cut anywhere does not open as another run.
func TestCutLinks(t *testing.T) {
	h := rich(t)
	kinds := map[link.Kind]int{}
	for n := range len(h) {
		_, err := link.Parse(h[:n])
		if err == nil {
			t.Errorf("%q opens", h[:n])
		}
		kinds[kindOf(t, err)]++
	}
	if kinds[link.Truncated] < len(h)/2 || len(kinds) > 2 {
		t.Errorf("kinds %v", kinds)
	}
}

// A link of which one bit has changed is refused, or opens as the run that it
// was: some bits say nothing.
func TestFlippedLinks(t *testing.T) {
	whole := rich(t)
	h := []byte(whole)
	for i := range h {
		for bit := range 8 {
			h[i] ^= 1 << bit
			r, err := link.Parse(string(h))
			if err == nil && hash(t, r) != whole {
				t.Errorf("%q opens as %+v", h, r)
			}
			kindOf(t, err)
			h[i] ^= 1 << bit
		}
	}
}

// pack is a fragment of any text, as a forger makes it.
func pack(t testing.TB, text []byte) string {
	t.Helper()
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	w.Write(text)
	w.Close()
	format := "r1."
	if bytes.Contains(text, []byte("\nwalk ")) {
		format = "r2."
	}
	return format + base64.RawURLEncoding.EncodeToString(b.Bytes())
}

// What inflates to hundreds of megabytes costs no more than a link may hold.
func TestBomb(t *testing.T) {
	bomb := pack(t, make([]byte, 40<<20))
	if len(bomb) > link.MaxFragment {
		t.Fatalf("%d characters", len(bomb))
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := link.Parse(bomb)
	runtime.ReadMemStats(&after)
	if kindOf(t, err) != link.TooLarge {
		t.Errorf("%v", err)
	}
	if cost := after.TotalAlloc - before.TotalAlloc; cost > 8*link.MaxText {
		t.Errorf("%d bytes allocated", cost)
	}
	for _, n := range []int{link.MaxFragment + 100, 10 * link.MaxFragment} {
		if _, err := link.Parse("r1." + strings.Repeat("A", n)); kindOf(t, err) != link.TooLarge {
			t.Errorf("%d characters: %v", n, err)
		}
	}
}

// Whatever the bytes are, the answer is a run with one link, or an error in words.
func FuzzParse(f *testing.F) {
	for _, k := range corpus(f) {
		f.Add(k.Link)
	}
	f.Add(rich(f))
	f.Fuzz(func(t *testing.T, fragment string) {
		r, err := link.Parse(fragment)
		if err != nil {
			kindOf(t, err)
			return
		}
		h := hash(t, r)
		if again := hash(t, parse(t, h)); again != h {
			t.Errorf("%q and %q", h, again)
		}
	})
}

// FuzzText is FuzzParse behind the packing, and opens what can be read.
func FuzzText(f *testing.F) {
	for _, k := range corpus(f) {
		f.Add(strings.Join(k.Text, "\n") + "\n")
	}
	f.Add("facebook-2010\nmade 0.1.0\nwalk takeover 5 forward,send_descriptors\n")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := link.Parse(pack(t, []byte(text+link.SumLine(text)+"\n")))
		if err != nil {
			kindOf(t, err)
			return
		}
		r.At, r.Size = 0, 0 // no time for what is long
		if _, _, err := link.Open(r); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	})
}
