package page

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
)

// A picture is an SVG that is made here, of numbers that have passed suppression. What is hidden leaves a gap that says so. Its colours
// are classes of the page's styles, so that it goes with the light and the dark.

// mostBars and mostLines bound what a picture shows; the table beside it shows all.
const (
	mostBars  = 40
	mostLines = 6
)

// chart is what a picture shows: one value for each label of each series.
type chart struct {
	title   string
	unit    string
	overall bool // labels are points in time, in their order
	labels  []string
	series  []series
}

type series struct {
	name   string
	points []point
}

// point is a value with its interval. Without shown there is a gap: hidden, or missing.
type point struct {
	value, low, high float64
	shown, hidden    bool
	between          bool // low and high are known
}

// picture draws an answer of several rows on the canvases; it is empty where there is nothing to draw.
func picture(a *app.Answer, names ...string) template.HTML {
	c := newChart(a)
	if c == nil {
		return ""
	}
	return c.draw(names...)
}

// draw draws bars, or lines where there is time.
func (c *chart) draw(names ...string) template.HTML {
	var all string
	for _, name := range names {
		if c.overall {
			all += c.drawLines(newCanvas(name))
		} else {
			all += c.drawBars(newCanvas(name))
		}
	}
	return template.HTML(all) // every text in it is escaped where it is written
}

// newChart finds the groups and the number of a result.
func newChart(a *app.Answer) *chart {
	value := firstNumber(a)
	if len(a.Rows) < 2 || value < 0 || !numeric(a.Rows, value) {
		return nil
	}
	keys := groups(a)
	if len(keys) == 0 || len(keys) > 2 || slices.Contains(keys, value) {
		return nil
	}
	c := &chart{unit: columnText(a.Columns[value])}
	main := keys[len(keys)-1]
	var by = -1
	for _, k := range keys {
		if isTime(a, k) {
			main, c.overall = k, true
		}
	}
	for _, k := range keys {
		if k != main {
			by = k
		}
	}
	c.title = c.unit + " by " + columnText(a.Columns[main])
	if by >= 0 {
		c.title += " and " + columnText(a.Columns[by])
	}
	for r, row := range a.Rows {
		label, name := cellText(a.Columns[main], row[main]), ""
		if by >= 0 {
			name = cellText(a.Columns[by], row[by])
		}
		c.put(label, name, pointOf(a, r, value))
	}
	if c.overall && len(c.labels) < 2 || c.overall && len(c.series) > mostLines {
		return nil
	}
	if c.overall {
		c.fillTime()
	}
	return c
}

// groups are the columns whose values name the rows.
func groups(a *app.Answer) []int {
	ran := a.Run()
	var keys []int
	if ran.Plan != nil {
		for i, c := range ran.Plan.Columns {
			if c.Role == compile.Stratum && i < len(a.Columns) {
				keys = append(keys, i)
			}
		}
		return keys
	}
	for _, name := range ran.Groups() {
		keys = append(keys, slices.Index(a.Columns, name))
	}
	return keys
}

// isTime reports whether a column's values follow each other in time.
func isTime(a *app.Answer, column int) bool {
	q := a.Run().Study
	if q == nil {
		return a.Columns[column] == "year"
	}
	return slices.ContainsFunc(q.Strata, func(s study.Stratum) bool {
		return s.Kind.IsTime() && strings.Contains(a.Columns[column], strings.TrimSuffix(string(s.Kind), "_of_year"))
	})
}

func pointOf(a *app.Answer, row, column int) point {
	v := a.Rows[row][column]
	n, ok := asNumber(v)
	p := point{value: n, shown: ok, hidden: isHidden(v)}
	for _, i := range a.Intervals {
		if i.Row == row && i.Column == column && ok {
			p.low, p.high, p.between = float64(i.Low), float64(i.High), true
		}
	}
	return p
}

func (c *chart) put(label, name string, p point) {
	at := slices.Index(c.labels, label)
	if at < 0 {
		c.labels = append(c.labels, label)
		at = len(c.labels) - 1
	}
	s := slices.IndexFunc(c.series, func(o series) bool { return o.name == name })
	if s < 0 {
		c.series = append(c.series, series{name: name})
		s = len(c.series) - 1
	}
	for len(c.series[s].points) <= at {
		c.series[s].points = append(c.series[s].points, point{})
	}
	c.series[s].points[at] = p
}

// fillTime puts the labels of time in order, and years between that have no row in their places, as gaps.
func (c *chart) fillTime() {
	type labelled struct {
		label  string
		points []point
	}
	for s := range c.series {
		for len(c.series[s].points) < len(c.labels) {
			c.series[s].points = append(c.series[s].points, point{})
		}
	}
	all := make([]labelled, len(c.labels))
	for i, l := range c.labels {
		all[i].label = l
		for _, s := range c.series {
			all[i].points = append(all[i].points, s.points[i])
		}
	}
	slices.SortFunc(all, func(a, b labelled) int {
		x, errX := strconv.ParseFloat(a.label, 64)
		y, errY := strconv.ParseFloat(b.label, 64)
		if errX == nil && errY == nil {
			return int(math.Copysign(math.Ceil(math.Abs(x-y)), x-y))
		}
		return strings.Compare(a.label, b.label)
	})
	c.labels = nil
	for s := range c.series {
		c.series[s].points = nil
	}
	last := 0
	for _, l := range all {
		if year, err := strconv.Atoi(l.label); err == nil && year > 1800 {
			for ; last > 0 && last+1 < year && year-last < 100; last++ {
				c.labels = append(c.labels, strconv.Itoa(last+1))
				for s := range c.series {
					c.series[s].points = append(c.series[s].points, point{})
				}
			}
			last = year
		}
		c.labels = append(c.labels, l.label)
		for s := range c.series {
			c.series[s].points = append(c.series[s].points, l.points[s])
		}
	}
}

// largest is the greatest value, intervals included.
func (c *chart) largest() float64 {
	most := 0.0
	for _, s := range c.series {
		for _, p := range s.points {
			if p.shown {
				most = max(most, p.value)
			}
			if p.between {
				most = max(most, p.high)
			}
		}
	}
	return most
}

// hidden is how many values are hidden.
func (c *chart) hidden() int {
	n := 0
	for _, s := range c.series {
		for _, p := range s.points {
			if p.hidden {
				n++
			}
		}
	}
	return n
}

// says describes the picture to who does not see it.
func (c *chart) says() string {
	text := fmt.Sprintf("%d values; the table has each of them.", len(c.labels)*len(c.series))
	if n := c.hidden(); n > 0 {
		text += fmt.Sprintf(" %d hidden, because few people stand behind them or would give them away.", n)
	}
	return text
}

func number(f float64) string { return strconv.FormatFloat(f, 'f', 1, 64) }

func asNumber(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case int:
		return float64(v), true
	case float64:
		return v, !math.IsNaN(v) && !math.IsInf(v, 0)
	case app.Float:
		return asNumber(float64(v))
	}
	return 0, false
}

// rounded is a number with as many decimals as people read.
func rounded(f float64) float64 {
	switch size := math.Abs(f); {
	case size >= 100:
		return math.Round(f*10) / 10
	case size >= 1:
		return math.Round(f*100) / 100
	}
	return math.Round(f*10000) / 10000
}
