// Package session owns one run for an interface: its timeline and its
// measurements. It turns what people do into commands of the engine and pumps
// time in bounded pieces. It is plain Go and knows no page: whoever shows a
// run calls Pump with the time that has passed and a bound on the work.
//
// Everything that can be asked of a Session is as of Now, which may lie behind
// the recorded head after a seek. A Session is not safe for use by several
// goroutines.
package session
