package link

import "fmt"

// About says what a Note is about. Its text is part of catalogue keys.
type About string

// What notes are about.
const (
	OtherVersion About = "version" // made with another version: may differ
	LeftOut      About = "left"    // a command of the journal that this program does not know
	Elsewhere    About = "walk"    // a walk, switch or step that the scenario does not have; the run is the one meant
	Moved        About = "moved"   // a value out of range, moved into it
	Odd          About = "odd"     // a value that is not understood, left out
	Strange      About = "strange" // a key that is not known, left out
)

// Note is something worth knowing about a link that opens all the same.
type Note struct {
	About   About
	Name    string // the key, or the command in words
	Found   string
	Allowed string // for LeftOut and Elsewhere: why
}

func (n Note) String() string {
	switch n.About {
	case OtherVersion:
		return fmt.Sprintf("made with %s, this is %s: the run may differ", n.Found, n.Allowed)
	case LeftOut, Elsewhere:
		return fmt.Sprintf("left out: %s: %s", n.Name, n.Allowed)
	case Strange:
		return fmt.Sprintf("%s: not a key of this page", n.Name)
	}
	return fmt.Sprintf("%s: found %q, allowed %s", n.Name, n.Found, n.Allowed)
}
