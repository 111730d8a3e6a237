package page

import (
	"fmt"
	"html"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/askomop/askomop/pipeline"
)

// Measures of a picture, in its own units; the page scales it.
const (
	wide      = 720.0
	barHeight = 22.0
	barGap    = 8.0
	labelSize = 7.6 // width of a letter
	lineTall  = 300.0
)

// opened begins a picture that is read out as its title and description.
func (c *chart) opened(b *strings.Builder, tall float64) {
	fmt.Fprintf(b, `<svg class="picture" viewBox="0 0 %s %s" role="img" aria-labelledby="picture-title picture-desc">`, number(wide), number(tall))
	fmt.Fprintf(b, `<title id="picture-title">%s</title><desc id="picture-desc">%s</desc>`, html.EscapeString(c.title), html.EscapeString(c.says()))
	b.WriteString(`<defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><line class="hatch" x1="0" y1="0" x2="0" y2="6"/></pattern></defs>`)
}

func text(b *strings.Builder, class string, x, y float64, words string) {
	fmt.Fprintf(b, `<text class="%s" x="%s" y="%s">%s</text>`, class, number(x), number(y), html.EscapeString(words))
}

// drawBars draws a bar for each label, or one for each label and series.
func (c *chart) drawBars() string {
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
			label = cut(label, 34)
			widest = max(widest, utf8.RuneCountInString(label))
			bars = append(bars, bar{label, s % mostLines, one.points[i]})
		}
	}
	left := len(bars) - mostBars
	bars = bars[:min(len(bars), mostBars)]
	start := 14 + labelSize*float64(widest)
	room, most := wide-start-90, c.largest()
	if most <= 0 {
		most = 1
	}
	tall := float64(len(bars))*(barHeight+barGap) + 30
	var b strings.Builder
	c.opened(&b, tall)
	for i, one := range bars {
		y := float64(i) * (barHeight + barGap)
		text(&b, "label end", start-8, y+barHeight*0.72, one.label)
		switch p := one.p; {
		case p.shown:
			long := max(1, room*max(0, p.value)/most)
			fmt.Fprintf(&b, `<rect class="bar s%d" x="%s" y="%s" width="%s" height="%s" rx="2"/>`, one.class, number(start), number(y), number(long), number(barHeight))
			end := long
			if p.between {
				c.whisker(&b, start+room*p.low/most, start+room*p.high/most, y+barHeight/2)
				end = max(end, room*p.high/most)
			}
			text(&b, "value", start+end+6, y+barHeight*0.72, tick(p.value))
		case p.hidden:
			fmt.Fprintf(&b, `<rect class="gap" x="%s" y="%s" width="60" height="%s" rx="2" fill="url(#hatch)"/>`, number(start), number(y), number(barHeight))
			text(&b, "value", start+68, y+barHeight*0.72, "hidden")
		default:
			text(&b, "value", start+6, y+barHeight*0.72, "–")
		}
	}
	unit := c.unit
	if left > 0 {
		unit += fmt.Sprintf("; %d more rows in the table", left)
	}
	text(&b, "unit", start, tall-8, unit)
	b.WriteString("</svg>")
	return b.String()
}

func (c *chart) whisker(b *strings.Builder, x1, x2, y float64) {
	fmt.Fprintf(b, `<path class="whisker" d="M%[1]s %[3]s H%[2]s M%[1]s %[4]s V%[5]s M%[2]s %[4]s V%[5]s"/>`, number(x1), number(x2), number(y), number(y-4), number(y+4))
}

// drawLines draws a line over time for each series. It breaks where a value is hidden.
func (c *chart) drawLines() string {
	top, low := ceiling(c.largest())
	left := 24 + labelSize*float64(len(pipeline.Cell(int64(top))))
	right, floor := wide-20, lineTall-50
	if len(c.series) > 1 {
		right = wide - 150
	}
	x := func(i int) float64 { return left + (right-left)*float64(i)/float64(max(1, len(c.labels)-1)) }
	y := func(v float64) float64 { return floor - (floor-24)*v/top }
	var b strings.Builder
	c.opened(&b, lineTall)
	text(&b, "unit", left, 12, c.unit)
	for v := 0.0; v <= top*1.001; v += low {
		fmt.Fprintf(&b, `<line class="grid" x1="%s" y1="%s" x2="%s" y2="%s"/>`, number(left), number(y(v)), number(right), number(y(v)))
		text(&b, "label end", left-8, y(v)+4, tick(v))
	}
	every := int(math.Ceil(float64(len(c.labels)) / 12))
	for i, l := range c.labels {
		if i%every == 0 {
			text(&b, "label middle", x(i), floor+20, cut(l, 10))
		}
	}
	for s, one := range c.series {
		c.drawLine(&b, s%mostLines, one, x, y, floor)
	}
	if c.hidden() > 0 {
		fmt.Fprintf(&b, `<rect class="gap" x="%s" y="%s" width="14" height="10" fill="url(#hatch)"/>`, number(left), number(lineTall-14))
		text(&b, "unit", left+20, lineTall-5, "hidden: few people stand behind it")
	}
	c.legend(&b, right+14, y)
	b.WriteString("</svg>")
	return b.String()
}

func (c *chart) drawLine(b *strings.Builder, class int, one series, x func(int) float64, y func(float64) float64, floor float64) {
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
			fmt.Fprintf(b, `<rect class="gap" x="%s" y="24" width="14" height="%s" fill="url(#hatch)"/>`, number(x(i)-7), number(floor-24))
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

// legend names the lines at their right.
func (c *chart) legend(b *strings.Builder, x float64, y func(float64) float64) {
	if len(c.series) < 2 {
		return
	}
	for s, one := range c.series {
		at := 34 + 22*float64(s)
		fmt.Fprintf(b, `<rect class="bar s%d" x="%s" y="%s" width="12" height="12" rx="2"/>`, s%mostLines, number(x), number(at-10))
		text(b, "label", x+18, at, cut(one.name, 18))
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
