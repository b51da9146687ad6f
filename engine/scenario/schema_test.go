package scenario_test

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"stampede/engine/catalog"
	"stampede/engine/scenario"
)

func TestEveryFieldIsDocumented(t *testing.T) {
	for _, f := range scenario.Fields() {
		if f.Help == "" || f.Type == "" {
			t.Errorf("%s.%s has no help", f.Object, f.Name)
		}
	}
}

func describe(kind string) string { return "the kind " + kind }

// validator checks values against as much of JSON Schema as Schema uses, so
// that the schema is held to the same files as Parse and Check.
type validator struct {
	defs map[string]any
}

func newValidator(t *testing.T) (validator, map[string]any) {
	t.Helper()
	var top map[string]any
	if err := json.Unmarshal(scenario.Schema(catalog.Kinds{}, describe), &top); err != nil {
		t.Fatal(err)
	}
	return validator{top["$defs"].(map[string]any)}, top
}

func (v validator) valid(s map[string]any, x any) error {
	if ref, ok := s["$ref"].(string); ok {
		name := strings.TrimPrefix(ref, "#/$defs/")
		def, ok := v.defs[name].(map[string]any)
		if !ok {
			return fmt.Errorf("no definition of %s", ref)
		}
		if err := v.valid(def, x); err != nil {
			return err
		}
	}
	if c, ok := s["const"]; ok && c != x {
		return fmt.Errorf("%v is not %v", x, c)
	}
	if list, ok := s["enum"].([]any); ok && !slices.Contains(list, x) {
		return fmt.Errorf("%v is not among %v", x, list)
	}
	if err := v.ofType(s, x); err != nil {
		return err
	}
	return v.combined(s, x)
}

func (v validator) ofType(s map[string]any, x any) error {
	switch x := x.(type) {
	case string:
		if p, ok := s["pattern"].(string); ok && !regexp.MustCompile(p).MatchString(x) {
			return fmt.Errorf("%q is not like %s", x, p)
		}
	case float64:
		for key, bad := range map[string]func(float64) bool{
			"minimum": func(b float64) bool { return x < b }, "maximum": func(b float64) bool { return x > b },
			"exclusiveMinimum": func(b float64) bool { return x <= b },
		} {
			if b, ok := s[key].(float64); ok && bad(b) {
				return fmt.Errorf("%v breaks %s %v", x, key, b)
			}
		}
	case []any:
		for i, y := range x {
			if err := v.valid(s["items"].(map[string]any), y); err != nil {
				return fmt.Errorf("[%d]: %w", i, err)
			}
		}
	case map[string]any:
		if err := v.object(s, x); err != nil {
			return err
		}
	}
	return hasType(s, x)
}

func hasType(s map[string]any, x any) error {
	types := fmt.Sprint(s["type"])
	is := map[string]bool{"string": false, "number": false, "integer": false, "boolean": false, "array": false, "object": false}
	switch y := x.(type) {
	case string:
		is["string"] = true
	case float64:
		is["number"], is["integer"] = true, y == float64(int64(y))
	case bool:
		is["boolean"] = true
	case []any:
		is["array"] = true
	case map[string]any:
		is["object"] = true
	}
	if s["type"] == nil {
		return nil
	}
	for name, ok := range is {
		if ok && strings.Contains(types, name) {
			return nil
		}
	}
	return fmt.Errorf("%v is no %s", x, types)
}

func (v validator) object(s map[string]any, x map[string]any) error {
	props, _ := s["properties"].(map[string]any)
	for name, y := range x {
		if p, ok := props[name].(map[string]any); ok {
			if err := v.valid(p, y); err != nil {
				return fmt.Errorf(".%s: %w", name, err)
			}
		} else if s["additionalProperties"] == false {
			return fmt.Errorf("unknown field %s", name)
		}
	}
	list, _ := s["required"].([]any)
	for _, name := range list {
		if _, ok := x[name.(string)]; !ok {
			return fmt.Errorf("no %s", name)
		}
	}
	return nil
}

func (v validator) combined(s map[string]any, x any) error {
	if list, ok := s["oneOf"].([]any); ok {
		n := 0
		for _, o := range list {
			if v.valid(o.(map[string]any), x) == nil {
				n++
			}
		}
		if n != 1 {
			return fmt.Errorf("%v fits %d of the alternatives", x, n)
		}
	}
	rules, _ := s["allOf"].([]any)
	for _, r := range rules {
		r := r.(map[string]any)
		if v.valid(r["if"].(map[string]any), x) == nil {
			if err := v.valid(r["then"].(map[string]any), x); err != nil {
				return err
			}
		}
	}
	return nil
}

// TestSchemaTakesWhatCheckTakes holds the schema to the built-in scenarios.
func TestSchemaTakesWhatCheckTakes(t *testing.T) {
	v, top := newValidator(t)
	names := []string{"testdata/shop.json"}
	for _, s := range catalog.Scenarios() {
		names = append(names, "builtin/"+s.Name+".json")
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var x any
		if err := json.Unmarshal(text, &x); err != nil {
			t.Fatal(err)
		}
		if err := v.valid(top, x); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSchemaRefusesWhatItCanSee: of the broken scenarios, those whose fault
// lies in one place must be seen by an editor too.
func TestSchemaRefusesWhatItCanSee(t *testing.T) {
	v, top := newValidator(t)
	base := shop(t)
	for _, name := range []string{
		"unknown field at the top", "unknown field inside", "missing field", "wrong type", "no duration", "negative duration",
		"no list", "name", "version", "speed", "component kind", "component name", "parameter", "value", "value's type", "choice",
		"place", "no width", "policy kind", "policy seat", "policy name", "link kind", "link route", "action trigger", "objective share", "cause why",
		"walk's verb", "walk's verb, none", "walk's process", "walk's kind", "walk's count",
	} {
		i := slices.IndexFunc(broken, func(b brokenFile) bool { return b.name == name })
		if i < 0 {
			t.Fatalf("no broken scenario is called %q", name)
		}
		var x any
		if err := json.Unmarshal([]byte(strings.Replace(base, broken[i].part, broken[i].by, 1)), &x); err != nil {
			t.Fatal(err)
		}
		if v.valid(top, x) == nil {
			t.Errorf("%s: the schema takes it", name)
		}
	}
}

// TestSettingsAreThoseOfTheRun: every listed parameter can be read off a run,
// and its default is what an untouched one has.
func TestSettingsAreThoseOfTheRun(t *testing.T) {
	for _, s := range catalog.Scenarios() {
		sim, err := catalog.New(s, catalog.Options{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		list, err := s.Settings(catalog.Kinds{})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range list {
			if text, err := sim.Get(p.Path); err != nil {
				t.Errorf("%s: %v", s.Name, err)
			} else if again, err := p.Canonical(text); err != nil || again != text {
				t.Errorf("%s: %s is %q, which its declaration reads as %q, %v", s.Name, p.Path, text, again, err)
			}
		}
	}
}
