// Package picture draws results: trends, survival curves, attrition, age pyramids, bars and pathways, as SVG, PNG,
// PDF, SVG in a page, or as text on a terminal. The command line, the page and the report draw by it, so that one
// result has one picture.
//
// A worked example. The answer to "How many patients with asthma by year?" has the columns year (a stratum of time)
// and patients. Of takes them for a Trend: a label for each year, one series with a point for each of them. Write
// draws that on a sheet by gonum/plot.
//
// It sees answers only after small cells are hidden, and computes nothing of them: what is hidden leaves a gap, which
// the picture explains, and scales follow the numbers that are shown. It knows nothing of databases.
package picture

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/pipeline/cell"
)

// Kind is the form of a picture.
type Kind string

// The kinds.
const (
	Bars    Kind = "bars"    // a bar for each label
	Trend   Kind = "trend"   // labels follow each other in time
	Curve   Kind = "curve"   // an estimate over days of follow-up, with the numbers at risk
	Pyramid Kind = "pyramid" // age groups of two sexes
	Flow    Kind = "flow"    // how many people are left after each step
	Paths   Kind = "paths"   // how many people went which way
	none    Kind = ""
)

// Picture holds the data of a picture: one point for each label of each series.
type Picture struct {
	Kind   Kind
	Title  string // what was asked; drawn where the picture is a file of its own
	What   string // "patients by year"
	Unit   string // of the values
	Labels []string
	Series []Series
	Days   []float64  // of a Curve: where its labels lie
	Routes [][]string // of Paths: the stations of each label
	Rises  bool       // of a Curve: it begins at 0 and not at 100 percent

	LeftOut int // rows that are not in the result, because that they are there would tell of few people
}

// Series is a line of points, or the bars of one kind.
type Series struct {
	Name   string
	Points []Point
	AtRisk []Point // of a Curve: how many people are still followed
	Lost   []Point // of a Flow: how many people each step leaves out
}

// Point is a value with its interval. Without Shown there is a gap: hidden, or missing.
type Point struct {
	Value, Low, High float64
	Shown, Hidden    bool
	Between          bool // Low and High are known
}

// What a picture shows at most; the table beside it shows all.
const (
	mostBars   = 40
	mostSeries = 6
	mostRoutes = 20
)

// pointOf is a cell of a result.
func pointOf(a *app.Answer, row, column int) Point {
	v := a.Rows[row][column]
	n, ok := Number(v)
	p := Point{Value: n, Shown: ok, Hidden: IsHidden(v)}
	for _, i := range a.Intervals {
		if i.Row == row && i.Column == column && ok {
			p.Low, p.High, p.Between = float64(i.Low), float64(i.High),
				!math.IsNaN(float64(i.Low)) && !math.IsNaN(float64(i.High))
		}
	}
	return p
}

// text is a point as it is written beside its place.
func (p Point) text() string {
	switch {
	case p.Shown:
		return tick(p.Value)
	case p.Hidden:
		return "hidden"
	}
	return "–"
}

// all are the points of a picture, those at risk and left out among them.
func (p *Picture) all() []Point {
	var all []Point
	for _, s := range p.Series {
		all = append(append(append(all, s.Points...), s.AtRisk...), s.Lost...)
	}
	return all
}

// hidden is how many values are hidden.
func (p *Picture) hidden() int {
	n := 0
	for _, one := range p.all() {
		if one.Hidden {
			n++
		}
	}
	return n
}

// largest is the greatest value of the series, intervals included.
func (p *Picture) largest() float64 {
	most := 0.0
	for _, s := range p.Series {
		for _, one := range s.Points {
			if one.Shown {
				most = max(most, one.Value)
			}
			if one.Between && !math.IsInf(one.High, 0) {
				most = max(most, one.High)
			}
		}
	}
	return most
}

// Says describes the picture to who does not see it.
func (p *Picture) Says() string {
	text := fmt.Sprintf("%d values; the table has each of them.", len(p.Labels)*len(p.Series))
	if n := p.hidden(); n > 0 {
		text += fmt.Sprintf(" %d hidden, because few people stand behind them or would give them away.", n)
	}
	if p.LeftOut > 0 {
		text += " More may be left out, for the same reason."
	}
	return text
}

// whyGap explains a gap on the picture itself.
const whyGap = "hidden: few people stand behind it, or would be given away"

// IsHidden reports whether a cell of a column of numbers is not shown.
func IsHidden(v any) bool {
	text, ok := v.(string)
	return ok && (text == "hidden" || strings.HasPrefix(text, "<"))
}

// Number is a cell as a number, where it is one.
func Number(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case int:
		return float64(v), true
	case float64:
		return v, !math.IsNaN(v) && !math.IsInf(v, 0)
	case app.Float:
		return Number(float64(v))
	}
	return 0, false
}

// Numeric reports whether a column holds numbers; hidden ones are among them.
func Numeric(rows [][]any, column int) bool {
	some := false
	for _, row := range rows {
		if _, ok := Number(row[column]); ok || IsHidden(row[column]) {
			some = true
		} else if row[column] != nil {
			return false
		}
	}
	return some
}

// Cell is a cell as people read it.
func Cell(column string, v any) string {
	switch v := v.(type) {
	case nil:
		return "–"
	case app.Float:
		return cell.Text(float64(v))
	case int:
		return cell.Text(int64(v))
	case string:
		if name, ok := sexes[v]; ok {
			return name
		}
		return v
	default:
		return cell.KeyText(column, v)
	}
}

// key is a cell that names a row: a number among them is an id or a year, and has no comma.
func key(column string, v any) string {
	if n, ok := v.(int64); ok {
		return strconv.FormatInt(n, 10)
	}
	return Cell(column, v)
}

// sexes are the vocabulary's names of them, as people write them.
var sexes = map[string]string{"FEMALE": "Female", "MALE": "Male"}

var inWords = strings.NewReplacer("FEMALE", "Female", "MALE", "Male")

// Words are a sentence about a table, with its cells as Cell writes them.
func Words(sentence string) string { return inWords.Replace(sentence) }

// Column is a column's name as people read it.
func Column(name string) string { return strings.ReplaceAll(name, "_", " ") }

// clean takes out of a text what could not be drawn, or would turn the order of other letters.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
}

// tick is a number with as many decimals as people read.
func tick(v float64) string {
	if v == math.Trunc(v) {
		return cell.Text(int64(v))
	}
	places := 4.0
	switch size := math.Abs(v); {
	case size >= 100:
		places = 1
	case size >= 1:
		places = 2
	}
	scale := math.Pow(10, places)
	return cell.Text(math.Round(v*scale) / scale)
}

// ceiling is a round number at or above the largest value, and the distance of the ticks up to it.
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
