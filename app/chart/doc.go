// Package chart draws what was measured, as SVG: plots of series over time, the
// ribbon that shows the live state with the events below it, and the same
// numbers as a table. Page, export and headless figures share what it draws.
//
// All drawings of one page stand on one Axis, so that a moment is at the same
// place in each. Colours are no part of a drawing: lines have the classes
// "ink-query", "ink-error" and so on, states "state-failing"; CSS holds the
// rules for them, on the custom properties of package scene. Figure puts the
// colours of a theme in, for a drawing that stands alone.
//
// What changes with the run and what changes with the cursor are drawn apart
// (Plot.Still, Plot.Moving), so that moving the cursor over a long run costs
// next to nothing.
package chart
