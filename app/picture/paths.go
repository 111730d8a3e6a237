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

// step is from one station to the next.
type step struct {
	at       int
	from, to string
}

// flows are the steps of all ways together, each as broad as the people who went it; ways whose number is hidden or
// that are too many have none.
func (p *Picture) flows() (flows []plotter.Flow, stations, left int) {
	for _, route := range p.Routes {
		stations = max(stations, len(route))
	}
	drawn, place := 0, map[step]int{}
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
			on := step{k, route[k], route[k+1]}
			at, seen := place[on]
			if !seen {
				at = len(flows)
				place[on] = at
				flows = append(flows, plotter.Flow{SourceLabel: on.from, SourceCategory: k, ReceptorLabel: on.to,
					ReceptorCategory: k + 1})
			}
			flows[at].Value += one.Value
		}
	}
	return flows, stations, left
}

// station is a treatment at its place in the ways.
type station struct {
	at   int
	name string
}

// breadths are how many percent of the people come through each station, and through all of the place that most come
// through.
func breadths(flows []plotter.Flow) (of map[station]float64, most float64) {
	in, out := map[station]float64{}, map[station]float64{}
	for _, f := range flows {
		out[station{f.SourceCategory, f.SourceLabel}] += f.Value
		in[station{f.ReceptorCategory, f.ReceptorLabel}] += f.Value
	}
	of, places := in, map[int]float64{}
	for s, v := range out {
		of[s] = max(of[s], v)
	}
	for s, v := range of {
		places[s.at] += v
		most = max(most, places[s.at])
	}
	return of, most
}

func (p *Picture) pathsTall() vg.Length {
	return max(leastPathsTall, stationRow*vg.Length(min(len(p.Routes), mostRoutes))) + 2*row
}

// drawPaths draws the ways from station to station, each as broad as the people who went it.
func (p *Picture) drawPaths(s *sheet, of size) {
	flows, stations, left := p.flows()
	body := s.take(p.pathsTall() - 2*row)
	if len(flows) > 0 {
		// it fails on flows backwards only, and there are none
		if sankey, err := plotter.NewSankey(flows...); err == nil {
			p.styleSankey(sankey, flows, stations, of, body.Size().Y)
			on := newPlot()
			on.HideAxes()
			on.Add(sankey)
			on.X.Min, on.X.Max = -0.05, float64(stations-1)+0.05
			at := s.Canvas
			at.Rectangle = body
			on.Draw(at)
		}
	}
	unit := p.Unit + ", by the width of the bands"
	if len(flows) == 0 {
		unit = "no path of several treatments is left to draw"
	}
	if left > 0 {
		unit += fmt.Sprintf("; %d more paths in the table", left)
	}
	s.words(soft, unit)
	if n := p.hidden() + p.LeftOut; n > 0 {
		s.words(soft, fmt.Sprintf("paths left out, because few people took them or would be given away: %d", n))
	}
}

// leastNamed is how tall a station is that has its name beside it.
const leastNamed = 13

// styleSankey sets grey ways with an outline, and dark stations with their names and numbers beside, where there is
// room.
func (p *Picture) styleSankey(k *plotter.Sankey, flows []plotter.Flow, stations int, of size, tall vg.Length) {
	breadth, most := breadths(flows)
	k.StockBarWidth = 10
	k.FlowStyle = func(string) (color.Color, draw.LineStyle) { return tint, thin(soft) }
	k.StockStyle =
		func(label string, category int) (string, text.Style, vg.Length, vg.Length, color.Color, draw.LineStyle) {
			at := style(ink, draw.XLeft, draw.YCenter)
			away := vg.Length(10)
			if category == stations-1 && stations > 1 {
				at.XAlign, away = draw.XRight, -10
			}
			n := breadth[station{category, label}]
			name := cut(label, of.letters*2/max(2, stations)) + " " + number(n)
			if vg.Length(n/most)*tall < leastNamed {
				name = ""
			}
			return name, at, away, 0, shadeOf(0), thin(ink)
		}
}
