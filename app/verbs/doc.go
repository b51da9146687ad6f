// Package verbs is what can be done to a run, by name: the buttons of a page,
// its keys, scripts in the page (window.stampede) and messages to an embed all go
// through the same verbs. It knows no browser.
package verbs
