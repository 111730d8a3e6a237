package picture

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

const (
	barRow    = 30 // a bar with the room around it
	barTall   = 22
	valueRoom = 70 // right of a bar
	gapWide   = 44
)

// bar is one bar of the picture.
type bar struct {
	label  string
	series int
	Point
}

// bars are those that are drawn: a bar for each label, or one for each label and series.
func (p *Picture) bars(of size) []bar {
	var all []bar
	for i, label := range p.Labels {
		for n, s := range p.Series {
			text := label
			if s.Name != "" {
				text += ", " + s.Name
			}
			if s.Points[i] != (Point{}) || len(p.Series) == 1 {
				all = append(all, bar{cut(text, of.letters), n, s.Points[i]})
			}
		}
	}
	return all[:min(len(all), mostBars)]
}

// drawBars draws the bars from the top down, each with its label and its number.
func (p *Picture) drawBars(s *sheet, of size) {
	all := p.bars(of)
	labels := make([]string, len(all))
	for i, one := range all {
		labels[len(all)-1-i] = one.label
	}
	unit := p.Unit
	if left := len(p.Labels)*len(p.Series) - len(all); left > 0 && len(all) == mostBars {
		unit += fmt.Sprintf("; %d more rows in the table", left)
	}
	on := newPlot()
	upwards(on, labels)
	top := p.largest()
	if top <= 0 {
		top = 1
	}
	on.X.Min, on.X.Max = 0, top
	on.X.Tick.Marker = plot.ConstantTicks{}
	on.Y.Padding = 6
	on.Add(rightBars{all, top})
	at := s.Canvas
	at.Min.Y = s.Max.Y - barRow*vg.Length(len(all))
	at.Max.X -= valueRoom
	on.Draw(at)
	s.take(barRow * vg.Length(len(all)))
	s.words(soft, unit)
	s.explain(p)
}

// upwards names the rows of a plot of bars, the lowest first.
func upwards(on *plot.Plot, labels []string) {
	var ticks plot.ConstantTicks
	for i, l := range labels {
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: l})
	}
	on.Y.Tick.Marker = ticks
	on.Y.Min, on.Y.Max = -0.5, float64(len(labels))-0.5
}

// rightBars are bars to the right, the first on top.
type rightBars struct {
	all []bar
	top float64
}

func (r rightBars) Plot(c draw.Canvas, on *plot.Plot) {
	toX, toY := on.Transforms(&c)
	for i, one := range r.all {
		middle := toY(float64(len(r.all) - 1 - i))
		box := vg.Rectangle{Min: vg.Point{X: toX(0), Y: middle - barTall/2},
			Max: vg.Point{X: toX(0), Y: middle + barTall/2}}
		switch {
		case one.Shown:
			box.Max.X = toX(max(0, one.Value))
			titled(c, one.label+": "+one.text())
			fillBox(c, shadeOf(one.series), box)
			if one.Between {
				whisker(c, vg.Point{X: toX(max(0, one.Low)), Y: middle},
					vg.Point{X: toX(min(r.top, one.High)), Y: middle})
				box.Max.X = max(box.Max.X, toX(min(r.top, one.High)))
			}
		case one.Hidden:
			box.Max.X += gapWide
			hatch(c, box)
		}
		say(c, ink, draw.XLeft, vg.Point{X: box.Max.X + 6, Y: middle}, one.text())
	}
}

// drawPyramid draws the age groups of the two sexes, the youngest below.
func (p *Picture) drawPyramid(s *sheet, of size) {
	rows := len(p.Labels)
	labels := make([]string, rows)
	for i, l := range p.Labels {
		labels[i] = cut(l, of.letters)
	}
	on := newPlot()
	upwards(on, labels)
	on.X.Min, on.X.Max = -p.largest(), p.largest()
	if on.X.Max == 0 {
		on.X.Min, on.X.Max = -1, 1
	}
	on.X.Tick.Marker = plot.ConstantTicks{}
	head := s.take(row)
	grid := plotter.NewGrid()
	grid.Horizontal.Width, grid.Vertical.Width = 0, 0
	on.Add(grid, sides{p})
	at := s.Canvas
	at.Min.Y = s.Max.Y - barRow*vg.Length(rows)
	at.Max.X -= valueRoom
	inner := on.DataCanvas(at)
	shrunk := draw.Crop(at, 0, 0, 0, 0)
	on.Draw(shrunk)
	middle := (inner.Min.X + inner.Max.X) / 2
	for n, side := range []draw.XAlignment{draw.XRight, draw.XLeft} {
		away := vg.Length(10 * (2*n - 1))
		say(s.Canvas, ink, side, vg.Point{X: middle + away, Y: (head.Min.Y + head.Max.Y) / 2}, p.Series[n].Name)
	}
	s.take(barRow * vg.Length(rows))
	s.words(soft, p.Unit+", by age group")
	s.explain(p)
}

// sides are the bars of a pyramid: the first series to the left, the second to the right.
type sides struct{ p *Picture }

func (d sides) Plot(c draw.Canvas, on *plot.Plot) {
	c.Min.X += valueRoom // for the numbers to the left
	toX, toY := on.Transforms(&c)
	for n, s := range d.p.Series {
		way := vg.Length(2*n - 1)
		align := []draw.XAlignment{draw.XRight, draw.XLeft}[n]
		for i, one := range s.Points {
			from, middle := toX(0)+way, toY(float64(i))
			to := from
			switch {
			case one.Shown:
				to = toX(one.Value*float64(way)) + way
				titled(c, s.Name+", "+d.p.Labels[i]+": "+one.text())
				fillBox(c, shadeOf(n), box(from, to, middle))
			case one.Hidden:
				to += way * gapWide
				hatch(c, box(from, to, middle))
			}
			say(c, ink, align, vg.Point{X: to + 6*way, Y: middle}, one.text())
		}
	}
}

func box(from, to, middle vg.Length) vg.Rectangle {
	return vg.Rectangle{Min: vg.Point{X: min(from, to), Y: middle - barTall/2},
		Max: vg.Point{X: max(from, to), Y: middle + barTall/2}}
}
