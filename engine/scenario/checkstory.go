package scenario

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"stampede/engine"
	"stampede/engine/param"
)

func text(d Duration) string { return param.FormatDuration(time.Duration(d)) }

// actions checks what operators can do; that their steps are known commands is
// checked when they are built.
func (c *checker) actions() {
	var seen []string
	for i := range c.s.Actions {
		a := &c.s.Actions[i]
		path := fmt.Sprintf("$.actions[%d]", i)
		c.name(path+".name", a.Name, &seen)
		c.want(len(a.Steps) > 0, path+".steps", 0, "at least one step")
		c.want(slices.Contains([]string{"", "start", "end"}, a.Trigger), path+".trigger", a.Trigger, "start or end")
		c.want(a.Lasts == nil || a.Trigger == "start", path+".lasts", a.Trigger, "lasts only beside the trigger start")
		if a.Lasts != nil {
			c.sum(path+".lasts", a.Lasts)
		}
		if g := a.Arg; g != nil {
			c.want(g.Min <= g.Max, path+".arg", phrase(fmt.Sprintf("a range from %v to %v", g.Min, g.Max)), "min not above max")
			of := g.action()
			c.want(of.Takes(g.Default), path+".arg.default", g.Default, of.Allowed())
			c.want(g.Step >= 0, path+".arg.step", g.Step, "0 or more")
		}
	}
}

func (c *checker) script() {
	var before Duration
	for i := range c.s.Script {
		e := &c.s.Script[i]
		path := fmt.Sprintf("$.script[%d]", i)
		c.want(e.At >= before, path+".at", phrase(text(e.At)), "not before the entry above, at "+text(before))
		c.want(e.At <= c.s.For, path+".at", phrase(text(e.At)), "within the run's "+text(c.s.For))
		before = max(before, e.At)
		c.entry(path, e)
	}
}

// entry checks what one entry does and says.
func (c *checker) entry(path string, e *Entry) {
	c.want(e.Do == "" || e.Set == "", path, phrase("both do and set"), "one of them")
	c.want(e.Do != "" || e.Set != "" || e.Caption != "", path, phrase("nothing to do or say"), "do, set or caption")
	c.want(e.Arg == "" || e.Do != "", path+".arg", e.Arg, "arg only beside do")
	c.want(e.Value == "" || e.Set != "", path+".value", e.Value, "value only beside set")
	c.condition(path+".if", e.If)
	c.want(e.Near == "" || c.isComponent(e.Near), path+".near", e.Near, oneOf(c.componentNames()))
	c.want(!e.Waits || e.Caption != "" && e.If != nil && e.Do == "" && e.Set == "", path+".waits", e.Waits, "waits only of a caption with a condition, and nothing done beside it")
	if e.Caption != "" {
		var none []string
		c.name(path+".caption", e.Caption, &none)
	}
	if e.Do != "" {
		c.do(path, e)
	}
	if e.Set != "" {
		c.set(path+".set", path+".value", e.Set, e.Value)
	}
}

func (c *checker) do(path string, e *Entry) {
	var names []string
	for i := range c.s.Actions {
		names = append(names, c.s.Actions[i].Name)
	}
	i := slices.Index(names, e.Do)
	if !c.want(i >= 0, path+".do", e.Do, oneOf(names)) || e.Arg == "" {
		return
	}
	g := c.s.Actions[i].Arg
	if !c.want(g != nil, path+".arg", e.Arg, "none: "+e.Do+" takes no argument") {
		return
	}
	v, err := strconv.ParseFloat(e.Arg, 64)
	of := g.action()
	c.want(err == nil && of.Takes(v), path+".arg", e.Arg, of.Allowed())
}

func (c *checker) strategies() {
	var seen []string
	for i := range c.s.Strategies {
		st := &c.s.Strategies[i]
		path := fmt.Sprintf("$.strategies[%d]", i)
		c.name(path+".name", st.Name, &seen)
		c.settable(path+".on", st.On)
		c.settable(path+".off", st.Off)
		on, off := sortedSettings(st.On), sortedSettings(st.Off)
		c.want(slices.Equal(on, off), path+".off", strings.Join(off, ", "), "the parameters of on: "+strings.Join(on, ", "))
		c.want(len(on) > 0, path+".on", phrase("no setting"), "at least one")
		c.want(len(on) == 0 || !maps.Equal(st.On, st.Off), path+".off", phrase("the settings of on"), "others")
		for j, p := range st.Params {
			c.param(fmt.Sprintf("%s.params[%d]", path, j), p)
		}
	}
}

// settable checks a set of settings.
func (c *checker) settable(path string, set map[string]string) {
	for _, name := range sortedSettings(set) {
		c.set(path+"."+name, path+"."+name, name, set[name])
	}
}

func sortedSettings(set map[string]string) []string { return slices.Sorted(maps.Keys(set)) }

func (c *checker) series() {
	var seen []string
	for i := range c.s.Series {
		r := &c.s.Series[i]
		path := fmt.Sprintf("$.series[%d]", i)
		c.name(path+".name", r.Name, &seen)
		c.want(len(r.Lines) > 0, path+".lines", 0, "at least one line")
		for j := range r.Lines {
			c.line(fmt.Sprintf("%s.lines[%d]", path, j), &r.Lines[j])
		}
	}
}

func (c *checker) line(path string, l *Line) {
	places := strings.Fields(l.Of)
	c.want(len(places) > 0, path+".of", l.Of, "names of components or links")
	c.want(slices.Contains([]string{"", "dashed"}, l.Style), path+".style", l.Style, "dashed, or left out")
	links := 0
	for _, p := range places {
		if c.measured(path+".of", path+".metric", p, l.Metric) && !c.isComponent(p) {
			links++
		}
	}
	c.want(links == 0 || links == len(places), path+".of", l.Of, "either components or links")
}

// condition checks what a caption waits for.
func (c *checker) condition(path string, k *Condition) {
	if k == nil {
		return
	}
	c.line(path, &Line{Of: k.Of, Metric: k.Metric})
	c.want((k.Above == nil) != (k.Below == nil), path, phrase("no limit, or two"), "above or below")
}

// measured checks that a place has a metric.
func (c *checker) measured(placePath, metricPath, place, metric string) bool {
	names, ok := c.metrics[place]
	if !ok {
		var links []string
		for i := range c.s.Links {
			links = append(links, c.s.Links[i].Name)
		}
		return c.want(false, placePath, place, oneOf(append(c.componentNames(), links...)))
	}
	return c.want(slices.Contains(names, metric), metricPath, metric, oneOf(names))
}

func (c *checker) objective() {
	o := c.s.Objective
	if o == nil {
		return
	}
	links := c.linkNames()
	c.want(len(o.Links) > 0, "$.objective.links", 0, "at least one link")
	for i, l := range o.Links {
		c.want(slices.Contains(links, l), fmt.Sprintf("$.objective.links[%d]", i), l, oneOf(links))
	}
	c.want(o.Good > 0 && o.Good <= 1, "$.objective.good", o.Good, "a share above 0, up to 1")
	c.want(o.Failing >= 0 && o.Failing <= o.Good, "$.objective.failing", o.Failing, fmt.Sprintf("a share from 0 to good, %v", o.Good))
	c.want(o.Hold > 0, "$.objective.hold", phrase(text(o.Hold)), "a duration above 0")
	c.want(o.Patience > 0, "$.objective.patience", phrase(text(o.Patience)), "a duration above 0")
	c.joined("$.objective.load", o.Offered)
	c.want(o.Capacity == "" || c.isComponent(o.Capacity), "$.objective.server", o.Capacity, oneOf(c.componentNames()))
	c.want(len(o.Tiers) == 0 || c.s.Loaded(), "$.objective.tiers", phrase("no load and server"), "tiers only behind a load and its server")
	for i, t := range o.Tiers {
		path := fmt.Sprintf("$.objective.tiers[%d]", i)
		c.want(t.Offered != "", path+".load", t.Offered, oneOf(links))
		c.joined(path+".load", t.Offered)
		c.want(c.isComponent(t.Capacity), path+".server", t.Capacity, oneOf(c.componentNames()))
	}
}

// joined checks names of links with spaces between.
func (c *checker) joined(path, names string) {
	links := c.linkNames()
	for _, l := range strings.Fields(names) {
		if !slices.Contains(links, l) {
			c.want(false, path, l, oneOf(links))
		}
	}
}

func (c *checker) causes() {
	var seen, whys []string
	for w := range engine.NWhy {
		whys = append(whys, w.String())
	}
	for i := range c.s.Causes {
		k := &c.s.Causes[i]
		path := fmt.Sprintf("$.causes[%d]", i)
		c.name(path+".name", k.Name, &seen)
		c.want(len(k.Set) > 0, path+".set", phrase("no setting"), "at least one")
		c.settable(path+".set", k.Set)
		c.joined(path+".link", k.Link)
		c.want(k.Why == "" || slices.Contains(whys, k.Why), path+".why", k.Why, oneOf(whys))
		c.want((k.Link == "") == (k.Why == ""), path, phrase("one of link and why"), "both, or none")
		c.want(k.Per == "" || k.Link != "", path+".per", k.Per, "per only beside link and why")
		if place, counter, ok := strings.Cut(k.Per, "."); c.want(ok || k.Per == "", path+".per", k.Per, "component.counter") && ok {
			for _, p := range strings.Fields(place) {
				c.measured(path+".per", path+".per", p, counter)
			}
		}
	}
}

func (c *checker) story() {
	c.want(c.s.Poster >= 0 && c.s.Poster <= c.s.For, "$.poster", phrase(text(c.s.Poster)), "a moment within the run's "+text(c.s.For))
	st := c.s.Story
	if st == nil {
		return
	}
	_, err := time.Parse(time.DateOnly, st.Date)
	c.want(err == nil, "$.story.date", st.Date, "a date such as 2010-09-23")
	c.want(st.Compression > 0, "$.story.compression", st.Compression, "a number above 0")
	var seen []string
	var before Duration
	for i := range st.Phases {
		p := &st.Phases[i]
		path := fmt.Sprintf("$.story.phases[%d]", i)
		c.name(path+".name", p.Name, &seen)
		c.want(p.From >= before && p.From < c.s.For, path+".from", phrase(text(p.From)), "after the phase above and within the run's "+text(c.s.For))
		before = max(before, p.From)
	}
	for i := range st.Figures {
		c.sum(fmt.Sprintf("$.story.figures[%d]", i), &st.Figures[i])
	}
}

// sum checks that all the components that are named report such a value.
func (c *checker) sum(path string, f *Figure) {
	for _, of := range strings.Fields(f.Of) {
		c.figure(path, &Figure{Of: of, Metric: f.Metric})
	}
	c.want(f.Of != "", path+".of", f.Of, "the name of a component, or several")
}

// figure checks that a component reports such a value; nil is none.
func (c *checker) figure(path string, f *Figure) {
	if f != nil && c.want(c.isComponent(f.Of), path+".of", f.Of, oneOf(c.componentNames())) {
		c.measured(path+".of", path+".metric", f.Of, f.Metric)
	}
}
