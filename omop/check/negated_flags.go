package check

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// judgeFlags reports people chosen by a flag of their records that is 0: of one record, or the least of all.
// Example: MIN(CASE WHEN condition_concept_id = 316866 THEN 1 ELSE 0 END) = 0 is true of whoever has any other record.
func (p *pass) judgeFlags() {
	for _, t := range p.tests {
		c, ok := t.expr.(*sqltree.Compare)
		if !ok || !t.must || t.not || t.clause != inWhere && t.clause != inHaving || p.namesOthers() {
			continue
		}
		n, fixed := number(c.Right)
		if !fixed || n != 0 && n != 1 {
			continue
		}
		wanted := n // of the flag
		switch c.Op {
		case "=":
		case "<>":
			wanted = 1 - n
		case "<":
			if n != 1 {
				continue
			}
			wanted = 0
		default:
			continue
		}
		e := p.Follow(sqltree.Bare(c.Left))
		if f, puts := e.(*sqltree.Func); puts && (f.Name == "min" || f.Name == "max") && len(f.Args) == 1 &&
			p.Homes[f] != nil && p.groupedByPerson(p.Homes[f]) {
			rel, has := p.flagged(p.Follow(sqltree.Bare(f.Args[0])))
			if rel != nil && wanted != has && (f.Name == "min") == (wanted == 0) {
				p.report(t.expr, "one other record in %s is enough for this: whoever has both is taken as well; look at all records of the person", rel.Table.Name)
			}
			continue
		}
		if rel, has := p.flagged(e); rel != nil && wanted != has && t.clause == inWhere && p.picksPeople(t.scope) {
			p.report(t.expr, "this leaves out records, not people: who also has another record in %s is still there; write NOT EXISTS", rel.Table.Name)
		}
	}
}

// judgeExtremes reports people who are to have never had a value on one side of a limit, looked for by one value on the
// other: their least, or any.
//
// Example: of "who never had one of 7 or higher", HAVING MIN(value_as_number) < 7.
func (p *pass) judgeExtremes() {
	if !p.asks("never", "not once", "at no time") {
		return
	}
	ofValue := func(e sqltree.Expr) bool { return all(p.Origins(sqltree.Bare(e)), isValue) }
	for _, f := range p.Calls {
		if len(f.Args) != 1 || p.Homes[f] == nil || p.Homes[f].Tree == nil || !p.groupedByPerson(p.Homes[f]) {
			continue
		}
		if c, ok := f.Args[0].(*sqltree.Compare); ok && f.Name == "bool_or" && ofValue(c.Left) && p.isDemanded(f) {
			p.report(f, "one value on this side of the limit is enough here, whatever the others are; write BOOL_AND")
			return
		}
		if f.Name != "min" && f.Name != "max" || !ofValue(f.Args[0]) {
			continue
		}
		side := map[string]byte{"min": '<', "max": '>'}[f.Name]
		for _, t := range p.tests {
			c, ok := t.expr.(*sqltree.Compare)
			if ok && t.must && !t.not && c.Op[0] == side && c.Op != "<>" && p.Follow(sqltree.Bare(c.Left)) == sqltree.Expr(f) {
				p.report(t.expr, "one value on this side of the limit is enough for the %s, whatever the others are; look at the other end", f.Name)
				return
			}
		}
	}
}

// looksAtAll reports whether a condition is of all that a person has: the largest is below a limit, or BOOL_AND.
func (p *pass) looksAtAll(t *test) bool {
	what, op := t.expr, ""
	if c, ok := t.expr.(*sqltree.Compare); ok {
		what, op = c.Left, c.Op
	}
	f, ok := p.Follow(sqltree.Bare(what)).(*sqltree.Func)
	if !ok || p.Homes[f] == nil || p.Homes[f].Tree == nil || !p.groupedByPerson(p.Homes[f]) {
		return false
	}
	return f.Name == "bool_and" || f.Name == "max" && (op == "<" || op == "<=") || f.Name == "min" && (op == ">" || op == ">=")
}

// isDemanded reports whether a truth that is computed must hold for each row that is kept.
func (p *pass) isDemanded(e sqltree.Expr) bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		return t.must && !t.not && p.Follow(sqltree.Bare(t.expr)) == e
	})
}

// flagged returns the table of events of which an expression flags each record, and the flag of those that have one of
// some concepts. It is nil for other expressions.
func (p *pass) flagged(e sqltree.Expr) (*relation, float64) {
	c, ok := e.(*sqltree.Case)
	if !ok || !p.flags(c) || c.Operand != nil || len(c.Whens) != 1 || c.Else == nil {
		return nil, 0
	}
	then, _ := number(c.Whens[0].Then)
	other, _ := number(c.Else)
	if then == other {
		return nil, 0
	}
	var of []*relation
	add := func(list []origin) {
		for _, o := range list {
			columns, _ := p.chosen(o)
			for _, e := range columns {
				if isEvent(e.Relation.Table) && e.Column.Name == e.Relation.Table.ConceptColumn &&
					namesOneThing(e.Relation) && !slices.Contains(of, e.Relation) {
					of = append(of, e.Relation)
				}
			}
		}
	}
	has := then
	switch w := c.Whens[0].If.(type) {
	case *sqltree.IsNull:
		if !w.Not {
			has = other
		}
		if column, ok := w.Expr.(*sqltree.Column); ok && p.Refs[column] != nil && p.Refs[column].Relation != nil &&
			p.Refs[column].Relation.Optional {
			for _, o := range p.Origins(column) {
				if o.TableName() == "concept_ancestor" {
					add([]origin{o.Relation.Origin("descendant_concept_id")})
				}
			}
		}
	case *sqltree.InQuery:
		if w.Not {
			has = other
		}
		add(p.Origins(sqltree.Bare(w.Expr)))
	default:
		for _, s := range p.selections {
			if s.expr == c.Whens[0].If {
				if s.exclude {
					has = other
				}
				add(s.column)
			}
		}
	}
	if len(of) != 1 || p.flagIsAmong(of[0], c) {
		return nil, 0
	}
	return of[0], has
}

// flagIsAmong reports whether the records that are flagged were chosen by their concepts before: then the flag
// tells two kinds of them apart, on purpose.
func (p *pass) flagIsAmong(rel *relation, flag *sqltree.Case) bool {
	return slices.ContainsFunc(p.selections, func(s selection) bool {
		rowwise, _ := p.bearing(&s, rel)
		return s.must && !s.exclude && rowwise && !isWithin(s.expr, flag) &&
			(s.clause == inWhere || s.clause == inOn && s.join != nil && s.join.Type == "INNER") &&
			slices.ContainsFunc(s.column, func(o origin) bool {
				columns, _ := p.chosen(o)
				return slices.ContainsFunc(columns, func(c origin) bool { return c.Relation == rel }) &&
					!p.isJoinedLoosely(o.Relation)
			})
	})
}

// isJoinedLoosely reports whether a relation, or the query that it is read in, stands on the optional side of an outer
// join.
func (p *pass) isJoinedLoosely(rel *relation) bool {
	return rel.Optional || slices.ContainsFunc(p.Scopes, func(s *scope) bool {
		return slices.ContainsFunc(s.Relations,
			func(r *relation) bool { return r.Optional && r.Inner != nil && r.Inner.Scope == rel.Scope })
	})
}

// judgeExcept reports people left by EXCEPT over records: who has a record in both parts on different days is still
// there.
func (p *pass) judgeExcept() {
	for _, set := range p.Sets {
		q, ok := set.Tree.(*sqltree.SetOp)
		if !ok || q.Op != "EXCEPT" || len(set.Columns) < 2 {
			continue
		}
		person, record := false, false
		for _, c := range set.Columns {
			from := p.OriginsOf(c)
			person = person || identityOf(from) == personKey
			record = record || all(from,
				func(o origin) bool { return isEvent(o.Relation.Table) && identity(o) != personKey })
		}
		counted := slices.ContainsFunc(p.Scopes, func(s *scope) bool {
			return slices.ContainsFunc(s.Relations, func(r *relation) bool { return readsResult(r, set) }) &&
				p.picksPeople(s)
		})
		if person && record && (counted || p.partsOfOthers(set)) {
			p.report(q, "EXCEPT takes away records, not people: who has others is still there; leave only person_id on both sides")
		}
	}
}

// partsOfOthers reports whether a column of a set operation holds, beside the person, what two different tables record:
// the date of a diagnosis on one side and that of a prescription on the other. They are alike by chance only.
func (p *pass) partsOfOthers(set *result) bool {
	for i := range set.Columns {
		tables := map[string]bool{}
		for _, in := range set.Inputs {
			if i >= len(in.Columns) {
				return false
			}
			for _, o := range p.OriginsOf(in.Columns[i]) {
				if isEvent(o.Relation.Table) && identity(o) != personKey && hasDate(o) {
					tables[o.TableName()] = true
				}
			}
		}
		if len(tables) > 1 {
			return true
		}
	}
	return false
}

// judgeLeftOutByKey reports records that are left out by their own key where the question is of people who never had
// one: FROM measurement AS a ANTI JOIN high ON a.measurement_id = high.measurement_id.
func (p *pass) judgeLeftOutByKey() {
	if !p.asks("never", "not once", "at no time") {
		return
	}
	key := func(from []origin) bool {
		return len(from) == 1 && isPrimary(from[0]) && isEvent(from[0].Relation.Table)
	}
	for _, e := range p.pairs {
		if e.test == nil || !key(e.left) || !key(e.right) || e.left[0].TableName() != e.right[0].TableName() ||
			!p.picksPeople(e.test.scope) {
			continue
		}
		in, query := e.test.expr.(*sqltree.InQuery)
		anti := e.test.join != nil && e.test.join.Type == "ANTI" && !e.test.not
		if anti || query && in.Not != e.test.not {
			p.report(e.node, "this leaves out records, not people: who also has another record in %s is still there; compare person_id", e.left[0].TableName())
			return
		}
	}
}
