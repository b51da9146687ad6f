// Package version says which release of Stampede this is. The page, the command
// and the site take it from here; the changelog has an entry of that name.
package version

// Number is the release, as in https://semver.org. It changes by hand, together
// with the changelog: the same number, scenario, seed and journal give the same
// run.
const Number = "0.1.0"
