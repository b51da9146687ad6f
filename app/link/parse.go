package link

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"errors"
	"io"
	"math"
	"net/url"
	"strconv"
	"strings"
	"unicode"

	"stampede/engine"
	"stampede/engine/catalog"
	"stampede/engine/scenario"
)

// Is reports whether a fragment means to be a run: "r", a number and a dot, with
// or without a # in front.
func Is(fragment string) bool {
	_, _, ok := split(fragment)
	return ok
}

// split finds the number of the format and what follows it.
func split(fragment string) (number, rest string, ok bool) {
	if i := strings.LastIndexByte(fragment, '#'); i >= 0 {
		fragment = fragment[i+1:]
	}
	number, rest, ok = strings.Cut(fragment, ".")
	number, r := strings.CutPrefix(number, "r")
	if !ok || !r || number == "" || len(number) > 9 || strings.Trim(number, "0123456789") != "" {
		return "", "", false
	}
	return number, rest, true
}

// Parse reads a fragment, with or without the # in front, or a whole address. Its
// errors are of type *Error; with Unknown the run is there all the same. Whether
// the scenario takes the journal is found by Open.
func Parse(fragment string) (Run, error) {
	text, err := inflate(fragment)
	if err != nil {
		return Run{}, err
	}
	r, err := read(text)
	if err != nil {
		return Run{}, err
	}
	number, _, _ := split(fragment)
	if n, err := strconv.Atoi(number); err != nil || n != r.format() {
		return Run{}, wrong(Newer, "in format r%s, what this program has as r%d", number, r.format())
	}
	// A run has one text only: what is written another way is no link of ours.
	if again, err := r.text(); err != nil || again != text {
		return Run{}, wrong(Unreadable, "not in the form in which links are written")
	}
	if _, ok := catalog.Scenario(r.Scenario); !ok {
		return r, wrong(Unknown, "%q", r.Scenario)
	}
	return r, nil
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// inflate is the text of a fragment. It never makes more of it than maxText.
func inflate(fragment string) (string, error) {
	if len(fragment) > 2*maxFragment {
		return "", Long(int64(len(fragment)))
	}
	version, body, ok := split(fragment)
	switch n, err := strconv.Atoi(version); {
	case !ok || err != nil || n < firstFormat:
		return "", wrong(Unreadable, "it does not begin with r%d. or r%d.", firstFormat, format)
	case n > format:
		return "", wrong(Newer, "format r%d, this program reads r%d", n, format)
	}
	given := strings.TrimSpace(body)
	if body = bare(body); body == "" && given != "" {
		return "", wrong(Unreadable, "it holds none of the characters of links")
	}
	if len(body) > maxFragment {
		return "", Long(int64(len(body)))
	}
	packed, err := base64.RawURLEncoding.DecodeString(body)
	odd := err != nil && strings.Trim(body, alphabet) == "" // a character more than whole bytes
	switch {
	case odd:
		packed, _ = base64.RawURLEncoding.DecodeString(body[:len(body)-1])
	case err != nil:
		return "", wrong(Unreadable, "%v", err)
	}
	in := bytes.NewReader(packed)
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(in), maxText+1))
	switch {
	case (odd || errors.Is(err, io.ErrUnexpectedEOF)) && !begins(packed, text):
		return "", wrong(Unreadable, "it does not begin as links do")
	case odd || errors.Is(err, io.ErrUnexpectedEOF):
		return "", wrong(Truncated, "after %d characters", len(body))
	case err != nil:
		return "", wrong(Unreadable, "%v", err)
	case len(text) > maxText:
		return "", wrong(TooLarge, "more than %d bytes once inflated", maxText)
	case in.Len() > 0:
		return "", wrong(Unreadable, "%d bytes behind the end", in.Len())
	case base64.RawURLEncoding.EncodeToString(packed) != body:
		return "", wrong(Unreadable, "characters that say nothing")
	}
	return verified(string(text))
}

// begins reports whether what was found can be the beginning of a link: a name, as
// far as it goes, and packed, as the text of a link always is.
func begins(packed, text []byte) bool {
	name, _, _ := strings.Cut(string(text), "\n")
	const kind = 6 // the bits that say how a block is packed; 0: as it is
	return (len(packed) == 0 || packed[0]&kind != 0) && (len(text) == 0 || isWord(name))
}

// bare is the body of a fragment without what writers put behind an address, and
// without the white space that comes along with it, written as itself or as %20.
func bare(body string) string {
	if plain, err := url.PathUnescape(body); err == nil {
		body = plain
	}
	return strings.TrimRightFunc(body, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(`.,;:!?)>]}'"=`, r)
	})
}

// verified holds a text to its checksum.
func verified(text string) (string, error) {
	body, ok := strings.CutSuffix(text, "\n")
	i := strings.LastIndexByte(body, '\n') + 1
	if !ok || i == 0 || body[i:] != sumLine(text[:i]) {
		return "", wrong(Unreadable, "it has been changed: the checksum is another")
	}
	return text, nil
}

// read makes a run of the lines of a text.
func read(text string) (Run, error) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	lines = lines[:len(lines)-1] // the checksum
	r := Run{Scenario: lines[0], Seed: scenario.DefaultSeed}
	if !isWord(r.Scenario) {
		return r, wrong(Unreadable, "scenario %.40q", r.Scenario)
	}
	if len(lines) > maxJournal+10 {
		return r, wrong(TooLarge, "%d lines, allowed %d", len(lines), maxJournal+10)
	}
	for _, line := range lines[1:] {
		if err := r.line(line); err != nil {
			return r, err
		}
	}
	return r, r.fits()
}

// line reads one line behind the first.
func (r *Run) line(line string) error {
	key, rest, _ := strings.Cut(line, " ")
	var ok bool
	switch key {
	case keyMade:
		r.Version, ok = rest, isWord(rest)
	case keySeed:
		var err error
		r.Seed, err = strconv.ParseUint(rest, 10, 64)
		ok = err == nil
	case keySize:
		r.Size, ok = parseNumber(rest)
	case keyUntil:
		r.Until, ok = parseMoment(rest)
	case keyAt:
		r.At, ok = parseMoment(rest)
	case keySpeed:
		r.View.Speed, ok = parseNumber(rest)
	case keyWalk:
		r.View.Walk, ok = parseWalk(rest)
	default:
		return r.command(key, rest)
	}
	if !ok {
		return wrong(Unreadable, "%s %.40q", key, rest)
	}
	return nil
}

// parseWalk reads name, step and switches.
func parseWalk(text string) (w Walk, ok bool) {
	var step string
	w.Name, step, _ = strings.Cut(text, " ")
	step, w.Changed, _ = strings.Cut(step, " ")
	k, err := strconv.ParseUint(step, 10, 16)
	w.Step = int(k)
	return w, err == nil && w != (Walk{}) && w.fits()
}

// command reads a command of the journal.
func (r *Run) command(when, rest string) error {
	at, ok := parseMoment(when)
	if !ok {
		return wrong(Newer, "it says %.40q, which this program does not know", when)
	}
	c := engine.Command{At: at}
	c.Verb, rest, _ = strings.Cut(rest, " ")
	c.Path, rest, ok = strings.Cut(rest, " ")
	c.Value = rest
	if ok && strings.HasPrefix(rest, `"`) {
		var err error
		if c.Value, err = strconv.Unquote(rest); err != nil {
			return wrong(Unreadable, "value %.40q", rest)
		}
	}
	r.Journal = append(r.Journal, c)
	return nil
}

// parseMoment reads seconds with at most nine digits behind the point.
func parseMoment(s string) (engine.Time, bool) {
	whole, part, _ := strings.Cut(s, ".")
	if len(part) > 9 || len(whole) > 9 {
		return 0, false
	}
	n, err := strconv.ParseUint(whole, 10, 32)
	f, errPart := strconv.ParseUint((part + "000000000")[:9], 10, 32)
	if err != nil || errPart != nil {
		return 0, false
	}
	return engine.Time(n)*engine.Second + engine.Time(f), true
}

// parseNumber reads a finite number.
func parseNumber(s string) (float64, bool) {
	x, err := strconv.ParseFloat(s, 64)
	return x, err == nil && !math.IsInf(x, 0) && x == x
}
