package picture

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/pipeline/cell"
)

// Of is the picture of an answer; nil where there is nothing to draw.
func Of(a *app.Answer) *Picture {
	if a == nil || a.Status != string(pipeline.Answered) || a.Run().Table == nil || len(a.Columns) == 0 ||
		a.Run().RowLevel {
		return nil
	}
	var p *Picture
	switch kind(a) {
	case Flow:
		p = flowOf(a)
	case Curve:
		p = curveOf(a)
	case Paths:
		p = pathsOf(a)
	case none: // rows of different kinds, which no axis has in common
	default:
		p = groupsOf(a)
	}
	if p == nil {
		return nil
	}
	p.LeftOut = a.Run().LeftOut
	if p.Title = a.Reading; p.Title == "" {
		p.Title = a.Question
	}
	return p.cleaned()
}

// kind is the form that the question asks for; Bars stands for all that has groups and a number.
func kind(a *app.Answer) Kind {
	q := a.Run().Study
	switch {
	case isRoute(a):
		return Paths
	case q == nil || a.Run().Plan == nil:
		return Bars
	case q.Measure.Kind == study.Attrition:
		return Flow
	case q.Measure.Kind == study.Characteristics:
		return none
	case IsCurve(q) && slices.Contains(a.Columns, "days"):
		return Curve
	}
	return Bars
}

// isRoute reports whether the rows are ways: one cell has all stations, or the groups are the first, the second and so
// on.
func isRoute(a *app.Answer) bool {
	stations := []string{"first_", "second_", "third_", "fourth_", "fifth_"}
	keys := groups(a)
	if len(keys) == 1 && a.Columns[keys[0]] == "path" {
		return true
	}
	if len(keys) < 2 || len(keys) > len(stations) {
		return false
	}
	for i, k := range keys {
		if k < 0 || !strings.HasPrefix(a.Columns[k], stations[i]) {
			return false
		}
	}
	return true
}

// IsCurve reports whether a question asks for an estimate over time after an index date.
func IsCurve(q *study.Question) bool {
	return q != nil && (q.Measure.Kind == study.Survival || q.Measure.Kind == study.CumulativeIncidence ||
		q.Measure.Kind == study.Persistence && len(q.Measure.Times) > 1)
}

func (p *Picture) cleaned() *Picture {
	p.Title, p.What, p.Unit = clean(p.Title), clean(p.What), clean(p.Unit)
	for i := range p.Labels {
		p.Labels[i] = clean(p.Labels[i])
	}
	for i := range p.Series {
		p.Series[i].Name = clean(p.Series[i].Name)
	}
	for _, r := range p.Routes {
		for i := range r {
			r[i] = clean(r[i])
		}
	}
	return p
}

// groupsOf finds the groups and the number of a result.
func groupsOf(a *app.Answer) *Picture {
	value := FirstNumber(a)
	if len(a.Rows) < 2 || value < 0 || !Numeric(a.Rows, value) {
		return nil
	}
	keys := groups(a)
	if len(keys) == 0 || len(keys) > 2 || slices.Contains(keys, value) || slices.Contains(keys, -1) {
		return nil
	}
	p := &Picture{Kind: Bars, Unit: unit(a, value)}
	main, by := keys[len(keys)-1], -1
	for _, k := range keys {
		if isTime(a, k) {
			main, p.Kind = k, Trend
		}
	}
	for _, k := range keys {
		if k != main {
			by = k
		}
	}
	p.What = Column(a.Columns[value]) + " by " + Column(a.Columns[main])
	if by >= 0 {
		p.What += " and " + Column(a.Columns[by])
	}
	for r, row := range a.Rows {
		name := ""
		if by >= 0 {
			name = key(a.Columns[by], row[by])
		}
		p.put(key(a.Columns[main], row[main]), name, pointOf(a, r, value))
	}
	p.fill()
	switch {
	case p.Kind == Trend && (len(p.Labels) < 2 || len(p.Series) > mostSeries):
		return nil
	case p.Kind == Trend:
		p.fillTime()
	case isPyramid(a, keys):
		p.asPyramid(slices.Index(a.Columns, "age_group") == main)
	}
	return p
}

// unit is the unit of the numbers of a column.
func unit(a *app.Answer, column int) string {
	name := Column(a.Columns[column])
	q := a.Run().Study
	switch {
	case q != nil && q.Measure.Kind == study.Rate && name == "rate":
		return fmt.Sprintf("per %s person-years", cell.Text(int64(cmp.Or(q.Measure.Per, 1000))))
	case strings.HasPrefix(name, "percentage"):
		return "percent" + strings.TrimPrefix(name, "percentage")
	}
	return name
}

// FirstNumber is the column that answers, -1 where there is none.
func FirstNumber(a *app.Answer) int {
	ran := a.Run()
	if ran.Plan != nil {
		return ran.Plan.FirstNumber()
	}
	for i := range a.Columns {
		if pipeline.IsMeasure(ran.Table, i) {
			return i
		}
	}
	return -1
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
	for _, name := range ran.Groups {
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

// isPyramid reports whether a result is of age groups and the two sexes, counted.
func isPyramid(a *app.Answer, keys []int) bool {
	if len(keys) != 2 {
		return false
	}
	age, sex := slices.Index(a.Columns, "age_group"), slices.Index(a.Columns, "gender")
	if !slices.Contains(keys, age) || !slices.Contains(keys, sex) {
		return false
	}
	for _, row := range a.Rows {
		if name, ok := row[sex].(string); !ok || sexes[name] == "" {
			return false
		}
	}
	c := a.Run().Plan
	return c != nil && c.Columns[c.FirstNumber()].Role == compile.Count
}

// asPyramid turns the picture so that its labels are the age groups and its series the two sexes.
func (p *Picture) asPyramid(agesAreLabels bool) {
	if !agesAreLabels {
		p.turn()
	}
	if len(p.Series) == 2 && len(p.Labels) > 1 {
		p.Kind = Pyramid
		p.What, _, _ = strings.Cut(p.What, " by ")
		p.What += " by age group and sex"
	}
}

// turn makes series of the labels and labels of the series.
func (p *Picture) turn() {
	t := make([]Series, len(p.Labels))
	labels := make([]string, len(p.Series))
	for i, l := range p.Labels {
		t[i].Name = l
		for s := range p.Series {
			t[i].Points = append(t[i].Points, p.Series[s].Points[i])
		}
	}
	for s := range p.Series {
		labels[s] = p.Series[s].Name
	}
	p.Labels, p.Series = labels, t
}
