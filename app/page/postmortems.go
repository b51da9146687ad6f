package page

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/i18n"
)

// What is copied into a document; the host is that of whoever serves the site.
const (
	frameSnippet = `<iframe src="https://.../embed/facebook-2010/?t=145" title="The 2010 outage in its loop"
  loading="lazy" style="width: 100%; aspect-ratio: 16/10; border: 0" allow="fullscreen; clipboard-write"></iframe>`
	elementSnippet = `<script src="https://.../web/embed.js"></script>
<stampede-sim scenario="facebook-2010" t="145" title="The 2010 outage in its loop"></stampede-sim>`
)

// postmortems says how to put a run into a document.
func postmortems(l *i18n.Locale) []app.UI {
	return []app.UI{
		part(l, "postmortems.link", say(l, "postmortems.link.text"), items(l, "postmortems.link.holds", 3),
			goTo(l, "/play/"+excerptOf+"?t=112", "postmortems.link.go")),
		part(l, "postmortems.embed", say(l, "postmortems.embed.text"), code(frameSnippet),
			say(l, "postmortems.embed.element"), code(elementSnippet),
			say(l, "postmortems.embed.picture"), code("stampede figure facebook-2010 --for 145s --out stuck.svg")),
		part(l, "postmortems.command", say(l, "postmortems.command.text"),
			code("stampede link facebook-2010 --strategy leases=on --at 45s --base https://.../\nstampede link --read 'https://.../play/facebook-2010/#r1...'\nstampede run --link 'https://.../play/facebook-2010/#r1...' --json")),
		part(l, "postmortems.own", say(l, "postmortems.own.text"),
			code("stampede schema > schema.json\nstampede check outage.json\nstampede run outage.json")),
		part(l, "postmortems.beside", items(l, "postmortems.beside", 4)),
	}
}
