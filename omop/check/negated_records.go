package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func negatedRecords() Rule {
	return Rule{
		ID: "negated-records", Group: groupCounting, Severity: omop.SeverityWarning,
		Summary: "People without something are looked for among the records of something else: whoever has any other record is counted, also those who have both.",
		Instead: "Write NOT EXISTS (SELECT … with the concept), or LEFT JOIN … IS NULL.",
		Wrong:   `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id NOT IN ([condition@asthma])`,
		Right:   `SELECT COUNT(*) AS patients FROM person AS p WHERE NOT EXISTS (SELECT 1 FROM condition_occurrence AS co WHERE co.person_id = p.person_id AND co.condition_concept_id IN ([condition@asthma]))`,
		check: func(p *pass) {
			reported := map[*relation]bool{}
			for _, t := range p.tests {
				if !t.must && !t.joint && !p.orMissing(t) ||
					t.clause != inWhere && t.clause != inOn && !p.countsThoseWithout(t) {
					continue
				}
				for _, o := range p.excluded(t) {
					rel := o.Relation
					s := p.picker(t.scope)
					if reported[rel] || p.leavesOutInvalid(t) || !p.passesOn(rel, t.scope) || s == nil ||
						p.chosenBySets(o) ||
						p.namesOthers() || p.absent(rel) || p.groupedByConcept(s) || p.groupedByVocabulary(s) {
						continue
					}
					reported[rel] = true
					p.report(t.expr, "this leaves out records, not people: who also has another record in %s is still there; write NOT EXISTS", o.TableName())
				}
			}
			p.judgeIdleExclusion()
			p.judgeOtherDates()
			p.judgeUnmatched()
			p.judgeLeftOutByKey()
			p.judgeFlags()
			p.judgeExtremes()
			p.judgeExcept()
			p.judgeExceptAll()
		},
	}
}

// leavesOutInvalid reports whether a condition leaves out records whose concept is no longer valid, or is not standard:
// that is of the records, and not of what people have.
func (p *pass) leavesOutInvalid(t *test) bool {
	in, ok := t.expr.(*sqltree.InQuery)
	if !ok || p.Subs[in.Query] == nil || p.Subs[in.Query].Scope == nil {
		return false
	}
	of := p.Subs[in.Query].Scope
	other := func(s selection) bool { return s.scope == of && !all(s.column, isNullByMeaning) }
	return len(of.Relations) == 1 && of.Relations[0].Table != nil && of.Relations[0].Table.Name == "concept" &&
		!slices.ContainsFunc(p.selections, other)
}

// judgeIdleExclusion reports concepts that are left out of records which are chosen by others already: nobody is left
// out.
//
// Example: condition_concept_id = 201826 AND condition_concept_id <> 201254
func (p *pass) judgeIdleExclusion() {
	for _, out := range p.selections {
		if !out.exclude || !out.must || out.clause != inWhere || len(out.placeholders) > 0 || len(out.column) != 1 ||
			!out.column[0].Column.IsConcept() || !isEvent(out.column[0].Relation.Table) {
			continue
		}
		zero := slices.ContainsFunc(out.constants, func(c *sqltree.Constant) bool { return c.Text == "0" })
		for _, in := range p.selections {
			if in.exclude || !in.must || in.scope != out.scope || len(in.placeholders)+len(in.constants) == 0 || zero ||
				len(in.placeholders) > 0 || !slices.Equal(in.column, out.column) {
				continue
			}
			among := slices.ContainsFunc(in.constants, func(c *sqltree.Constant) bool {
				return slices.ContainsFunc(out.constants, func(o *sqltree.Constant) bool { return o.Text == c.Text })
			})
			if !among {
				p.report(out.expr, "this leaves nobody out: the records are of other concepts already; for people without it, write NOT EXISTS")
				return
			}
		}
	}
}

// judgeOtherDates reports people who are to have no record in some time, looked for by a record outside of it: who has
// one inside and one outside is there all the same. "c.start IS NULL OR c.start > d + 90" is not an anti-join.
func (p *pass) judgeOtherDates() {
	for _, t := range p.tests {
		what, _ := compared(t.expr)
		from := p.columnsIn(what)
		if t.clause != inWhere || t.joint || len(from) != 1 || !isStart(from[0]) || !from[0].Relation.Optional ||
			from[0].Relation.Scope != t.scope || !p.orMissing(t) || p.picker(t.scope) == nil {
			continue
		}
		p.report(t.expr, "who has a record in %s outside of this time is kept, also where there is one within it; put the time into ON and ask for IS NULL", from[0].TableName())
	}
}

// columnsIn lists the columns of which an expression is made.
func (p *pass) columnsIn(e sqltree.Expr) []origin {
	var out []origin
	sqltree.Inspect(e, func(x sqltree.Expr) {
		if c, ok := x.(*sqltree.Column); ok {
			out = append(out, p.Origins(c)...)
		}
	})
	return out
}

// orMissing reports whether a condition stands beside OR column IS NULL, of its own column or of another of the same
// outer join.
func (p *pass) orMissing(t *test) bool {
	what, _ := compared(t.expr)
	if what == nil {
		return false
	}
	return slices.ContainsFunc(p.tests, func(o *test) bool {
		n, ok := o.expr.(*sqltree.IsNull)
		if !ok || o.scope != t.scope || o.clause != t.clause || o.joint || n.Not != o.not {
			return false
		}
		of, missing := p.columnsIn(what), p.Origins(sqltree.Bare(n.Expr))
		return p.about(n.Expr) == p.about(what) || len(of) == 1 && len(missing) == 1 &&
			of[0].Relation == missing[0].Relation && of[0].Relation.Optional
	})
}

// passesOn reports whether a SELECT reads the rows of a table, itself or through a query that only chooses among them.
func (p *pass) passesOn(rel *relation, s *scope) bool {
	return rel.Scope == s || slices.ContainsFunc(s.Relations, func(r *relation) bool {
		return r.Inner != nil && r.Inner.Scope == rel.Scope && p.passesRows(rel.Scope) && p.readers(r.Inner) == 1
	})
}

// excluded lists the columns of patients' concepts from which a condition leaves out some concepts.
func (p *pass) excluded(t *test) []origin {
	var columns []origin
	add := func(from []origin) {
		for _, o := range from {
			c, _ := p.chosen(o)
			columns = append(columns, c...)
		}
	}
	switch e := t.expr.(type) {
	case *sqltree.InQuery:
		if e.Not != t.not {
			add(p.Origins(sqltree.Bare(e.Expr)))
		}
	case *sqltree.Like:
		if o, ok := p.textTest(e, isNaming); ok && e.Not != t.not {
			add([]origin{o.Relation.Origin("concept_id")})
		}
	default:
		if c := antiJoined(t); c != nil {
			add(p.keptBy(t.join, c.Left))
			add(p.keptBy(t.join, c.Right))
		} else if s, ok := p.selection(t); ok && s.exclude && len(s.constants)+len(s.placeholders) > 0 &&
			!slices.ContainsFunc(s.constants, isNothing) {
			if all(s.column, isNaming) {
				add([]origin{s.column[0].Relation.Origin("concept_id")})
			} else if identityOf(s.column) == conceptKey {
				add(s.column)
			}
		}
	}
	if !all(columns, func(o origin) bool {
		return o.Column.Name == o.Relation.Table.ConceptColumn && isEvent(o.Relation.Table)
	}) {
		return nil
	}
	return columns
}

// antiJoined is the equality by which an ANTI JOIN leaves rows out, or nil.
func antiJoined(t *test) *sqltree.Compare {
	c, ok := t.expr.(*sqltree.Compare)
	if !ok || t.clause != inOn || t.join.Type != "ANTI" || c.Op != "=" || t.not {
		return nil
	}
	return c
}

// keptBy returns where a side of an ANTI JOIN's condition comes from, if it is of the rows that are kept.
func (p *pass) keptBy(j *sqltree.Join, e sqltree.Expr) []origin {
	c, ok := sqltree.Bare(e).(*sqltree.Column)
	if !ok || p.Refs[c] == nil || p.Refs[c].Relation == nil ||
		slices.Contains(p.Refs[c].Relation.Scope.Below(j.Right), p.Refs[c].Relation) {
		return nil
	}
	return p.Origins(c)
}

// isNaming reports whether the column tells which concept a row of concept is.
func isNaming(o origin) bool {
	return o.TableName() == "concept" && (o.Column.Name == "concept_name" || o.Column.Name == "concept_code")
}

// isNothing reports whether a constant stands for no concept.
func isNothing(c *sqltree.Constant) bool {
	return c.Text == "0" || c.Kind == sqltree.Null || c.Kind == sqltree.String && !isMeaningful(c)
}

// picker is the SELECT that picks people from the rows of s: s itself, or one that reads nothing but what s passes on.
// It is nil where there is none.
func (p *pass) picker(s *scope) *scope {
	if p.picksPeople(s) {
		return s
	}
	i := slices.IndexFunc(p.Scopes, func(r *scope) bool {
		return len(r.Relations) == 1 && readsResult(r.Relations[0], s.Result) && p.picksPeople(r)
	})
	if i < 0 || !p.passesRows(s) || p.readers(s.Result) > 1 {
		return nil
	}
	return p.Scopes[i]
}

// picksPeople reports whether a SELECT counts distinct people, or puts out people.
func (p *pass) picksPeople(s *scope) bool {
	if p.isNegative(s) {
		return false
	}
	if s.Role == sqltree.RoleExists {
		return len(s.Relations) == 1
	}
	for _, item := range s.Tree.List {
		if f, ok := p.essence(item.Expr).(*sqltree.Func); ok && p.countsDistinctPeople(f) {
			return true
		}
	}
	return p.perPerson(s.Result) == yes && !p.singleRow(s) ||
		(s.Role == sqltree.RoleIn || s.Tree.Distinct) && len(s.Outputs) == 1 &&
			identityOf(p.OriginsOf(s.Outputs[0])) == personKey
}

// chosenBySets reports whether something else says which concepts the column's records are to
// have: what is left out then is left out of those.
func (p *pass) chosenBySets(o origin) bool {
	if slices.ContainsFunc(p.selections, func(s selection) bool {
		return !s.exclude && identityOf(s.column) == conceptKey && slices.ContainsFunc(s.column, func(c origin) bool {
			columns, _ := p.chosen(c)
			return slices.Contains(columns, o)
		})
	}) {
		return true
	}
	return slices.ContainsFunc(p.pairs, func(e *equality) bool {
		if e.test != nil && (e.test.not || isNotIn(e.test.expr)) {
			return false
		}
		other := e.right
		if slices.Contains(e.right, o) {
			other = e.left
		} else if !slices.Contains(e.left, o) {
			return false
		}
		return !all(other, func(x origin) bool { return x.Relation.Table.Group == "vocabulary" })
	})
}

// namesOthers reports whether the statement or its question says that other records than these are meant, and the
// question is not who is without something.
func (p *pass) namesOthers() bool {
	return !p.asksForAbsence() && (p.wordsFor("others than these") || p.says("other", "others", "another", "non",
		"additional", "comorbid", "comorbidities", "comorbidity", "besides", "else", "rest", "remaining",
		"differential", "alternative", "further", "switch", "switched", "switchers"))
}

// says reports whether a name that the statement gives holds one of the words.
func (p *pass) says(list ...string) bool {
	match := func(name string) bool {
		return slices.ContainsFunc(words(name), func(w string) bool { return slices.Contains(list, w) })
	}
	if slices.ContainsFunc(p.CTENames, match) {
		return true
	}
	for _, s := range p.Scopes {
		if slices.ContainsFunc(s.Tree.List, func(i *sqltree.Item) bool { return match(i.Alias) }) ||
			slices.ContainsFunc(s.Relations, func(r *relation) bool { return r.Table == nil && match(r.Name) }) {
			return true
		}
	}
	return false
}

// judgeExceptAll reports EXCEPT ALL of people who are there once for each record: it takes one row away for each, and
// whoever has more of them stays.
func (p *pass) judgeExceptAll() {
	for _, set := range p.Sets {
		q, ok := set.Tree.(*sqltree.SetOp)
		if ok && q.Op == "EXCEPT" && q.All && len(set.Inputs) > 0 && len(set.Columns) == 1 &&
			identityOf(p.OriginsOf(set.Columns[0])) == personKey && p.perPerson(set.Inputs[0]) == no {
			p.report(q, "EXCEPT ALL takes away one row for each: who has more records stays; write EXCEPT")
		}
	}
}
