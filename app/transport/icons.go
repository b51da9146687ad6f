package transport

// The icons are drawn on a grid of 16 and take the colour of the text.
const (
	iconPlay    = `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4 2.5v11l9-5.5z"/></svg>`
	iconPause   = `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M3.5 2.5h3v11h-3zM9.5 2.5h3v11h-3z"/></svg>`
	iconBack    = `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M11.5 2.5v11L4.5 8zM2.5 2.5H4v11H2.5z"/></svg>`
	iconForward = `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4.5 2.5v11l7-5.5zM12 2.5h1.5v11H12z"/></svg>`
	// Two triangles before a bar: an event is a mark on the timeline.
	iconPrevious = `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M14.5 3v10L9 8zM9 3v10L3.5 8zM1.5 3H3v10H1.5z"/></svg>`
	iconNext     = `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M1.5 3v10L7 8zM7 3v10l5.5-5zM13 3h1.5v10H13z"/></svg>`
	iconReset    = `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M8 3a5 5 0 1 1-4.6 3l1.4.6A3.5 3.5 0 1 0 8 4.5V7L4 3.8 8 .6z"/></svg>`
)
