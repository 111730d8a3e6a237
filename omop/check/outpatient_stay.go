package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func outpatientStay() Rule {
	return Rule{
		ID: "outpatient-stay", Group: groupValues, Severity: omop.SeverityWarning,
		Summary: "The length of stay is taken over visits that are no stays.",
		Instead: "Choose inpatient visits: visit_concept_id IN ([visit@inpatient visit]).",
		Wrong:   `SELECT AVG(visit_end_date - visit_start_date) AS average_days FROM visit_occurrence WHERE visit_end_date IS NOT NULL`,
		Right:   `SELECT AVG(visit_end_date - visit_start_date) AS average_days FROM visit_occurrence WHERE visit_end_date IS NOT NULL AND visit_concept_id IN ([visit@inpatient visit])`,
		check: func(p *pass) {
			reported := map[*relation]bool{}
			for _, s := range p.Scopes {
				for _, item := range s.Tree.List {
					sqltree.Inspect(item.Expr, func(x sqltree.Expr) {
						f, ok := x.(*sqltree.Func)
						if !ok || !slices.Contains(sums, f.Name) &&
							!(f == p.essence(item.Expr) && namesStay(item.Alias)) {
							return
						}
						for _, visits := range p.stays(f) {
							if !p.Mentions(visits, "visit_source_value") && !reported[visits] && p.anyVisit(visits) {
								reported[visits] = true
								p.report(f, "lengths of stay are taken over outpatient visits too; choose inpatient visits")
							}
						}
					})
				}
			}
		},
	}
}

// namesStay reports whether a column's name says that it is the length of a stay.
func namesStay(name string) bool {
	w := words(name)
	return namesDays(name) || slices.Contains(w, "los") || slices.Contains(w, "stay")
}

// stays lists the visits whose length an expression computes from.
func (p *pass) stays(f *sqltree.Func) []*relation {
	var out []*relation
	look := func(e sqltree.Expr) {
		p.Within(e, func(x sqltree.Expr) bool {
			b, ok := p.difference(x)
			if !ok {
				return false
			}
			for _, o := range p.Origins(b.first) {
				same := slices.ContainsFunc(p.Origins(b.second),
					func(s origin) bool { return s.Relation == o.Relation && isStart(s) })
				if o.String() == "visit_occurrence.visit_end_date" && same {
					out = append(out, o.Relation)
				}
			}
			return false
		})
	}
	look(f)
	for _, o := range f.OrderBy {
		look(o.Expr)
	}
	return out
}

// anyVisit reports whether visits are of all kinds, or chosen to be of outpatients.
func (p *pass) anyVisit(visits *relation) bool {
	if !p.Mentions(visits, "visit_concept_id") {
		return true
	}
	for _, s := range p.selections {
		if s.exclude || !s.must || len(s.column) != 1 || s.column[0].Relation != visits ||
			s.column[0].Column.Name != "visit_concept_id" {
			continue
		}
		if slices.ContainsFunc(s.constants, func(c *sqltree.Constant) bool { return c.Text == "9202" }) {
			return true
		}
		if slices.ContainsFunc(s.placeholders, func(ph *sqltree.Placeholder) bool {
			text := strings.ToLower(ph.Text)
			return strings.Contains(text, "outpatient") || strings.Contains(text, "office") ||
				strings.Contains(text, "ambulatory")
		}) {
			return true
		}
	}
	return false
}
