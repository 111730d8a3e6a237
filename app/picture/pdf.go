package picture

import (
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgpdf"
)

// pdfCanvas writes texts as the fonts of gonum's PDF are encoded, Windows-1252; it passes on UTF-8 as it is, which
// shows as other letters.
type pdfCanvas struct{ *vgpdf.Canvas }

// pdfWords are signs that Windows-1252 lacks.
var pdfWords = strings.NewReplacer("≥", ">=", "≤", "<=", "→", "->", "−", "-", "µ", "\u00b5", "\u03bc", "\u00b5")

// FillString implements vg.Canvas.
func (c pdfCanvas) FillString(f font.Face, at vg.Point, words string) {
	coded, err := encoding.ReplaceUnsupported(charmap.Windows1252.NewEncoder()).String(pdfWords.Replace(words))
	if err != nil { // what can't be written is replaced, so that nothing is left to fail
		coded = strings.Map(func(r rune) rune { return min(r, '~') }, words)
	}
	c.Canvas.FillString(f, at, strings.ReplaceAll(coded, "\x1a", "?"))
}
