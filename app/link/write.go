package link

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"fmt"
	"hash/crc32"
	"slices"
	"strconv"
	"strings"
	"sync"

	"stampede/engine"
	"stampede/engine/scenario"
)

// format is the number of the format, and begins a fragment: "r1.". A run is written
// in the least that can hold it, so that older programs read what they can show.
const (
	format      = 2
	firstFormat = 1
	walkFormat  = 2 // from which on there are walks
)

// The lines of the text, in this order; all but the first, the version and the
// last are left out where the scenario says the same.
const (
	keyMade  = "made"  // version of the program
	keySeed  = "seed"  //
	keySize  = "size"  // share of the true size
	keyUntil = "until" // length, s
	keyAt    = "at"    // the moment, s
	keySpeed = "speed" // simulated seconds per second
	keyWalk  = "walk"  // name, step and switches of the host view
	keySum   = "sum"   // checksum of all lines before, 8 hexadecimal digits
)

// packers are writers that are not in use: one takes most of a megabyte.
var packers = sync.Pool{New: func() any {
	w, err := flate.NewWriter(nil, flate.BestCompression)
	if err != nil {
		panic(err) // the level is one of the package's own
	}
	return w
}}

// Hash is the fragment of an address that holds the run, without the #. It fails
// for what a link cannot hold.
func (r Run) Hash() (string, error) {
	text, err := r.text()
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	w := packers.Get().(*flate.Writer)
	defer packers.Put(w)
	w.Reset(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	out := "r" + strconv.Itoa(r.format()) + "." + base64.RawURLEncoding.EncodeToString(b.Bytes())
	if len(out) > maxFragment {
		return "", wrong(TooLarge, "%d characters, allowed %d", len(out), maxFragment)
	}
	return out, nil
}

// format is the number of the format in which the run is written.
func (r Run) format() int {
	if r.View.Walk != (Walk{}) {
		return walkFormat
	}
	return firstFormat
}

// text is the run as lines. It is the one text of that run.
func (r Run) text() (string, error) {
	r = r.plain()
	if err := r.fits(); err != nil {
		return "", err
	}
	var b strings.Builder
	line := func(words ...string) { b.WriteString(strings.Join(words, " ") + "\n") }
	line(r.Scenario)
	line(keyMade, r.Version)
	if r.Seed != scenario.DefaultSeed {
		line(keySeed, strconv.FormatUint(r.Seed, 10))
	}
	if r.Size != 0 {
		line(keySize, number(r.Size))
	}
	if r.Until != 0 {
		line(keyUntil, moment(r.Until))
	}
	if r.At != 0 {
		line(keyAt, moment(r.At))
	}
	if r.View.Speed != 0 {
		line(keySpeed, number(r.View.Speed))
	}
	if w := r.View.Walk; w != (Walk{}) {
		line(append([]string{keyWalk}, w.words()...)...)
	}
	for _, c := range r.Journal {
		line(words(c)...)
	}
	if b.Len() > maxText-len(keySum)-10 {
		return "", wrong(TooLarge, "%d bytes, allowed %d", b.Len(), maxText)
	}
	line(sumLine(b.String()))
	return b.String(), nil
}

// sumLine is the last line of a text: damage to a link must not make it another
// run in silence.
func sumLine(text string) string {
	return fmt.Sprintf("%s %08x", keySum, crc32.ChecksumIEEE([]byte(text)))
}

// words are those of a command, as in "61.5 set fix.retry.on true".
func words(c engine.Command) []string {
	out := []string{moment(c.At), c.Verb}
	switch c.Verb {
	case engine.CmdSet:
		out = append(out, c.Path, quoted(c.Value))
	case engine.CmdDo:
		if out = append(out, c.Path); c.Value != "" {
			out = append(out, quoted(c.Value))
		}
	}
	return out
}

// fits reports whether a link can hold the run.
func (r Run) fits() error {
	switch {
	case !isWord(r.Scenario):
		return wrong(Unreadable, "scenario %q", r.Scenario)
	case !isWord(r.Version):
		return wrong(Unreadable, "version %q", r.Version)
	case !isMoment(r.At) || !isMoment(r.Until):
		return wrong(TooLarge, "a moment beyond %v s", moment(maxTime))
	case !isSize(r.Size) || !isSpeed(r.View.Speed):
		return wrong(Unreadable, "size %v, speed %v", r.Size, r.View.Speed)
	case !r.View.Walk.fits():
		return wrong(Unreadable, "walk %.40q, step %d, switches %.40q", r.View.Walk.Name, r.View.Walk.Step, r.View.Walk.Changed)
	case len(r.Journal) > maxJournal:
		return wrong(TooLarge, "%d commands, allowed %d", len(r.Journal), maxJournal)
	}
	last := engine.Time(0)
	for i, c := range r.Journal {
		if err := fits(c); err != nil {
			return err
		}
		if c.At < last {
			return wrong(Unreadable, "command %d is before the one above it", i+1)
		}
		last = c.At
	}
	return nil
}

// words are those of a walk, as in "takeover 5 send_descriptors".
func (w Walk) words() []string {
	out := []string{w.Name, strconv.Itoa(w.Step)}
	if w.Changed != "" {
		out = append(out, w.Changed)
	}
	return out
}

// fits reports whether a link can hold a walk: each switch is named once, and in
// order.
func (w Walk) fits() bool {
	if w == (Walk{}) {
		return true
	}
	last := ""
	for _, name := range w.Switches() {
		if !isWord(name) || name <= last {
			return false
		}
		last = name
	}
	return isWord(w.Name) && w.Step >= 0 && w.Step <= maxStep && len(w.Changed) <= maxWord
}

// Switches names those that stand the other way than written.
func (w Walk) Switches() []string {
	if w.Changed == "" {
		return nil
	}
	return strings.Split(w.Changed, ",")
}

// Turned reports whether a switch stands the other way than written.
func (w Walk) Turned(name string) bool { return slices.Contains(w.Switches(), name) }

// fits reports whether a link can hold a command; whether the scenario knows it
// is another question.
func fits(c engine.Command) error {
	switch {
	case !isMoment(c.At):
		return wrong(TooLarge, "a command at %d ns, allowed up to %v s", c.At, moment(maxTime))
	case c.Verb == engine.CmdTakeOver:
		if c.Path != "" || c.Value != "" {
			return wrong(Unreadable, "a take-over of %q", c.Path)
		}
		return nil
	case c.Verb != engine.CmdSet && c.Verb != engine.CmdDo:
		return wrong(Unreadable, "command %q", c.Verb)
	case !isWord(c.Path):
		return wrong(Unreadable, "%s of %q", c.Verb, c.Path)
	case len(c.Value) > maxWord:
		return wrong(TooLarge, "a value of %d bytes, allowed %d", len(c.Value), maxWord)
	}
	return nil
}

// isWord reports whether a text can stand between spaces: printable ASCII.
func isWord(s string) bool {
	if s == "" || len(s) > maxWord {
		return false
	}
	for i := range len(s) {
		if s[i] <= ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

func isMoment(t engine.Time) bool { return t >= 0 && t <= maxTime }

// isSize and isSpeed take 0, which is the scenario's own. Not a number is neither.
func isSize(x float64) bool { return x == 0 || x > 0 && x <= 1e6 }

func isSpeed(x float64) bool { return x == 0 || x >= 1e-3 && x <= 1e6 }

// quoted is a value as it is, in quotes only where it would not be one otherwise.
func quoted(s string) string {
	plain := s != "" && s[0] != '"'
	for i := range len(s) {
		plain = plain && s[i] >= ' ' && s[i] <= '~'
	}
	if plain {
		return s
	}
	return strconv.QuoteToASCII(s)
}

// moment is a time in seconds, with as many digits as it needs.
func moment(t engine.Time) string {
	whole := strconv.FormatInt(t/engine.Second, 10)
	if rest := t % engine.Second; rest != 0 {
		return whole + "." + strings.TrimRight(fmt.Sprintf("%09d", rest), "0")
	}
	return whole
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
