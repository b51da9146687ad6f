// Package i18n holds every text that people read, by language, and writes
// numbers, shares and times the way each language does.
//
// A catalogue is one JSON file of messages keyed by path, such as
// "strategy.facebook-2010.coalescing.why". A message may name its arguments and
// say how each is written:
//
//	{name}                    a text, or a number with three sensible digits
//	{rate, short}             297 k
//	{n, integer}              297,000
//	{share, percent}          93 %
//	{wait, time}              1 min 52 s, from seconds
//	{now, clock}              3:06, from seconds
//	{n, plural, one {# call} other {# calls}}
//	{n, plural, =0 {no call} one {# call} other {# calls}}
//	{state, select, failing {fails} other {works}}
//
// Two asterisks enclose what is to be emphasised. A language that lacks a
// message falls back to English without a word; a key that no language has is
// written in angle brackets, and tests fail on it.
package i18n
