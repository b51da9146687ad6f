package main

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"stampede/app/link"
	"stampede/app/session"
	"stampede/app/version"
	"stampede/engine"
	"stampede/engine/catalog"
)

// linked is a run with a bit of everything, as flags.
var linked = []string{
	"facebook-2010", "--size", small, "--seed", "7", "--strategy", "leases=on", "--at", "20s=fix.timeout.after=2s",
	"--do", "30s=let_in:0.1", "--take-over",
}

// TestLinkIsTheRun: what the flags describe is what the link runs, at its moment
// and beyond.
func TestLinkIsTheRun(t *testing.T) {
	made := strings.TrimSpace(fine(t, append([]string{"link", "--base", "https://example.org/s/", "--at", "45s"}, linked...)...))
	if !strings.HasPrefix(made, "https://example.org/s/play/facebook-2010/#r1.") || strings.ContainsAny(made, " \n") {
		t.Fatalf("the link is %q", made)
	}
	there := append([]string{"hash", "--for", "45s"}, linked...)
	if got, want := fine(t, "hash", "--link", made), fine(t, there...); got != want {
		t.Errorf("hash %s, want %s", got, want)
	}
	beyond := append([]string{"run", "--json", "--for", "60s"}, linked...)
	if got, want := fine(t, "run", "--json", "--for", "60s", "--link", made), fine(t, beyond...); got != want {
		t.Errorf("run --json is another: %.200s\nwant %.200s", got, want)
	}
	r, err := link.Parse(made)
	if err != nil {
		t.Fatal(err)
	}
	s, notes, err := link.Open(r)
	if err != nil || len(notes) > 0 || link.Arrive(s) != nil || s.Hash()+"\n" != fine(t, there...) {
		t.Errorf("opened at %d with hash %s, %v, %v", s.Now(), s.Hash(), notes, err)
	}
}

// TestLinkToTheBeginning: its hash is that which the page shows there; run goes through
// all of it.
func TestLinkToTheBeginning(t *testing.T) {
	made := strings.TrimSpace(fine(t, "link", "facebook-2010", "--size", small, "--seed", "7"))
	scn, _ := catalog.Scenario("facebook-2010")
	s, err := session.New(scn, session.Options{Seed: 7, Size: 0.001})
	if err != nil {
		t.Fatal(err)
	}
	if got := fine(t, "hash", "--link", made); got != s.Hash()+"\n" {
		t.Errorf("hash %s, and %s in the page", got, s.Hash())
	}
	if got, want := fine(t, "hash", "--link", made, "--for", "10s"), fine(t, "hash", "facebook-2010", "--size", small, "--seed", "7", "--for", "10s"); got != want {
		t.Errorf("with --for the hash is %s, want %s", got, want)
	}
	if text := fine(t, "run", "--link", made); !strings.Contains(text, "5:00") && !strings.Contains(text, "300") {
		t.Errorf("the run is not gone through:\n%s", text)
	}
}

// TestLinkOfThePage: what was done in a session is what its link runs here.
func TestLinkOfThePage(t *testing.T) {
	scn, _ := catalog.Scenario("facebook-2010")
	s, err := session.New(scn, session.Options{Seed: 1, Size: 0.001})
	if err != nil {
		t.Fatal(err)
	}
	for i, do := range []func() error{
		func() error { return s.SetStrategy("leases", true) },
		func() error { return s.Do("let_in", "") },
		func() error { return s.Set("fix.timeout.after", "1s") },
	} {
		s.Seek(engine.Time(i+1) * 20 * engine.Second)
		if err := errors.Join(link.Arrive(s), do()); err != nil {
			t.Fatal(err)
		}
	}
	s.Seek(70 * engine.Second)
	h, err := link.Of(s).Hash()
	if err := errors.Join(err, link.Arrive(s)); err != nil {
		t.Fatal(err)
	}
	if got := fine(t, "hash", "--link", "#"+h); got != s.Hash()+"\n" {
		t.Errorf("hash %s, want %s", got, s.Hash())
	}
}

func TestReadLink(t *testing.T) {
	made := fine(t, append([]string{"link", "--at", "45.5s"}, linked...)...)
	words := fine(t, "link", "--read", made)
	for _, want := range []string{
		"facebook-2010, seed 7, size 0.001, at 45.5 s of 300 s, made with " + version.Number, "0 s   set fix.lease.on true",
		"30 s  take over from the script", "30 s  do let_in 0.1",
	} {
		if !strings.Contains(words, want) {
			t.Errorf("found\n%s\nwant %q", words, want)
		}
	}
	if got := fine(t, "link", made); got != words {
		t.Errorf("without --read it says\n%s\nwant\n%s", got, words)
	}
	if got := fine(t, "link", made+"%20 \n"); got != words {
		t.Errorf("with white space behind it says\n%s\nwant\n%s", got, words)
	}
	var c linkContent
	if err := json.Unmarshal([]byte(fine(t, "link", "--json", "--read", made)), &c); err != nil {
		t.Fatal(err)
	}
	if c.Scenario != "facebook-2010" || c.At != 45.5 || c.Until != 300 || c.Seed != 7 || len(c.Notes) > 0 ||
		!slices.Contains(c.Journal, linkCommand{20, engine.CmdSet, "fix.timeout.after", "2s"}) {
		t.Errorf("found %+v", c)
	}
}

// TestLongInput: what is longer than any link is told by its true length.
func TestLongInput(t *testing.T) {
	const long = 5_000_000
	if _, err := readAll(strings.NewReader(strings.Repeat("A", long))); err == nil || !strings.Contains(err.Error(), "too large: 5000000 characters") {
		t.Errorf("error %v", err)
	}
	if text, err := readAll(strings.NewReader("#r1.AAAA\n")); err != nil || text != "#r1.AAAA\n" {
		t.Errorf("found %q, %v", text, err)
	}
}

// TestOldAndOddLinks: a link of another version runs, and says so; one with a
// command that is not known is read, but what would run is another run.
func TestOldAndOddLinks(t *testing.T) {
	of := func(version string, journal ...engine.Command) string {
		h, err := link.Run{Scenario: "facebook-2010", Version: version, Seed: 1, Size: 0.001, At: engine.Second, Journal: journal}.Hash()
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	status, out, words := call("hash", "--link", of("0.0.1"))
	if status != exitFine || len(out) != 17 || !strings.Contains(words, "made with 0.0.1") {
		t.Errorf("status %d, %q, %q", status, out, words)
	}
	odd := of(version.Number, engine.Command{Verb: engine.CmdDo, Path: "reboot"})
	status, out, words = call("run", "--link", odd)
	if status != exitUsage || out != "" || !strings.Contains(words, `left out: 0 do reboot: no action is named "reboot"`) {
		t.Errorf("status %d, %q, %q", status, out, words)
	}
	if out := fine(t, "link", "--read", odd); !strings.Contains(out, "note: left out") {
		t.Errorf("found %q", out)
	}
}

// TestFullDisk: what cannot be written is told.
func TestFullDisk(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "closed"))
	if err != nil {
		t.Fatal(err)
	}
	file.Close()
	out := &output{w: file}
	if run([]string{"list"}, out, io.Discard); !errors.Is(out.err, os.ErrClosed) {
		t.Errorf("error %v", out.err)
	}
}
