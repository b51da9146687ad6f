package param

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
)

// SetJSON gives name the value of a JSON literal: true or false for a Bool, a
// number for an Int or Float, a string for a Duration ("10ms") or Choice. The
// rules are those of Set; a literal of another kind is refused as well, so
// that a file has one way to say a thing.
func (s *Set) SetJSON(name string, raw []byte) error {
	e, err := s.lookup(name)
	if err != nil {
		return err
	}
	raw = bytes.TrimSpace(raw)
	found := excerpt(raw)
	if !json.Valid(raw) {
		return e.refuse(found)
	}
	text, ok := e.literal(raw)
	if !ok {
		return e.refuse(found)
	}
	v, _, err := e.parse(text)
	if err != nil {
		return e.refuse(found)
	}
	return e.set(v, found)
}

// literal returns the text of a JSON literal of the kind that p takes.
func (p Param) literal(raw []byte) (text string, ok bool) {
	switch p.Type {
	case Bool:
		text = string(raw)
		return text, text == "true" || text == "false"
	case Int, Float:
		if raw[0] != '-' && (raw[0] < '0' || raw[0] > '9') {
			return "", false
		}
		if p.Type == Int {
			return wholeNumber(string(raw)), true
		}
		return string(raw), true
	}
	if raw[0] != '"' || json.Unmarshal(raw, &text) != nil {
		return "", false
	}
	return text, true
}

// wholeNumber rewrites a whole number with fraction or exponent (1e3, 5.0),
// which JSON allows, to plain digits. Other texts come back as they are.
func wholeNumber(text string) string {
	if _, err := strconv.ParseInt(text, 10, 64); err == nil {
		return text
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || f != math.Trunc(f) || math.Abs(f) >= 1<<53 {
		return text
	}
	return strconv.FormatInt(int64(f), 10)
}

// excerpt bounds what an error quotes: a file from elsewhere may hold
// anything where a number belongs.
func excerpt(raw []byte) string {
	const most = 60
	if len(raw) == 0 {
		return "nothing"
	}
	if len(raw) > most {
		return string(raw[:most]) + "..."
	}
	return string(raw)
}

// GetJSON returns the current value of name as the literal that SetJSON
// reads.
func (s *Set) GetJSON(name string) (raw []byte, ok bool) {
	e := s.find(name)
	if e == nil {
		return nil, false
	}
	return e.JSON(e.format(e.read())), true
}

// JSON returns canonical text of p as a JSON literal: numbers and booleans
// plain, durations and choices quoted.
func (p Param) JSON(text string) []byte {
	if p.Type == Duration || p.Type == Choice {
		raw, err := json.Marshal(text)
		if err != nil {
			panic(err) // a string always marshals
		}
		return raw
	}
	return []byte(text)
}
