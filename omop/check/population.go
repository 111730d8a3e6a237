package check

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// A population is what a SELECT demands of the people (or records) whose rows it keeps: events that must be there,
// events that must not be there, and those of which it can't be told, as behind OR or in an outer join. How that is
// written, by JOIN, IN, EXISTS, EXCEPT or through CTEs, makes no difference.
//
// Example: SELECT … FROM condition_occurrence c LEFT JOIN (SELECT person_id FROM drug_exposure WHERE …) d USING
// (person_id) WHERE d.person_id IS NULL demands the condition and the absence of the drug.
type population []demand

// demand is one event of a population.
type demand struct {
	rel   *relation
	there sign
	set   conceptSet // by which the rows of rel are chosen; the zero value is any
}

// sign tells whether an event must be there.
type sign int

const (
	present sign = iota
	missing
	maybe
)

func (s sign) turned() sign {
	switch s {
	case present:
		return missing
	case missing:
		return present
	}
	return maybe
}

// conceptSet is what chooses the concepts of a relation's rows.
type conceptSet struct {
	ids          []int64
	placeholders []*sqltree.Placeholder
	except       []int64 // left out
	otherwise    bool    // by something that is not a list of ids: names, codes, a query
	unchosen     bool    // rows of any concept: only a CASE or a HAVING looks at it
}

func (c conceptSet) empty() bool { return len(c.ids)+len(c.placeholders) == 0 }

// populationOf is what the rows of a SELECT demand.
func (p *pass) populationOf(s *scope) population {
	g := gatherer{p: p}
	g.scope(s, present, 0)
	return g.found
}

// populationOfResult is what the rows of a query demand.
func (p *pass) populationOfResult(r *result) population {
	g := gatherer{p: p}
	g.result(r, present, 0)
	return g.found
}

// populationBefore is what the rows of a SELECT demand before any of its own numbers looks at them.
func (p *pass) populationBefore(s *scope) population {
	g := gatherer{p: p, plain: s}
	g.scope(s, present, 0)
	return g.found
}

type gatherer struct {
	p     *pass
	found population
	plain *scope // of which the conditions within counts are left out
}

func (g *gatherer) result(r *result, as sign, depth int) {
	if r == nil || depth > sqltree.MaxDepth/4 {
		return
	}
	if as == missing { // what is missing is all of it together
		inner := gatherer{p: g.p}
		inner.result(r, present, depth)
		if inner.several() {
			as = maybe
		}
	}
	set, ok := r.Tree.(*sqltree.SetOp)
	if !ok {
		g.scope(r.Scope, as, depth+1)
		return
	}
	for i, in := range r.Inputs {
		switch {
		case set.Op == "EXCEPT" && i > 0:
			g.result(in, as.turned(), depth+1)
		case set.Op == "UNION":
			g.result(in, maybe, depth+1)
		default:
			g.result(in, as, depth+1)
		}
	}
}

// several reports whether more than one chosen event is demanded.
func (g *gatherer) several() bool {
	var first *relation
	for _, d := range g.found {
		if first != nil && d.rel != first {
			return true
		}
		first = d.rel
	}
	return false
}

func (g *gatherer) scope(s *scope, as sign, depth int) {
	if s == nil {
		return
	}
	for _, rel := range s.Relations {
		g.relation(rel, g.signOf(rel, as), depth)
	}
	for _, t := range g.p.tests {
		within := t.clause == inCount || t.clause == inFilter
		if t.scope != s || t.clause == inLabel || t.clause == inValue || within && s == g.plain {
			continue
		}
		how := as
		if !t.must || within {
			how = maybe
		}
		g.test(t, how, depth)
	}
}

func (g *gatherer) signOf(rel *relation, as sign) sign {
	switch {
	case rel.Semi && isAnti(rel), g.p.absent(rel), g.p.absentResult(rel):
		return as.turned()
	case rel.Optional, g.p.alwaysRow(rel):
		return maybe
	}
	return as
}

// alwaysRow reports whether a derived table has a row for each row beside it, whatever there is to count: LATERAL
// (SELECT COUNT(*) …).
func (p *pass) alwaysRow(rel *relation) bool {
	return rel.Table == nil && rel.Inner != nil && rel.Inner.Scope != nil && p.singleRow(rel.Inner.Scope) &&
		p.ofOnePerson(rel.Inner.Scope)
}

// absentResult is absent for derived tables: any of their columns must be NULL in WHERE.
func (p *pass) absentResult(rel *relation) bool {
	return rel.Optional && rel.Inner != nil && slices.ContainsFunc(p.tests, func(t *test) bool {
		n, ok := t.expr.(*sqltree.IsNull)
		if !ok || t.scope != rel.Scope || t.clause != inWhere || !t.must || n.Not != t.not {
			return false
		}
		c, ok := sqltree.Bare(n.Expr).(*sqltree.Column)
		return ok && p.Refs[c] != nil && p.Refs[c].Relation == rel && identityOf(p.Origins(c)) != ""
	})
}

func (g *gatherer) relation(rel *relation, as sign, depth int) {
	switch {
	case rel.Inner != nil:
		g.result(rel.Inner, as, depth)
	case isEvent(rel.Table) || rel.Table != nil && rel.Table.Name == "death":
		g.add(rel, as)
	}
}

// add lists a relation once for the concepts that choose its rows, and once for each that only a CASE or a HAVING looks
// for.
func (g *gatherer) add(rel *relation, as sign) {
	rows, others := g.p.chosenConcepts(rel)
	if as == maybe || others == nil || !rows.empty() {
		g.found = append(g.found, demand{rel, as, rows})
	} else {
		g.found = append(g.found, demand{rel, as, conceptSet{otherwise: true, unchosen: true}})
	}
	for _, o := range others {
		g.found = append(g.found, demand{rel, maybe, o})
	}
}

func (g *gatherer) test(t *test, as sign, depth int) {
	switch e := t.expr.(type) {
	case *sqltree.Exists:
		if e.Not != t.not {
			as = as.turned()
		}
		g.result(g.p.Subs[e.Query], as, depth)
	case *sqltree.InQuery:
		if id := identityOf(g.p.Origins(sqltree.Bare(e.Expr))); id == conceptKey {
			return
		} else if id == "" {
			as = maybe
		}
		if e.Not != t.not {
			as = as.turned()
		}
		g.result(g.p.Subs[e.Query], as, depth)
	default:
		g.within(t.expr, depth)
	}
}

// within adds the events of scalar subqueries in an expression, of which it can't be told what they demand.
func (g *gatherer) within(e sqltree.Expr, depth int) {
	sqltree.Inspect(e, func(x sqltree.Expr) {
		if sub, ok := x.(*sqltree.Subquery); ok {
			g.result(g.p.Subs[sub.Query], maybe, depth+1)
		}
	})
}

// chosenConcepts are the concepts by which the rows of a relation are chosen, and those for which only a CASE, a FILTER
// or a HAVING looks.
func (p *pass) chosenConcepts(rel *relation) (rows conceptSet, others []conceptSet) {
	if rel.Table == nil || rel.Table.ConceptColumn == "" {
		return rows, nil
	}
	column := rel.Origin(rel.Table.ConceptColumn)
	for i := range p.selections {
		s := &p.selections[i]
		if !p.choosesColumn(s, column) {
			continue
		}
		var at conceptSet
		for _, c := range s.constants {
			if n, ok := id(c); ok && n > 0 {
				at.ids = append(at.ids, n)
			}
		}
		at.placeholders = s.placeholders
		rowwise, negative := p.bearing(s, rel)
		switch {
		case s.exclude != negative:
			rows.except = append(rows.except, at.ids...)
		case rowwise:
			rows.ids = append(rows.ids, at.ids...)
			rows.placeholders = append(rows.placeholders, at.placeholders...)
		default:
			others = append(others, at)
		}
	}
	if rows.empty() && len(rows.except) == 0 && len(others) == 0 {
		rows.otherwise = p.Mentions(rel, rel.Table.ConceptColumn, rel.Table.SourceConceptColumn,
			rel.Table.SourceValueColumn)
	}
	return rows, others
}

func (p *pass) choosesColumn(s *selection, column origin) bool {
	return slices.ContainsFunc(s.column, func(o origin) bool {
		columns, _ := p.chosen(o)
		return slices.Contains(columns, column)
	})
}

// bearing tells whether a choice of concepts decides about the rows of a relation, and not only about what is
// computed from them, and whether it leaves them out.
func (p *pass) bearing(s *selection, rel *relation) (rowwise, negative bool) {
	rowwise = s.clause == inWhere || s.clause == inOn
	at := s.scope
	for range sqltree.MaxDepth {
		if at == nil || at == rel.Scope {
			break
		}
		outer := slices.IndexFunc(p.tests, func(t *test) bool {
			q, _ := subqueryOf(t)
			return q != nil && p.holdsScope(q, at)
		})
		if outer < 0 {
			at = at.Parent
			continue
		}
		t := p.tests[outer]
		if _, not := subqueryOf(t); not {
			negative = !negative
		}
		rowwise = rowwise && (t.clause == inWhere || t.clause == inOn)
		at = t.scope
	}
	return rowwise, negative
}

// subqueryOf returns the query of EXISTS or IN, and whether it must have no row.
func subqueryOf(t *test) (q sqltree.Query, not bool) {
	switch e := t.expr.(type) {
	case *sqltree.Exists:
		return e.Query, e.Not != t.not
	case *sqltree.InQuery:
		return e.Query, e.Not != t.not
	}
	return nil, false
}

// countedWithin is what a count demands beyond its SELECT: the CASE or FILTER in it, and the column of an outer join
// that it counts.
func (p *pass) countedWithin(f *sqltree.Func) population {
	var out population
	s := p.Homes[f]
	if s == nil {
		return nil
	}
	p.Within(f, func(e sqltree.Expr) bool {
		if c, ok := e.(*sqltree.Column); ok && p.Refs[c] != nil && p.Refs[c].Relation != nil {
			g := gatherer{p: p}
			g.relation(p.Refs[c].Relation, present, 0)
			out = append(out, g.found...)
		}
		if sub, ok := e.(*sqltree.Exists); ok {
			g := gatherer{p: p}
			g.result(p.Subs[sub.Query], map[bool]sign{false: present, true: missing}[sub.Not], 0)
			out = append(out, g.found...)
		}
		if sub, ok := e.(*sqltree.InQuery); ok && identityOf(p.Origins(sqltree.Bare(sub.Expr))) == personKey {
			g := gatherer{p: p}
			g.result(p.Subs[sub.Query], map[bool]sign{false: present, true: missing}[sub.Not], 0)
			out = append(out, g.found...)
		}
		return false
	})
	return out
}
