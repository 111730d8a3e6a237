package picture

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/omop/study"
)

// flowOf is how many people are left after each step, and how many each leaves out: as the result says it, never by
// subtraction.
func flowOf(a *app.Answer) *Picture {
	step, people, lost := slices.Index(a.Columns, "criterion"), slices.Index(a.Columns, "patients"),
		slices.Index(a.Columns, "excluded")
	if step < 0 || people < 0 || lost < 0 || len(a.Rows) < 2 {
		return nil
	}
	p := &Picture{Kind: Flow, What: "people left after each step", Unit: "patients", Series: []Series{{}}}
	for r, row := range a.Rows {
		p.Labels = append(p.Labels, Cell("criterion", row[step]))
		p.Series[0].Points = append(p.Series[0].Points, pointOf(a, r, people))
		p.Series[0].Lost = append(p.Series[0].Lost, pointOf(a, r, lost))
	}
	return p
}

// curveOf is an estimate at several days, of each group.
func curveOf(a *app.Answer) *Picture {
	value, days, risk := slices.Index(a.Columns, "percentage"), slices.Index(a.Columns, "days"),
		slices.Index(a.Columns, "still_at_risk")
	if value < 0 {
		return nil
	}
	p := &Picture{Kind: Curve, Unit: "percent", Rises: a.Run().Study.Measure.Kind == study.CumulativeIncidence}
	p.What = "survival by days"
	if p.Rises {
		p.What = "cumulative incidence by days"
	}
	for r, row := range a.Rows {
		n, ok := Number(row[days])
		if !ok {
			return nil
		}
		label := tick(n)
		if !slices.Contains(p.Labels, label) {
			p.Days = append(p.Days, n)
		}
		name := groupName(a, row)
		p.put(label, name, pointOf(a, r, value))
		if risk >= 0 {
			s := p.seriesOf(name)
			for len(s.AtRisk) < len(s.Points) {
				s.AtRisk = append(s.AtRisk, Point{})
			}
			s.AtRisk[slices.Index(p.Labels, label)] = pointOf(a, r, risk)
		}
	}
	p.fill()
	p.endWithFollowUp()
	if len(p.Labels) < 2 || len(p.Series) > mostSeries || !slices.IsSorted(p.Days) {
		return nil
	}
	return p
}

// endWithFollowUp takes the days away on which nobody is followed any more: the estimate stays as it was, and nothing
// is known of it.
func (p *Picture) endWithFollowUp() {
	last := 0
	for _, s := range p.Series {
		for i, one := range s.AtRisk {
			if i < len(s.Points) && one.Shown && one.Value == 0 {
				s.Points[i] = Point{}
			}
		}
		for i, one := range s.Points {
			if one != (Point{}) {
				last = max(last, i+1)
			}
		}
	}
	p.Labels, p.Days = p.Labels[:last], p.Days[:last]
	for n := range p.Series {
		s := &p.Series[n]
		s.Points, s.AtRisk = s.Points[:last], s.AtRisk[:min(last, len(s.AtRisk))]
	}
}

// groupName names a row by its strata other than the days.
func groupName(a *app.Answer, row []any) string {
	var names []string
	for _, k := range groups(a) {
		if a.Columns[k] != "days" {
			names = append(names, Cell(a.Columns[k], row[k]))
		}
	}
	return strings.Join(names, ", ")
}

// between parts the stations of a path that stands in one cell.
const between = " → "

// pathsOf is how many people went which way: the strata are the stations, or one cell has them all.
func pathsOf(a *app.Answer) *Picture {
	value, keys := FirstNumber(a), groups(a)
	if value < 0 || len(keys) == 0 || len(a.Rows) == 0 {
		return nil
	}
	p := &Picture{Kind: Paths, Unit: unit(a, value), What: "pathways", Series: []Series{{}}}
	whole := slices.Index(a.Columns, "path")
	for r, row := range a.Rows {
		var route []string
		if whole >= 0 {
			route = strings.Split(Cell("path", row[whole]), between)
		} else {
			for _, k := range keys {
				route = append(route, Cell(a.Columns[k], row[k]))
			}
		}
		p.Routes = append(p.Routes, route)
		p.Labels = append(p.Labels, strings.Join(route, between))
		p.Series[0].Points = append(p.Series[0].Points, pointOf(a, r, value))
	}
	return p
}

// OfSteps is how many people of a cohort that is kept are left after each criterion, as it may be shown: numbers, or
// why there is none.
func OfSteps(criteria []string, people []any) *Picture {
	if len(criteria) < 2 || len(criteria) != len(people) {
		return nil
	}
	s := Series{Lost: make([]Point, len(people))}
	for _, v := range people {
		n, ok := Number(v)
		s.Points = append(s.Points, Point{Value: n, Shown: ok, Hidden: !ok})
	}
	p := &Picture{Kind: Flow, What: "people left after each step", Unit: "patients", Labels: slices.Clone(criteria),
		Series: []Series{s}}
	return p.cleaned()
}

// OfSizes is how many people each generation of a kept cohort has, by when they were made; nil where there are fewer
// than two.
func OfSizes(made []string, people []any) *Picture {
	if len(made) < 2 || len(made) != len(people) {
		return nil
	}
	s := Series{}
	for _, v := range people {
		n, ok := Number(v)
		s.Points = append(s.Points, Point{Value: n, Shown: ok, Hidden: !ok})
	}
	p := &Picture{Kind: Trend, What: "people by generation", Title: "people by generation", Unit: "people",
		Labels: slices.Clone(made), Series: []Series{s}}
	return p.cleaned()
}
