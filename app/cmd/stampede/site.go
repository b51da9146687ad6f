package main

import (
	"fmt"
	"io"
	"path/filepath"

	"stampede/app/site"
	"stampede/app/version"
)

// writeSite builds the site into a folder.
func writeSite(args []string, stdout, stderr io.Writer) int {
	f := newFlags("site", stderr)
	out := f.String("out", "dist", "`folder` to write; an older site in it is replaced")
	base := f.String("url", "", "`address` that the site will have, for the pictures that other sites show; all else works at any")
	if status, ok := parse(f, args); !ok {
		return status
	}
	s, status := build(*base, stderr)
	if s == nil {
		return status
	}
	if err := s.Write(*out); err != nil {
		fmt.Fprintln(stderr, "stampede site:", err)
		return exitUsage
	}
	total := 0
	for _, b := range s.Files {
		total += len(b)
	}
	fmt.Fprintf(stdout, "%d files, %.1f MB, version %s, content %s in %s\n",
		len(s.Files), float64(total)/1e6, version.Number, s.Digest, filepath.ToSlash(*out))
	return exitFine
}

// build builds the site of the module around the working directory, for an address
// or, with "", for any. It reports what goes wrong and returns no site then.
func build(base string, stderr io.Writer) (*site.Site, int) {
	module, err := site.Module()
	if err != nil {
		fmt.Fprintln(stderr, "stampede:", err)
		return nil, exitUsage
	}
	if base, err = site.CheckBase(base); err != nil {
		fmt.Fprintln(stderr, "stampede:", err)
		return nil, exitUsage
	}
	s, err := site.BuildFor(module, base)
	if err != nil {
		fmt.Fprintln(stderr, "stampede:", err)
		return nil, exitFailed
	}
	return s, exitFine
}
