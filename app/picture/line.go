package picture

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

const (
	lineTall   = 230
	labelRoom  = 64 // a label of the x axis
	letterWide = 8  // a letter of a long one, with a share of the gap after it
	endRoom    = 14
	aside      = 5 // between the points of two series at one place
)

// drawTrend draws a line over time for each series. It breaks where a value is hidden or missing.
func (p *Picture) drawTrend(s *sheet) {
	s.words(soft, p.Unit)
	plot := newPlot()
	top, step := ceiling(p.largest())
	scale(&plot.Y, 0, top, step, tick)
	x := make([]float64, len(p.Labels))
	for i := range x {
		x[i] = float64(i)
	}
	plot.X.Min, plot.X.Max = 0, float64(max(1, len(x)-1))
	plot.X.Tick.Marker = labelled(x, p.Labels, s.Max.X-s.Min.X-labelRoom)
	p.drawSeries(s, plot, x)
	s.take(lineTall)
	s.legend(p, s.lineMark)
}

// labelled are ticks at places with their labels, as many as have room.
func labelled(x []float64, labels []string, room vg.Length) plot.ConstantTicks {
	var ticks plot.ConstantTicks
	if len(x) == 0 {
		return ticks
	}
	span := max(x[len(x)-1]-min(0, x[0]), 1)
	last := math.Inf(-1)
	wanted := vg.Length(labelRoom)
	for _, l := range labels {
		wanted = max(wanted, letterWide*vg.Length(min(len(l), 10))) // a date is longer than a year
	}
	for i, at := range x {
		if (at-last)/span*float64(room) >= float64(wanted) {
			ticks, last = append(ticks, plot.Tick{Value: at, Label: cut(labels[i], 10)}), at
		}
	}
	return ticks
}

// drawSeries draws grid, gaps, lines and points into the sheet's next strip.
func (p *Picture) drawSeries(s *sheet, on *plot.Plot, x []float64) {
	grid := plotter.NewGrid()
	grid.Vertical.Width, grid.Horizontal = 0, thin(faint)
	on.X.Padding, on.Y.Padding = 6, 8
	on.Add(grid, gaps{p, x})
	for n, one := range p.Series {
		on.Add(line{n: n, among: len(p.Series), of: one, labels: p.Labels, x: x})
	}
	at := s.Canvas
	at.Min.Y = s.Max.Y - lineTall
	of := style(soft, draw.XCenter, draw.YTop)
	// a label stands under the first point, and one under the last
	at.Min.X += max(0, of.Width(cut(p.Labels[0], 10))/2-18)
	at.Max.X -= endRoom
	on.Draw(at)
}

// lineMark is a piece of a series' line with its point.
func (s *sheet) lineMark(n int, at vg.Rectangle) {
	middle := (at.Min.Y + at.Max.Y) / 2
	s.StrokeLine2(lineOf(n), at.Min.X, middle, at.Max.X, middle)
	s.DrawGlyphNoClip(glyphOf(n), vg.Point{X: (at.Min.X + at.Max.X) / 2, Y: middle})
}

// gaps are the places of hidden values.
type gaps struct {
	p *Picture
	x []float64
}

func (g gaps) Plot(c draw.Canvas, on *plot.Plot) {
	toX, _ := on.Transforms(&c)
	for i, x := range g.x {
		for _, s := range g.p.Series {
			if s.Points[i].Hidden {
				hatch(c, vg.Rectangle{Min: vg.Point{X: max(c.Min.X, toX(x)-8), Y: c.Min.Y},
					Max: vg.Point{X: min(c.Max.X, toX(x)+8), Y: c.Max.Y}})
				break
			}
		}
	}
}

// line is a series: its intervals, its line and its points.
type line struct {
	n      int // which of
	among  int // so many
	of     Series
	labels []string
	x      []float64
}

func (l line) Plot(c draw.Canvas, on *plot.Plot) {
	toX, toY := on.Transforms(&c)
	beside := (vg.Length(l.n) - vg.Length(l.among-1)/2) * aside
	at := func(i int, v float64) vg.Point { return vg.Point{X: toX(l.x[i]) + beside, Y: toY(v)} }
	var piece []vg.Point
	end := func() {
		if len(piece) > 1 {
			c.StrokeLines(lineOf(l.n), piece)
		}
		piece = nil
	}
	for i, one := range l.of.Points {
		if !one.Shown {
			end()
			continue
		}
		piece = append(piece, at(i, one.Value))
		if one.Between {
			whisker(c, at(i, max(one.Low, on.Y.Min)), at(i, min(one.High, on.Y.Max)))
		}
	}
	end()
	for i, one := range l.of.Points {
		if one.Shown {
			titled(c, strings.TrimPrefix(l.of.Name+", ", ", ")+l.labels[i]+": "+one.text())
			c.DrawGlyphNoClip(glyphOf(l.n), at(i, one.Value))
		}
	}
}

// whisker is an interval: a line with an end at each side.
func whisker(c draw.Canvas, from, to vg.Point) {
	line := thin(ink)
	c.StrokeLine2(line, from.X, from.Y, to.X, to.Y)
	across := vg.Point{X: 3.5}
	if from.Y == to.Y {
		across = vg.Point{Y: 3.5}
	}
	for _, end := range []vg.Point{from, to} {
		c.StrokeLine2(line, end.X-across.X, end.Y-across.Y, end.X+across.X, end.Y+across.Y)
	}
}

// drawCurve draws an estimate over days, and below it how many people are still at risk.
func (p *Picture) drawCurve(s *sheet) {
	from, to, step := p.percents()
	unit := p.Unit
	if from > 0 {
		unit += fmt.Sprintf(" (the axis begins at %g)", from)
	}
	s.words(soft, unit)
	plot := newPlot()
	scale(&plot.Y, from, to, step, tick)
	with := p.fromTheStart()
	plot.X.Min, plot.X.Max = 0, with.Days[len(with.Days)-1]
	ticks := labelled(with.Days, with.Labels, s.Max.X-s.Min.X-labelRoom)
	plot.X.Tick.Marker = ticks
	with.drawSeries(s, plot, with.Days)
	inner := plot.DataCanvas(draw.Crop(s.Canvas, 0, -endRoom, s.Max.Y-s.Min.Y-lineTall, 0))
	s.take(lineTall)
	p.drawAtRisk(s, ticks, func(day float64) vg.Length {
		return inner.Min.X + (inner.Max.X-inner.Min.X)*vg.Length(day/plot.X.Max)
	})
	s.legend(p, s.lineMark)
}

// percents are the ends and the steps of a curve's axis.
func (p *Picture) percents() (from, to, step float64) {
	if p.Rises {
		to, step = ceiling(p.largest())
		return 0, min(to, 100), step
	}
	least := 100.0
	for _, s := range p.Series {
		for _, one := range s.Points {
			if one.Shown {
				least = min(least, one.Value)
			}
			if one.Between {
				least = min(least, one.Low)
			}
		}
	}
	switch {
	case least < 50:
		return 0, 100, 20
	case least < 80:
		return 50, 100, 10
	}
	return 80, 100, 5
}

// fromTheStart is the picture with the day on which all are followed.
func (p *Picture) fromTheStart() *Picture {
	if p.Days[0] == 0 {
		return p
	}
	start := Point{Value: 100, Shown: true}
	if p.Rises {
		start.Value = 0
	}
	with := *p
	with.Days, with.Labels, with.Series = append([]float64{0}, p.Days...), append([]string{"0"}, p.Labels...), nil
	for _, s := range p.Series {
		s.Points = append([]Point{start}, s.Points...)
		with.Series = append(with.Series, s)
	}
	return &with
}

func (p *Picture) riskTall() vg.Length {
	tall := vg.Length(row) // "days"
	for _, s := range p.Series {
		if len(s.AtRisk) > 0 {
			tall += row
		}
	}
	if tall > row {
		tall += row
	}
	return tall
}

// drawAtRisk writes how many people are still followed, below the days that have a label.
func (p *Picture) drawAtRisk(s *sheet, ticks plot.ConstantTicks, toX func(float64) vg.Length) {
	strip := s.take(row)
	s.FillText(style(soft, draw.XRight, draw.YTop), vg.Point{X: strip.Max.X, Y: strip.Max.Y}, "days")
	headed := false
	for n, one := range p.Series {
		if len(one.AtRisk) == 0 {
			continue
		}
		if !headed {
			s.words(soft, "still at risk")
			headed = true
		}
		strip := s.take(row)
		middle := (strip.Min.Y + strip.Max.Y) / 2
		if len(p.Series) > 1 {
			s.DrawGlyphNoClip(glyphOf(n), vg.Point{X: strip.Min.X + 6, Y: middle})
		}
		for i, day := range p.Days {
			for _, t := range ticks {
				if t.Value == day && i < len(one.AtRisk) {
					say(s.Canvas, ink, draw.XCenter, vg.Point{X: toX(day), Y: middle}, one.AtRisk[i].text())
				}
			}
		}
	}
}
