package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"stampede/engine/catalog"
	"stampede/engine/scenario"
	"stampede/engine/theory"
)

// batchesFile is what the page of the site on accuracy shows of batches: what a
// release leaves in service, by the share of the hosts that it takes at a time.
const batchesFile = "../../page/batches.json"

// batches is the content of the file.
type batches struct {
	Scenario, Tier string
	Command        string // that gives a row, with the batch share of the scenario
	Usual          float64
	Rows           []batchRow
}

// batchRow is one batch share: the mean share of the tier that was in service from
// the beginning to the end of its release, and how long that took, in seconds.
type batchRow struct {
	Batch              float64
	Closed, ClosedTime float64
	Rolling, Takeover  float64
	Time               float64 // of the rolling update
}

const (
	batchScenario = "zero-downtime-release"
	batchTier     = "edge"
	batchBegins   = 10.0 // s
)

// TestBatchesPage runs the releases that the page shows. Small batches take long:
// they are run when the file is rewritten.
func TestBatchesPage(t *testing.T) {
	if testing.Short() {
		t.Skip("runs a dozen releases")
	}
	shares, least := []float64{0.05, 0.1, 0.2, 0.25, 0.5}, 0.25
	if *update {
		least = 0
	}
	scn, ok := catalog.Scenario(batchScenario)
	if !ok {
		t.Fatalf("no scenario %s", batchScenario)
	}
	want := readBatches(t)
	got := batches{Scenario: batchScenario, Tier: batchTier}
	sim, err := catalog.New(scn, catalog.Options{Seed: scenario.DefaultSeed})
	if err != nil {
		t.Fatal(err)
	}
	r := reader{scn: scn, sim: sim}
	drain, restart := secondsOf(r.at(batchTier+".drain")), secondsOf(r.at(batchTier+".restart"))
	if _, err := fmt.Sscan(r.at(batchTier+".batch"), &got.Usual); err != nil {
		t.Fatal(err)
	}
	got.Command = "stampede " + strings.Join(batchWords(got.Usual, theory.RollingTime(got.Usual, drain, restart)), " ")
	for i, b := range shares {
		if b < least && i < len(want.Rows) {
			got.Rows = append(got.Rows, want.Rows[i])
			continue
		}
		row := batchRow{Batch: b, Closed: 1 - b, ClosedTime: theory.RollingTime(b, drain, restart)}
		words := batchWords(b, row.ClosedTime)
		row.Rolling, row.Time = released(t, words)
		row.Takeover, _ = released(t, append(words, "--strategy", "socket_takeover=on"))
		got.Rows = append(got.Rows, row)
	}
	holdBatches(t, got)
	keepBatches(t, got)
}

// batchWords is the command for a batch share: nothing but a release, and time for
// it.
func batchWords(b, time float64) []string {
	const slack = 1.15
	return []string{
		"run", batchScenario, "--set", fmt.Sprintf("%s.batch=%v", batchTier, b), "--take-over",
		"--do", fmt.Sprintf("%vs=release_%s", batchBegins, batchTier), "--for", fmt.Sprintf("%vs", math.Ceil(slack*time)+batchBegins), "--json",
	}
}

// released runs a release and reads its figures.
func released(t *testing.T, words []string) (inService, time float64) {
	t.Helper()
	var out, problems bytes.Buffer
	if run(words, &out, &problems) != exitFine {
		t.Fatal(problems.String())
	}
	var r struct {
		Components map[string]map[string]float64
	}
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	tier := r.Components[batchTier]
	time = tier["release_time"]
	if until := batchBegins + time; !(time > 0) || tier["releasing"] != 0 {
		t.Fatalf("%v: the release took %v s, to %v", words, time, until)
	}
	const minute = 60
	return round4(1 - minute*tier["capacity_lost"]/time), round4(time)
}

func round4(x float64) float64 { return math.Round(1e4*x) / 1e4 }

// holdBatches compares with the closed forms. A host that is up again waits for
// two checks before it is in rotation, so a little less is in service.
func holdBatches(t *testing.T, got batches) {
	t.Helper()
	for _, r := range got.Rows {
		if r.Rolling > r.Closed+1e-9 || r.Rolling < r.Closed-0.03 || r.Takeover != 1 {
			t.Errorf("batches of %v: %v in service, with takeover %v; the closed form says %v", r.Batch, r.Rolling, r.Takeover, r.Closed)
		}
		if r.Time < r.ClosedTime || r.Time > 1.1*r.ClosedTime {
			t.Errorf("batches of %v took %v s, the closed form says %v", r.Batch, r.Time, r.ClosedTime)
		}
	}
}

func readBatches(t *testing.T) (b batches) {
	t.Helper()
	text, err := os.ReadFile(batchesFile)
	if err != nil {
		t.Log(err)
		return b
	}
	if err := json.Unmarshal(text, &b); err != nil {
		t.Error(err)
	}
	return b
}

func keepBatches(t *testing.T, b batches) {
	t.Helper()
	got, err := json.MarshalIndent(b, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	if *update {
		if err := os.WriteFile(batchesFile, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(batchesFile)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is not what the runs give; look at the difference after make golden (%v)", batchesFile, err)
	}
}
