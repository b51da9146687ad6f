package engine_test

import (
	"testing"

	"stampede/engine"
	"stampede/engine/simtest"
)

func TestStateIsPlain(t *testing.T) {
	for _, typ := range engine.StateTypes {
		if err := simtest.PlainType(typ); err != nil {
			t.Error(err)
		}
	}
}
