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
