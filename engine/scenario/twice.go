package scenario

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
)

// once finds a field that an object has twice: decoding would take the last one
// in silence, whichever of the two was meant. The data is known to be JSON.
func once(data []byte) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	return onceIn(d, "$")
}

// onceIn reads one value.
func onceIn(d *json.Decoder, path string) error {
	t, err := d.Token()
	if err != nil {
		return &Error{path, "no JSON: " + err.Error(), "a JSON object"}
	}
	switch t {
	case json.Delim('{'):
		return onceInObject(d, path)
	case json.Delim('['):
		for i := 0; d.More(); i++ {
			if err := onceIn(d, path+"["+strconv.Itoa(i)+"]"); err != nil {
				return err
			}
		}
		_, err = d.Token()
	}
	return err
}

// onceInObject reads the rest of an object.
func onceInObject(d *json.Decoder, path string) error {
	seen := map[string]bool{}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return &Error{path, "no JSON: " + err.Error(), "a JSON object"}
		}
		name := fmt.Sprint(t)
		at := path + "." + name
		if seen[name] {
			return &Error{at, "a field that is there twice", "each field once"}
		}
		seen[name] = true
		if err := onceIn(d, at); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}
