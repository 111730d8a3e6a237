package picture

import (
	"strings"
	"unicode/utf8"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// sheet is what a picture is drawn on, from the top down: one for a desk or a file, or a narrow one for a phone.
type sheet struct {
	draw.Canvas
	narrow bool
}

// size is a width of sheets, and how many letters a label has there.
type size struct {
	name    string
	wide    vg.Length
	letters int
}

var (
	wideSheet   = size{"wide", 720, 44}
	narrowSheet = size{"narrow", 380, 18}
)

// take cuts a strip off the top of the sheet.
func (s *sheet) take(tall vg.Length) vg.Rectangle {
	strip := s.Rectangle
	strip.Min.Y = strip.Max.Y - tall
	s.Max.Y -= tall
	return strip
}

// lift sets letters to the middle of a line: their box has room for descenders that most have not.
const lift = 2

// say writes a text at the height of a point.
func say(c draw.Canvas, of shade, align draw.XAlignment, at vg.Point, text string) {
	c.FillText(style(of, align, draw.YCenter), vg.Point{X: at.X, Y: at.Y + lift}, text)
}

// words writes a line of text into a strip of its own.
func (s *sheet) words(of shade, line string) {
	strip := s.take(row)
	say(s.Canvas, of, draw.XLeft, vg.Point{X: strip.Min.X, Y: (strip.Min.Y + strip.Max.Y) / 2}, line)
}

// legend names the series with their points and dashes, and says what a gap is.
func (s *sheet) legend(p *Picture, mark func(n int, at vg.Rectangle)) {
	if len(p.Series) > 1 {
		for n, one := range p.Series {
			strip := s.take(row)
			middle := (strip.Min.Y + strip.Max.Y) / 2
			mark(n, vg.Rectangle{Min: vg.Point{X: strip.Min.X, Y: middle - 5},
				Max: vg.Point{X: strip.Min.X + 26, Y: middle + 5}})
			say(s.Canvas, ink, draw.XLeft, vg.Point{X: strip.Min.X + 34, Y: middle}, one.Name)
		}
	}
	s.explain(p)
}

// explain says what a gap is, where there is one.
func (s *sheet) explain(p *Picture) {
	if p.LeftOut > 0 {
		s.words(soft, leftOut)
	}
	if p.hidden() == 0 {
		return
	}
	strip := s.take(row)
	middle := (strip.Min.Y + strip.Max.Y) / 2
	s.hatch(vg.Rectangle{Min: vg.Point{X: strip.Min.X, Y: middle - 5},
		Max: vg.Point{X: strip.Min.X + 26, Y: middle + 5}})
	say(s.Canvas, soft, draw.XLeft, vg.Point{X: strip.Min.X + 34, Y: middle}, s.fit(whyGap, s.Max.X-strip.Min.X-34))
}

// explained is how tall explain's strip is.
func (p *Picture) explained() vg.Length {
	tall := vg.Length(0)
	if p.LeftOut > 0 {
		tall += row
	}
	if p.hidden() > 0 {
		tall += row
	}
	return tall
}

// leftOut says that groups may be missing altogether.
const leftOut = "groups of few people are left out if there are any"

// legended is how tall the legend is.
func (p *Picture) legended() vg.Length {
	if len(p.Series) < 2 {
		return p.explained()
	}
	return row*vg.Length(len(p.Series)) + p.explained()
}

// hatch is the place of a hidden number.
func (s *sheet) hatch(at vg.Rectangle) { hatch(s.Canvas, at) }

func hatch(c draw.Canvas, at vg.Rectangle) {
	titled(c, whyGap)
	fillBox(c, tint, at)
	var lines vg.Path
	const apart = 6
	tall := at.Max.Y - at.Min.Y
	for x := at.Min.X - tall; x < at.Max.X; x += apart {
		from, to := vg.Point{X: x, Y: at.Min.Y}, vg.Point{X: x + tall, Y: at.Max.Y}
		if d := at.Min.X - from.X; d > 0 {
			from.X, from.Y = from.X+d, from.Y+d
		}
		if d := to.X - at.Max.X; d > 0 {
			to.X, to.Y = to.X-d, to.Y-d
		}
		if to.X > from.X {
			lines.Move(from)
			lines.Line(to)
		}
	}
	c.SetLineStyle(thin(soft))
	c.Stroke(lines)
}

func fillBox(c draw.Canvas, of shade, at vg.Rectangle) { c.FillPolygon(of, corners(at)) }

func strokeBox(c draw.Canvas, line draw.LineStyle, at vg.Rectangle) {
	p := corners(at)
	c.StrokeLines(line, append(p, p[0]))
}

func corners(at vg.Rectangle) []vg.Point {
	return []vg.Point{at.Min, {X: at.Max.X, Y: at.Min.Y}, at.Max, {X: at.Min.X, Y: at.Max.Y}}
}

// titled gives what is filled next a text that shows where the pointer rests, on canvases that have such.
func titled(c draw.Canvas, text string) {
	switch inner := c.Canvas.(type) {
	case interface{ titleNext(string) }:
		inner.titleNext(text)
	case draw.Canvas: // a part of another
		titled(inner, text)
	case *draw.Canvas:
		titled(*inner, text)
	}
}

// fit shortens a line to a width.
func (s *sheet) fit(line string, wide vg.Length) string {
	of := style(ink, draw.XLeft, draw.YCenter)
	if of.Width(line) <= wide {
		return line
	}
	letters := []rune(line)
	for len(letters) > 1 && of.Width(string(letters)+"…") > wide {
		letters = letters[:len(letters)-1]
	}
	return strings.TrimRight(string(letters), " ,") + "…"
}

// wrap breaks a text into lines of a width, at most so many.
func (s *sheet) wrap(words string, wide vg.Length, most int) []string {
	of := style(ink, draw.XLeft, draw.YCenter)
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(words) {
		longer := strings.TrimSpace(line + " " + word)
		if line != "" && of.Width(longer) > wide {
			lines = append(lines, line)
			longer = word
		}
		line = longer
	}
	lines = append(lines, line)
	if len(lines) > most {
		lines[most-1] += " " + strings.Join(lines[most:], " ")
		lines = lines[:most]
	}
	for i := range lines {
		lines[i] = s.fit(lines[i], wide)
	}
	return lines
}

// cut shortens a text to so many letters.
func cut(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most-1]) + "…"
}

// newPlot is a plot in the picture's style: axes without lines, ticks without marks.
func newPlot() *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.LineStyle.Width, a.Tick.LineStyle.Width, a.Tick.Length, a.Padding = 0, 0, 4, 0
		align := a.Tick.Label
		a.Tick.Label = style(soft, align.XAlign, align.YAlign)
	}
	return p
}

// scale is an axis from one number to another with its ticks.
func scale(a *plot.Axis, from, to, step float64, label func(float64) string) {
	a.Min, a.Max = from, to
	var ticks []plot.Tick
	for v := from; v <= to+step/1000; v += step {
		ticks = append(ticks, plot.Tick{Value: v, Label: label(v)})
	}
	a.Tick.Marker = plot.ConstantTicks(ticks)
}
