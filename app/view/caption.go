package view

import (
	"slices"

	"stampede/app/i18n"
	"stampede/engine"
)

// Caption is a text of the story, as of the moment at which it begins. It may tell
// the numbers of the scenario's table, by the names of their rows, as they are over
// the run up to then.
func (r *Run) Caption(name string, at engine.Time) string {
	keys := Keys(r.Scenario.Name, "caption", name)
	key := keys[len(keys)-1]
	if i := slices.IndexFunc(keys, r.Locale.Has); i >= 0 {
		key = keys[i]
	}
	return r.Locale.T(key, r.counted(at)...)
}

// counted are the rows of the scenario's table in the reader's run up to a moment;
// none where there is no table.
func (r *Run) counted(at engine.Time) []i18n.Arg {
	track := r.Session.Track()
	if track == nil {
		return nil
	}
	rows, _, _ := track.At(at)
	var args []i18n.Arg
	for i, row := range r.Scenario.Table.Rows {
		args = append(args, i18n.Num(row.Name, rows[i]))
	}
	return args
}
