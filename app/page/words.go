package page

import (
	"stampede/app/i18n"
	"stampede/app/view"
)

// The words of a run are view's; the parts of the page ask for them so.

func (r *run) name(node string) string { return r.Name(node) }

func (r *run) word(what, name string, part ...string) string { return r.Word(what, name, part...) }

func (r *run) called(of, name string) string { return r.Called(of, name) }

// about is one of the texts on a scenario as a whole.
func about(l *i18n.Locale, scenario, part string) string { return view.About(l, scenario, part) }
