package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func otherDenominator() Rule {
	return Rule{
		ID: "other-denominator", Group: groupCounting, Severity: omop.SeverityWarning,
		Summary: "A share divides people by others than those among whom they were counted: the denominator has a condition that the numerator has not.",
		Instead: "Count both among the same people: the numerator is the denominator with one condition more.",
		Wrong:   `SELECT 100.0 * (SELECT COUNT(DISTINCT person_id) FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin])) / NULLIF((SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id IN ([condition@type 2 diabetes])), 0) AS percentage`,
		Right:   `SELECT 100.0 * (SELECT COUNT(DISTINCT de.person_id) FROM drug_exposure AS de JOIN condition_occurrence AS co ON co.person_id = de.person_id WHERE de.drug_concept_id IN ([drug@metformin]) AND co.condition_concept_id IN ([condition@type 2 diabetes])) / NULLIF((SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id IN ([condition@type 2 diabetes])), 0) AS percentage`,
		check: func(p *pass) {
			for _, s := range p.Scopes {
				for _, item := range s.Tree.List {
					p.judgeBase(item)
					p.judgeBaseOfAll(item)
					p.judgeSumOfGroups(item, s)
				}
			}
		},
	}
}

func (p *pass) judgeBase(item *sqltree.Item) {
	f, ok := p.essence(item.Expr).(*sqltree.Func)
	if !ok || f.Name != "/" || len(f.Args) != 2 || !namesShare(item.Alias) && !p.isPercent(item.Expr) ||
		p.says("ratio", "odds", "versus", "vs", "relative") {
		return
	}
	what, part := p.counted(f.Args[0])
	among, whole := p.counted(f.Args[1])
	if what != peopleUnit || among != peopleUnit || p.Homes[part] == p.Homes[whole] {
		return
	}
	have, want := demands{}, demands{}
	have.collect(p, p.Homes[part], 0)
	have.within(p, part)
	want.collect(p, p.Homes[whole], 0)
	want.within(p, whole)
	for _, column := range want.columns() {
		values := have[column]
		switch {
		case len(values) == 0:
			p.report(item.Expr, "the denominator is of people chosen by %s, the numerator is not: it is no part of it",
				column)
		case isDemographic(column) &&
			!slices.ContainsFunc(want[column], func(v string) bool { return slices.Contains(values, v) }):
			p.report(item.Expr, "numerator and denominator are chosen by other values of %s: the one is no part of the other", column)
		default:
			continue
		}
		return
	}
	if p.observedThen(p.Homes[part]) && !slices.ContainsFunc(p.populationOf(p.Homes[whole]), observed) {
		p.report(item.Expr, "the numerator is of people under observation then, and the denominator is of everybody")
	}
}

// observed reports whether an event of a population is a period of observation.
func observed(d demand) bool { return isPeriod(origin{Relation: d.rel}) }

// observedThen reports whether the people of a SELECT must be under observation at a time that is written.
func (p *pass) observedThen(s *scope) bool {
	return slices.ContainsFunc(p.populationOf(s), func(d demand) bool {
		return d.there == present && observed(d) && slices.ContainsFunc(p.tests, func(t *test) bool {
			return t.scope == d.rel.Scope && t.must && slices.Contains(p.mentioned(t.expr, t.scope), d.rel) &&
				p.Within(t.expr, isConstant)
		})
	})
}

// judgeBaseOfAll reports a share of all people whose denominator is those with records in one table, as the question
// shows.
func (p *pass) judgeBaseOfAll(item *sqltree.Item) {
	f, ok := p.essence(item.Expr).(*sqltree.Func)
	if !ok || f.Name != "/" || len(f.Args) != 2 ||
		!p.asks("all patients", "all people", "all persons", "of patients have", "of people have",
			"of the patients have", "of patients had", "of the population", "of persons have",
			"patients in the database", "people in the database") {
		return
	}
	among, whole := p.counted(f.Args[1])
	home := p.Homes[whole]
	if among != peopleUnit || home == nil || len(home.Relations) == 0 {
		return
	}
	want := demands{}
	want.collect(p, home, 0)
	eventsOnly := !slices.ContainsFunc(home.Relations, func(r *relation) bool {
		return r.Table == nil || !isEvent(r.Table) && r.Table.Group != "vocabulary" ||
			r.Table.Name == "observation_period" || r.Table.Name == "visit_occurrence"
	})
	if eventsOnly && len(want) == 0 {
		p.report(whole, "the question is of all people, and these are those who have any record in %s",
			home.Relations[0].Label())
	}
}

// isDemographic reports whether a person has one value of the column.
func isDemographic(column string) bool {
	return strings.HasPrefix(column, "person.") || strings.HasPrefix(column, "year of ")
}

// demands are the values that columns of the CDM must have for a person to be counted.
type demands map[string][]string

func (d demands) columns() []string {
	var out []string
	for c := range d {
		out = append(out, c)
	}
	slices.Sort(out)
	return out
}

// collect adds what a SELECT and the queries that it reads demand.
func (d demands) collect(p *pass, s *scope, depth int) {
	if s == nil || depth > 12 {
		return
	}
	for _, sel := range p.selections {
		if sel.scope == s && sel.must && !sel.exclude && (sel.clause == inWhere || sel.clause == inOn) {
			d.add(sel)
		}
	}
	for _, t := range p.tests {
		if t.scope != s || !t.must || t.clause != inWhere && t.clause != inOn {
			continue
		}
		d.addYear(p, t)
		switch e := t.expr.(type) {
		case *sqltree.Exists:
			if e.Not == t.not {
				d.query(p, p.Subs[e.Query], depth)
			}
		case *sqltree.InQuery:
			if e.Not == t.not {
				d.query(p, p.Subs[e.Query], depth)
			}
		}
	}
	for _, rel := range s.Relations {
		if rel.Inner != nil && !rel.Optional && !rel.Semi {
			d.query(p, rel.Inner, depth)
		}
	}
}

func (d demands) query(p *pass, r *result, depth int) {
	if r == nil {
		return
	}
	d.collect(p, r.Scope, depth+1)
	if q, ok := r.Tree.(*sqltree.SetOp); ok && q.Op == "INTERSECT" {
		for _, in := range r.Inputs {
			d.collect(p, in.Scope, depth+1)
		}
	}
	// of alternatives, only what the first says too is sure; a UNION's columns are enough
	if q, ok := r.Tree.(*sqltree.SetOp); ok && q.Op != "INTERSECT" {
		for _, in := range r.Inputs {
			d.collect(p, in.Scope, depth+1)
		}
	}
}

func (d demands) add(s selection) {
	for _, o := range s.column {
		name := o.String()
		for _, c := range s.constants {
			d[name] = append(d[name], c.Text)
		}
		for _, ph := range s.placeholders {
			d[name] = append(d[name], ph.String())
		}
	}
}

// addYear adds EXTRACT(YEAR FROM d) = constant.
func (d demands) addYear(p *pass, t *test) {
	c, ok := t.expr.(*sqltree.Compare)
	if !ok || c.Op != "=" || t.not {
		return
	}
	if year, ok := p.yearOf(c.Left, c.Right); ok {
		if at, found := p.cellOf(t.scope, sqltree.Bare(c.Left)); found && strings.Contains(at.column, " of ") {
			d["year of "+at.rel.Name] = append(d["year of "+at.rel.Name], strconv.Itoa(year))
		}
	}
}

// within adds what a CASE or a FILTER within the count itself demands.
func (d demands) within(p *pass, f *sqltree.Func) {
	for _, sel := range p.selections {
		if (sel.clause == inCount || sel.clause == inFilter) && !sel.exclude && holdsExpr(f, sel.expr) {
			d.add(sel)
		}
	}
}

func holdsExpr(n sqltree.Node, e sqltree.Expr) bool {
	found := false
	sqltree.Walk(n, func(x sqltree.Node) bool {
		found = found || x == sqltree.Node(e)
		return !found
	})
	return found
}

// judgeSumOfGroups reports a share of people whose denominator adds up the people of the groups, where a person can
// be in several: COUNT(DISTINCT person_id) / SUM(COUNT(DISTINCT person_id)) OVER ().
func (p *pass) judgeSumOfGroups(item *sqltree.Item, s *scope) {
	f, ok := p.essence(item.Expr).(*sqltree.Func)
	if !ok || f.Name != "/" || len(f.Args) != 2 || s.Tree.GroupBy.Empty() || !p.groupsEvents(s) || p.rowsPerPerson(s) != no {
		return
	}
	w, ok := p.withoutNullIf(f.Args[1]).(*sqltree.Window)
	if !ok || w.Func.Name != "sum" || len(w.Func.Args) != 1 {
		return
	}
	above, _ := p.counted(f.Args[0])
	below, _ := p.counted(w.Func.Args[0])
	if above == peopleUnit && below == peopleUnit {
		p.report(w, "a person in several groups is here once for each; divide by COUNT(DISTINCT person_id) of all")
	}
}

// groupsEvents reports whether a SELECT is grouped by what events are or when they were: a person can be in several.
func (p *pass) groupsEvents(s *scope) bool {
	ofEvent := func(o origin) bool { return isEvent(o.Relation.Table) && (o.Column.IsConcept() || hasDate(o)) }
	return slices.ContainsFunc(s.Tree.GroupBy.Exprs, func(e sqltree.Expr) bool {
		return p.Within(numbered(e, s), func(x sqltree.Expr) bool { return all(p.Origins(x), ofEvent) })
	})
}
