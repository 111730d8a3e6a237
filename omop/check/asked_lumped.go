package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// judgeMeanOfShares reports the mean of groups' percentages where the question asks one percentage: a group of ten
// people weighs as much as one of a thousand.
func (p *pass) judgeMeanOfShares() {
	if !p.wordsFor("share") || p.wordsFor("mean") && !p.asks("weighted") || p.asks("unweighted") {
		return
	}
	f, ok := p.essence(p.last()).(*sqltree.Func)
	if !ok || f.Name != "avg" && f.Name != "mean" || len(f.Args) != 1 || p.Homes[f] != p.Result.Scope {
		return
	}
	quotient, ok := p.essence(f.Args[0]).(*sqltree.Func)
	if !ok || quotient.Name != "/" || len(quotient.Args) != 2 {
		return
	}
	_, whole := p.counted(quotient.Args[1])
	if whole == nil || p.Homes[whole] == nil || p.Homes[whole] == p.Homes[f] {
		return
	}
	if groups := p.Homes[whole]; !groups.Tree.GroupBy.Empty() && !p.groupedByPerson(groups) {
		p.report(f, "this is the mean of the groups' percentages, whatever their size; divide the sums, or weight each group by its number")
	}
}

// judgeMissingAmong reports a share of all records where the question's is of those with a value: one that is missing
// counts as below every limit.
//
// Example: of "what share of glucose results with a value were above 126", AVG(CASE WHEN value_as_number > 126 THEN 1
// ELSE 0 END) over all glucose results.
func (p *pass) judgeMissingAmong() {
	if !p.wordsFor("share") || !slices.ContainsFunc(phrases()["with a value"], p.asksWithoutLimit) {
		return
	}
	for _, f := range p.Calls {
		if f.Name != "avg" && f.Name != "sum" && f.Name != "count" || len(f.Args) != 1 || p.Homes[f] == nil {
			continue
		}
		c, ok := sqltree.Bare(p.Follow(sqltree.Bare(f.Args[0]))).(*sqltree.Case)
		if !ok || len(c.Whens) != 1 || f.Name != "count" && c.Else == nil || c.Flag && f.Name == "avg" {
			continue // AVG((value_as_number > 126)::INT) leaves out what is missing
		}
		what, with := p.comparedBehind(c.Whens[0].If)
		if what == nil || len(with) == 0 || !isConstant(with[0]) {
			continue
		}
		from := p.Origins(sqltree.Bare(what))
		if len(from) == 1 && isGiven(from[0]) && !p.minded(from[0]) && !p.atLeast(from[0]) && !p.countsValues(from[0]) {
			p.report(c, "%s may be missing, and the question's share is of those with a value; ask for IS NOT NULL", from[0])
			return
		}
	}
}

// asksWithoutLimit reports whether the question has a phrase for values that are there, and not for those beyond a
// limit: "with a value above 9" is of these.
func (p *pass) asksWithoutLimit(phrase string) bool {
	_, behind, has := strings.Cut(p.question.text, " "+phrase+" ")
	next, _, _ := strings.Cut(behind, " ")
	return has && !isWordFor("goes on with a limit", next)
}

// comparedBehind is compared for a condition, or for that of the CASE whose label a condition asks for:
// value_as_number < 7 behind status = 'low'.
func (p *pass) comparedBehind(e sqltree.Expr) (what sqltree.Expr, with []sqltree.Expr) {
	what, with = compared(e)
	if what == nil {
		return nil, nil
	}
	if label, ok := sqltree.Bare(p.Follow(sqltree.Bare(what))).(*sqltree.Case); ok && len(label.Whens) > 0 {
		return compared(label.Whens[0].If)
	}
	return what, with
}

// countsValues reports whether a COUNT is of a column: it leaves out what is missing.
func (p *pass) countsValues(o origin) bool {
	return slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool {
		return f.Name == "count" && len(f.Args) == 1 && slices.Contains(p.Origins(sqltree.Bare(f.Args[0])), o)
	})
}

// judgeFirstOfKind reports the first record of each drug, condition or procedure of a person where the question is of
// the person's first of all.
func (p *pass) judgeFirstOfKind() {
	w := p.question.words
	i := slices.IndexFunc(w, func(word string) bool { return word == "first" || word == "last" })
	if i < 0 || i+1 >= len(w) {
		return
	}
	next := i + 1
	if isWordFor("recorded", w[next]) && next+1 < len(w) { // "their very first recorded visit"
		next++
	}
	if !isWordFor("kind of record", w[next]) {
		return
	}
	for k := range len(w) - 1 { // "the first record of each drug"
		if slices.Contains([]string{"each", "every", "per", "by"}, w[k]) && isWordFor("kind of record", w[k+1]) {
			return
		}
	}
	for _, s := range p.Scopes {
		for _, first := range windowsOf(s) {
			one := isRank(first) && p.keepsNumberOne(first) == yes
			if len(first.PartitionBy) < 2 || !one && !p.keepsExtreme(first) {
				continue
			}
			if p.isPersonAndKind(first.PartitionBy) {
				p.report(first, "this is the %s record of each kind, and the question is of a person's %s of all; partition by person_id alone",
					w[i], w[i])
				return
			}
		}
		if p.takesOfKind(s) {
			p.report(s.Tree, "this is the %s record of each kind, and the question is of a person's %s of all: leave the kind out", w[i], w[i])
			return
		}
	}
}

// isPersonAndKind reports whether rows are parted by the person and by what the records are of.
func (p *pass) isPersonAndKind(by []sqltree.Expr) bool {
	person := func(e sqltree.Expr) bool { return identityOf(p.Origins(sqltree.Bare(e))) == personKey }
	kind := func(e sqltree.Expr) bool { return all(p.Origins(sqltree.Bare(e)), isKind) }
	return slices.ContainsFunc(by, person) && slices.ContainsFunc(by, kind)
}

// isKind reports whether a column says what a record is of.
func isKind(o origin) bool {
	return o.Relation.Table != nil && o.Column.Name == o.Relation.Table.ConceptColumn
}

// takesOfKind reports whether a SELECT takes the first date of each person and kind: by groups, by DISTINCT ON, or of
// the records of the kind of a row around it.
func (p *pass) takesOfKind(s *scope) bool {
	extreme := slices.ContainsFunc(s.Tree.List, func(i *sqltree.Item) bool {
		f, ok := i.Expr.(*sqltree.Func)
		return ok && isNamed(f, "min", "max") && len(f.Args) == 1 && all(p.Origins(sqltree.Bare(f.Args[0])), hasDate)
	})
	var by []sqltree.Expr
	for _, e := range s.Tree.GroupBy.Exprs {
		by = append(by, numbered(e, s))
	}
	ordered := len(s.Tree.OrderBy) > len(s.Tree.DistinctOn)
	if extreme && p.isPersonAndKind(by) || ordered && p.isPersonAndKind(s.Tree.DistinctOn) {
		return true
	}
	earlier := s.Role == sqltree.RoleExists && p.directlyNegative(s)
	return (extreme || earlier) && slices.ContainsFunc(p.pairs, func(e *equality) bool {
		if e.scope != s || !all(e.left, isKind) || !all(e.right, isKind) || e.left[0].String() != e.right[0].String() {
			return false
		}
		a, b := e.left[0].Relation, e.right[0].Relation
		return a != b && (a.Scope != s || b.Scope != s)
	})
}

// keepsExtreme reports whether a condition keeps the rows whose date is the first or last of a window's:
// visit_start_date = MIN(visit_start_date) OVER (…).
func (p *pass) keepsExtreme(w *sqltree.Window) bool {
	if !isNamed(w.Func, "min", "max", "first_value", "last_value") || len(w.Func.Args) != 1 || !all(p.Origins(sqltree.Bare(w.Func.Args[0])), hasDate) {
		return false
	}
	is := func(e sqltree.Expr) bool { return sqltree.Bare(p.Follow(sqltree.Bare(e))) == sqltree.Expr(w) }
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		c, ok := t.expr.(*sqltree.Compare)
		return ok && c.Op == "=" && !t.not && (is(c.Left) || is(c.Right))
	})
}

// judgeUnderWay reports what began on a day where the question is of what was going on then.
func (p *pass) judgeUnderWay() {
	if !p.wordsFor("under way") {
		return
	}
	for _, t := range p.tests {
		c, ok := t.expr.(*sqltree.Compare)
		if !ok || c.Op != "=" || !t.must || t.not {
			continue
		}
		for _, l := range p.limits(t) {
			rel := l.at.rel
			if rel == nil || rel.Table == nil || rel.Table.EndDate == "" || l.at.column != rel.Table.StartDate ||
				p.Mentions(rel, rel.Table.EndDate) {
				continue
			}
			p.report(t.expr, "the question is of what was going on that day, and this is what began on it: start <= the day AND end >= the day")
			return
		}
	}
}

// judgeSpanOfEverybody reports the time from the first to the last of all records where the question's is each
// person's.
func (p *pass) judgeSpanOfEverybody() {
	if !p.wordsFor("each person") || !p.asks("first") || !p.asks("last") {
		return
	}
	for _, f := range p.Calls {
		s := p.Homes[f]
		if f.Name != "-" && !isDateDiff(f) || s == nil || s.Tree == nil || !s.Tree.GroupBy.Empty() {
			continue
		}
		ends := map[string]bool{}
		for _, e := range f.Args {
			if x, ok := sqltree.Bare(e).(*sqltree.Func); ok && p.Homes[x] == s && len(x.Args) == 1 &&
				all(p.Origins(sqltree.Bare(x.Args[0])), hasDate) {
				ends[x.Name] = true
			}
		}
		if ends["min"] && ends["max"] && p.rowsPerPerson(s) == no && s.Role != sqltree.RoleScalar {
			p.report(f, "this is the time from the first record of anybody to the last; group by person_id first")
			return
		}
	}
}
