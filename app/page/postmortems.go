package page

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/i18n"
)

// postmortems says how to put a run into a document.
func postmortems(l *i18n.Locale) []app.UI {
	return []app.UI{
		part(l, "postmortems.link", say(l, "postmortems.link.text"), items(l, "postmortems.link.holds", 3),
			goTo(l, "/play/"+excerptOf+"?t=112", "postmortems.link.go")),
		part(l, "postmortems.command", say(l, "postmortems.command.text"),
			code("stampede link facebook-2010 --strategy leases=on --at 45s\nstampede run --link 'https://.../play/facebook-2010/#r1...' --json")),
		part(l, "postmortems.own", say(l, "postmortems.own.text"),
			code("stampede schema > schema.json\nstampede check outage.json\nstampede run outage.json")),
		part(l, "postmortems.beside", items(l, "postmortems.beside", 4)),
	}
}
