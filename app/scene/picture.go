package scene

// Glyph is the shape a mark is drawn with. Kinds of calls differ by shape as
// well as by colour, so that a picture can be read without telling colours
// apart.
type Glyph uint8

// The shapes, in the order of the columns of the painters' sprite sheet.
const (
	Dot      Glyph = iota // filled circle
	Ring                  // open circle
	Diamond               // filled square standing on a corner
	Square                // open square
	Cross                 // diagonal cross
	Triangle              // filled triangle, point up
	Bar                   // filled upright bar
	Star                  // filled star with five points
	Twin                  // two filled diamonds side by side
	Glyphs                // how many shapes there are; not a shape
)

// RGBA is a colour of 8 bits a channel, not premultiplied.
type RGBA struct{ R, G, B, A uint8 }

// Mark is one small shape on the stage.
type Mark struct {
	X, Y  float32 // centre, in CSS pixels from the stage's top left corner
	Size  float32 // width and height, in CSS pixels
	Alpha float32 // 0 (invisible) to 1, multiplied with the ink's own alpha
	Glyph Glyph
	Ink   uint8 // index into the picture's Palette
}

// Picture is everything that moves on the stage at one moment: what a painter
// needs and no more. Words, gauges and controls are page elements above it.
type Picture struct {
	W, H    float32 // CSS pixels
	Marks   []Mark  // drawn in order, later ones on top
	Palette []RGBA
}
