package scenario

import (
	"encoding/json"

	"stampede/engine/socket"
)

// Scenario is a system, what happens to it and what people may do about it, as
// data. The built-in scenarios and people's own are in this one format.
//
// Texts are not in it: titles, captions and labels are found in the language
// catalogues under the scenario's name and the names used here.
type Scenario struct {
	Name       string      `json:"name"`
	Version    int         `json:"version"`
	For        Duration    `json:"for"`              // length of the run as told
	Window     Duration    `json:"window,omitempty"` // width of the metrics' windows; 500 ms by default
	Speed      float64     `json:"speed,omitempty"`  // simulated seconds per second that suit the story
	Keys       int         `json:"keys,omitempty"`   // distinct cached keys at true size
	Size       *Size       `json:"size,omitempty"`
	Components []Component `json:"components"`
	Links      []Link      `json:"links"`
	Actions    []Action    `json:"actions,omitempty"`
	Script     []Entry     `json:"script,omitempty"`
	Strategies []Strategy  `json:"strategies,omitempty"`
	Series     []Series    `json:"series,omitempty"`
	Objective  *Objective  `json:"objective,omitempty"`
	Causes     []Cause     `json:"causes,omitempty"` // loops that an explanation may switch off in a copy of the run
	Table      *Table      `json:"table,omitempty"`
	Story      *Story      `json:"story,omitempty"`
	Walks      []Walk      `json:"walks,omitempty"`  // courses of steps on one host, looked at beside the run
	Poster     Duration    `json:"poster,omitempty"` // the moment that stands for it in pictures
}

// Moment is the moment that stands for the scenario in pictures: its poster, or
// half way through the run.
func (s *Scenario) Moment() Duration {
	if s.Poster > 0 {
		return s.Poster
	}
	return s.For / 2
}

// Size scales a scenario: values are given at true size, 1.
type Size struct {
	Default float64  `json:"default"`
	Min     float64  `json:"min"`
	Max     float64  `json:"max"`
	Scales  []string `json:"scales"` // "component.parameter" paths, and "keys"
}

// Fixed reports whether there is one size only.
func (z *Size) Fixed() bool { return z == nil || z.Min == z.Max }

// Component is a node: a kind from the catalogue, parameters, a place on the
// stage and the policies at its door.
type Component struct {
	Name     string                     `json:"name"`
	Kind     string                     `json:"kind"`
	Params   map[string]json.RawMessage `json:"params,omitempty"`
	Policies []Policy                   `json:"policies,omitempty"`
	At       Place                      `json:"at"`
}

// Place is a rectangle on the stage, in hundredths of its width and height.
type Place struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
	W float64 `json:"w"`
	H float64 `json:"h"`
}

// Link joins two components; its policies are listed outermost first.
type Link struct {
	Name     string   `json:"name"`
	Role     string   `json:"role,omitempty"`
	From     string   `json:"from"`
	To       string   `json:"to"`
	Kind     string   `json:"kind,omitempty"` // request, read, query, work, signal
	Hop      Duration `json:"hop,omitempty"`
	Route    string   `json:"route,omitempty"` // request, key, try
	Deadline Duration `json:"deadline,omitempty"`
	Policies []Policy `json:"policies,omitempty"`
	Hidden   bool     `json:"hidden,omitempty"` // not drawn
}

// Policy seats a strategy. Its name is its kind unless given.
type Policy struct {
	Kind   string                     `json:"kind"`
	Name   string                     `json:"name,omitempty"`
	On     bool                       `json:"on"`
	Params map[string]json.RawMessage `json:"params,omitempty"`
}

// Action is something an operator can do.
type Action struct {
	Name    string       `json:"name"`
	Arg     *Arg         `json:"arg,omitempty"`
	Steps   []ActionStep `json:"steps"`
	Trigger string       `json:"trigger,omitempty"` // "start" or "end" of the trouble's trigger
	Lasts   *Figure      `json:"lasts,omitempty"`   // a started trigger lasts while this is above zero, at any of the components that it names
	Grave   bool         `json:"grave,omitempty"`   // marked as drastic
}

// Arg is the number an action takes.
type Arg struct {
	Default float64 `json:"default"`
	Min     float64 `json:"min"`
	Max     float64 `json:"max"`
	Step    float64 `json:"step,omitempty"`
	Unit    string  `json:"unit,omitempty"`
	Whole   bool    `json:"whole,omitempty"` // only whole numbers: the number of something
}

// ActionStep is a command to one component; without arg it takes the action's.
type ActionStep struct {
	To   string   `json:"to"`
	Verb string   `json:"verb"`
	Arg  *float64 `json:"arg,omitempty"`
}

// Entry is one timed command of the script, or a caption alone.
type Entry struct {
	At      Duration `json:"at"`
	Do      string   `json:"do,omitempty"`
	Arg     string   `json:"arg,omitempty"`
	Set     string   `json:"set,omitempty"` // parameter path
	Value   string   `json:"value,omitempty"`
	Caption string   `json:"caption,omitempty"` // name of a caption in the catalogue
	Near    string   `json:"near,omitempty"`    // component at which the caption appears
	// Response marks what operators did in answer to the trouble; it is left out
	// once a person has set a parameter.
	Response bool `json:"response,omitempty"`
	// If is what must be so for the caption to be true; it is not shown otherwise.
	If *Condition `json:"if,omitempty"`
	// Waits marks a caption that begins once its condition is met, at the entry's
	// time or later: what it tells of comes when it comes.
	Waits bool `json:"waits,omitempty"`
}

// Condition compares a measured quantity, over the last two windows, with a
// limit.
type Condition struct {
	Of     string   `json:"of"` // component or link names, as in a Line
	Metric string   `json:"metric"`
	Above  *float64 `json:"above,omitempty"`
	Below  *float64 `json:"below,omitempty"`
}

// Strategy is a switch worth toggling: settings when on and when off, and the
// parameters that belong to it.
type Strategy struct {
	Name   string            `json:"name"`
	Group  string            `json:"group"`
	On     map[string]string `json:"on"`
	Off    map[string]string `json:"off"`
	Then   bool              `json:"then,omitempty"` // whether it was in force in the incident
	Params []string          `json:"params,omitempty"`
}

// Series is a chart: one or more measured lines on one axis.
type Series struct {
	Name  string `json:"name"`
	Unit  string `json:"unit"`
	Lines []Line `json:"lines"`
	Log   bool   `json:"log,omitempty"`
}

// Line is one measured quantity: a metric of a component or a link. Several
// places separated by spaces are added up.
type Line struct {
	Of     string `json:"of"`     // component or link names
	Metric string `json:"metric"` // see the metrics reference
	Ink    string `json:"ink,omitempty"`
	Style  string `json:"style,omitempty"` // "", "dashed"
}

// Objective says when the system is well.
type Objective struct {
	Links    []string `json:"links"`            // whose calls count
	Good     float64  `json:"good"`             // share of calls answered right and in time: well at or above
	Failing  float64  `json:"failing"`          // failing below
	Hold     Duration `json:"hold"`             // how long it must hold to count as recovered
	Patience Duration `json:"patience"`         // after the trigger's end: stuck when it has passed
	Within   Duration `json:"within,omitempty"` // how long a copy is given to recover when causes are sought; patience by default
	Offered  string   `json:"load,omitempty"`   // links whose attempts are the load on
	Capacity string   `json:"server,omitempty"` // the component whose capacity it is
	Tiers    []Tier   `json:"tiers,omitempty"`  // those that stand behind it, each with its own load and capacity
}

// Tier is a component that others pass work on to. What is said of load and
// capacity is said of the tier that has least room.
type Tier struct {
	Offered  string `json:"load"`   // links whose attempts are the load on
	Capacity string `json:"server"` // the component whose capacity it is
}

// Cause is a loop that can be switched off in a copy of a run, to see whether
// the copy recovers.
type Cause struct {
	Name string            `json:"name"`
	Set  map[string]string `json:"set"`
	Link string            `json:"link,omitempty"` // where its calls are counted: one link, or several
	Why  string            `json:"why,omitempty"`  // provenance of its calls: deletion, retry, ...
	Per  string            `json:"per,omitempty"`  // counter "component.counter" of what causes them; several places are added up
}

// Table compares ways to run the scenario, its arms, by what is measured in the
// rows: on the same traffic and seed, with the script as told.
type Table struct {
	Rows     []Row   `json:"rows"`
	Arms     []Arm   `json:"arms"`
	Releases *Figure `json:"releases,omitempty"` // the number that rows per release are divided by
	PerWeek  float64 `json:"per_week,omitempty"` // how many of these there are in a week
}

// Row is one number of a run: of what a rate counts, all of it; of a share, a
// mean or a percentile that over the whole run; of a gauge the latest value.
type Row struct {
	Name       string  `json:"name"`
	Of         string  `json:"of"` // component or link names, as in a Line
	Metric     string  `json:"metric"`
	Unit       string  `json:"unit,omitempty"`   // as of a Series; none for a count
	Scale      float64 `json:"scale,omitempty"`  // the number is multiplied by it; 1 by default
	Better     string  `json:"better,omitempty"` // less or more; none when neither is
	PerRelease bool    `json:"per_release,omitempty"`
}

// Arm is one way to run it: settings from the start.
type Arm struct {
	Name string            `json:"name"`
	Set  map[string]string `json:"set"`
}

// Story says how the script relates to the real incident.
type Story struct {
	Date        string   `json:"date"`
	Real        Duration `json:"real,omitempty"` // how long the incident lasted; none for what was no incident
	Compression float64  `json:"compression"`    // real time per simulated time in the script
	Phases      []Phase  `json:"phases"`
	Figures     []Figure `json:"figures,omitempty"` // by which the incident is known, as the run computes them
}

// Figure is a number that a component of the run computes; the catalogue has a
// sentence for all of them.
type Figure struct {
	Of     string `json:"of"`     // component
	Metric string `json:"metric"` // a value that it reports
}

// Phase is a named part of the script.
type Phase struct {
	Name string   `json:"name"`
	From Duration `json:"from"`
}

// Walk is a course of steps that processes, kernel and clients take on one host,
// and WalkStep one of them. They take no part in the run.
type (
	Walk     = socket.Walk
	WalkStep = socket.Step
)
