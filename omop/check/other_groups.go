package check

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// races are the words of questions for the standard concepts of race and ethnicity.
var races = []struct {
	concept string
	words   []string
}{
	{"8516", []string{"black", "african american"}},
	{"8527", []string{"white", "caucasian"}},
	{"8515", []string{"asian"}},
	{"38003563", []string{"hispanic", "latino"}},
	{"38003564", []string{"not hispanic", "non hispanic"}},
}

// judgeAskedRace reports people of another race or ethnicity than the one of which the question is.
func (p *pass) judgeAskedRace() {
	var asked []string
	for _, r := range races {
		if p.asks(r.words...) && !(r.concept == "38003563" && p.asks("not hispanic", "non hispanic")) {
			asked = append(asked, r.concept)
		}
	}
	if len(asked) != 1 {
		return
	}
	for _, s := range p.selections {
		column := map[bool]string{true: "ethnicity_concept_id", false: "race_concept_id"}[len(asked[0]) > 4]
		if !s.must || s.exclude || !all(s.column, func(o origin) bool { return o.Column.Name == column }) ||
			len(s.constants) == 0 || len(s.placeholders) > 0 {
			continue
		}
		other := !slices.ContainsFunc(s.constants, func(c *sqltree.Constant) bool {
			return c.Text == asked[0] || !slices.ContainsFunc(races, func(r struct {
				concept string
				words   []string
			}) bool {
				return r.concept == c.Text
			})
		})
		if other {
			p.report(s.expr, "these are people of another race or ethnicity than the question's")
			return
		}
	}
}

// judgeAskedGroups reports one number where the question asks for one in each group, and repeated things where it asks
// for different ones.
func (p *pass) judgeAskedGroups() {
	one := p.Result.Scope != nil && p.singleRow(p.Result.Scope) && len(p.Result.Scope.Tree.List) == 1 &&
		len(p.Sets) == 0
	if one && p.asks("by year", "each year", "by month", "each month", "by sex", "by gender", "by race", "by ethnicity",
		"by age group", "for each", "by visit type", "by state", "by provider", "broken down") {
		p.report(p.main(), "the question asks for a number in each group, and this gives one of all; write GROUP BY")
	}
	s := p.Result.Scope
	if s == nil || len(s.Tree.List) == 0 ||
		!p.asks("how many different", "how many distinct", "how many unique", "number of different",
			"number of distinct", "number of unique") {
		return
	}
	f, ok := p.essence(s.Tree.List[len(s.Tree.List)-1].Expr).(*sqltree.Func)
	folded := slices.ContainsFunc(p.Scopes,
		func(s *scope) bool { return s.Tree.Distinct || !s.Tree.GroupBy.Empty() || len(s.Tree.DistinctOn) > 0 })
	if ok && (f.Name == "count" || f.Name == "count_star") && !folded && len(p.Sets) == 0 &&
		!slices.ContainsFunc(p.Calls, func(g *sqltree.Func) bool { return g.Distinct }) {
		p.report(f, "the question asks how many different ones there are, and this counts each again; write COUNT(DISTINCT …)")
	}
}

// judgeAskedYearOff reports the same calendar year taken for a year that has passed.
func (p *pass) judgeAskedYearOff() {
	if !p.asks("within a year", "within one year", "within 1 year", "within 12 months", "within 365 days",
		"in the year after", "in the year following", "within twelve months") {
		return
	}
	for _, t := range p.tests {
		c, ok := t.expr.(*sqltree.Compare)
		if !ok || c.Op != "=" || !t.clause.chooses() || !p.Within(c.Left, isYear) || !p.Within(c.Right, isYear) {
			continue
		}
		if len(p.bounds) == 0 ||
			!slices.ContainsFunc(p.bounds, func(b bound) bool { return b.fixed && (b.days > 300 || b.days < -300) }) {
			p.report(c, "this is the same calendar year, and the question is of the time that follows; compare with + INTERVAL '1' YEAR")
			return
		}
	}
}
