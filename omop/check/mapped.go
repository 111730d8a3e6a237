package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

// judgeMappedByNull reports records that are told to be mapped, or not, by whether their concept is missing, where
// mapped ones are asked for: it is there in every record, and concept 0 is in the table concept as well.
//
// Example: of "how many diagnoses are mapped", COUNT(condition_concept_id), or a condition that it IS NOT NULL.
func (p *pass) judgeMappedByNull() {
	if !p.asksForMapping() || p.looksAtMapping() {
		return
	}
	report := func(n sqltree.Node, o origin) {
		p.reportAs(omop.SeverityWarning, n,
			"%s is there in every record: what could not be mapped has the concept 0; compare it with 0", o)
	}
	for _, t := range p.tests {
		n, ok := t.expr.(*sqltree.IsNull)
		if !ok {
			continue
		}
		if o, ok := p.alwaysFilled(n.Expr); ok && (n.Not != t.not || !t.joint || !t.clause.chooses()) {
			report(n, o) // that it is missing is another rule's
			return
		}
		if o, ok := p.namesRecord(n.Expr); ok {
			p.reportAs(omop.SeverityWarning, n, heldAlso, o)
			return
		}
	}
	for _, t := range p.tests {
		if o, ok := p.isInConcept(t); ok {
			p.reportAs(omop.SeverityWarning, t.expr, heldAlso, o)
			return
		}
	}
	for _, f := range p.Calls {
		if f.Name != "count" || len(f.Args) != 1 || f.Distinct {
			continue
		}
		if o, ok := p.alwaysFilled(f.Args[0]); ok {
			report(f, o)
			return
		}
	}
}

// heldAlso says that a concept which is in the table concept can be 0.
const heldAlso = "the table concept holds concept 0 as well, which %s has where it could not be mapped; compare it with 0"

// lookedUpIn is the result of the query in which a condition looks rows up, by EXISTS or IN; nil for others.
func (p *pass) lookedUpIn(t *test) *result {
	switch e := t.expr.(type) {
	case *sqltree.Exists:
		return p.Subs[e.Query]
	case *sqltree.InQuery:
		return p.Subs[e.Query]
	}
	return nil
}

// isInConcept is the column of records of whose concepts a condition asks only whether the table concept holds them:
// NOT EXISTS (SELECT 1 FROM concept WHERE concept_id = procedure_concept_id), or NOT IN all of them.
func (p *pass) isInConcept(t *test) (origin, bool) {
	r := p.lookedUpIn(t)
	if r == nil || r.Scope == nil || len(r.Scope.Relations) != 1 || r.Scope.Relations[0].Table == nil ||
		r.Scope.Relations[0].Table.Name != "concept" {
		return origin{}, false
	}
	rel := r.Scope.Relations[0]
	if slices.ContainsFunc(p.tests, func(o *test) bool {
		return o.scope == r.Scope && slices.ContainsFunc(p.columnsIn(o.expr),
			func(c origin) bool { return c.Relation == rel && c.Column.Name != "concept_id" })
	}) {
		return origin{}, false
	}
	for _, e := range p.pairs {
		for _, side := range [][2][]origin{{e.left, e.right}, {e.right, e.left}} {
			if slices.Equal(side[0], []origin{rel.Origin("concept_id")}) && all(side[1], isFilledConcept) {
				return side[1][0], true
			}
		}
	}
	return origin{}, false
}

// asksForMapping reports whether the question, or a name in the statement, speaks of records that were mapped or not.
func (p *pass) asksForMapping() bool {
	return p.wordsFor("mapped or not") || p.says("mapped", "unmapped")
}

// alwaysFilled is the concept column of a record, which every record has, that an expression is.
func (p *pass) alwaysFilled(e sqltree.Expr) (origin, bool) {
	c, ok := sqltree.Bare(e).(*sqltree.Column)
	if !ok {
		return origin{}, false
	}
	of := p.Origins(c)
	if !all(of, isFilledConcept) || p.isOptional(c) {
		return origin{}, false
	}
	return of[0], true
}

// isFilledConcept reports whether a column of patients' data holds a concept in every row, be it concept 0.
func isFilledConcept(o origin) bool {
	return o.Column.Required && o.Column.IsConcept() && !isType(o) && !o.Relation.Optional &&
		(isEvent(o.Relation.Table) || o.TableName() == "person")
}

// isOptional reports whether an outer join can leave a column out.
func (p *pass) isOptional(c *sqltree.Column) bool {
	r := p.Refs[c]
	return r == nil || r.Relation == nil || r.Relation.Optional
}

// namesRecord is the column whose concept an expression of an outer join with concept is missing for, where nothing but
// the id joins it.
func (p *pass) namesRecord(e sqltree.Expr) (origin, bool) {
	of := p.Origins(sqltree.Bare(e))
	if len(of) != 1 || of[0].TableName() != "concept" || !of[0].Relation.Optional {
		return origin{}, false
	}
	rel := of[0].Relation
	more := slices.ContainsFunc(p.tests, func(t *test) bool {
		_, null := t.expr.(*sqltree.IsNull)
		return !null && slices.ContainsFunc(p.columnsIn(t.expr),
			func(o origin) bool { return o.Relation == rel && o.Column.Name != "concept_id" })
	})
	partners := p.partners(rel.Origin("concept_id"))
	if more || !slices.Contains([]string{"concept_id", "concept_name"}, of[0].Column.Name) ||
		!all(partners, isFilledConcept) {
		return origin{}, false
	}
	return partners[0], true
}

// looksAtMapping reports whether anything in a statement tells concept 0 from others, or looks at what codes map to.
func (p *pass) looksAtMapping() bool {
	if slices.ContainsFunc(p.Bases, func(r *relation) bool {
		return r.Table.Name == "concept_relationship" || r.Table.Name == "source_to_concept_map"
	}) || slices.ContainsFunc(p.selections, func(s selection) bool {
		return all(s.column, func(o origin) bool { return o.Column.IsConcept() && !isType(o) || o.TableName() == "concept" })
	}) {
		return true
	}
	if slices.ContainsFunc(p.tests, func(t *test) bool { // with a number that stands elsewhere
		c, ok := t.expr.(*sqltree.Compare)
		return ok && p.isConceptID(c.Left) != p.isConceptID(c.Right)
	}) {
		return true
	}
	found := false
	sqltree.Walk(p.Tree, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case *sqltree.Constant:
			text := strings.ToLower(n.Text)
			found = found || n.Text == "0" && n.Kind == sqltree.Int && p.comparesConceptWith(n) ||
				text == "no matching concept"
		case *sqltree.Placeholder:
			found = true
		}
		return !found
	})
	return found
}

func (p *pass) isConceptID(e sqltree.Expr) bool {
	return identityOf(p.Origins(sqltree.Bare(e))) == conceptKey
}

// comparesConceptWith reports whether a constant is compared with a concept, or put in its place.
func (p *pass) comparesConceptWith(c *sqltree.Constant) bool {
	concept := func(e sqltree.Expr) bool {
		return slices.ContainsFunc(p.columnsIn(e),
			func(o origin) bool { return o.Column.IsConcept() || o.TableName() == "concept" })
	}
	if slices.ContainsFunc(p.tests, func(t *test) bool { return holdsExpr(t.expr, c) && concept(t.expr) }) {
		return true
	}
	return slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool {
		return isNamed(f, "nullif", "coalesce", "ifnull", "sign", "least", "greatest") &&
			slices.Contains(f.Args, sqltree.Expr(c)) && concept(f.Args[0])
	})
}
