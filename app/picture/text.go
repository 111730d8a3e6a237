package picture

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/guptarohit/asciigraph"
)

const (
	textTall    = 8   // lines of a curve on a terminal
	leastText   = 40  // columns that a picture needs
	mostText    = 100 // and that it takes at most
	widestStep  = 8   // columns that one value takes at most
	terminalRow = 20  // bars on a terminal
	fewValues   = 12  // up to which a trend is drawn as bars: a line of three values looks like a cliff
)

// Text draws the picture for a terminal that has so many columns; 0 stands for a usual one.
func (p *Picture) Text(columns int) string {
	if columns <= 0 {
		columns = 80
	}
	columns = min(max(columns, leastText), mostText)
	var b strings.Builder
	switch {
	case p.Kind == Curve || p.Kind == Trend && len(p.Labels)*len(p.Series) > fewValues:
		p.textLines(&b, columns)
	case p.Kind == Flow:
		p.textFlow(&b, columns)
	default:
		p.textBars(&b, columns)
	}
	if p.hidden() > 0 {
		b.WriteString("░ " + whyGap + "\n")
	}
	if p.LeftOut > 0 {
		b.WriteString(leftOut + "\n")
	}
	return b.String()
}

// textLines draws a small graph of each series; a gap is a value that is hidden or missing.
func (p *Picture) textLines(b *strings.Builder, columns int) {
	room := columns - 16
	x := p.Days
	if p.Kind == Trend {
		x = make([]float64, len(p.Labels))
		for i := range x {
			x[i] = float64(i)
		}
	}
	for _, s := range p.Series {
		if s.Name != "" {
			b.WriteString(s.Name + "\n")
		}
		if slices.ContainsFunc(s.Points, func(one Point) bool { return one.Shown }) {
			b.WriteString(asciigraph.Plot(spread(x, s.Points, room), asciigraph.Height(textTall),
				asciigraph.LowerBound(p.lower())) + "\n")
		}
	}
	first, last := p.Labels[0], p.Labels[len(p.Labels)-1]
	fmt.Fprintf(b, "%s, %s to %s\n", p.What, first, last)
	if p.Kind == Curve {
		for _, s := range p.Series {
			var at []string
			for i, one := range s.AtRisk {
				at = append(at, p.Labels[i]+": "+one.textGap())
			}
			if len(at) > 0 {
				fmt.Fprintf(b, "still at risk%s: %s\n", before(" ", s.Name), strings.Join(at, ", "))
			}
		}
	}
}

func before(gap, name string) string {
	if name == "" {
		return ""
	}
	return gap + name
}

// lower is where the axis of a graph begins.
func (p *Picture) lower() float64 {
	if p.Kind == Curve {
		from, _, _ := p.percents()
		return from
	}
	return 0
}

// spread sets values at their places on a line of columns; each is drawn as a step, so that a change is seen.
func spread(x []float64, points []Point, room int) []float64 {
	n := len(points)
	if n == 0 {
		return nil
	}
	steps := min(room, n*widestStep)
	out := make([]float64, max(steps, n))
	span := x[n-1] - x[0]
	for i := range out {
		place := x[0]
		if len(out) > 1 {
			place += span * float64(i) / float64(len(out)-1)
		}
		at := 0
		for k := range x {
			if math.Abs(x[k]-place) < math.Abs(x[at]-place) {
				at = k
			}
		}
		out[i] = math.NaN()
		if points[at].Shown {
			out[i] = points[at].Value
		}
	}
	return out
}

// textGap is a value as a terminal writes it.
func (one Point) textGap() string {
	if one.Hidden {
		return "░ hidden"
	}
	return one.text()
}

// textBars draws a line of blocks for each label and series.
func (p *Picture) textBars(b *strings.Builder, columns int) {
	of := size{letters: columns / 2}
	all := p.bars(of)
	shown := all[:min(len(all), terminalRow)]
	wide := 0
	for _, one := range shown {
		wide = max(wide, utf8.RuneCountInString(one.label))
	}
	room, most := columns-wide-14, p.largest()
	for _, one := range shown {
		blocks := ""
		if one.Shown && most > 0 {
			blocks = strings.Repeat("█", int(math.Round(float64(room)*max(0, one.Value)/most)))
		}
		if blocks != "" {
			blocks += " "
		}
		fmt.Fprintf(b, "%*s │%s%s\n", wide, one.label, blocks, one.textGap())
	}
	if more := len(p.Labels)*len(p.Series) - len(shown); more > 0 && len(all) > len(shown) {
		fmt.Fprintf(b, "… and %d more\n", more)
	}
	b.WriteString(p.What + "\n")
}

// textFlow writes the steps under each other with what each leaves out.
func (p *Picture) textFlow(b *strings.Builder, columns int) {
	for i, label := range p.Labels {
		if i > 0 {
			b.WriteString("  │")
			if lost := p.Series[0].Lost[i]; lost.Shown || lost.Hidden {
				b.WriteString("──▶ left out: " + lost.textGap())
			}
			b.WriteString("\n  ▼\n")
		}
		fmt.Fprintf(b, "%s: %s\n", cut(label, columns-16), p.Series[0].Points[i].textGap())
	}
}
