package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
)

// newFlags makes the flags of a subcommand.
func newFlags(name string, stderr io.Writer) *flag.FlagSet {
	f := flag.NewFlagSet("stampede "+name, flag.ContinueOnError)
	f.SetOutput(stderr)
	return f
}

// parse reads the flags of a subcommand that takes nothing else. When it answers
// false, the subcommand ends with the status.
func parse(f *flag.FlagSet, args []string) (status int, ok bool) {
	switch err := f.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return exitFine, false
	case err != nil:
		return exitUsage, false
	}
	if f.NArg() > 0 {
		fmt.Fprintf(f.Output(), "%s: unexpected %q\n", f.Name(), f.Arg(0))
		f.Usage()
		return exitUsage, false
	}
	return exitFine, true
}
