package picture

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// noFurther is the station after the last of a way that is shorter than others.
const noFurther = "no further"

const (
	leastPathsTall = 220
	stationRow     = 26
)

// flows are the pieces of the ways, from station to station; ways whose number is hidden or that are too many have
// none.
func (p *Picture) flows() (flows []plotter.Flow, stations, left int) {
	drawn := 0
	for _, route := range p.Routes {
		stations = max(stations, len(route))
	}
	for i, route := range p.Routes {
		one := p.Series[0].Points[i]
		if !one.Shown || one.Value <= 0 {
			continue
		}
		if drawn == mostRoutes {
			left++
			continue
		}
		drawn++
		if len(route) < stations {
			route = append(slices.Clone(route), noFurther)
		}
		for k := range len(route) - 1 {
			flows = append(flows, plotter.Flow{SourceLabel: route[k], SourceCategory: k, ReceptorLabel: route[k+1], ReceptorCategory: k + 1, Value: one.Value, Group: fmt.Sprint(drawn % mostSeries)})
		}
	}
	return flows, stations, left
}

func (p *Picture) pathsTall() vg.Length {
	return max(leastPathsTall, stationRow*vg.Length(min(len(p.Routes), mostRoutes))) + 2*row
}

// drawPaths draws the ways from station to station, each as broad as the people who went it.
func (p *Picture) drawPaths(s *sheet, of size) {
	flows, stations, left := p.flows()
	body := s.take(p.pathsTall() - 2*row)
	if len(flows) > 0 {
		if sankey, err := plotter.NewSankey(flows...); err == nil { // it fails on flows backwards only, and there are none
			styleSankey(sankey, stations, of)
			on := newPlot()
			on.HideAxes()
			on.Add(sankey)
			on.X.Min, on.X.Max = -0.05, float64(stations-1)+0.05
			at := s.Canvas
			at.Rectangle = body
			on.Draw(at)
		}
	}
	unit := p.Unit + ", as broad as the way"
	if left > 0 {
		unit += fmt.Sprintf("; %d more ways in the table", left)
	}
	s.words(soft, unit)
	if n := p.hidden() + p.LeftOut; n > 0 {
		s.words(soft, fmt.Sprintf("ways left out, because few people went them or would be given away: %d", n))
	}
}

// styleSankey sets grey ways with an outline, and dark stations with their names beside.
func styleSankey(k *plotter.Sankey, stations int, of size) {
	k.StockBarWidth = 10
	k.FlowStyle = func(string) (color.Color, draw.LineStyle) { return tint, thin(soft) }
	k.StockStyle = func(label string, category int) (string, text.Style, vg.Length, vg.Length, color.Color, draw.LineStyle) {
		at := style(ink, draw.XLeft, draw.YCenter)
		away := vg.Length(10)
		if category == stations-1 && stations > 1 {
			at.XAlign, away = draw.XRight, -10
		}
		return cut(label, of.letters*2/max(2, stations)), at, away, 0, shadeOf(0), thin(ink)
	}
}
