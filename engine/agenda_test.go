package engine

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestAgendaAgainstSortedList does the same to an agenda and to a sorted list,
// with many ties, few and many constant delays, and pauses in which everything
// drains.
func TestAgendaAgainstSortedList(t *testing.T) {
	for _, delays := range []int{1, nRings, nRings + 5} {
		r := rand.New(rand.NewPCG(uint64(delays), 7))
		q := newAgenda()
		var list []event
		var now Time
		for step := range 60000 {
			switch grow := step/5000%2 == 0; {
			case len(list) > 0 && (r.IntN(5) < 2 || !grow && r.IntN(3) > 0):
				popBoth(t, &q, &list, &now)
			case r.IntN(2) == 0:
				at := now + r.Int64N(40)
				q.push(at, pair(uint32(step), 2), manner(evNode, 0, 1, 3))
				list = insertSorted(list, event{at: at, seq: q.seq, who: pair(uint32(step), 2), how: manner(evNode, 0, 1, 3)})
			default:
				d := Time(10 * r.IntN(delays))
				q.afterConst(now, d, pair(uint32(step), 6), manner(evTimer, 4, 5, 7))
				list = insertSorted(list, event{at: now + d, seq: q.seq, who: pair(uint32(step), 6), how: manner(evTimer, 4, 5, 7)})
			}
			if q.size() != len(list) {
				t.Fatalf("step %d: %d pending, want %d", step, q.size(), len(list))
			}
			if step%1000 == 0 {
				q = reloaded(&q)
			}
		}
		for len(list) > 0 {
			popBoth(t, &q, &list, &now)
		}
		if q.peek() != Never {
			t.Error("an empty agenda has something to come")
		}
	}
}

func insertSorted(list []event, e event) []event {
	i, _ := slices.BinarySearchFunc(list, e, func(a, b event) int {
		if a.before(b.at, b.seq) {
			return -1
		}
		return 1
	})
	return slices.Insert(list, i, e)
}

func popBoth(t *testing.T, q *agenda, list *[]event, now *Time) {
	t.Helper()
	want := (*list)[0]
	if at := q.peek(); at != want.at {
		t.Fatalf("next at %d, want %d", at, want.at)
	}
	got := q.pop()
	if got != want || got.at < *now {
		t.Fatalf("got %+v, want %+v", got, want)
	}
	*list, *now = (*list)[1:], got.at
}

// reloaded is an agenda after a save and a load.
func reloaded(q *agenda) agenda {
	var save Codec
	q.state(&save)
	again := newAgenda()
	again.state(&Codec{buf: save.buf, loading: true})
	return again
}

// TestEventPacks takes apart what it packs.
func TestEventPacks(t *testing.T) {
	e := event{who: pair(1<<31+5, 1<<32-2), how: manner(evMessage, 255, 65535, 1<<32-1)}
	if e.id() != 1<<31+5 || e.gen() != 1<<32-2 || e.kind() != evMessage || e.level() != 255 || e.node() != 65535 || e.arg() != 1<<32-1 {
		t.Errorf("taken apart: %d %d %d %d %d %d", e.id(), e.gen(), e.kind(), e.level(), e.node(), e.arg())
	}
}
