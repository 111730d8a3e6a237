package main

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

// publishedOperators make the mistakes that published checkers look for.
func publishedOperators() []operator {
	return []operator{
		{name: "washout-afterwards", class: classWarning, rule: "new-users", tree: washoutAfterwards},
		{name: "person-time-repeated", class: classWarning, rule: "fan-out", tree: personTimeRepeated},
		{name: "plan-without-dates", class: classWarning, rule: "period-dates", tree: func(s *site, n int) bool {
			return s.joinEvent(n, base("payer_plan_period", "plan"), func(alias string) sqltree.Expr {
				return equal(column("plan", "person_id"), column(alias, "person_id"))
			})
		}},
		{name: "repeated-by-the-mapping", class: classWarning, rule: "fan-out", tree: repeatedByMapping},
		s1("concept-in-a-side-column", classError, "concept-domain", func(c choice) sqltree.Expr {
			side := map[string]string{"drug_exposure": "route_concept_id", "measurement": "unit_concept_id",
				"observation": "unit_concept_id", "condition_occurrence": "condition_status_concept_id",
				"visit_occurrence": "admitted_from_concept_id"}[c.table.Name]
			if side == "" || c.table.Domain == "Visit" {
				return nil
			}
			return c.by(side, sqltree.NewInt(c.root))
		}),
		s1("analyte-as-the-operator", classError, "concept-domain", func(c choice) sqltree.Expr {
			if c.table.Name != "measurement" {
				return nil
			}
			return sqltree.NewAnd(sqltree.Loc{}, sqltree.Clone(c.in),
				c.by("operator_concept_id", sqltree.NewInt(c.root)))
		}),
		s1("vocabularies-of-another-domain", classError, "concept-domain", func(c choice) sqltree.Expr {
			list := []sqltree.Expr{sqltree.NewString("RxNorm"), sqltree.NewString("RxNorm Extension")}
			switch c.ph.Domain {
			case omop.Drug:
				list = []sqltree.Expr{sqltree.NewString("LOINC"), sqltree.NewString("SNOMED")}
			case omop.Condition, omop.Procedure:
			default:
				return nil
			}
			return sqltree.NewAnd(sqltree.Loc{}, sqltree.Clone(c.in),
				among(c.in.Expr, column("which", "concept_id"), base("concept", "which"),
					oneOf(column("which", "vocabulary_id"), list...)))
		}),
		s1("ancestor-of-another-domain", classError, "concept-domain", func(c choice) sqltree.Expr {
			other := int64(1503297) // metformin
			if c.ph.Domain == omop.Drug {
				other = 201820 // diabetes mellitus
			}
			return among(c.in.Expr, column("ca", "descendant_concept_id"), base("concept_ancestor", "ca"),
				equal(column("ca", "ancestor_concept_id"), sqltree.NewInt(other)))
		}),
		s1("map-without-vocabulary", classError, "concept-code", func(c choice) sqltree.Expr {
			return among(c.in.Expr, column("map", "target_concept_id"), base("source_to_concept_map", "map"),
				equal(column("map", "source_code"), sqltree.NewString("250.00")))
		}),
		s1("strength-without-unit", classWarning, "dose-unit", func(c choice) sqltree.Expr {
			if c.table.Name != "drug_exposure" {
				return nil
			}
			return sqltree.NewAnd(sqltree.Loc{}, sqltree.Clone(c.in),
				among(c.in.Expr, column("ds", "drug_concept_id"), base("drug_strength", "ds"),
					&sqltree.Compare{Op: ">=", Left: column("ds", "amount_value"), Right: sqltree.NewInt(500)}))
		}),
		s1("one-procedure-by-quantity", classWarning, "procedure-quantity", func(c choice) sqltree.Expr {
			if c.table.Name != "procedure_occurrence" {
				return nil
			}
			return sqltree.NewAnd(sqltree.Loc{}, sqltree.Clone(c.in),
				equal(column(c.alias, "quantity"), sqltree.NewInt(1)))
		}).elsewhere(),
		s1("fact-without-domain", classError, "fact-domain", func(c choice) sqltree.Expr {
			if len(c.table.Key) != 1 {
				return nil
			}
			return sqltree.NewAnd(sqltree.Loc{}, sqltree.Clone(c.in),
				among(column(c.alias, c.table.Key[0]), column("fr", "fact_id_1"), base("fact_relationship", "fr")))
		}),
		s1("supply-at-a-day", classWarning, "supply-null", func(c choice) sqltree.Expr {
			if c.table.Name != "drug_exposure" || strings.Contains(c.site.pair.SQL, "days_supply") {
				return nil
			}
			return sqltree.NewAnd(sqltree.Loc{}, sqltree.Clone(c.in),
				&sqltree.Compare{Op: ">=", Left: arithmetic("+", column(c.alias, "drug_exposure_start_date"),
					column(c.alias, "days_supply")), Right: sqltree.NewDate("2009-06-30")})
		}),
		s1("going-on-at-a-day", classWarning, "end-date-null", func(c choice) sqltree.Expr {
			// which may think of NULL
			if c.table.Name != "condition_occurrence" || strings.Contains(c.site.pair.SQL, "condition_end_date") {
				return nil
			}
			day := func(op, name string) sqltree.Expr {
				return &sqltree.Compare{Op: op, Left: column(c.alias, name), Right: sqltree.NewDate("2009-06-30")}
			}
			return sqltree.NewAnd(sqltree.Loc{}, sqltree.Clone(c.in), day("<=", "condition_start_date"),
				day(">=", "condition_end_date"))
		}),
		{name: "birthday-of-parts", class: classWarning, rule: "birth-fields", anyway: true,
			tree: func(s *site, n int) bool {
				return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
					f, ok := e.(*sqltree.Func)
					if !ok || f.Name != "-" || len(f.Args) != 2 {
						return nil
					}
					c, ok := f.Args[1].(*sqltree.Column)
					x, dated := f.Args[0].(*sqltree.Extract)
					if !ok || !dated || c.Name() != "year_of_birth" || c.Table() == "" {
						return nil
					}
					born := &sqltree.Func{Name: "make_date",
						Args: []sqltree.Expr{sqltree.Clone(c), column(c.Table(), "month_of_birth"),
							column(c.Table(), "day_of_birth")}}
					return &sqltree.Func{Name: "date_diff",
						Args: []sqltree.Expr{sqltree.NewString("year"), born, sqltree.Clone(x.From)}}
				})
			}},
		{name: "time-of-day-forgotten", class: classWarning, rule: "last-day", anyway: true, tree: func(s *site, n int) bool { return lostDay(s, n, "time") }},
		{name: "another-stay-or-the-same", class: classWarning, rule: "self-pair", anyway: true, tree: sameStay},
	}
}

// washoutAfterwards leaves out those of a first choice who have a record of the same kind in the year after it, under a
// name that says new.
func washoutAfterwards(s *site, n int) bool {
	ok := s.replace(n, func(e sqltree.Expr) sqltree.Expr {
		in, ph, t := s.chosen(e)
		if in == nil || t.StartDate == "" || t.Domain == "Visit" || in.Expr.(*sqltree.Column).Table() == "" {
			return nil
		}
		alias := in.Expr.(*sqltree.Column).Table()
		order := func(op string, right sqltree.Expr) sqltree.Expr {
			return &sqltree.Compare{Op: op, Left: column("washout", t.StartDate), Right: right}
		}
		q := &sqltree.Select{List: []*sqltree.Item{{Expr: sqltree.NewInt(1)}}, From: base(t.Name, "washout"),
			Where: sqltree.NewAnd(sqltree.Loc{},
				equal(column("washout", "person_id"), column(alias, "person_id")),
				oneOf(column("washout", t.ConceptColumn), &sqltree.Placeholder{Domain: ph.Domain, Text: ph.Text}),
				order(">", column(alias, t.StartDate)), order("<=",
					arithmetic("+", column(alias, t.StartDate), &sqltree.Interval{Value: "365", Unit: "DAY"})))}
		return sqltree.NewAnd(sqltree.Loc{}, sqltree.Clone(e), &sqltree.Exists{Not: true, Query: q})
	})
	if ok {
		s.Query = &sqltree.Select{Common: sqltree.Common{With: []*sqltree.CTE{{Name: "new_users", Query: s.Query}}},
			List: []*sqltree.Item{{Expr: &sqltree.Star{}}}, From: base("new_users", "")}
	}
	return ok
}

// personTimeRepeated joins visits to the periods whose days are summed.
func personTimeRepeated(s *site, n int) bool {
	alias := ""
	q, ok := find(s, n, func(q *sqltree.Select) bool {
		if q.From == nil || !qualified(q) || !strings.Contains(s.pair.SQL, "365.25") {
			return false
		}
		alias = ""
		sqltree.Walk(q.From, func(x sqltree.Node) bool {
			if t, ok := x.(*sqltree.BaseTable); ok && t.Name == "observation_period" && s.table(t.RefName()) != nil {
				alias = t.RefName()
			}
			_, inner := x.(*sqltree.Subselect)
			return !inner
		})
		return alias != ""
	})
	if !ok {
		return false
	}
	q.From = &sqltree.Join{Type: "INNER", Left: q.From, Right: base("visit_occurrence", "stay"),
		On: equal(column("stay", "person_id"), column(alias, "person_id"))}
	return true
}

// joinEvent joins a table to the n-th SELECT of events.
func (s *site) joinEvent(n int, table *sqltree.BaseTable, on func(alias string) sqltree.Expr) bool {
	q, alias := s.eventSelect(n)
	if q == nil {
		return false
	}
	q.From = &sqltree.Join{Type: "INNER", Left: q.From, Right: table, On: on(alias)}
	return true
}

// repeatedByMapping joins the mapping of the source concept, of which a code can have several, to records that are
// counted.
func repeatedByMapping(s *site, n int) bool {
	q, alias := s.eventSelect(n)
	if q == nil || s.table(alias).SourceConceptColumn == "" || !slices.ContainsFunc(q.List, func(i *sqltree.Item) bool {
		f, ok := i.Expr.(*sqltree.Func)
		return ok && (f.Name == "count_star" || f.Name == "count" && !f.Distinct)
	}) {
		return false
	}
	t := s.table(alias)
	q.From = &sqltree.Join{Type: "INNER", Left: q.From, Right: base("concept_relationship", "cr"),
		On: sqltree.NewAnd(sqltree.Loc{},
			equal(column("cr", "concept_id_1"), column(alias, t.SourceConceptColumn)), equal(column("cr",
				"relationship_id"), sqltree.NewString("Maps to")))}
	return true
}

// sameStay asks of each stay that the person has one up to 30 days after it, itself not left out.
func sameStay(s *site, n int) bool {
	return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
		in, ph, t := s.chosen(e)
		if in == nil || t.StartDate == "" || t.Domain == "Visit" && t.Name != "visit_occurrence" {
			return nil
		}
		alias := in.Expr.(*sqltree.Column).Table()
		if alias == "" || t.EndDate == "" {
			return nil
		}
		day := &sqltree.Interval{Value: "30", Unit: "DAY"}
		q := &sqltree.Select{List: []*sqltree.Item{{Expr: sqltree.NewInt(1)}}, From: base(t.Name, "again"),
			Where: sqltree.NewAnd(sqltree.Loc{},
				equal(column("again", "person_id"), column(alias, "person_id")),
				oneOf(column("again", t.ConceptColumn), &sqltree.Placeholder{Domain: ph.Domain, Text: ph.Text}),
				&sqltree.Between{Expr: column("again", t.StartDate), Low: column(alias, t.StartDate),
					High: arithmetic("+", column(alias, t.StartDate), day)})}
		return sqltree.NewAnd(sqltree.Loc{}, sqltree.Clone(e), &sqltree.Exists{Query: q})
	})
}
