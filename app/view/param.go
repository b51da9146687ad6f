package view

import (
	"strings"

	"stampede/app/i18n"
	"stampede/engine/param"
)

// ParamLabel is what a parameter is called.
func ParamLabel(l *i18n.Locale, p param.Param) string {
	return l.Or("param."+p.Name, strings.ReplaceAll(p.Name, "_", " "))
}

// ParamHelp explains a parameter; without a message it is the declaration's own.
func ParamHelp(l *i18n.Locale, p param.Param) string {
	return l.Or("param."+p.Name+".help", p.Help)
}

// ParamValue writes a value as people read it, with its unit.
func ParamValue(l *i18n.Locale, p param.Param, text string) string {
	x, err := p.Number(text)
	if err != nil {
		return text
	}
	switch p.Type {
	case param.Bool:
		if x != 0 {
			return l.T("control.on")
		}
		return l.T("control.off")
	case param.Choice:
		return ParamChoice(l, p, text)
	case param.Duration:
		return l.Time(x / second)
	}
	if p.Unit == "share" {
		return l.Percent(x)
	}
	if p.Unit == "" {
		return l.Number(x)
	}
	return l.Number(x) + nbsp + l.Or("unit."+p.Unit, p.Unit)
}

// second is the number of nanoseconds that a duration's number counts.
const second = 1e9

// nbsp keeps a number and its unit on one line.
const nbsp = "\u00a0"

// ParamChoice is the word for one of a menu's values.
func ParamChoice(l *i18n.Locale, p param.Param, value string) string {
	return l.Or("param."+p.Name+"."+value, strings.ReplaceAll(value, "_", " "))
}
