package eval

import (
	"fmt"
	"html"
	"html/template"
	"strings"
)

// palette tells settings apart, also for those who see few colours; the dashes tell them apart in print.
var palette = []struct{ colour, dash string }{
	{"#0b5cad", "none"}, {"#c4501b", "6 3"}, {"#2e7d4f", "2 2"}, {"#7a3e9d", "8 3 2 3"}, {"#946c00", "4 4"},
	{"#5b6470", "1 3"}, {"#b0235f", "10 2"}, {"#12828c", "5 1"},
}

// The inside of the charts, in units of the drawing.
const (
	chartWidth            = 480
	chartLeft, chartRight = 52, 456
	chartTop, chartBottom = 28, 252
)

// drawing is an SVG being made. It holds coordinates of its own, so it scales to any width.
type drawing struct{ strings.Builder }

func (d *drawing) add(format string, args ...any) { fmt.Fprintf(d, format+"\n", args...) }

func (d *drawing) text(x, y float64, anchor, s string) {
	d.add(`<text x="%.1f" y="%.1f" text-anchor="%s">%s</text>`, x, y, anchor, html.EscapeString(s))
}

// frame begins a chart whose vertical axis runs from 0 to 100 %.
func (d *drawing) frame(title string, height int) {
	d.add(`<svg viewBox="0 0 %d %d" role="img" aria-label="%s">`, chartWidth, height, html.EscapeString(title))
	for p := 0; p <= 100; p += 25 {
		y := vertical(float64(p) / 100)
		d.add(`<line class="grid" x1="%d" y1="%.1f" x2="%d" y2="%.1f"/>`, chartLeft, y, chartRight, y)
		d.text(chartLeft-6, y+4, "end", fmt.Sprintf("%d %%", p))
	}
}

func vertical(part float64) float64   { return chartBottom - part*(chartBottom-chartTop) }
func horizontal(part float64) float64 { return chartLeft + part*(chartRight-chartLeft) }

// style is how the i-th setting is drawn: those beyond the palette are paler.
func style(i int) (colour, dash, opacity string) {
	p := palette[i%len(palette)]
	if i/len(palette)%2 == 1 {
		return p.colour, p.dash, "0.5"
	}
	return p.colour, p.dash, "1"
}

// end closes the drawing and names the settings below it, as text that wraps.
func (d *drawing) end(rep *Report) template.HTML {
	d.add(`</svg><ul class="legend">`)
	for i, s := range rep.Settings {
		colour, dash, opacity := style(i)
		d.add(`<li><svg viewBox="0 0 30 8"><line x1="0" y1="4" x2="30" y2="4" stroke="%s" stroke-width="4" stroke-dasharray="%s" stroke-opacity="%s"/></svg>%s</li>`,
			colour, dash, opacity, html.EscapeString(s.Label))
	}
	d.add(`</ul>`)
	return template.HTML(d.String()) // every text in it went through EscapeString
}

// difficultyChart draws the accuracy by difficulty as bars with their intervals.
func difficultyChart(rep *Report) template.HTML {
	var d drawing
	d.frame("Accuracy by difficulty", chartBottom+30)
	levels := []string{Easy, Medium, Hard}
	slot := float64(chartRight-chartLeft) / float64(len(levels))
	bar := min(56, slot*0.8/float64(max(1, len(rep.Settings))))
	for l, level := range levels {
		left := chartLeft + slot*float64(l) + (slot-bar*float64(len(rep.Settings)))/2
		d.text(chartLeft+slot*(float64(l)+0.5), chartBottom+20, "middle", level)
		for i, s := range rep.Settings {
			for _, g := range s.Groups[ByDifficulty] {
				if stat, ok := g.Scores["accuracy"]; ok && g.Group == level {
					d.bar(left+bar*float64(i), bar, stat, i)
				}
			}
		}
	}
	return d.end(rep)
}

// bar draws a score of the i-th setting, its interval and, above both, its value in letters no wider than the bar.
func (d *drawing) bar(x, width float64, s Stat, i int) {
	colour, _, opacity := style(i)
	top := vertical(s.Value / 100)
	middle := x + width/2
	d.add(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s" fill-opacity="%s"/>`, x+1, top, width-2,
		chartBottom-top, colour, opacity)
	d.add(`<path class="whisker" d="M%.1f %.1fV%.1f"/>`, middle, vertical(s.Low/100), vertical(s.High/100))
	d.add(`<text x="%.1f" y="%.1f" text-anchor="middle" font-size="%.1f">%.0f</text>`, middle, vertical(s.High/100)-5,
		min(14, 0.55*width), s.Value)
}

// riskChart draws the share of wrong answers against the share of questions answered,
// as the bar of confidence falls.
func riskChart(rep *Report) template.HTML {
	highest := 0.02
	for _, s := range rep.Settings {
		for _, p := range settled(s.Curve()) {
			highest = max(highest, p.Risk)
		}
	}
	scale := axisEnd(highest)
	var d drawing
	d.add(`<svg viewBox="0 0 %d %d" role="img" aria-label="Risk against coverage">`, chartWidth, chartBottom+44)
	for i := 0; i <= 4; i++ {
		part := float64(i) / 4
		y := vertical(part)
		d.add(`<line class="grid" x1="%d" y1="%.1f" x2="%d" y2="%.1f"/>`, chartLeft, y, chartRight, y)
		d.text(chartLeft-6, y+4, "end", fmt.Sprintf("%g %%", 100*scale*part))
		d.text(horizontal(part), chartBottom+18, "middle", fmt.Sprintf("%g %%", 100*part))
	}
	d.text((chartLeft+chartRight)/2, chartBottom+36, "middle", "questions answered")
	for i, s := range rep.Settings {
		var points []string
		for _, p := range settled(s.Curve()) {
			points = append(points, fmt.Sprintf("%.1f,%.1f", horizontal(p.Coverage), vertical(p.Risk/scale)))
		}
		colour, dash, opacity := style(i)
		d.add(`<polyline fill="none" stroke="%s" stroke-width="2.5" stroke-dasharray="%s" stroke-opacity="%s" points="%s"/>`, colour, dash, opacity, strings.Join(points, " "))
	}
	return d.end(rep)
}

// fewAnswers is how many answers a risk has to stand on to be drawn: the first few say 0 or 100 %.
const fewAnswers = 20

// settled leaves out the points that stand on too few answers to say anything, where there are others.
func settled(points []RiskPoint) []RiskPoint {
	for i, p := range points {
		if p.Answers >= fewAnswers {
			return points[i:]
		}
	}
	return points
}

// axisEnd is the round number at which an axis ends.
func axisEnd(highest float64) float64 {
	for _, end := range []float64{0.02, 0.04, 0.1, 0.2, 0.4, 0.6, 0.8} {
		if highest <= end {
			return end
		}
	}
	return 1
}
