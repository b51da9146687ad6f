package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"stampede/app/link"
	"stampede/app/version"
	"stampede/engine"
	"stampede/engine/catalog"
)

// follow completes the plan by the link: its run, up to its moment unless --for
// says otherwise. A link to the beginning of a run is one to all of it, where the
// beginning alone would say nothing: see atStart. When it answers false, what is
// wrong has been written to stderr.
func (p *plan) follow(stderr io.Writer) bool {
	for _, name := range []string{"seed", "size", "take-over", "set", "strategy", "at", "do"} {
		if p.given(name) {
			fmt.Fprintf(stderr, "stampede: found --%s with --link, allowed is --for: the rest is in the link\n", name)
			return false
		}
	}
	r, notes, err := readLink(p.link)
	if err != nil {
		fmt.Fprintln(stderr, "stampede: --link:", err)
		return false
	}
	for _, n := range notes {
		fmt.Fprintln(stderr, "stampede: --link:", n)
		if n.About == link.LeftOut {
			return false // what is run would be another run
		}
	}
	p.scn, _ = catalog.Scenario(r.Scenario)
	p.seed, p.size, p.linked = r.Seed, r.Size, r.Journal
	if p.given("for") {
		return true
	}
	if p.until = time.Duration(r.At); p.until == 0 {
		p.until, p.atStart = time.Duration(r.Until), true
	}
	return true
}

// readLink reads an address and tries it: the run has the size that it will
// have, and the journal is complete.
func readLink(text string) (link.Run, []link.Note, error) {
	r, err := link.Parse(strings.TrimSpace(text))
	if err != nil {
		return r, nil, err
	}
	start := r
	start.At = 0
	s, notes, err := link.Open(start)
	if err != nil {
		return r, notes, err
	}
	r.Size = s.Size()
	return r, notes, nil
}

// address prints a link, or what is in one.
func address(args []string, stdout, stderr io.Writer) int {
	f := newFlags("link", stderr)
	p := planFlags(f)
	base := f.String("base", "http://localhost:8080/", "`address` of the site")
	reads := f.String("read", "", "`link` to say the content of, - for the standard input")
	asJSON := f.Bool("json", false, "with --read: print one JSON object")
	f.Lookup("link").Usage = "another name of --read"
	f.Lookup("at").Usage = "`time` that the link shows, as in 45s; or time=path=value, or time=strategy=on|off: set or switch it then"
	meanings := func() []string {
		if p.given("read") || p.given("link") {
			return nil
		}
		return []string{"SCENARIO|LINK"}
	}
	names, status, ok := parseEither(f, args, meanings, "SCENARIO|LINK")
	switch {
	case !ok:
		return status
	case len(names) == 0:
		return p.tell(*reads+p.link, *asJSON, stdout, stderr)
	case names[0] == "-" || link.Is(names[0]):
		return p.tell(names[0], *asJSON, stdout, stderr)
	case *asJSON:
		fmt.Fprintln(stderr, "stampede link: found --json, allowed with a link or --read")
		return exitUsage
	}
	text, err := p.address(names[0], *base, stderr)
	if err != nil {
		fmt.Fprintln(stderr, "stampede link:", err)
		return exitUsage
	}
	if text == "" {
		return exitUsage
	}
	fmt.Fprintln(stdout, text)
	return exitFine
}

// address is the link of the plan; "" when what is wrong has been said.
func (p *plan) address(name, base string, stderr io.Writer) (string, error) {
	if _, ok := catalog.Scenario(name); !ok {
		return "", fmt.Errorf("found %q, allowed a built-in scenario: %s; or a link", name, strings.Join(scenarioNames(), ", "))
	}
	site, err := url.Parse(base)
	if err != nil || site.Host == "" && site.Scheme != "file" || site.RawQuery != "" || site.Fragment != "" {
		return "", fmt.Errorf("--base: found %q, allowed an address such as https://example.org/stampede/", base)
	}
	at, err := p.moment()
	if err != nil {
		return "", err
	}
	sim := p.prepare(name, stderr)
	if sim == nil {
		return "", nil
	}
	r := link.Run{
		Scenario: name, Version: version.Number, Seed: p.seed, Size: p.size, At: at, Until: engine.Time(p.until), Journal: sim.Journal(),
	}
	hash, err := r.Short().Hash()
	return strings.TrimSuffix(base, "/") + "/play/" + name + "/#" + hash, err
}

// moment takes the --at that is a time alone out of the orders.
func (p *plan) moment() (at engine.Time, err error) {
	alone := func(o order) bool { return o.flag == "at" && !strings.Contains(o.text, "=") }
	for _, o := range p.orders {
		if !alone(o) {
			continue
		}
		d, err := time.ParseDuration(o.text)
		if err != nil || d < 0 {
			return 0, fmt.Errorf("--at: found %q, allowed a time such as 45s, or time=path=value", o.text)
		}
		at = engine.Time(d)
	}
	p.orders = slices.DeleteFunc(p.orders, alone)
	return at, nil
}

// mostInput bounds what is taken in before it is looked at, in bytes. No link is
// nearly as long.
const mostInput = 1 << 20

// readAll reads a link. What is longer than any is refused by its true length, so
// it is read to its end but not kept.
func readAll(in io.Reader) (string, error) {
	b, err := io.ReadAll(io.LimitReader(in, mostInput))
	if err != nil {
		return "", err
	}
	more, err := io.Copy(io.Discard, in)
	if more > 0 && err == nil {
		err = link.Long(int64(len(b)) + more)
	}
	return string(b), err
}

// linkContent is what is in a link, for programs.
type linkContent struct {
	Scenario string        `json:"scenario"`
	Made     string        `json:"made"`
	Seed     uint64        `json:"seed"`
	Size     float64       `json:"size"`
	At       float64       `json:"at"`    // s
	Until    float64       `json:"until"` // s
	Speed    float64       `json:"speed,omitempty"`
	Walk     *linkWalk     `json:"walk,omitempty"` // where the host view stands
	Journal  []linkCommand `json:"journal"`
	Notes    []string      `json:"notes"`
}

type linkWalk struct {
	Name     string   `json:"name"`
	Step     int      `json:"step"`
	Switches []string `json:"switches,omitempty"` // those that stand the other way than written
}

type linkCommand struct {
	At    float64 `json:"at"` // s
	Verb  string  `json:"verb"`
	Path  string  `json:"path,omitempty"`
	Value string  `json:"value,omitempty"`
}

// tell says what is in a link.
func (p *plan) tell(text string, asJSON bool, stdout, stderr io.Writer) int {
	for _, name := range []string{"seed", "size", "for", "take-over", "set", "strategy", "at", "do", "base"} {
		if p.given(name) {
			fmt.Fprintf(stderr, "stampede link: found --%s with a link, allowed is --json: the rest is in the link\n", name)
			return exitUsage
		}
	}
	var err error
	if text == "-" {
		text, err = readAll(os.Stdin)
	}
	if err != nil {
		fmt.Fprintln(stderr, "stampede link:", err)
		return exitUsage
	}
	r, notes, err := readLink(text)
	if err != nil {
		fmt.Fprintln(stderr, "stampede link:", err)
		return exitUsage
	}
	c := contentOf(r, notes)
	if !asJSON {
		c.print(stdout)
		return exitFine
	}
	e := json.NewEncoder(stdout)
	e.SetIndent("", " ")
	e.SetEscapeHTML(false)
	if err := e.Encode(c); err != nil {
		fmt.Fprintln(stderr, "stampede link:", err)
		return exitFailed
	}
	return exitFine
}

func contentOf(r link.Run, notes []link.Note) *linkContent {
	until := r.Until
	if scn, ok := catalog.Scenario(r.Scenario); ok && until == 0 {
		until = engine.Time(scn.For)
	}
	c := &linkContent{
		Scenario: r.Scenario, Made: r.Version, Seed: r.Seed, Size: r.Size, At: seconds(r.At), Until: seconds(until), Speed: r.View.Speed,
		Journal: []linkCommand{}, Notes: []string{},
	}
	if w := r.View.Walk; w != (link.Walk{}) {
		c.Walk = &linkWalk{w.Name, w.Step, w.Switches()}
	}
	for _, x := range r.Journal {
		c.Journal = append(c.Journal, linkCommand{seconds(x.At), x.Verb, x.Path, x.Value})
	}
	for _, n := range notes {
		c.Notes = append(c.Notes, n.String())
	}
	return c
}

func (c *linkContent) print(out io.Writer) {
	fmt.Fprintf(out, "%s, seed %d, size %v, at %v s of %v s, made with %s\n", c.Scenario, c.Seed, c.Size, c.At, c.Until, c.Made)
	if c.Speed != 0 {
		fmt.Fprintf(out, "shown at %v times the speed of the clock\n", c.Speed)
	}
	if k := c.Walk; k != nil {
		fmt.Fprintf(out, "on one host: walk %s, step %d%s\n", k.Name, k.Step, strings.Join(append([]string{""}, k.Switches...), ", switched: "))
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, x := range c.Journal {
		verb := x.Verb
		if verb == engine.CmdTakeOver {
			verb = "take over from the script"
		}
		fmt.Fprintln(w, strings.TrimRight(fmt.Sprintf("%v s\t%s %s %s", x.At, verb, x.Path, x.Value), " "))
	}
	w.Flush()
	for _, n := range c.Notes {
		fmt.Fprintln(out, "note:", n)
	}
}
