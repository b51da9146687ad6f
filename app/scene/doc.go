// Package scene turns what can be seen of a run (an engine.Frame) into shapes:
// where the cards stand, how the links run between them, and which mark is where
// at this moment. It knows pixels but no browser: the page, the 2-D canvas, the
// graphics processor and a headless figure all paint the same Picture.
//
// # Motion is slowed
//
// A real hop lasts about a millisecond; nobody could follow it. A mark therefore
// sets out at the true moment its call was sent, and then takes as long as the
// hop really lasts or Display of the reader's time, whichever is longer. What a
// mark says is true (which call, sent when, from where to where, which attempt);
// how fast it crosses the stage is not, and whoever shows the picture should say
// so. Scene.At gives the true times of a mark.
//
// # Thinning is fair
//
// The engine samples requests by a hash of their number, every leg of a sampled
// request being kept. When more would be on the stage than the eye can tell apart,
// Scene keeps halving the requests by further bits of the same hash, so that a
// mark never depends on the order of events, and Scene.Every says how many
// requests one mark stands for.
//
// # Hosts are tiles
//
// A component that reports hosts is a fleet. Its card has a Grid with a tile for
// each; Tiles draws them as SVG, below the marks, a shape for each state. A call's
// mark goes on from the edge of the card to the tile of its host.
package scene
