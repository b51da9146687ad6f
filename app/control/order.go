package control

import "cmp"

// InOrder puts the few values of a menu in order, in place. The sort of the standard
// library, which is for many, makes the program for the browser 13 KB larger for each
// type of values.
func InOrder[T cmp.Ordered](list []T) []T {
	for i := range list {
		for k := i; k > 0 && list[k] < list[k-1]; k-- {
			list[k], list[k-1] = list[k-1], list[k]
		}
	}
	return list
}
