package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
)

func fanOut() Rule {
	return Rule{
		ID: "fan-out", Group: groupCounting, Severity: omop.SeverityWarning,
		Summary: "A sum, an average or a count of records is taken after a join that repeats its rows: other events of the person, several ancestors, several ingredients, several plans at a time. Or groups are added up with their own subtotals.",
		Instead: "Aggregate before joining, or choose the people with EXISTS or a DISTINCT subquery.",
		Wrong:   `SELECT SUM(de.days_supply) AS days FROM drug_exposure AS de JOIN condition_occurrence AS co ON co.person_id = de.person_id WHERE co.condition_concept_id IN ([condition@asthma])`,
		Right:   `SELECT SUM(de.days_supply) AS days FROM drug_exposure AS de WHERE EXISTS (SELECT 1 FROM condition_occurrence AS co WHERE co.person_id = de.person_id AND co.condition_concept_id IN ([condition@asthma]))`,
		check: func(p *pass) {
			p.judgeSubtotals()
			p.judgePlansRepeat()
			for _, s := range p.Scopes {
				for _, item := range s.Tree.List {
					if !p.onlyAskedForAny(item, s) {
						p.repeated(item.Expr, s)
					}
				}
				for _, t := range p.tests {
					if t.scope == s && t.clause == inHaving && !asksForAny(t.expr) {
						p.repeated(t.expr, s)
					}
				}
				p.judgePairedValues(s)
			}
		},
	}
}

// onlyAskedForAny reports whether what a SELECT puts out is read in conditions alone that want any rows or none.
func (p *pass) onlyAskedForAny(item *sqltree.Item, s *scope) bool {
	if s == p.Result.Scope || !aggregated(item.Expr) {
		return false
	}
	reads := func(e sqltree.Expr) bool {
		c, ok := sqltree.Bare(e).(*sqltree.Column)
		return ok && p.Follow(c) == item.Expr
	}
	read, asked := 0, 0
	for c := range p.Refs {
		if reads(c) {
			read++
		}
	}
	for _, t := range p.tests {
		if c, ok := t.expr.(*sqltree.Compare); ok && asksForAny(c) && (reads(c.Left) || reads(c.Right)) {
			asked++
		}
	}
	return read > 0 && read == asked
}

// asksForAny reports whether a condition wants any rows or none, as SUM(…) > 0 does: how often they are repeated is the
// same.
func asksForAny(e sqltree.Expr) bool {
	c, ok := e.(*sqltree.Compare)
	if !ok {
		return false
	}
	op, with := c.Op, c.Right
	if isConstant(c.Left) {
		op, with = flipped(op), c.Left
	}
	n, ok := number(with)
	return ok && (n == 0 && (op == ">" || op == "=" || op == "<>" || op == "<=") || n == 1 && (op == ">=" || op == "<"))
}

var sums = []string{"sum", "avg", "mean", "median", "stddev", "stddev_samp", "stddev_pop", "variance", "var_samp",
	"var_pop", "quantile_cont", "quantile_disc"}

// repeated reports the sums within e whose rows another relation repeats.
func (p *pass) repeated(e sqltree.Expr, s *scope) {
	sqltree.Inspect(e, func(x sqltree.Expr) {
		f, ok := x.(*sqltree.Func)
		if !ok || f.Distinct || slices.ContainsFunc(f.Args, aggregated) { // over groups, which no join repeats
			return
		}
		var args []sqltree.Expr
		switch {
		case f.Name == "count" && len(f.Args) == 1 && p.countsKey(f.Args[0]):
			if p.groupedByKey(f.Args[0], s) { // what is counted of each record is what joins it
				return
			}
			args = f.Args
		case slices.Contains(sums, f.Name):
			args = valuesOf(f.Args)
			for _, o := range f.OrderBy {
				args = append(args, o.Expr)
			}
		case p.countsRows(f):
			p.reportRepeatedRows(f, s)
			return
		default:
			return
		}
		args = append(args, f.Filter)
		if p.weighsByRecords(f) {
			p.report(f, "the same value of a person is here once for each record: who has many weighs more; keep one row a person first")
			return
		}
		if rel, of := p.repeaterOf(args, s, 5); rel != nil && !p.meantOncePerRecord(of) && !describes(of, rel) {
			p.report(f, "the join with %s repeats the rows of %s before they are put together", rel.Label(), of.Label())
		}
	})
}

// describes reports whether the rows that are repeated are concepts, by those records that are of them: what is put
// together is then of the records, as the share of those that are of a vocabulary.
func describes(of, records *relation) bool {
	return of.Table != nil && of.Table.Name == "concept" && isEvent(records.Table)
}

// plainly reports whether a SELECT puts out a row for each that it reads, those of its own windows included.
func (p *pass) plainly(s *scope) bool {
	q := s.Tree
	return !q.Distinct && len(q.DistinctOn) == 0 && q.GroupBy.Empty() && q.Limit == nil && q.Qualify == nil &&
		!p.singleRow(s)
}

// ranksIn reports whether conditions of a SELECT look at the number of a row.
func (p *pass) ranksIn(s *scope) bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		return t.scope == s && p.Within(t.expr, func(x sqltree.Expr) bool {
			w, ok := x.(*sqltree.Window)
			return ok && isRank(w)
		})
	})
}

// groupedByKey reports whether each group of a SELECT is one record by the key that an expression is.
func (p *pass) groupedByKey(key sqltree.Expr, s *scope) bool {
	from := p.Origins(key)
	column := func(o origin) string { return o.String() }
	return slices.ContainsFunc(s.Tree.GroupBy.Exprs, func(e sqltree.Expr) bool {
		by := p.Origins(e)
		return len(by) == len(from) && all(by, func(o origin) bool {
			return slices.ContainsFunc(from, func(f origin) bool { return column(f) == column(o) })
		})
	})
}

// onlyWhether reports whether a number is only compared with 0: rows that are repeated change nothing then.
func (p *pass) onlyWhether(f *sqltree.Func) bool {
	found := false
	sqltree.Walk(p.Tree, func(n sqltree.Node) bool {
		c, ok := n.(*sqltree.Compare)
		found = found || ok && isZero(c.Right) && p.Follow(sqltree.Bare(c.Left)) == sqltree.Expr(f)
		return !found
	})
	return found
}

// reportRepeatedRows reports a count of events that a table of the vocabulary repeats: once for each ancestor, for each
// ingredient.
func (p *pass) reportRepeatedRows(f *sqltree.Func, s *scope) {
	var events []*relation
	for _, rel := range s.Relations {
		if isEvent(p.passed(rel)) && !rel.Semi {
			events = append(events, rel)
		}
	}
	if len(events) == 0 {
		return
	}
	for _, rel := range s.Relations {
		if p.repeatsConcepts(rel, s) {
			p.report(f, "the join with %s repeats the rows of %s before they are counted", rel.Label(),
				events[0].Label())
			return
		}
	}
	if by := p.pairsOfRecords(events, s); by != nil && !p.onlyWhether(f) {
		p.report(f, "this counts pairs: each record of %s with each of %s of the person", events[0].Label(), by.Label())
	}
}

// passed is the table of a relation, or of the one that a derived table passes rows of on, or nil.
func (p *pass) passed(rel *relation) *schema.Table {
	for range sqltree.MaxDepth {
		if rel.Table != nil || rel.Inner == nil || rel.Inner.Scope == nil || len(rel.Inner.Scope.Relations) != 1 ||
			!p.onlyChooses(rel) {
			return rel.Table
		}
		rel = rel.Inner.Scope.Relations[0]
	}
	return nil
}

// pairsOfRecords returns what repeats the first of the events where each of them is repeated by another, so
// that a row is not a record of any, or nil.
func (p *pass) pairsOfRecords(events []*relation, s *scope) *relation {
	var first *relation
	for i, e := range events {
		by := p.repeater([]*relation{e}, s)
		if by == nil || !isEvent(p.passed(by)) || !p.multiplies(e, s) ||
			p.meetBeyondPerson(e, by, s) && !(p.passed(e) == p.passed(by) && p.asksOnce()) {
			return nil
		}
		if i == 0 {
			first = by
		}
	}
	return first
}

// asksOnce reports whether the question asks how many records there are that have another, and not how many pairs.
func (p *pass) asksOnce() bool {
	return len(p.question.words) > 0 &&
		p.asks("how many", "number of", "what share", "what percentage", "what proportion") &&
		!p.asks("pairs", "pair", "combinations", "times", "readmissions", "rehospitalizations", "often", "overlaps",
			"co occurrences", "transitions") &&
		!p.leavesAnythingOut()
}

// meetBeyondPerson reports whether a condition sets two events of a person against each other by more than the person,
// such as their dates: pairs may be meant then.
func (p *pass) meetBeyondPerson(a, b *relation, s *scope) bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		var ofA, ofB bool
		sqltree.Inspect(t.expr, func(x sqltree.Expr) {
			c, ok := x.(*sqltree.Column)
			if !ok || p.Refs[c] == nil || identityOf(p.Origins(c)) == personKey {
				return
			}
			ofA, ofB = ofA || p.Refs[c].Relation == a, ofB || p.Refs[c].Relation == b
		})
		return t.scope == s && ofA && ofB
	})
}

// repeaterOf finds a relation that repeats the rows from which the expressions come, in the SELECT or in the
// queries that pass rows on to it, and the relation whose rows those are.
func (p *pass) repeaterOf(args []sqltree.Expr, s *scope, depth int) (rel, of *relation) {
	var from []*relation
	for _, a := range args {
		from = append(from, p.mentioned(a, s)...)
	}
	if rel := p.repeater(from, s); rel != nil {
		return rel, from[0]
	}
	if depth == 0 {
		return nil, nil
	}
	for _, d := range from {
		if d.Inner == nil || d.Inner.Scope == nil || !p.passesRows(d.Inner.Scope) {
			continue
		}
		var inner []sqltree.Expr
		for _, a := range args {
			sqltree.Inspect(a, func(x sqltree.Expr) {
				if c, ok := x.(*sqltree.Column); ok && p.Refs[c] != nil && p.Refs[c].Relation == d &&
					p.Refs[c].Output != nil && p.Refs[c].Output.Expr != nil {
					inner = append(inner, p.Refs[c].Output.Expr)
				}
			})
		}
		if rel, of := p.repeaterOf(inner, d.Inner.Scope, depth-1); rel != nil {
			return rel, of
		}
	}
	return nil, nil
}

// passesRows reports whether a SELECT puts out a row for each row that its FROM and WHERE give.
func (p *pass) passesRows(s *scope) bool {
	q := s.Tree
	return !q.Distinct && len(q.DistinctOn) == 0 && q.GroupBy.Empty() && q.Limit == nil && q.Qualify == nil &&
		!slices.ContainsFunc(q.List, func(i *sqltree.Item) bool {
			_, window := i.Expr.(*sqltree.Window)
			return window || aggregated(i.Expr)
		})
}

// repeatsConcepts reports whether a table of the vocabulary has several rows for an event's concept, and nothing keeps
// one of them.
func (p *pass) repeatsConcepts(rel *relation, s *scope) bool {
	if rel.Table == nil || rel.Semi || p.absent(rel) ||
		rel.Table.Name != "concept_synonym" && p.groupedByVocabulary(s) {
		return false
	}
	var by, fixed string
	switch rel.Table.Name {
	case "concept_ancestor":
		by, fixed = "descendant_concept_id", "ancestor_concept_id"
	case "concept_synonym":
		return !p.groupedBy(rel, s) && len(p.partners(rel.Origin("concept_id"))) > 0 && !p.shows(rel)
	case "drug_strength":
		by, fixed = "drug_concept_id", "ingredient_concept_id"
	case "concept_relationship":
		by, fixed = "concept_id_1", "concept_id_2"
		if len(p.partners(rel.Origin(by))) == 0 {
			by, fixed = fixed, by
		}
	default:
		return false
	}
	patients := func(o origin) bool { return o.Relation.Table.Group != "vocabulary" }
	if !all(p.partners(rel.Origin(by)), patients) {
		return false
	}
	if rel.Table.Name == "concept_relationship" {
		return !p.pinsConcept(rel.Origin(fixed))
	}
	one := func(sel selection) bool {
		return !sel.exclude && sel.must && len(sel.column) == 1 && sel.column[0] == rel.Origin(fixed) &&
			len(sel.constants) == 1 && len(sel.placeholders) == 0
	}
	if rel.Table.Name == "drug_strength" {
		return !p.Mentions(rel, fixed)
	}
	several := slices.ContainsFunc(p.selections, func(sel selection) bool {
		return sel.must && len(sel.column) == 1 && sel.column[0] == rel.Origin(fixed) &&
			(len(sel.constants) > 1 || len(sel.placeholders) > 0)
	})
	several = several || rel.Table.Name == "concept_ancestor" && !p.Mentions(rel, fixed) // once for each ancestor of all
	return several && !slices.ContainsFunc(p.selections, one)
}

// shows reports whether anything but the id of a synonym's concept is read.
func (p *pass) shows(rel *relation) bool {
	return p.Mentions(rel, "concept_synonym_name", "language_concept_id")
}

// pinsConcept reports whether a concept column is compared with what patients have, or with ids.
func (p *pass) pinsConcept(o origin) bool {
	from := append(p.partners(o), o)
	for _, x := range from {
		if x.Relation.Table.Group != "vocabulary" ||
			slices.ContainsFunc(p.selections,
				func(s selection) bool { return s.must && !s.exclude && slices.Contains(s.column, x) }) {
			return true
		}
	}
	return false
}

// groupedByVocabulary reports whether a SELECT is grouped by something of the vocabulary: then each concept has a count
// of its own.
func (p *pass) groupedByVocabulary(s *scope) bool {
	return slices.ContainsFunc(s.Tree.GroupBy.Exprs, func(e sqltree.Expr) bool {
		return slices.ContainsFunc(p.mentioned(numbered(e, s), s),
			func(r *relation) bool { return r.Table == nil || r.Table.Group == "vocabulary" })
	})
}

// countsKey reports whether e is the primary key of an event, whose repetition is not a new event.
func (p *pass) countsKey(e sqltree.Expr) bool {
	from := p.Origins(e)
	return len(from) == 1 && from[0].Column.Primary && isEvent(from[0].Relation.Table)
}

// repeater finds a relation that repeats the rows of all of those given, or nil.
func (p *pass) repeater(of []*relation, s *scope) *relation {
	if len(of) == 0 {
		return nil
	}
	for _, rel := range s.Relations {
		if !slices.Contains(of, rel) && p.repeatsConcepts(rel, s) &&
			slices.ContainsFunc(of, func(x *relation) bool { return isEvent(x.Table) }) {
			return rel
		}
		if slices.Contains(of, rel) || !p.multiplies(rel, s) || p.groupedBy(rel, s) {
			continue
		}
		if !slices.ContainsFunc(of, func(x *relation) bool { return p.dependsOn(x, rel) }) {
			return rel
		}
	}
	return nil
}

// groupedBy reports whether the scope is grouped by a column of rel, which repeats on purpose. In a group of one person
// the rows of that person are still repeated.
func (p *pass) groupedBy(rel *relation, s *scope) bool {
	return slices.ContainsFunc(s.Tree.GroupBy.Exprs, func(e sqltree.Expr) bool {
		e = numbered(e, s)
		return slices.Contains(p.mentioned(e, s), rel) && identityOf(p.Origins(e)) != personKey
	})
}

// dependsOn reports whether each row of x belongs to one row of rel, because x refers to rel's primary key.
func (p *pass) dependsOn(x, rel *relation) bool {
	return slices.ContainsFunc(p.pairs, func(e *equality) bool {
		match := func(a, b []origin) bool {
			return slices.ContainsFunc(a, func(o origin) bool { return o.Relation == rel && isPrimary(o) }) &&
				slices.ContainsFunc(b, func(o origin) bool { return o.Relation == x || x.Table == nil })
		}
		return e.must() && (match(e.left, e.right) || match(e.right, e.left))
	})
}
