package main

import (
	"slices"
	"testing"

	"stampede/app/verbs"
)

func TestReferenceHasEveryVerbOfThePage(t *testing.T) {
	names := func(list []pageVerb) (out []string) {
		for _, v := range list {
			out = append(out, v.name)
		}
		return out
	}
	commands, questions := verbs.Names()
	if got := names(pageCommands); !slices.Equal(got, commands) {
		t.Errorf("reference has the commands %v, want %v", got, commands)
	}
	if got := names(pageQuestions); !slices.Equal(got, questions) {
		t.Errorf("reference has the questions %v, want %v", got, questions)
	}
}
