// Command stampede is the native program: it serves and writes the site, and runs
// scenarios without a browser.
//
// Exit status: 0 all fine, 1 the run failed its own checks (or the site could not
// be built or served), 2 wrong usage or bad input.
package main

import (
	"fmt"
	"io"
	"os"
)

// The exit statuses of all subcommands.
const (
	exitFine   = 0
	exitFailed = 1
	exitUsage  = 2
)

// subcommand is one word that may follow the program's name.
type subcommand struct {
	name string
	help string // one line
	run  func(args []string, stdout, stderr io.Writer) int
}

// subcommands are listed in the order in which help shows them.
var subcommands = []subcommand{
	{"serve", "build the site and serve it on this machine", serve},
	{"site", "build the site into a folder", writeSite},
	{"run", "run a scenario without a browser", simulate},
	{"compare", "run a scenario's arms and print its table", compare},
	{"figure", "draw one moment of a run as an SVG document", drawFigure},
	{"list", "list scenarios, components and policies", list},
	{"check", "say what is wrong with a scenario file", checkFile},
	{"hash", "print the hash of a run", printHash},
	{"link", "print the address of a moment of a run, or say what is in one", address},
	{"schema", "print the JSON Schema of scenario files", printSchema},
	{"reference", "print the reference page", printReference},
}

func main() {
	out := &output{w: os.Stdout}
	status := run(os.Args[1:], out, os.Stderr)
	if status == exitFine && out.err != nil {
		fmt.Fprintln(os.Stderr, "stampede:", out.err)
		status = exitFailed
	}
	os.Exit(status)
}

// output remembers that something could not be written: a full disk must not
// look like success, whoever wrote to it.
type output struct {
	w   io.Writer
	err error
}

func (o *output) Write(b []byte) (int, error) {
	n, err := o.w.Write(b)
	if o.err == nil {
		o.err = err
	}
	return n, err
}

// run finds the subcommand and runs it.
func run(args []string, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		usage(stderr)
		return exitUsage
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		usage(stdout)
		return exitFine
	}
	for _, c := range subcommands {
		if c.name == args[0] {
			return c.run(args[1:], stdout, stderr)
		}
	}
	fmt.Fprintf(stderr, "stampede: there is no subcommand %q\n\n", args[0])
	usage(stderr)
	return exitUsage
}

func usage(w io.Writer) {
	fmt.Fprintln(w, "Usage: stampede SUBCOMMAND [flags]")
	fmt.Fprintln(w)
	for _, c := range subcommands {
		fmt.Fprintf(w, "  %-10s %s\n", c.name, c.help)
	}
	fmt.Fprintln(w)
	fmt.Fprintln(w, "stampede SUBCOMMAND -h lists the flags of a subcommand.")
}
