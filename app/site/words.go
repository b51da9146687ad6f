package site

import (
	"embed"
	"encoding/json"
	"fmt"
)

//go:embed words/*.json
var wordFiles embed.FS

// words are what a page says before, without or instead of the program. Their
// names are those of the states of the boot script.
type words struct {
	Loading      string `json:"loading"`
	Amount       string `json:"amount"`
	Download     string `json:"download"`
	Policy       string `json:"policy"`
	Old          string `json:"old"`
	Memory       string `json:"memory"`
	Stopped      string `json:"stopped"`
	Retry        string `json:"retry"`
	Details      string `json:"details"`
	NoScript     string `json:"noscript"`
	MissingTitle string `json:"missing_title"`
	MissingText  string `json:"missing_text"`
	MissingHere  string `json:"missing_here"`
	MissingUp    string `json:"missing_up"`
	MissingHome  string `json:"missing_home"`
	MissingList  string `json:"missing_list"`
}

// wordsFor reads the words of a language; one that has none gets English.
func wordsFor(lang string) (words, error) {
	var w words
	b, err := wordFiles.ReadFile("words/" + lang + ".json")
	if err != nil {
		if b, err = wordFiles.ReadFile("words/en.json"); err != nil {
			return w, err
		}
	}
	if err := json.Unmarshal(b, &w); err != nil {
		return w, fmt.Errorf("words of language %q: %w", lang, err)
	}
	return w, nil
}
