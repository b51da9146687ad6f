package simtest

import (
	"reflect"
	"unsafe"

	"stampede/engine"
)

// Stateful is what a component and a policy have in common.
type Stateful interface{ State(c *engine.Codec) }

// Unnamed returns the paths of the fields of p, a pointer to a component or
// policy of the run, that its State method does not name: those whose change
// leaves the snapshot's hash as it was. Each is changed and put back.
func Unnamed(sim *engine.Sim, p Stateful) []string {
	var snap engine.Snapshot
	hash := func() uint64 {
		sim.Save(&snap)
		return snap.Hash()
	}
	u := unnamed{hash: hash, was: hash()}
	u.walk(reflect.TypeOf(p).Elem().Name(), reflect.ValueOf(p).Elem())
	return u.paths
}

type unnamed struct {
	hash  func() uint64
	was   uint64
	paths []string
}

// walk changes every field in turn. Fields called _ are padding that nobody
// sets; pointers are derived tables.
func (u *unnamed) walk(path string, v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		return
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.Name != "_" {
				u.walk(path+"."+f.Name, v.Field(i))
			}
		}
		return
	case reflect.Slice:
		u.slice(path, reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem())
		return
	}
	b := unsafe.Slice((*byte)(unsafe.Pointer(v.UnsafeAddr())), v.Type().Size())
	u.flip(path, b)
}

// flip changes the lowest bit of a value and puts it back.
func (u *unnamed) flip(path string, b []byte) {
	if len(b) == 0 {
		return
	}
	b[0] ^= 1
	if u.hash() == u.was {
		u.paths = append(u.paths, path)
	}
	b[0] ^= 1
}

// slice makes a slice one longer, and changes the first entry of one that has
// some.
func (u *unnamed) slice(path string, v reflect.Value) {
	if v.Len() > 0 {
		u.walk(path+"[0]", v.Index(0))
	}
	old := reflect.New(v.Type()).Elem()
	old.Set(v)
	v.Set(reflect.Append(v, reflect.Zero(v.Type().Elem())))
	if u.hash() == u.was {
		u.paths = append(u.paths, path)
	}
	v.Set(old)
}
