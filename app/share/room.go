package share

import (
	"strconv"

	"stampede/app/link"
)

// roomy begins what takes its height from the width of the column that it stands
// in: a container, by whose width cqi is counted. Where a document drops it, cqi
// is counted by the width of the window.
const roomy = `<div style="container-type: inline-size">`

// A stage less wide than this is arranged in rows, and taller.
const narrowBelow = "640px"

// wideStage is the height of a stage that is not narrow.
const wideStage = "clamp(340px, 47cqi, 620px)"

// beside is the height of what stands above and below the stage, up to the play
// button and the timeline, in CSS pixels: in a narrow column, and in a wide one.
type beside struct{ narrow, wide int }

// rooms are those of the forms with a stage.
var rooms = map[link.Controls]beside{
	link.AllControls: {340, 260},
	link.MinControls: {200, 164},
	link.NoControls:  {110, 60},
}

// low are the heights of the forms without a stage. Charts and words are read in
// the frame, whose top has the play button.
var low = map[string]string{link.ViewCharts: "720px", link.ViewText: "640px", link.ViewHosts: "clamp(800px, 1670px - 130cqi, 1240px)"}

// height is the room that a document keeps free, as a length of CSS: the stage
// and its controls can be seen without scrolling in a column of any width.
func (m *Moment) height() string {
	if h, ok := low[m.Shown.View]; ok {
		return h
	}
	b := rooms[m.Shown.Controls]
	wide := "calc(" + strconv.Itoa(b.wide) + "px + " + wideStage + ")"
	narrow := strconv.Itoa(b.narrow+int(m.Tall)) + "px"
	// The middle is far below the one and far above the other, except where the
	// width is just at the limit.
	if b.narrow+int(m.Tall) < b.wide+340 {
		return wide
	}
	return "clamp(" + wide + ", (" + narrowBelow + " - 100cqi) * 9999, " + narrow + ")"
}
