// Package view reads a run for whoever shows it, in a reader's language: what
// things are called, what stands on the cards, the sentences and the verdict, and
// the plots. Page, figure and text all take their words from here, so that they
// say the same. It knows numbers and words, and neither browser nor colours.
package view
