package scenario

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// strict holds decoded JSON against the format's Go types, so that a mistake
// is reported with its JSON path.
func strict(raw any) error { return match(raw, reflect.TypeFor[Scenario](), "$") }

var (
	durationType = reflect.TypeFor[Duration]()
	rawType      = reflect.TypeFor[json.RawMessage]()
)

func match(v any, t reflect.Type, path string) error {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t == rawType:
		switch v.(type) {
		case bool, float64, string:
			return nil
		}
		return wrong(v, path, "true, false, a number or a string")
	case t == durationType:
		text, ok := v.(string)
		if !ok {
			return wrong(v, path, `a duration such as "250ms"`)
		}
		var d Duration
		quoted, _ := json.Marshal(text)
		if d.UnmarshalJSON(quoted) != nil {
			return wrong(v, path, `a duration such as "250ms"`)
		}
		return nil
	}
	switch t.Kind() {
	case reflect.Struct:
		return matchStruct(v, t, path)
	case reflect.Slice:
		list, ok := v.([]any)
		if !ok {
			return wrong(v, path, "a list")
		}
		if len(list) > maxList {
			return &Error{path, fmt.Sprintf("%d entries", len(list)), fmt.Sprintf("at most %d", maxList)}
		}
		for i, x := range list {
			if err := match(x, t.Elem(), fmt.Sprintf("%s[%d]", path, i)); err != nil {
				return err
			}
		}
		return nil
	case reflect.Map:
		return matchMap(v, t, path)
	}
	return matchScalar(v, t, path)
}

// maxList bounds every list of a scenario, maxText every string, in bytes.
const (
	maxList = 512
	maxText = 200
)

func matchStruct(v any, t reflect.Type, path string) error {
	m, ok := v.(map[string]any)
	if !ok {
		return wrong(v, path, "an object")
	}
	fields := map[string]reflect.Type{}
	var names []string
	for i := range t.NumField() {
		name, opts, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		fields[name] = t.Field(i).Type
		names = append(names, name)
		if _, there := m[name]; !there && !strings.Contains(opts, "omitempty") && required[name] {
			return &Error{path, "no " + name, "an object with " + name}
		}
	}
	for _, k := range sortedKeys(m) {
		ft, ok := fields[k]
		if !ok {
			return &Error{path + "." + k, "an unknown field", strings.Join(names, ", ")}
		}
		if err := match(m[k], ft, path+"."+k); err != nil {
			return err
		}
	}
	return nil
}

// required are the fields without which nothing can be built.
var required = map[string]bool{"name": true, "kind": true, "from": true, "to": true, "components": true, "links": true, "for": true, "at": true, "do": true}

func matchMap(v any, t reflect.Type, path string) error {
	m, ok := v.(map[string]any)
	if !ok {
		return wrong(v, path, "an object")
	}
	for _, k := range sortedKeys(m) {
		if err := match(m[k], t.Elem(), path+"."+k); err != nil {
			return err
		}
	}
	return nil
}

func matchScalar(v any, t reflect.Type, path string) error {
	switch t.Kind() {
	case reflect.String:
		if s, ok := v.(string); !ok || len(s) > maxText {
			return wrong(v, path, fmt.Sprintf("a string of at most %d bytes", maxText))
		}
	case reflect.Bool:
		if _, ok := v.(bool); !ok {
			return wrong(v, path, "true or false")
		}
	case reflect.Int:
		if f, ok := v.(float64); !ok || f != float64(int(f)) {
			return wrong(v, path, "a whole number")
		}
	case reflect.Float64:
		if _, ok := v.(float64); !ok {
			return wrong(v, path, "a number")
		}
	}
	return nil
}

func wrong(v any, path, allowed string) error {
	b, _ := json.Marshal(v)
	if len(b) > 60 {
		b = append(b[:57], "..."...)
	}
	return &Error{path, string(b), allowed}
}

func sortedKeys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }
