package main

import (
	"errors"
	"flag"
	"fmt"
)

// parseWith reads the flags of a subcommand that takes one word for each of
// the given meanings; flags may stand before, between and after the words. When
// it answers false, the subcommand ends with the status.
func parseWith(f *flag.FlagSet, args []string, meanings ...string) (words []string, status int, ok bool) {
	return parseEither(f, args, func() []string { return meanings }, meanings...)
}

// parseEither is parseWith for a subcommand whose flags decide which words it
// takes; help shows the usual ones.
func parseEither(f *flag.FlagSet, args []string, now func() []string, usual ...string) (words []string, status int, ok bool) {
	f.Usage = func() {
		fmt.Fprintf(f.Output(), "Usage: %s", f.Name())
		for _, m := range usual {
			fmt.Fprintf(f.Output(), " %s", m)
		}
		fmt.Fprintln(f.Output(), " [flags]")
		f.PrintDefaults()
	}
	for {
		switch err := f.Parse(args); {
		case errors.Is(err, flag.ErrHelp):
			return nil, exitFine, false
		case err != nil:
			return nil, exitUsage, false
		}
		if f.NArg() == 0 {
			break
		}
		words, args = append(words, f.Arg(0)), f.Args()[1:]
	}
	meanings := now()
	switch n := len(meanings); {
	case len(words) < n:
		fmt.Fprintf(f.Output(), "%s: %s is missing\n", f.Name(), meanings[len(words)])
	case len(words) > n:
		fmt.Fprintf(f.Output(), "%s: unexpected %q\n", f.Name(), words[n])
	default:
		return words, exitFine, true
	}
	f.Usage()
	return nil, exitUsage, false
}
