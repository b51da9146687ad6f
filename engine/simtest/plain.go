package simtest

import (
	"fmt"
	"reflect"
)

// PlainType reports what in a type cannot be kept as flat bytes: anything but
// numbers, booleans, arrays and structs of such, and any byte of padding, which
// is memory that no field owns and so would make equal states differ.
func PlainType(t reflect.Type) error {
	switch t.Kind() {
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64,
		reflect.Float32, reflect.Float64:
		return nil
	case reflect.Array:
		return PlainType(t.Elem())
	case reflect.Struct:
		return plainStruct(t)
	}
	return fmt.Errorf("%v is a %v, not plain data", t, t.Kind())
}

func plainStruct(t reflect.Type) error {
	end := uintptr(0)
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Offset != end {
			return fmt.Errorf("%v has %d bytes of padding before %s", t, f.Offset-end, f.Name)
		}
		end = f.Offset + f.Type.Size()
		if err := PlainType(f.Type); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	if end != t.Size() {
		return fmt.Errorf("%v has %d bytes of padding at its end", t, t.Size()-end)
	}
	return nil
}

// hasSlice reports whether a type holds a slice outside of other slices, so
// that it cannot pass a Codec in one piece.
func hasSlice(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Slice:
		return true
	case reflect.Array:
		return hasSlice(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if hasSlice(t.Field(i).Type) || t.Field(i).Type.Kind() == reflect.Pointer {
				return true
			}
		}
	}
	return false
}

// StateType reports what in the type of a component or policy cannot be state:
// its fields are plain data or slices of plain data, or structs of such. Derived
// are types of pointers to tables that follow from fixed parameters and never
// change, which need no saving.
func StateType(t reflect.Type, derived ...reflect.Type) error {
	for _, d := range derived {
		if t == d {
			return nil
		}
	}
	switch {
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Slice:
		return StateType(t.Elem(), derived...)
	case t.Kind() == reflect.Slice:
		return PlainType(t.Elem())
	case t.Kind() == reflect.Struct && hasSlice(t):
		return fields(t, derived)
	}
	return PlainType(t)
}

func fields(t reflect.Type, derived []reflect.Type) error {
	for i := range t.NumField() {
		if err := StateType(t.Field(i).Type, derived...); err != nil {
			return fmt.Errorf("%s: %w", t.Field(i).Name, err)
		}
	}
	return nil
}

// KindType is StateType for the type of a component or policy itself, which
// passes a Codec field by field, so that padding between those does no harm.
func KindType(t reflect.Type, derived ...reflect.Type) error { return fields(t, derived) }
