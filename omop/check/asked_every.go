package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// Questions of all, or of the last, of a person's records, of which a statement takes any.

// judgeEveryValue reports people with any value beyond a limit where the question is of those all of whose values are.
//
// Example: of "who had all their HbA1c results below 7", WHERE value_as_number < 7 alone.
func (p *pass) judgeEveryValue() {
	if p.asksEveryValue() && p.judgeAnyOfList() {
		return
	}
	if !p.asksEveryValue() || !p.countsPeopleByQuestion() && !p.asksShareOfPeople() &&
		!p.wordsFor("how many of them") ||
		p.leavesAnythingOut() || p.putsTogether() {
		return
	}
	if t := p.limitOnValue(nil); t != nil {
		p.report(t.expr, "the question is of people all of whose values are so, and one is enough here; write NOT EXISTS, or HAVING with MAX or MIN")
	}
}

// judgeAnyOfList reports a list of which one value is enough: LEN(LIST_FILTER(values, x -> x < 100)) > 0.
func (p *pass) judgeAnyOfList() bool {
	for _, t := range p.tests {
		c, ok := t.expr.(*sqltree.Compare)
		if !ok || t.not || !t.clause.chooses() {
			continue
		}
		n, fixed := number(c.Right)
		f, ok := sqltree.Bare(c.Left).(*sqltree.Func)
		if !ok || len(f.Args) == 0 || !fixed || !(c.Op == ">" && n == 0 || c.Op == ">=" && n == 1) {
			continue
		}
		if of, ok := sqltree.Bare(f.Args[0]).(*sqltree.Func); ok && isNamed(f, "len", "length", "array_length") &&
			isNamed(of, "list_filter", "array_filter", "filter") {
			p.report(t.expr, "the question is of people all of whose values are so, and one is enough here; compare with the length of the whole list")
			return true
		}
	}
	return false
}

// asksEveryValue reports whether the question wants all of a person's results: a word for all, and a little behind it
// one for results, and no people between.
func (p *pass) asksEveryValue() bool {
	w := p.question.words
	if p.wordsFor("all of them so") {
		return true
	}
	for i, word := range w {
		if !isWordFor("every one", word) {
			continue
		}
		for _, next := range w[i+1 : min(i+6, len(w))] {
			if slices.Contains(people, next) || slices.Contains(onePerson, next) {
				break
			}
			if isWordFor("results", next) {
				return true
			}
		}
	}
	return false
}

// putsTogether reports whether values of several records are put together, or put in order. That there must be so many
// of those that are chosen says nothing of the others.
func (p *pass) putsTogether() bool {
	limits := p.thresholds()
	return p.looksAlong() || slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool {
		if f.Name != "count" && f.Name != "count_star" {
			return isAggregate(f)
		}
		limited := slices.ContainsFunc(limits, func(h threshold) bool { return h.f == f })
		return !limited && p.Homes[f] != nil && p.groupedByPerson(p.Homes[f])
	})
}

// limitOnValue returns the condition by which records of a relation, or of any, are chosen by their value, or nil.
func (p *pass) limitOnValue(rel *relation) *test {
	for _, t := range p.tests {
		what, with := compared(t.expr)
		if what == nil || !t.must || t.not || t.clause != inWhere && t.clause != inOn {
			continue
		}
		from := p.Origins(sqltree.Bare(what))
		constant := len(with) > 0 && !slices.ContainsFunc(with, func(e sqltree.Expr) bool { return !isConstant(e) })
		if constant && all(from, isValue) && (rel == nil || from[0].Relation == rel && t.scope == rel.Scope) {
			return t
		}
	}
	return nil
}

// isRankTest reports whether a condition looks at nothing but the number of a row.
func (p *pass) isRankTest(t *test) bool {
	what, _ := compared(t.expr)
	if what == nil {
		return false
	}
	w, ok := sqltree.Bare(p.Follow(sqltree.Bare(what))).(*sqltree.Window)
	return ok && isRank(w)
}

// judgeValueBeside reports the lowest value, or the highest, beside the first date, or the last, where the question is
// of the value on that day.
//
// Example: of "the first HbA1c", MIN(measurement_date), MIN(value_as_number) … GROUP BY person_id.
func (p *pass) judgeValueBeside() {
	if !p.wordsFor("last record") && !p.asksFirstOf() || p.wordsFor("smallest value") || p.wordsFor("largest value") {
		return
	}
	extreme := func(f *sqltree.Func, of func(origin) bool) *relation {
		if f.Name != "min" && f.Name != "max" || len(f.Args) != 1 || p.Homes[f] == nil ||
			!p.groupedByPerson(p.Homes[f]) {
			return nil
		}
		if from := p.Origins(sqltree.Bare(f.Args[0])); len(from) == 1 && of(from[0]) {
			return from[0].Relation
		}
		return nil
	}
	for _, f := range p.Calls {
		rel := extreme(f, isValue)
		if rel != nil && slices.ContainsFunc(p.Calls, func(g *sqltree.Func) bool {
			return p.Homes[g] == p.Homes[f] && extreme(g, isStart) == rel
		}) {
			p.report(f, "%s is not the value of the day that stands beside it; write ARG_MIN or ARG_MAX by the date, or ROW_NUMBER", strings.ToUpper(f.Name))
			return
		}
	}
}

// judgeNextOfAll reports a mean over all that came later where the question is of the next.
func (p *pass) judgeNextOfAll() {
	if p.wordsFor("the next one") && p.formOf(p.last()) == aStatistic && !p.looksForOrder() {
		p.report(p.main(), "the question is of the next record, and nothing here looks for it: all later ones count")
	}
}

// judgeUnmappedAmong reports different concepts that are counted with concept 0 among them, where the question leaves
// out what could not be mapped.
func (p *pass) judgeUnmappedAmong() {
	if !p.wordsFor("mapped only") {
		return
	}
	for _, f := range p.Calls {
		if f.Name != "count" || !f.Distinct || len(f.Args) != 1 {
			continue
		}
		forgets := p.Within(f.Args[0], func(x sqltree.Expr) bool {
			of := p.Origins(x)
			return len(of) == 1 && of[0].Relation.Table.ConceptColumn == of[0].Column.Name && !p.mindsUnmapped(of[0])
		})
		if forgets {
			p.report(f, "concept 0, which is all that could not be mapped, is counted here, too; leave it out by <> 0")
			return
		}
	}
}
