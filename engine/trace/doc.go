// Package trace writes down what happens in a run: as text, for golden files
// and the command line, and in a bounded ring, for a page that asks what became
// of one request.
//
// The text holds names and not the numbers of slots, whole numbers and
// decimals of fixed length, so that the same run gives the same bytes in every
// build.
package trace
