// Package link writes the exact moment of a run into an address and reads it
// back: what an author fixes as a readable query, and the run itself as the
// fragment "#r1..." or "#r2...". FORMAT.md describes both.
//
// A fragment is untrusted. Everything in it is bounded, and what is wrong with
// one is said by an Error with a Kind, so that a page has its own words for it.
package link
