package page

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/i18n"
)

// What is copied into a document; the host is that of whoever serves the site.
const (
	frameSnippet = `<iframe src="https://.../embed/facebook-2010/?view=stage&amp;controls=min&amp;t=145" title="The 2010 outage in its loop"
  loading="lazy" style="width: 100%; height: 32rem; border: 0" allow="fullscreen; clipboard-write"></iframe>`
	elementSnippet = `<script src="https://.../web/embed.js" defer></script>
<stampede-sim scenario="facebook-2010" t="145" view="stage" controls="min"
  title="The 2010 outage in its loop" label="Run this outage">
  <img src="stuck.svg" alt="Stuck. Nothing got better after the value was corrected.">
</stampede-sim>`
	buildSnippet = `go build -o stampede ./app/cmd/stampede`
)

// postmortems says how to put a run into a document.
func postmortems(l *i18n.Locale) []app.UI {
	return []app.UI{
		part(l, "postmortems.share", say(l, "postmortems.share.text"), items(l, "postmortems.share.ways", 5),
			goTo(l, "/play/"+excerptOf+"?t=112", "postmortems.link.go")),
		part(l, "postmortems.link", say(l, "postmortems.link.text"), items(l, "postmortems.link.holds", 3)),
		part(l, "postmortems.embed", say(l, "postmortems.embed.text"), code(frameSnippet),
			say(l, "postmortems.embed.element"), code(elementSnippet),
			say(l, "postmortems.embed.picture"), code("stampede figure facebook-2010 --for 145s --out stuck.svg")),
		part(l, "postmortems.command", say(l, "postmortems.command.text"), say(l, "postmortems.command.get"), code(buildSnippet),
			code("stampede link facebook-2010 --strategy leases=on --at 45s --base https://.../\nstampede link --read 'https://.../play/facebook-2010/#r1...'\nstampede run --link 'https://.../play/facebook-2010/#r1...' --json")),
		part(l, "postmortems.own", say(l, "postmortems.own.text"),
			code("stampede schema > schema.json\nstampede check outage.json\nstampede run outage.json")),
		part(l, "postmortems.beside", items(l, "postmortems.beside", 4)),
	}
}
