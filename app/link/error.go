package link

import "fmt"

// Kind says what is wrong with a link. Its text is part of catalogue keys.
type Kind string

// The kinds of errors.
const (
	Unreadable Kind = "unreadable" // not written by any Stampede, or changed since
	Truncated  Kind = "truncated"  // the end is missing
	TooLarge   Kind = "large"      // more than a link may hold
	Newer      Kind = "newer"      // of a later format
	Unknown    Kind = "scenario"   // the scenario is not one of this program
	Refused    Kind = "refused"    // the scenario cannot be run as the link says
)

// Error is what is wrong with a link.
type Error struct {
	Kind   Kind
	Detail string // for those who look closer: what was found
}

func (e *Error) Error() string {
	text := map[Kind]string{
		Unreadable: "the link cannot be read",
		Truncated:  "the end of the link is missing",
		TooLarge:   "the link is too large",
		Newer:      "the link was made with a newer version",
		Unknown:    "the link is of an unknown scenario",
		Refused:    "the run of the link cannot be made",
	}[e.Kind]
	return text + ": " + e.Detail
}

// Long is the error for what is longer than any link, in characters.
func Long(characters int64) error {
	return wrong(TooLarge, "%d characters, allowed %d", characters, maxFragment)
}

func wrong(k Kind, format string, args ...any) error {
	return &Error{k, fmt.Sprintf(format, args...)}
}
