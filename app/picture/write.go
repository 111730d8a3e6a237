package picture

import (
	_ "embed"
	"fmt"
	"html"
	"html/template"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"

	"github.com/askomop/askomop/app"
)

// Styles are the styles of pictures in a page, which has to say the colours --ink, --soft, --line, --paper and --s0 to
// --s5.
//
//go:embed picture.css
var Styles []byte

// Formats are the formats of files.
var Formats = []string{"svg", "png", "pdf"}

// Format is the format that a file's name asks for.
func Format(file string) (string, error) {
	format := strings.ToLower(strings.TrimPrefix(filepath.Ext(file), "."))
	if !slices.Contains(Formats, format) {
		return "", app.UsageError{Err: fmt.Errorf("a picture is a file that ends in .svg, .png or .pdf, and %q does not", file)}
	}
	return format, nil
}

const (
	margin      = 14.0
	dotsPerInch = 144
	mostTitle   = 3 // lines
)

// Write draws the picture as a file of its own, with what was asked as its title.
func (p *Picture) Write(w io.Writer, format string) error {
	title := (&sheet{}).wrap(p.Title, wideSheet.wide-2*margin, mostTitle)
	head := vg.Length(len(title))*row + 10
	wide, tall := wideSheet.wide, p.tall(wideSheet)+head+2*margin
	onto := func(c vg.Canvas) {
		all := draw.NewCanvas(c, wide, tall)
		fillBox(all, paper, all.Rectangle)
		s := &sheet{Canvas: draw.Crop(all, margin, -margin, margin, -margin)}
		for _, line := range title {
			s.words(ink, line)
		}
		s.take(10)
		p.draw(s, wideSheet)
	}
	var err error
	switch format {
	case "svg":
		c := newSVG(tall, false)
		onto(c)
		_, err = fmt.Fprintf(w, `<?xml version="1.0" encoding="UTF-8"?>`+"\n"+
			`<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %[1]s %[2]s" font-family="Liberation Sans, Arial, Helvetica, sans-serif" role="img">`+
			"<title>%s</title><desc>%s</desc>%s</svg>\n", number(float64(wide)), number(float64(tall)), html.EscapeString(p.Title), html.EscapeString(p.What+". "+p.Says()), c.String())
	case "png":
		c := vgimg.NewWith(vgimg.UseWH(wide, tall), vgimg.UseDPI(dotsPerInch))
		onto(c)
		_, err = vgimg.PngCanvas{Canvas: c}.WriteTo(w)
	case "pdf":
		c := vgpdf.New(wide, tall)
		onto(pdfCanvas{c})
		_, err = c.WriteTo(w)
	default:
		return app.UsageError{Err: fmt.Errorf("a picture can be %s, not %q", strings.Join(Formats, ", "), format)}
	}
	if err != nil {
		return fmt.Errorf("draw the picture: %w", err)
	}
	return nil
}

// HTML draws the picture for a page, once for a desk and once for a phone: the page's styles show one, and choose the
// colours.
func (p *Picture) HTML(names ...string) template.HTML {
	if p == nil {
		return ""
	}
	var b strings.Builder
	for _, of := range []size{wideSheet, narrowSheet} {
		if !slices.Contains(names, of.name) {
			continue
		}
		tall := p.tall(of)
		c := newSVG(tall, true)
		p.draw(&sheet{Canvas: draw.NewCanvas(c, of.wide, tall), narrow: of.name == narrowSheet.name}, of)
		id := string(p.Kind) + "-" + of.name
		fmt.Fprintf(&b, `<svg class="picture %s" viewBox="0 0 %s %s" role="img" aria-labelledby="%[4]s-title %[4]s-desc"><title id="%[4]s-title">%[5]s</title><desc id="%[4]s-desc">%[6]s</desc>%[7]s</svg>`,
			of.name, number(float64(of.wide)), number(float64(tall)), id,
			html.EscapeString(p.What), html.EscapeString(p.Says()), c.String())
	}
	return template.HTML(b.String()) // every text in it is escaped where it is written
}

// tall is how much room the picture needs.
func (p *Picture) tall(of size) vg.Length {
	switch p.Kind {
	case Trend:
		return row + lineTall + p.legended()
	case Curve:
		return row + lineTall + p.riskTall() + p.legended()
	case Pyramid:
		return 2*row + vg.Length(len(p.Labels))*barRow + p.explained()
	case Flow:
		return p.flowTall(of)
	case Paths:
		return p.pathsTall()
	}
	return vg.Length(len(p.bars(of)))*barRow + row + p.explained()
}

// draw draws the picture on a sheet.
func (p *Picture) draw(s *sheet, of size) {
	switch p.Kind {
	case Trend:
		p.drawTrend(s)
	case Curve:
		p.drawCurve(s)
	case Pyramid:
		p.drawPyramid(s, of)
	case Flow:
		p.drawFlow(s, of)
	case Paths:
		p.drawPaths(s, of)
	default:
		p.drawBars(s, of)
	}
}
