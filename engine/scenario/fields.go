package scenario

import (
	"reflect"
	"strings"
)

// Field documents one field of the format.
type Field struct {
	Object   string // the object it belongs to, such as "link"
	Name     string
	Type     string // in words
	Required bool
	Help     string
}

// objects are the format's objects in the order of the reference page.
var objects = []struct {
	name string
	typ  reflect.Type
}{
	{"scenario", reflect.TypeFor[Scenario]()},
	{"size", reflect.TypeFor[Size]()},
	{"component", reflect.TypeFor[Component]()},
	{"place", reflect.TypeFor[Place]()},
	{"link", reflect.TypeFor[Link]()},
	{"policy", reflect.TypeFor[Policy]()},
	{"action", reflect.TypeFor[Action]()},
	{"arg", reflect.TypeFor[Arg]()},
	{"step", reflect.TypeFor[ActionStep]()},
	{"entry", reflect.TypeFor[Entry]()},
	{"condition", reflect.TypeFor[Condition]()},
	{"strategy", reflect.TypeFor[Strategy]()},
	{"series", reflect.TypeFor[Series]()},
	{"line", reflect.TypeFor[Line]()},
	{"objective", reflect.TypeFor[Objective]()},
	{"tier", reflect.TypeFor[Tier]()},
	{"cause", reflect.TypeFor[Cause]()},
	{"table", reflect.TypeFor[Table]()},
	{"row", reflect.TypeFor[Row]()},
	{"arm", reflect.TypeFor[Arm]()},
	{"story", reflect.TypeFor[Story]()},
	{"phase", reflect.TypeFor[Phase]()},
	{"figure", reflect.TypeFor[Figure]()},
	{"walk", reflect.TypeFor[Walk]()},
	{"walk_step", reflect.TypeFor[WalkStep]()},
}

// Fields lists every field of the format, object by object.
func Fields() []Field {
	var list []Field
	for _, o := range objects {
		for i := range o.typ.NumField() {
			f := o.typ.Field(i)
			name, opts, _ := strings.Cut(f.Tag.Get("json"), ",")
			list = append(list, Field{
				Object: o.name, Name: name, Type: wordFor(f.Type),
				Required: required[name] && !strings.Contains(opts, "omitempty"), Help: help[o.name+"."+name],
			})
		}
	}
	return list
}

// wordFor names the type of a field.
func wordFor(t reflect.Type) string {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t == durationType:
		return "duration"
	case t == rawType:
		return "value"
	}
	switch t.Kind() {
	case reflect.Slice:
		return "list of " + wordFor(t.Elem())
	case reflect.Map:
		return "object of " + wordFor(t.Elem())
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "true or false"
	case reflect.Int:
		return "whole number"
	case reflect.Float64:
		return "number"
	}
	return objectName(t)
}

func objectName(t reflect.Type) string {
	for _, o := range objects {
		if o.typ == t {
			return o.name
		}
	}
	return t.Name()
}

// help says what each field means.
var help = map[string]string{
	"scenario.name":       "by which links and catalogues of texts find it: a-z, 0-9, _ and -, with at most one / between",
	"scenario.version":    "from 1; raise it when the same seed gives another run",
	"scenario.for":        "length of the run as told, up to 24h",
	"scenario.window":     "width of the windows in which metrics are measured, 500ms by default",
	"scenario.speed":      "simulated seconds per second that suit the story, 1 by default",
	"scenario.keys":       "distinct cached keys at true size",
	"scenario.size":       "how it can be made smaller than it truly is",
	"scenario.components": "the nodes",
	"scenario.links":      "who calls whom",
	"scenario.actions":    "what an operator can do",
	"scenario.script":     "what happens by itself, in order of time",
	"scenario.strategies": "the switches worth toggling",
	"scenario.series":     "the charts",
	"scenario.objective":  "when the system is well; without one there is no verdict",
	"scenario.causes":     "the loops that may keep a failure going",
	"scenario.table":      "ways to run it that are compared, on the same traffic and seed",
	"scenario.story":      "how the script relates to the real incident",
	"scenario.walks":      "courses of steps on one host, which are looked at beside the run and take no part in it",
	"scenario.poster":     "the moment that stands for it in pictures, half of for by default",

	"size.default": "size of a run that asks for no other",
	"size.min":     "smallest size, above 0",
	"size.max":     "largest size; 1 is the true one",
	"size.scales":  "what is multiplied by the size: component.parameter paths, and keys",

	"component.name":     "unique among components and links",
	"component.kind":     "what it is",
	"component.params":   "parameters that differ from their defaults, at true size",
	"component.policies": "policies at its door, asked in this order",
	"component.at":       "where it stands on the stage",

	"place.x": "left edge, in hundredths of the stage's width",
	"place.y": "upper edge, in hundredths of the stage's height",
	"place.w": "width, in hundredths of the stage's",
	"place.h": "height, in hundredths of the stage's",

	"link.name":     "unique among components and links",
	"link.role":     "what the caller uses it for; some kinds of components ask for certain roles",
	"link.from":     "component that calls",
	"link.to":       "component that is called",
	"link.kind":     "what travels, and so how it is drawn; request by default",
	"link.hop":      "time of the way, each way",
	"link.route":    "which machine is called: by request (the default), by key, or by request and attempt",
	"link.deadline": "answers later than this are late; none by default",
	"link.policies": "policies, outermost first",
	"link.hidden":   "not drawn",

	"policy.kind":   "what it is",
	"policy.name":   "unique in its list; the kind by default",
	"policy.on":     "whether it is asked at the start",
	"policy.params": "parameters that differ from their defaults",

	"action.name":    "by which the script, links and texts refer to it",
	"action.arg":     "the number it takes",
	"action.steps":   "what it does, all at one instant",
	"action.trigger": "start or end: it begins or ends the trouble from outside",
	"action.lasts":   "value of one or several components: the trouble that the action begins lasts as long as it is above zero",
	"action.grave":   "marked as drastic",

	"arg.default": "taken when none is given",
	"arg.min":     "least",
	"arg.max":     "most",
	"arg.step":    "grain of the control",
	"arg.unit":    "unit, such as share or s",
	"arg.whole":   "only whole numbers are taken: it is the number of something",

	"step.to":   "component",
	"step.verb": "one of the component's commands",
	"step.arg":  "number; the action's when left out",

	"entry.at":       "when",
	"entry.do":       "action",
	"entry.arg":      "the action's number; its default when left out",
	"entry.set":      "path of a parameter",
	"entry.value":    "its new value",
	"entry.caption":  "name of a text that is shown from now on",
	"entry.near":     "component at which the text appears",
	"entry.if":       "what must be so for the text to be shown",
	"entry.waits":    "true for a text that begins once that is so, and not before the text before it could be read",
	"entry.response": "true for what operators did in answer to the trouble: it is left out once a person has set a parameter",

	"condition.of":     "components or links, separated by spaces",
	"condition.metric": "metric of theirs, over the last two windows",
	"condition.above":  "it must be above this",
	"condition.below":  "it must be below this",

	"strategy.name":   "by which links and texts refer to it",
	"strategy.group":  "switches of one group stand together",
	"strategy.on":     "values by path of parameter when it is on",
	"strategy.off":    "values of the same parameters when it is off",
	"strategy.then":   "it was in force in the incident",
	"strategy.params": "paths of the parameters that belong to it",

	"series.name":  "by which texts refer to it",
	"series.unit":  "unit of its axis",
	"series.lines": "what is drawn",
	"series.log":   "logarithmic axis",

	"line.of":     "components or links, separated by spaces; several are added up",
	"line.metric": "what is measured there",
	"line.ink":    "colour by its name",
	"line.style":  "dashed, or left out",

	"objective.links":    "whose calls count",
	"objective.good":     "share of calls answered right and in time from which it is healthy",
	"objective.failing":  "share below which it is failing",
	"objective.hold":     "how long it must be healthy to count as recovered",
	"objective.patience": "how long after the trigger's end it may take; then it is stuck",
	"objective.within":   "how long a copy of the run is given to recover when causes are sought; patience when left out",
	"objective.load":     "links whose attempts are the load on the server, separated by spaces",
	"objective.server":   "component whose capacity they are held against",
	"objective.tiers":    "components that work is passed on to, each with its own load; what is said of load and capacity is said of the one with least room",
	"tier.load":          "links whose attempts are the load on the server, separated by spaces",
	"tier.server":        "component whose capacity they are held against",

	"cause.name": "by which texts refer to it",
	"cause.set":  "settings that switch it off, by path of parameter",
	"cause.link": "link on which its calls are counted",
	"cause.why":  "reason for which its calls are made",
	"cause.per":  "component.counter of the failures that cause them",

	"table.rows":     "what is measured, up to 24",
	"table.arms":     "the ways to run it, up to 12",
	"table.releases": "number that the rows per release are divided by",
	"table.per_week": "how many of these there are in a week",

	"row.name":        "by which texts refer to it",
	"row.of":          "components or links, separated by spaces; several are added up",
	"row.metric":      "what is measured there: of a rate all that it counts, of a share, mean or percentile that over the whole run, of a gauge the latest value",
	"row.unit":        "unit, such as s, share or B; none for a count",
	"row.scale":       "the number is multiplied by it, 1 by default",
	"row.better":      "less or more: which is better; left out when neither is",
	"row.per_release": "it grows with every release, and so can be told for a week",

	"arm.name": "by which texts refer to it",
	"arm.set":  "values by path of parameter, from the start",

	"story.date":        "day of the incident, as in 2010-09-23",
	"story.real":        "how long the incident lasted",
	"story.compression": "real time per simulated time in the script",
	"story.phases":      "its parts, in order of time",
	"story.figures":     "numbers by which the incident is known, as the run computes them: they are reported once the first is above 0",

	"phase.name": "by which texts refer to it",
	"phase.from": "when it begins",

	"figure.of":     "component, or several whose values are added up",
	"figure.metric": "value that it reports",

	"walk.name":     "by which texts refer to it",
	"walk.migrate":  "net.ipv4.tcp_migrate_req: what waits at a closed listener moves to another",
	"walk.switches": "verbs whose steps people may leave out, and migrate, which they may switch",
	"walk.begin":    "steps taken before the first is shown",
	"walk.steps":    "steps, shown one by one",

	"walk_step.do":      "what is done, one of those below",
	"walk_step.process": "who does it: old or new; the old one starts first",
	"walk_step.kind":    "kind of sockets or connections: tcp or udp",
	"walk_step.count":   "how many; 1 by default, all where a process accepts or connections finish",
	"walk_step.backlog": "of a TCP socket that listens: one connection more may wait there, as on Linux; 5 by default",
	"walk_step.say":     "name of the text about it; one about what is done by default",
}
