package main

import (
	"cmp"
	"image"
	"image/color"
	"image/draw"
	"slices"
)

// most is how many colours a picture of a byte a pixel can have.
const most = 256

// alike is how far apart two colours may be, in each channel, to count as one.
const alike = 6

func near(a, b color.RGBA) bool {
	apart := func(x, y uint8) bool { return max(x, y)-min(x, y) > alike }
	return !apart(a.R, b.R) && !apart(a.G, b.G) && !apart(a.B, b.B)
}

// fewColours is a picture in its most frequent colours, as far as they can be told
// apart: grounds, inks and the steps between them at the edges of letters.
func fewColours(full image.Image) image.Image {
	count := map[color.RGBA]int{}
	b := full.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			count[color.RGBAModel.Convert(full.At(x, y)).(color.RGBA)]++
		}
	}
	all := make([]color.RGBA, 0, len(count))
	for c := range count {
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B))
	})
	palette := make(color.Palette, 0, most)
	for _, c := range all {
		if len(palette) < most && !slices.ContainsFunc(palette, func(p color.Color) bool { return near(p.(color.RGBA), c) }) {
			palette = append(palette, c)
		}
	}
	out := image.NewPaletted(b, palette)
	draw.Draw(out, b, full, b.Min, draw.Src)
	return out
}
