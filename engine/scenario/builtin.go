package scenario

import "embed"

//go:embed builtin
var files embed.FS

// Builtin reads a built-in scenario.
func Builtin(name string) (*Scenario, error) {
	data, err := files.ReadFile("builtin/" + name + ".json")
	if err != nil {
		return nil, err
	}
	return Parse(data)
}
