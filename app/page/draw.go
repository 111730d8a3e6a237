package page

import (
	"fmt"
	"html"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/askomop/askomop/pipeline"
)

// Measures of a picture, in its own units; the page scales it little, so that its letters keep their size.
const (
	barHeight = 22.0
	barGap    = 8.0
	labelSize = 7.6 // width of a letter
	lineTall  = 250.0
	rowTall   = 22.0 // of the legend
)

// canvas is what is drawn on: one for a desk and one for a phone, of which the page shows one.
type canvas struct {
	name string
	wide float64
	most int // letters of a label
	strings.Builder
}

func newCanvas(name string) *canvas {
	if name == "narrow" {
		return &canvas{name: name, wide: 380, most: 17}
	}
	return &canvas{name: name, wide: 720, most: 34}
}

// begin begins a picture that is read out as its title and description.
func (c *chart) begin(b *canvas, tall float64) {
	fmt.Fprintf(b, `<svg class="picture %s" viewBox="0 0 %s %s" role="img" aria-labelledby="%[1]s-title %[1]s-desc">`, b.name, number(b.wide), number(tall))
	fmt.Fprintf(b, `<title id="%[1]s-title">%[2]s</title><desc id="%[1]s-desc">%[3]s</desc>`, b.name, html.EscapeString(c.title), html.EscapeString(c.says()))
	fmt.Fprintf(b, `<defs><pattern id="%s-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><line class="hatch" x1="0" y1="0" x2="0" y2="6"/></pattern></defs>`, b.name)
}

// gap is the place of a hidden number.
func (b *canvas) gap(x, y, wide, tall float64) {
	fmt.Fprintf(b, `<rect class="gap" x="%s" y="%s" width="%s" height="%s" rx="2" fill="url(#%s-hatch)"/>`, number(x), number(y), number(wide), number(tall), b.name)
}

func text(b *canvas, class string, x, y float64, words string) {
	fmt.Fprintf(b, `<text class="%s" x="%s" y="%s">%s</text>`, class, number(x), number(y), html.EscapeString(words))
}

// drawBars draws a bar for each label, or one for each label and series.
func (c *chart) drawBars(b *canvas) string {
	type bar struct {
		label string
		class int
		p     point
	}
	var bars []bar
	widest := 0
	for i, l := range c.labels {
		for s, one := range c.series {
			if i >= len(one.points) {
				continue
			}
			label := l
			if one.name != "" {
				label += ", " + one.name
			}
			label = cut(label, b.most)
			widest = max(widest, utf8.RuneCountInString(label))
			bars = append(bars, bar{label, s % mostLines, one.points[i]})
		}
	}
	left := len(bars) - mostBars
	bars = bars[:min(len(bars), mostBars)]
	start := 14 + labelSize*float64(widest)
	room, most := b.wide-start-64, c.largest()
	if most <= 0 {
		most = 1
	}
	tall := float64(len(bars))*(barHeight+barGap) + 30
	c.begin(b, tall)
	for i, one := range bars {
		y := float64(i) * (barHeight + barGap)
		text(b, "label end", start-8, y+barHeight*0.72, one.label)
		switch p := one.p; {
		case p.shown:
			long := max(1, room*max(0, p.value)/most)
			fmt.Fprintf(b, `<rect class="bar s%d" x="%s" y="%s" width="%s" height="%s" rx="2"/>`, one.class, number(start), number(y), number(long), number(barHeight))
			end := long
			if p.between {
				c.whisker(b, start+room*p.low/most, start+room*p.high/most, y+barHeight/2)
				end = max(end, room*p.high/most)
			}
			text(b, "value", start+end+6, y+barHeight*0.72, tick(p.value))
		case p.hidden:
			b.gap(start, y, 60, barHeight)
			text(b, "value", start+68, y+barHeight*0.72, "hidden")
		default:
			text(b, "value", start+6, y+barHeight*0.72, "–")
		}
	}
	unit := c.unit
	if left > 0 {
		unit += fmt.Sprintf("; %d more rows in the table", left)
	}
	text(b, "unit", start, tall-8, unit)
	b.WriteString("</svg>")
	return b.String()
}

func (c *chart) whisker(b *canvas, x1, x2, y float64) {
	fmt.Fprintf(b, `<path class="whisker" d="M%[1]s %[3]s H%[2]s M%[1]s %[4]s V%[5]s M%[2]s %[4]s V%[5]s"/>`, number(x1), number(x2), number(y), number(y-4), number(y+4))
}

// drawLines draws a line over time for each series. It breaks where a value is hidden.
func (c *chart) drawLines(b *canvas) string {
	top, step := ceiling(c.largest())
	left := 24 + labelSize*float64(len(pipeline.Cell(int64(top))))
	right, floor := b.wide-22, lineTall-34
	x := func(i int) float64 { return left + (right-left)*float64(i)/float64(max(1, len(c.labels)-1)) }
	y := func(v float64) float64 { return floor - (floor-24)*v/top }
	tall := lineTall
	if len(c.series) > 1 {
		tall += rowTall * float64(len(c.series))
	}
	if c.hidden() > 0 {
		tall += rowTall
	}
	c.begin(b, tall)
	text(b, "unit", left, 12, c.unit)
	for v := 0.0; v <= top*1.001; v += step {
		fmt.Fprintf(b, `<line class="grid" x1="%s" y1="%s" x2="%s" y2="%[2]s"/>`, number(left), number(y(v)), number(right))
		text(b, "label end", left-8, y(v)+4, tick(v))
	}
	every := int(math.Ceil(float64(len(c.labels)) * 58 / (right - left)))
	for i, l := range c.labels {
		if i%every == 0 {
			text(b, "label middle", x(i), floor+20, cut(l, 10))
		}
	}
	for s, one := range c.series {
		c.drawLine(b, s%mostLines, one, x, y, floor)
	}
	c.legend(b, left, lineTall)
	b.WriteString("</svg>")
	return b.String()
}

func (c *chart) drawLine(b *canvas, class int, one series, x func(int) float64, y func(float64) float64, floor float64) {
	var path strings.Builder
	command := "M"
	for i, p := range one.points {
		switch {
		case p.shown:
			fmt.Fprintf(&path, "%s%s %s", command, number(x(i)), number(y(p.value)))
			command = "L"
			if p.between {
				fmt.Fprintf(b, `<path class="whisker" d="M%s %s V%s"/>`, number(x(i)), number(y(p.low)), number(y(p.high)))
			}
		case p.hidden:
			b.gap(x(i)-7, 24, 14, floor-24)
			command = "M"
		default:
			command = "M"
		}
	}
	fmt.Fprintf(b, `<path class="line s%d" d="%s"/>`, class, path.String())
	for i, p := range one.points {
		if p.shown {
			fmt.Fprintf(b, `<circle class="dot s%d" cx="%s" cy="%s" r="4"><title>%s</title></circle>`, class, number(x(i)), number(y(p.value)),
				html.EscapeString(strings.TrimPrefix(one.name+", ", ", ")+c.labels[i]+": "+tick(p.value)))
		}
	}
}

// legend names the lines, and says what a gap is.
func (c *chart) legend(b *canvas, x, y float64) {
	if len(c.series) > 1 {
		for s, one := range c.series {
			fmt.Fprintf(b, `<rect class="bar s%d" x="%s" y="%s" width="12" height="12" rx="2"/>`, s%mostLines, number(x), number(y))
			text(b, "label", x+20, y+11, cut(one.name, b.most))
			y += rowTall
		}
	}
	if c.hidden() > 0 {
		b.gap(x, y, 12, 12)
		text(b, "label", x+20, y+11, "hidden: few people stand behind it")
	}
}

// ceiling is a round number at or above the largest value, and the distance of the lines of the grid up to it.
func ceiling(largest float64) (top, step float64) {
	if largest <= 0 {
		return 1, 1
	}
	size := math.Pow(10, math.Floor(math.Log10(largest)))
	for _, step := range []float64{0.2, 0.5, 1, 2} {
		if n := math.Ceil(largest / (step * size)); n <= 5 {
			return n * step * size, step * size
		}
	}
	return 10 * size, 2 * size
}

func tick(v float64) string {
	if v == math.Trunc(v) {
		return pipeline.Cell(int64(v))
	}
	return pipeline.Cell(rounded(v))
}

// cut shortens a text to so many letters.
func cut(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most-1]) + "…"
}
