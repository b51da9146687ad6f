package scenario

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"stampede/engine"
	"stampede/engine/param"
	"stampede/engine/socket"
)

// Schema is the JSON Schema of the format, made from the declarations, so that
// an editor completes kinds and parameters and shows their help. Describe says
// what a kind of component or policy is. Names that refer to others are
// checked by Check alone.
func Schema(k Kinds, describe func(kind string) string) []byte {
	g := generator{kinds: k, describe: describe}
	defs := schema{}
	for _, o := range objects {
		defs[o.name] = g.object(o.name, o.typ)
	}
	defs["component"] = g.byKind(defs["component"].(schema), g.components())
	defs["policy"] = g.byKind(defs["policy"].(schema), g.policies(func(s engine.Seat) bool { return s != engine.OnAdmission }))
	defs["door"] = g.byKind(g.object("policy", reflect.TypeFor[Policy]()), g.policies(func(s engine.Seat) bool { return s == engine.OnAdmission }))
	defs["duration"] = schema{
		"type": "string", "pattern": durationPattern,
		"description": "a span of simulated time, as in 250ms, 30s or 1m30s",
	}
	top := schema{
		"$schema": "https://json-schema.org/draft/2020-12/schema",
		"title":   "Stampede scenario",
		"$ref":    "#/$defs/scenario",
		"$defs":   defs,
	}
	text, err := json.MarshalIndent(top, "", " ")
	if err != nil {
		panic(err) // plain maps, strings and numbers always marshal
	}
	return append(text, '\n')
}

// durationPattern is what time.ParseDuration reads, without a sign.
const durationPattern = `^([0-9]+(\.[0-9]+)?(ns|us|µs|ms|s|m|h))+$|^0$`

const namePattern = "^[a-z0-9_-]{1,40}$"

type schema map[string]any

type generator struct {
	kinds    Kinds
	describe func(kind string) string
}

// object is the schema of one of the format's objects.
func (g generator) object(name string, t reflect.Type) schema {
	props, need := schema{}, []string{}
	for i := range t.NumField() {
		field, opts, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		if required[field] && opts == "" {
			need = append(need, field)
		}
		p := g.typed(t.Field(i).Type)
		p["description"] = help[name+"."+field]
		maps.Copy(p, narrower[name+"."+field])
		props[field] = p
	}
	s := schema{"type": "object", "properties": props, "additionalProperties": false}
	if len(need) > 0 {
		s["required"] = need
	}
	return s
}

// typed is the schema of a Go type.
func (g generator) typed(t reflect.Type) schema {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t == durationType:
		return schema{"$ref": "#/$defs/duration"}
	case t == rawType:
		return schema{"type": []string{"boolean", "number", "string"}}
	}
	switch t.Kind() {
	case reflect.Slice:
		return schema{"type": "array", "items": g.typed(t.Elem()), "maxItems": maxList}
	case reflect.Map:
		return schema{"type": "object", "additionalProperties": g.typed(t.Elem())}
	case reflect.String:
		return schema{"type": "string", "maxLength": maxText}
	case reflect.Bool:
		return schema{"type": "boolean"}
	case reflect.Int:
		return schema{"type": "integer"}
	case reflect.Float64:
		return schema{"type": "number"}
	}
	return schema{"$ref": "#/$defs/" + objectName(t)}
}

// narrower is what the format asks of single fields beyond their type.
var narrower = map[string]schema{
	"scenario.name":      {"pattern": "^[a-z0-9_-]{1,40}(/[a-z0-9_-]{1,40})?$"},
	"scenario.version":   {"minimum": 1},
	"scenario.speed":     {"minimum": leastSpeed, "maximum": mostSpeed},
	"scenario.keys":      {"minimum": 0, "maximum": 1 << 20},
	"size.min":           {"exclusiveMinimum": 0},
	"component.name":     {"pattern": namePattern},
	"component.policies": {"items": schema{"$ref": "#/$defs/door"}},
	"place.x":            {"minimum": 0, "maximum": 100},
	"place.y":            {"minimum": 0, "maximum": 100},
	"place.w":            {"exclusiveMinimum": 0, "maximum": 100},
	"place.h":            {"exclusiveMinimum": 0, "maximum": 100},
	"link.name":          {"pattern": namePattern},
	"link.kind":          {"enum": []string{"request", "read", "query", "work", "signal", "connect", "packet", "publish", "upload"}},
	"link.route":         {"enum": []string{"request", "key", "try"}},
	"policy.name":        {"pattern": namePattern},
	"action.name":        {"pattern": namePattern},
	"action.trigger":     {"enum": []string{"start", "end"}},
	"strategy.name":      {"pattern": namePattern},
	"series.name":        {"pattern": namePattern},
	"line.style":         {"enum": []string{"dashed"}},
	"objective.good":     {"exclusiveMinimum": 0, "maximum": 1},
	"cause.name":         {"pattern": namePattern},
	"cause.why":          {"enum": reasons()},
	"table.rows":         {"minItems": 1, "maxItems": maxRows},
	"table.arms":         {"minItems": 1, "maxItems": maxArms},
	"table.per_week":     {"minimum": 0, "maximum": mostPerWeek},
	"row.name":           {"pattern": namePattern},
	"row.better":         {"enum": []string{"less", "more"}},
	"arm.name":           {"pattern": namePattern},
	"story.date":         {"format": "date"},
	"walk.name":          {"pattern": namePattern},
	"walk_step.do":       {"enum": socket.VerbNames()},
	"walk_step.process":  {"enum": socket.Processes[:]},
	"walk_step.kind":     {"enum": []string{"tcp", "udp"}},
	"walk_step.count":    {"minimum": 1, "maximum": socket.MaxCount},
	"walk_step.backlog":  {"minimum": 1, "maximum": socket.MaxCount},
}

func reasons() []string {
	var list []string
	for w := range engine.NWhy {
		list = append(list, w.String())
	}
	return list
}

// kind is one alternative of an object that is told apart by its kind.
type kind struct {
	name  string
	param *param.Set
}

func (g generator) components() []kind {
	names, _ := g.kinds.Allowed()
	var list []kind
	for _, n := range names {
		c, _ := g.kinds.Component(n)
		list = append(list, kind{n, engine.Declared(c)})
	}
	return list
}

func (g generator) policies(sits func(engine.Seat) bool) []kind {
	_, names := g.kinds.Allowed()
	var list []kind
	for _, n := range names {
		if p, seat, _ := g.kinds.Policy(n); sits(seat) {
			list = append(list, kind{n, engine.Declared(p)})
		}
	}
	return list
}

// byKind narrows an object's params to those that its kind declares.
func (g generator) byKind(object schema, kinds []kind) schema {
	var choices, rules []schema
	for _, k := range kinds {
		choices = append(choices, schema{"const": k.name, "description": g.describe(k.name)})
		rules = append(rules, schema{
			"if":   schema{"properties": schema{"kind": schema{"const": k.name}}, "required": []string{"kind"}},
			"then": schema{"properties": schema{"params": parameters(k.param)}},
		})
	}
	object["properties"].(schema)["kind"] = schema{"description": "what it is", "oneOf": choices}
	object["allOf"] = rules
	return object
}

func parameters(set *param.Set) schema {
	props := schema{}
	for _, p := range set.Params() {
		props[p.Name] = parameter(p)
	}
	return schema{"type": "object", "properties": props, "additionalProperties": false}
}

// parameter is the schema of one declaration.
func parameter(p param.Param) schema {
	s := schema{"default": json.RawMessage(p.JSON(p.Default)), "description": fmt.Sprintf("%s: %s", p.Help, p.Allowed())}
	switch p.Type {
	case param.Bool:
		s["type"] = "boolean"
	case param.Int, param.Float:
		s["type"] = map[bool]string{true: "integer", false: "number"}[p.Type == param.Int]
		if p.Bounded() {
			s["minimum"], s["maximum"] = p.Min, p.Max
		}
	case param.Duration:
		s["type"], s["pattern"] = "string", durationPattern
	case param.Choice:
		s["type"], s["enum"] = "string", slices.Clone(p.Choices)
	}
	return s
}
