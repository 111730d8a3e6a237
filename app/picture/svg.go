package picture

import (
	"fmt"
	"html"
	"image"
	"image/color"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// svgCanvas draws SVG. It is not gonum's own, because that writes colours and sizes as styles in the elements, which a
// page's policy forbids and the dark can't change, and has no titles.
type svgCanvas struct {
	strings.Builder
	tall    vg.Length
	classes bool   // colours are classes of the page's styles
	title   string // of what is filled next
	now     svgState
	before  []svgState
}

type svgState struct {
	color  color.Color
	width  vg.Length
	dashes []vg.Length
	matrix [6]float64 // x' = a x + c y + e, y' = b x + d y + f, in the order a b c d e f; y upwards
}

func newSVG(tall vg.Length, classes bool) *svgCanvas {
	return &svgCanvas{tall: tall, classes: classes,
		now: svgState{color: ink, width: 1, matrix: [6]float64{1, 0, 0, 1, 0, 0}}}
}

func (c *svgCanvas) titleNext(text string) { c.title = text }

// SetLineWidth implements vg.Canvas, as do the others.
func (c *svgCanvas) SetLineWidth(w vg.Length) { c.now.width = w }

func (c *svgCanvas) SetLineDash(pattern []vg.Length, _ vg.Length) { c.now.dashes = pattern }

func (c *svgCanvas) SetColor(of color.Color) {
	if of == nil {
		of = ink
	}
	c.now.color = of
}

func (c *svgCanvas) Rotate(by float64) {
	c.apply([6]float64{math.Cos(by), math.Sin(by), -math.Sin(by), math.Cos(by), 0, 0})
}

func (c *svgCanvas) Translate(by vg.Point) {
	c.apply([6]float64{1, 0, 0, 1, float64(by.X), float64(by.Y)})
}

func (c *svgCanvas) Scale(x, y float64) { c.apply([6]float64{x, 0, 0, y, 0, 0}) }

// apply puts a transformation before those that hold already.
func (c *svgCanvas) apply(t [6]float64) {
	m := c.now.matrix
	c.now.matrix = [6]float64{
		m[0]*t[0] + m[2]*t[1], m[1]*t[0] + m[3]*t[1], m[0]*t[2] + m[2]*t[3], m[1]*t[2] + m[3]*t[3],
		m[0]*t[4] + m[2]*t[5] + m[4], m[1]*t[4] + m[3]*t[5] + m[5],
	}
}

func (c *svgCanvas) Push() { c.before = append(c.before, c.now) }

func (c *svgCanvas) Pop() {
	c.now = c.before[len(c.before)-1]
	c.before = c.before[:len(c.before)-1]
}

func (c *svgCanvas) Stroke(p vg.Path) {
	if c.now.width <= 0 {
		return
	}
	dashes := ""
	if len(c.now.dashes) > 0 {
		var all []string
		for _, d := range c.now.dashes {
			all = append(all, number(float64(d)))
		}
		dashes = ` stroke-dasharray="` + strings.Join(all, " ") + `"`
	}
	fmt.Fprintf(c, `<path %s stroke-width="%s"%s d="%s"/>`, c.paint("stroke"), number(float64(c.now.width)), dashes,
		c.path(p))
}

func (c *svgCanvas) Fill(p vg.Path) {
	title := ""
	if c.title != "" {
		title, c.title = "<title>"+html.EscapeString(c.title)+"</title>", ""
	}
	fmt.Fprintf(c, `<path %s d="%s">%s</path>`, c.paint("fill"), c.path(p), title)
}

func (c *svgCanvas) FillString(f font.Face, at vg.Point, words string) {
	x, y := c.place(at)
	turned := ""
	if m := c.now.matrix; m[1] != 0 {
		turned = fmt.Sprintf(` transform="rotate(%s %s %s)"`, number(-math.Atan2(m[1], m[0])*180/math.Pi), number(x),
			number(y))
	}
	fmt.Fprintf(c, `<text %s x="%s" y="%s" font-size="%s"%s>%s</text>`, c.paint("fill"), number(x), number(y),
		number(float64(f.Font.Size)), turned, html.EscapeString(words))
}

// DrawImage implements vg.Canvas; no picture has an image in it.
func (c *svgCanvas) DrawImage(vg.Rectangle, image.Image) {}

// paint says the colour of what is filled or stroked.
func (c *svgCanvas) paint(how string) string {
	s, known := c.now.color.(shade)
	if known && c.classes {
		return `class="` + how + " " + s.class + `"`
	}
	r, g, b, _ := c.now.color.RGBA()
	none := ""
	if how == "stroke" {
		none = `fill="none" `
	}
	return fmt.Sprintf(`%s%s="#%02x%02x%02x"`, none, how, r>>8, g>>8, b>>8)
}

// place is a point as SVG counts: from the top.
func (c *svgCanvas) place(p vg.Point) (x, y float64) {
	m := c.now.matrix
	return m[0]*float64(p.X) + m[2]*float64(p.Y) + m[4],
		float64(c.tall) - (m[1]*float64(p.X) + m[3]*float64(p.Y) + m[5])
}

func (c *svgCanvas) path(p vg.Path) string {
	var b strings.Builder
	at := func(command string, points ...vg.Point) {
		b.WriteString(command)
		for i, one := range points {
			x, y := c.place(one)
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(number(x) + " " + number(y))
		}
	}
	for _, step := range p {
		switch step.Type {
		case vg.MoveComp:
			at("M", step.Pos)
		case vg.LineComp:
			at("L", step.Pos)
		case vg.CurveComp:
			command := map[int]string{1: "Q", 2: "C"}[len(step.Control)]
			at(command, append(append([]vg.Point{}, step.Control...), step.Pos)...)
		case vg.ArcComp:
			c.arc(at, &b, step)
		case vg.CloseComp:
			b.WriteByte('Z')
		}
	}
	return b.String()
}

// arc is drawn in two halves, since one arc of SVG can't be a whole circle.
func (c *svgCanvas) arc(at func(string, ...vg.Point), b *strings.Builder, a vg.PathComp) {
	on := func(angle float64) vg.Point {
		return vg.Point{X: a.Pos.X + a.Radius*vg.Length(math.Cos(angle)),
			Y: a.Pos.Y + a.Radius*vg.Length(math.Sin(angle))}
	}
	command := "M"
	if b.Len() > 0 {
		command = "L"
	}
	at(command, on(a.Start))
	sweep := 0
	if a.Angle < 0 {
		sweep = 1
	}
	for _, part := range []float64{0.5, 1} {
		fmt.Fprintf(b, "A%s %[1]s 0 0 %d ", number(float64(a.Radius)), sweep)
		at("", on(a.Start+part*a.Angle))
	}
}

func number(f float64) string { return strconv.FormatFloat(math.Round(f*10)/10, 'f', -1, 64) }
