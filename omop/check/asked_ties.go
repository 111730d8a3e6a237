package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// What a statement leaves out, or takes twice, without a word: ties, days on which two supplies overlap, and concept 0.

// judgeTies reports a rank that gives each row its own number, or a number of rows, where the question keeps those that
// are alike.
//
// Example: of "the three highest numbers, all ties kept", ROW_NUMBER() OVER (ORDER BY n DESC) <= 3.
func (p *pass) judgeTies() {
	if !p.wordsFor("ties kept") {
		return
	}
	for _, s := range p.Scopes {
		named := slices.ContainsFunc(s.Outputs, func(o *output) bool {
			id := identityOf(p.OriginsOf(o))
			return id == personKey || id == conceptKey
		})
		for _, w := range windowsOf(s) {
			if w.Func.Name == "row_number" && len(w.OrderBy) > 0 && named && p.isTested(w) {
				p.report(w, "the question keeps ties, and ROW_NUMBER cuts them off; write RANK or DENSE_RANK")
				return
			}
		}
	}
	if s := p.Result.Scope; s != nil && s.Tree.Limit != nil && len(s.Tree.OrderBy) > 0 && !s.Tree.Distinct &&
		!s.Tree.GroupBy.Empty() {
		p.report(s.Tree.Limit, "the question keeps ties, and LIMIT cuts them off; write RANK or DENSE_RANK")
	}
}

// isTested reports whether a condition looks at a window function.
func (p *pass) isTested(w *sqltree.Window) bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		return t.clause.chooses() && p.Within(t.expr, func(x sqltree.Expr) bool { return x == sqltree.Expr(w) })
	})
}

// judgeDifferentDays reports days of records that are added up where the question counts each day once, and nothing in
// the statement leaves out what comes twice.
//
// Example: of "on how many distinct days", SUM(days_supply): two fills of one day are two days.
func (p *pass) judgeDifferentDays() {
	if !p.wordsFor("different days") || p.leavesOutRepeated() {
		return
	}
	lasts := func(o origin) bool { return o.Column.Name == "days_supply" || isEnd(o) && isEvent(o.Relation.Table) }
	for _, f := range p.Calls {
		adds := isNamed(f, "sum", "fsum", "len", "length", "list_sum", "array_length", "count", "count_star")
		if adds && len(f.Args) > 0 && slices.ContainsFunc(p.columnsIn(f.Args[0]), lasts) {
			p.report(f, "the question counts each day once, and days on which records overlap count for each of them here; list the days, and count them DISTINCT")
			return
		}
	}
}

// leavesOutRepeated reports whether anything in the statement makes one of several that are alike, or of records that
// follow on each other.
func (p *pass) leavesOutRepeated() bool {
	if slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool {
		return f.Distinct || strings.Contains(f.Name, "distinct") || strings.Contains(f.Name, "unique") ||
			isNamed(f, "histogram", "map_from_entries", "bit_or", "bitstring_agg")
	}) {
		return true
	}
	for _, s := range p.Scopes {
		apart := func(e sqltree.Expr) bool { return identityOf(p.Origins(sqltree.Bare(numbered(e, s)))) != personKey }
		if s.Tree.Distinct || len(s.Tree.DistinctOn) > 0 || len(windowsOf(s)) > 0 ||
			slices.ContainsFunc(s.Tree.GroupBy.Exprs, apart) {
			return true
		}
	}
	exists := func(t *test) bool { _, ok := t.expr.(*sqltree.Exists); return ok }
	semi := func(r *relation) bool { return r.Semi }
	return len(p.Sets) > 0 || slices.ContainsFunc(p.tests, exists) || slices.ContainsFunc(p.Bases, semi)
}

// judgeUnmappedKinds reports concepts that are ranked, or counted of each person, with concept 0 among them, where the
// question leaves out what could not be mapped.
//
// Example: of "the three mapped conditions with the most people", GROUP BY condition_concept_id and nothing else.
func (p *pass) judgeUnmappedKinds() {
	if !p.wordsFor("mapped only") || p.asks("unmapped") {
		return
	}
	forgotten := func(e sqltree.Expr) bool {
		of := p.Origins(sqltree.Bare(e))
		return len(of) == 1 && of[0].Relation.Table != nil && of[0].Relation.Table.ConceptColumn == of[0].Column.Name &&
			isFilledConcept(of[0]) && !p.choosesMapped(of[0])
	}
	const message = "concept 0, which is all that could not be mapped, is among these concepts; leave it out by <> 0"
	for _, s := range p.Scopes {
		for _, e := range s.Tree.GroupBy.Exprs {
			if forgotten(numbered(e, s)) {
				p.report(e, message)
				return
			}
		}
	}
	for _, f := range p.Calls {
		if isNamed(f, "list", "array_agg") && len(f.Args) == 1 && forgotten(f.Args[0]) {
			p.report(f, message)
			return
		}
	}
}

// choosesMapped reports whether records are chosen by a column's concept before they are put together. That one of a
// group is mapped, as HAVING BOOL_OR(concept_id > 0) asks, chooses no record.
func (p *pass) choosesMapped(column origin) bool {
	if !p.mindsUnmapped(column) {
		return false
	}
	return !slices.ContainsFunc(p.tests, func(t *test) bool { return t.clause == inHaving }) ||
		slices.ContainsFunc(p.tests, func(t *test) bool {
			return t.clause != inHaving && t.clause.chooses() && slices.Contains(p.columnsIn(t.expr), column) &&
				!slices.ContainsFunc(p.tests, func(h *test) bool {
					return h.clause == inHaving &&
						isWithin(t.expr, h.expr)
				})
		})
}

// judgeListsOfBoth reports a list that is to have any of several values where the question wants both, and one that is
// to have all where any is enough.
func (p *pass) judgeListsOfBoth() {
	for _, f := range p.Calls {
		if len(f.Args) != 2 || !p.listsConcepts(f.Args[0]) {
			continue
		}
		switch {
		case isNamed(f, "list_has_any", "array_has_any", "&&") && p.asks("both") && !p.asks("or", "either", "neither"):
			p.report(f, "the question is of people with both, and one of them is enough here; write LIST_HAS_ALL")
			return
		case isNamed(f, "list_has_all", "array_has_all", "@>") && p.asks("or", "either") &&
			!p.asks("both", "and", "all"):
			p.report(f, "the question is of people with any of these, and here they must have all; write LIST_HAS_ANY")
			return
		}
	}
}

// listsConcepts reports whether an expression is a list of the concepts of several records.
func (p *pass) listsConcepts(e sqltree.Expr) bool {
	return p.Within(e, func(x sqltree.Expr) bool {
		f, ok := x.(*sqltree.Func)
		return ok && isNamed(f, "list", "array_agg") && len(f.Args) == 1 &&
			identityOf(p.Origins(sqltree.Bare(f.Args[0]))) == conceptKey
	})
}

// judgeMissingListed reports the sum of a list of values over its length: values that are missing are in the list, and
// count as 0.
func (p *pass) judgeMissingListed() {
	for _, f := range p.Calls {
		if f.Name != "/" || len(f.Args) != 2 {
			continue
		}
		sum, one := sqltree.Bare(f.Args[0]).(*sqltree.Func)
		n, two := sqltree.Bare(f.Args[1]).(*sqltree.Func)
		if !one || !two || sum.Name != "list_sum" || !isNamed(n, "len", "length", "array_length") ||
			len(sum.Args) == 0 ||
			len(n.Args) == 0 || !sqltree.Equal(sum.Args[0], n.Args[0]) {
			continue
		}
		list, ok := p.Follow(sqltree.Bare(sum.Args[0])).(*sqltree.Func)
		if !ok || !isNamed(list, "list", "array_agg") || list.Filter != nil || len(list.Args) != 1 {
			continue
		}
		if of := p.Origins(sqltree.Bare(list.Args[0])); len(of) == 1 && isGiven(of[0]) && !p.asksForValue(of[0]) {
			p.report(f, "rows without a value are among those that the sum is divided by, and count as 0; write LIST_AVG, or AVG")
			return
		}
	}
}

// judgeShareOfAll reports a share of each group where the question's is of all.
//
// Example: of "what percentage of all people are women of that race", COUNT(*) / SUM(COUNT(*)) OVER (PARTITION BY
// gender_concept_id).
func (p *pass) judgeShareOfAll() {
	of := func(w string) bool { return isWordFor("share", w) }
	w := p.question.words
	i := slices.IndexFunc(w, of)
	if i < 0 || i+2 >= len(w) || w[i+1] != "of" || w[i+2] != "all" || p.wordsFor("within a group") ||
		p.asks("each", "every", "by", "per") {
		return
	}
	f, ok := p.essence(p.last()).(*sqltree.Func)
	if !ok || f.Name != "/" || len(f.Args) != 2 {
		return
	}
	if whole, window := p.withoutNullIf(f.Args[1]).(*sqltree.Window); window && len(whole.PartitionBy) > 0 {
		p.report(whole, "the question's share is of all, and this is one of each group; leave PARTITION BY out")
	}
}

// judgeRankedByRecords reports a rank by records where the question ranks by people.
//
// Example: of "which conditions affect the most people", RANK() OVER (ORDER BY COUNT(person_id) DESC).
func (p *pass) judgeRankedByRecords() {
	if p.rankedUnit() != peopleUnit {
		return
	}
	for _, s := range p.Scopes {
		for _, w := range windowsOf(s) {
			if !isRank(w) || len(w.OrderBy) == 0 || len(w.PartitionBy) > 0 || !p.isTested(w) {
				continue
			}
			by, f := p.counted(w.OrderBy[0].Expr)
			named := f != nil && f.Name == "count" && !f.Distinct && len(f.Args) == 1 &&
				identityOf(p.Origins(sqltree.Bare(f.Args[0]))) == personKey
			if f != nil && (by == recordUnit || named && p.rowsPerPerson(p.Homes[f]) == no) {
				p.report(f, "the question ranks by people, and this by records; write COUNT(DISTINCT person_id)")
				return
			}
		}
	}
	for _, f := range p.Calls { // ARG_MAX(concept, COUNT(*))
		var rank sqltree.Expr
		switch {
		case p.Homes[f] != p.Result.Scope:
			continue
		case isNamed(f, "arg_max", "max_by", "argmax") && len(f.Args) > 1:
			rank = f.Args[1]
		case isNamed(f, "first", "any_value") && len(f.OrderBy) > 0 && f.OrderBy[0].Desc:
			rank = f.OrderBy[0].Expr
		default:
			continue
		}
		if by, _ := p.counted(p.Follow(sqltree.Bare(rank))); by == recordUnit {
			p.report(f, "the question ranks by people, and this by records; write COUNT(DISTINCT person_id)")
			return
		}
	}
}
