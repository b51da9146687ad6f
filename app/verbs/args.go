package verbs

import (
	"fmt"
	"math"
	"strconv"
)

// at is an argument, nil for one that was not given.
func at(args []any, i int) any {
	if i < len(args) {
		return args[i]
	}
	return nil
}

func refuse(name string, found any, allowed string) error {
	return fmt.Errorf("%s: found %s, allowed %s", name, words(found), allowed)
}

// words is an argument as people read it, with no word of the language that the
// program is written in.
func words(x any) string {
	switch x := x.(type) {
	case nil:
		return "nothing"
	case string:
		return strconv.Quote(x)
	case bool:
		return strconv.FormatBool(x)
	case float64:
		return number(x)
	}
	return "something else"
}

func text(args []any, i int, name string) (string, error) {
	s, ok := at(args, i).(string)
	if !ok {
		return "", refuse(name, at(args, i), "a text")
	}
	return s, nil
}

// finite is a number, or a text that is one.
func finite(args []any, i int, name string) (float64, error) {
	x, ok := at(args, i).(float64)
	if s, isText := at(args, i).(string); isText {
		var err error
		x, err = strconv.ParseFloat(s, 64)
		ok = err == nil
	}
	if !ok || math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, refuse(name, at(args, i), "a number")
	}
	return x, nil
}

// scalar is a value of a parameter or an action's argument as a text.
func scalar(args []any, i int, name string) (string, error) {
	switch x := at(args, i).(type) {
	case string:
		return x, nil
	case bool:
		return strconv.FormatBool(x), nil
	case float64:
		return number(x), nil
	}
	return "", refuse(name, at(args, i), "a text, a number, true or false")
}
