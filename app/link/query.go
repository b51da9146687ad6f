package link

import (
	"maps"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"stampede/engine"
	"stampede/engine/scenario"
)

// Controls say how much of the transport an embed shows.
type Controls string

// The choices of controls.
const (
	AllControls Controls = ""    // controls=1
	MinControls Controls = "min" // play, and the timeline
	NoControls  Controls = "0"
)

// View names what is shown of a run.
const (
	ViewBoth   = "" // view=both
	ViewStage  = "stage"
	ViewCharts = "charts"
	ViewText   = "text"
	ViewHosts  = "hosts" // one host, step by step, where the scenario has a walk
)

// The choices of motion. MotionAuto follows what the reader's system says.
const (
	MotionAuto   = "" // motion=auto
	MotionReduce = "reduce"
	MotionFull   = "full"
)

// Query is what an author fixes in the readable part of an address. The zero
// value fixes nothing.
type Query struct {
	Embed    bool     // within another page
	Controls Controls //
	Autoload bool     // an embed comes alive without being asked
	Autoplay bool     // plays by itself in an embed or where a moment is given
	Paused   bool     // does not play by itself
	Locale   string   // a language tag; "" for the reader's
	Theme    string   // light, dark, projector or system; "" for the reader's
	Speed    float64  // simulated seconds per second; 0 for the scenario's
	Seed     *uint64  // nil for the usual one
	Size     float64  // share of the true size; 0 for the scenario's
	At       *engine.Time
	Until    engine.Time // length of the run; 0 for the scenario's
	View     string      // one of the View constants
	Motion   string      // one of the Motion constants
	NoKeys   bool        // keys=0: the page's keys are off
	Compare  string      // what the run is compared with
	Lesson   string      // the lesson that it belongs to
	// Strategies are those offered, in the scenario's order; nil for all.
	Strategies []string
	Painter    string // gl or 2d; "" for the one that suits
}

// reader reads one key into a query. What it does not take is odd, with what is
// allowed.
type reader func(q *Query, scn *scenario.Scenario, text string) (odd, moved string)

// readers are the keys there are.
var readers = map[string]reader{
	"embed":      flag(func(q *Query, on bool) { q.Embed = on }),
	"autoload":   flag(func(q *Query, on bool) { q.Autoload = on }),
	"autoplay":   flag(func(q *Query, on bool) { q.Autoplay = on }),
	"paused":     flag(func(q *Query, on bool) { q.Paused = on }),
	"keys":       flag(func(q *Query, on bool) { q.NoKeys = !on }),
	"controls":   choice(func(q *Query, s string) { q.Controls = Controls(s) }, "1", "min", "0"),
	"theme":      choice(func(q *Query, s string) { q.Theme = s }, "", "light", "dark", "projector", "system"),
	"view":       choice(func(q *Query, s string) { q.View = s }, "both", ViewStage, ViewCharts, ViewText, ViewHosts),
	"motion":     choice(func(q *Query, s string) { q.Motion = s }, "auto", MotionReduce, MotionFull),
	"painter":    choice(func(q *Query, s string) { q.Painter = s }, "", "gl", "2d"),
	"locale":     word(func(q *Query, s string) { q.Locale = s }),
	"compare":    word(func(q *Query, s string) { q.Compare = s }),
	"lesson":     word(func(q *Query, s string) { q.Lesson = s }),
	"speed":      amount(0.1, 100, func(q *Query, x float64) { q.Speed = x }),
	"t":          span(0, func(q *Query, t engine.Time) { q.At = &t }),
	"until":      span(leastUntil, func(q *Query, t engine.Time) { q.Until = t }),
	"seed":       readSeed,
	"size":       readSize,
	"strategies": readStrategies,
}

// framed are the keys that the script of an embed reads by itself.
var framed = []string{"childId", "origin"}

// Keys are the names of the query, in alphabetical order.
func Keys() []string { return slices.Sorted(maps.Keys(readers)) }

// ParseQuery reads the query of an address. Keys that are not known and values
// that are not understood are left out, values out of range are moved into it;
// the notes tell. A key given twice counts once.
func ParseQuery(values url.Values, scn *scenario.Scenario) (Query, []Note) {
	var q Query
	var notes []Note
	for _, key := range slices.Sorted(maps.Keys(values)) {
		text := values.Get(key)
		read, ok := readers[key]
		if slices.Contains(framed, key) {
			continue
		}
		if !ok {
			notes = append(notes, Note{About: Strange, Name: cut(key)})
			continue
		}
		odd, moved := read(&q, scn, text)
		if odd != "" {
			notes = append(notes, Note{Odd, key, cut(text), odd})
		}
		if moved != "" {
			notes = append(notes, Note{Moved, key, cut(text), moved})
		}
	}
	return q, notes
}

// cut keeps what a note repeats short.
func cut(s string) string { return s[:min(len(s), 40)] }

// flag reads a switch: alone or with 1 or true it is on.
func flag(set func(*Query, bool)) reader {
	return func(q *Query, _ *scenario.Scenario, text string) (odd, moved string) {
		switch strings.ToLower(text) {
		case "", "1", "true", "yes", "on":
			set(q, true)
		case "0", "false", "no", "off":
			set(q, false)
		default:
			return "1 or 0", ""
		}
		return "", ""
	}
}

// choice reads one of some words; the first is the usual one and is kept as "".
func choice(set func(*Query, string), words ...string) reader {
	return func(q *Query, _ *scenario.Scenario, text string) (odd, moved string) {
		if !slices.Contains(words, text) {
			return "one of " + strings.TrimPrefix(strings.Join(words, ", "), ", "), ""
		}
		if text == words[0] {
			text = ""
		}
		set(q, text)
		return "", ""
	}
}

// word reads a short name.
func word(set func(*Query, string)) reader {
	return func(q *Query, _ *scenario.Scenario, text string) (odd, moved string) {
		if text != "" && !isWord(text) {
			return "a short name", ""
		}
		set(q, text)
		return "", ""
	}
}

// amount reads a number and moves it into a range.
func amount(least, most float64, set func(*Query, float64)) reader {
	return func(q *Query, _ *scenario.Scenario, text string) (odd, moved string) {
		x, ok := parseNumber(text)
		if !ok {
			return "a number", ""
		}
		y := min(max(x, least), most)
		set(q, y)
		if y != x {
			moved = number(least) + " to " + number(most)
		}
		return "", moved
	}
}

// span reads a time in seconds, from the least one on.
func span(least engine.Time, set func(*Query, engine.Time)) reader {
	seconds := func(q *Query, x float64) {
		set(q, engine.Time(math.Round(x*1000))*engine.Millisecond)
	}
	return amount(float64(least)/float64(engine.Second), float64(maxTime/engine.Second), seconds)
}

func readSeed(q *Query, _ *scenario.Scenario, text string) (odd, moved string) {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return "a whole number from 0", ""
	}
	q.Seed = &n
	return "", ""
}

func readSize(q *Query, scn *scenario.Scenario, text string) (odd, moved string) {
	x, ok := parseNumber(text)
	if !ok {
		return "a number", ""
	}
	if scn.Size == nil {
		return "no size: the scenario has only one", ""
	}
	q.Size = min(max(x, scn.Size.Min), scn.Size.Max)
	if q.Size != x {
		moved = number(scn.Size.Min) + " to " + number(scn.Size.Max)
	}
	return "", moved
}

// readStrategies keeps the names that the scenario has, in its order.
func readStrategies(q *Query, scn *scenario.Scenario, text string) (odd, moved string) {
	asked := strings.Split(text, ",")
	q.Strategies = []string{}
	var all []string
	for i := range scn.Strategies {
		name := scn.Strategies[i].Name
		if all = append(all, name); slices.Contains(asked, name) {
			q.Strategies = append(q.Strategies, name)
		}
	}
	for _, name := range asked {
		if name != "" && !slices.Contains(all, name) {
			return "some of " + strings.Join(all, ", "), ""
		}
	}
	return "", ""
}

// Values is the query in the form that ParseQuery reads, with only what it fixes.
func (q Query) Values() url.Values {
	v := url.Values{}
	put := func(key, value string) {
		if value != "" {
			v.Set(key, value)
		}
	}
	on := func(key string, on bool, value string) {
		if on {
			v.Set(key, value)
		}
	}
	on("embed", q.Embed, "1")
	on("autoload", q.Autoload, "1")
	on("autoplay", q.Autoplay, "1")
	on("paused", q.Paused, "1")
	on("keys", q.NoKeys, "0")
	put("controls", string(q.Controls))
	put("locale", q.Locale)
	put("theme", q.Theme)
	put("view", q.View)
	put("motion", q.Motion)
	put("compare", q.Compare)
	put("lesson", q.Lesson)
	put("painter", q.Painter)
	on("speed", q.Speed != 0, number(q.Speed))
	on("size", q.Size != 0, number(q.Size))
	on("until", q.Until != 0, moment(q.Until))
	if q.Seed != nil {
		v.Set("seed", strconv.FormatUint(*q.Seed, 10))
	}
	if q.At != nil {
		v.Set("t", moment(*q.At))
	}
	on("strategies", q.Strategies != nil, strings.Join(q.Strategies, ","))
	return v
}
