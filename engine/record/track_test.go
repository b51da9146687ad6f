package record_test

import (
	"errors"
	"maps"
	"math"
	"os"
	"slices"
	"testing"

	"stampede/engine"
	"stampede/engine/catalog"
	"stampede/engine/record"
	"stampede/engine/scenario"
)

// shop is a scenario with a table of three arms, of which the first changes
// nothing.
func shop(t testing.TB) (*scenario.Scenario, func() (*engine.Sim, error)) {
	t.Helper()
	text, err := os.ReadFile("testdata/shop.json")
	if err != nil {
		t.Fatal(err)
	}
	scn, err := scenario.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return scn, func() (*engine.Sim, error) { return catalog.New(scn, catalog.Options{Seed: 7}) }
}

// alone is the run of an arm by itself, measured by a report.
func alone(t *testing.T, scn *scenario.Scenario, build func() (*engine.Sim, error), set map[string]string) (*engine.Sim, *record.Report) {
	t.Helper()
	sim, err := build()
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range slices.Sorted(maps.Keys(set)) {
		if err := sim.Insert(engine.Command{Verb: engine.CmdSet, Path: path, Value: set[path]}); err != nil {
			t.Fatal(err)
		}
	}
	rec := record.New(sim, engine.Time(scn.Window))
	if !rec.Run(sim, engine.Time(scn.For), 1<<62) {
		t.Fatal("the run did not arrive")
	}
	r, err := record.NewReport(scn, sim, rec, record.Identity{Size: 1})
	if err != nil {
		t.Fatal(err)
	}
	return sim, r
}

func same(a, b float64) bool {
	return math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= 1e-9*max(math.Abs(a), math.Abs(b))
}

// An arm is the run with its settings made at the start, number for number and
// hash for hash, whatever the pieces in which it was run.
func TestArmsAreRunsOfTheirOwn(t *testing.T) {
	scn, build := shop(t)
	q := record.NewTrials(scn, build, engine.Time(scn.For))
	for !q.Step(777) {
	}
	if err := q.Err(); err != nil || q.Finished() != 4 {
		t.Fatalf("%d arms run: %v", q.Finished(), err)
	}
	span := float64(scn.For) / 1e9
	for i, arm := range scn.Table.Arms {
		sim, r := alone(t, scn, build, arm.Set)
		got := q.Arm(i)
		if got.Hash != sim.Hash() || got.Events != sim.Events() {
			t.Errorf("%s: hash %016x after %d events, want %016x after %d", arm.Name, got.Hash, got.Events, sim.Hash(), sim.Events())
		}
		visits, shop := r.Links["visits"], r.Components["shop"]
		want := []float64{
			span * float64(visits["failures"]), span * float64(visits["attempts"]), float64(visits["good_share"]),
			float64(visits["p99"]), 2 * float64(shop["here"]),
		}
		rows, releases, at := got.Track.At(engine.Time(scn.For))
		for k := range want {
			if !same(rows[k], want[k]) {
				t.Errorf("%s: %s is %v, want %v", arm.Name, scn.Table.Rows[k].Name, rows[k], want[k])
			}
		}
		if !same(releases, span*float64(shop["arrived"])) || at != engine.Time(scn.For) {
			t.Errorf("%s: %v releases at %d ns", arm.Name, releases, at)
		}
	}
}

// The first arm changes nothing, and so is the scenario as it stands.
func TestArmWithoutSettingsIsTheScenario(t *testing.T) {
	scn, build := shop(t)
	q := record.NewTrials(scn, build, 20*engine.Second)
	q.Step(1 << 40)
	if a, b := q.Arm(0), q.Told(); !a.Done || a.Hash != b.Hash || q.Arm(1).Hash == b.Hash {
		t.Errorf("hashes %016x and %016x, want %016x and another", a.Hash, q.Arm(1).Hash, b.Hash)
	}
}

// Another order of the arms gives the same numbers.
func TestOrderOfArmsDoesNotMatter(t *testing.T) {
	scn, build := shop(t)
	until := 30 * engine.Second
	q := record.NewTrials(scn, build, until)
	q.Step(1 << 40)
	back := *scn
	table := *scn.Table
	back.Table = &table
	table.Arms = slices.Clone(scn.Table.Arms)
	slices.Reverse(table.Arms)
	r := record.NewTrials(&back, build, until)
	r.Step(1 << 40)
	for i := range scn.Table.Arms {
		a, b := q.Arm(i), r.Arm(len(scn.Table.Arms)-1-i)
		for at := engine.Time(0); at <= until; at += engine.Second {
			x, _, _ := a.Track.At(at)
			y, _, _ := b.Track.At(at)
			if !slices.EqualFunc(x, y, same) || a.Hash != b.Hash {
				t.Fatalf("arm %d at %d s: %v and %v", i, at/engine.Second, x, y)
			}
		}
	}
}

// An arm let go of begins anew; those that were run stay.
func TestRestingTrials(t *testing.T) {
	scn, build := shop(t)
	q, whole := record.NewTrials(scn, build, 30*engine.Second), record.NewTrials(scn, build, 30*engine.Second)
	whole.Step(1 << 40)
	for q.Finished() < 1 {
		q.Step(500)
	}
	q.Step(500)
	q.Rest()
	if q.Told().Track == nil || q.Arm(0).Track != nil || q.Done() {
		t.Fatal("resting kept the wrong arm")
	}
	q.Step(1 << 40)
	for i := range scn.Table.Arms {
		if q.Arm(i).Hash != whole.Arm(i).Hash {
			t.Errorf("arm %d: hash %016x, want %016x", i, q.Arm(i).Hash, whole.Arm(i).Hash)
		}
	}
}

// A track has the number of every moment that it kept, thinned or not.
func TestTrackThinsAndTruncates(t *testing.T) {
	scn, build := shop(t)
	const width = 20 * engine.Millisecond // 3000 windows: thinned three times
	sim, err := build()
	if err != nil {
		t.Fatal(err)
	}
	track, err := record.NewTrack(scn, sim, width)
	if err != nil {
		t.Fatal(err)
	}
	var asked []float64 // by window
	for sim.Now() < 60*engine.Second {
		sim.RunUntil(sim.Now() + width)
		track.Advance(sim)
		asked = append(asked, float64(sim.LinkTotals(0).Attempts))
	}
	hold := func(until engine.Time) {
		t.Helper()
		for at := width; at <= until; at += 7 * width {
			rows, _, as := track.At(at)
			if as > at || at-as >= 8*width || as > 0 && rows[1] != asked[as/width-1] {
				t.Fatalf("at %d ns: %v attempts as of %d ns", at, rows[1], as)
			}
		}
		if rows, _, as := track.At(until); rows[1] != asked[as/width-1] || as > until || until-as >= 8*width {
			t.Errorf("at the end: %v attempts as of %d ns", rows[1], as)
		}
	}
	hold(60 * engine.Second)
	track.Truncate(33 * engine.Second)
	if track.Head() > 33*engine.Second {
		t.Errorf("the head is at %d ns", track.Head())
	}
	hold(33 * engine.Second)
}

func TestTrackRefuses(t *testing.T) {
	scn, build := shop(t)
	scn.Table.Rows[2].Metric = "sales"
	sim, err := build()
	if err != nil {
		t.Fatal(err)
	}
	var unknown *record.UnknownError
	if _, err = record.NewTrack(scn, sim, engine.Second); !errors.As(err, &unknown) || unknown.Found != "sales" {
		t.Errorf("%v, want that sales are unknown", err)
	}
	q := record.NewTrials(scn, build, engine.Second)
	if !q.Step(1) || q.Err() == nil {
		t.Errorf("%v, want an error", q.Err())
	}
}
