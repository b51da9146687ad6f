//go:build browser

package browsertest

import (
	"fmt"
	"os"
	"testing"

	"stampede/app/site"
)

// built is the site under test.
var built *site.Site

func TestMain(m *testing.M) {
	module, err := site.Module()
	if err == nil {
		built, err = site.Build(module)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// variation skips what varies a test that is there, where there is little time.
func variation(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("a variation of another test; make soak runs it")
	}
}
