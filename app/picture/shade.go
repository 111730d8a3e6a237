package picture

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// shade is a colour by what it is for: in a page it is a class of the page's styles, so that a picture goes with the
// light and the dark.
type shade struct {
	class string
	color.NRGBA
}

// The shades, as files have them. The series differ in lightness as well, in the form of their points and in their
// dashes: a print in black and white is read as well.
var (
	paper  = shade{"paper", color.NRGBA{255, 255, 255, 255}}
	ink    = shade{"ink", color.NRGBA{28, 36, 48, 255}}
	soft   = shade{"soft", color.NRGBA{90, 100, 114, 255}}
	faint  = shade{"faint", color.NRGBA{222, 219, 210, 255}}
	tint   = shade{"tint", color.NRGBA{241, 239, 232, 255}}
	shade0 = shade{"s0", color.NRGBA{10, 101, 96, 255}}
)

// seriesShades are the shades of the series, in order.
var seriesShades = [mostSeries]shade{
	shade0,
	{"s1", color.NRGBA{217, 130, 58, 255}},
	{"s2", color.NRGBA{91, 85, 163, 255}},
	{"s3", color.NRGBA{160, 160, 50, 255}},
	{"s4", color.NRGBA{168, 62, 108, 255}},
	{"s5", color.NRGBA{110, 150, 190, 255}},
}

// shadeOf is the shade of the n-th series.
func shadeOf(n int) shade { return seriesShades[n%mostSeries] }

var seriesDashes = [mostSeries][]vg.Length{nil, {7, 3}, {2, 3}, {9, 3, 2, 3}, {5, 5}, {12, 3}}

var seriesGlyphs = [mostSeries]draw.GlyphDrawer{draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{},
	draw.RingGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}}

func lineOf(n int) draw.LineStyle {
	return draw.LineStyle{Color: shadeOf(n), Width: 2, Dashes: seriesDashes[n%mostSeries]}
}

func glyphOf(n int) draw.GlyphStyle {
	return draw.GlyphStyle{Color: shadeOf(n), Radius: 3.6, Shape: seriesGlyphs[n%mostSeries]}
}

// Sizes of letters and lines, in points.
const (
	letter = 12
	row    = 19 // of text under text
)

// style is how a text is set.
func style(of color.Color, x draw.XAlignment, y draw.YAlignment) text.Style {
	return text.Style{Color: of, Font: font.Font{Typeface: "Liberation", Variant: "Sans", Size: letter}, XAlign: x,
		YAlign: y, Handler: plot.DefaultTextHandler}
}

// thin is a fine line.
func thin(of color.Color) draw.LineStyle { return draw.LineStyle{Color: of, Width: 1} }
