package picture

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// put sets the point of a label in a series, each of which is made where it is new.
func (p *Picture) put(label, name string, one Point) {
	at := slices.Index(p.Labels, label)
	if at < 0 {
		p.Labels = append(p.Labels, label)
		at = len(p.Labels) - 1
	}
	s := p.seriesOf(name)
	for len(s.Points) <= at {
		s.Points = append(s.Points, Point{})
	}
	s.Points[at] = one
}

func (p *Picture) seriesOf(name string) *Series {
	s := slices.IndexFunc(p.Series, func(o Series) bool { return o.Name == name })
	if s < 0 {
		p.Series = append(p.Series, Series{Name: name})
		s = len(p.Series) - 1
	}
	return &p.Series[s]
}

// fill gives each series a point for each label.
func (p *Picture) fill() {
	for s := range p.Series {
		for len(p.Series[s].Points) < len(p.Labels) {
			p.Series[s].Points = append(p.Series[s].Points, Point{})
		}
	}
}

// mostMissing is how many years without a row are drawn as a gap between two that have one.
const mostMissing = 100

// fillTime puts the labels of time in order, and years between that have no row in their places, as gaps.
func (p *Picture) fillTime() {
	order := make([]int, len(p.Labels))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, k int) int {
		x, errX := strconv.ParseFloat(p.Labels[i], 64)
		y, errY := strconv.ParseFloat(p.Labels[k], 64)
		if errX == nil && errY == nil {
			return cmp.Compare(x, y)
		}
		return strings.Compare(p.Labels[i], p.Labels[k])
	})
	out := Picture{Series: make([]Series, len(p.Series))}
	add := func(label string, from int) {
		out.Labels = append(out.Labels, label)
		for s := range p.Series {
			one := Point{}
			if from >= 0 {
				one = p.Series[s].Points[from]
			}
			out.Series[s].Points = append(out.Series[s].Points, one)
		}
	}
	last := 0
	for _, i := range order {
		if year, err := strconv.Atoi(p.Labels[i]); err == nil && year > 1800 {
			for ; last > 0 && last+1 < year && year-last < mostMissing; last++ {
				add(strconv.Itoa(last+1), -1)
			}
			last = year
		}
		add(p.Labels[i], i)
	}
	for s := range p.Series {
		out.Series[s].Name = p.Series[s].Name
	}
	p.Labels, p.Series = out.Labels, out.Series
}
