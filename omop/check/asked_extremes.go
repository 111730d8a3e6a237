package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// Highest and lowest values of people, first and last ones, and who is chosen by them.

// judgeFirstToLast reports the highest value less the lowest where the question is of the last less the first.
func (p *pass) judgeFirstToLast() {
	if !p.wordsFor("first to last") {
		return
	}
	ends := map[string]*sqltree.Func{}
	for _, f := range p.Calls {
		if (f.Name == "min" || f.Name == "max") && len(f.Args) == 1 && p.Homes[f] != nil && p.groupedByPerson(p.Homes[f]) &&
			all(p.Origins(sqltree.Bare(f.Args[0])), isValue) {
			ends[f.Name] = f
		}
	}
	if ends["min"] != nil && ends["max"] != nil && !p.calls(rankings...) && !p.calls("arg_min", "arg_max") {
		p.report(ends["max"], "this is the highest and the lowest value, and the question is of the last and the first; write ARG_MAX and ARG_MIN by the date")
	}
}

// judgeOwnExtreme reports records of any value where the question is of each person's highest or lowest.
func (p *pass) judgeOwnExtreme() {
	if p.wordsFor("one's extreme") && !p.looksForOrder() && !p.takesExtremeValue() && p.readsMeasurements() {
		p.report(p.main(), "the question is of each person's highest or lowest value, and nothing here looks for it: any will do")
	}
}

// takesExtremeValue reports whether the highest or lowest value of some rows is taken: MAX(value_as_number) >= 8 looks
// for it, and for no order of the records.
func (p *pass) takesExtremeValue() bool {
	return slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool {
		return takesExtreme(f) && all(p.Origins(sqltree.Bare(f.Args[0])), isValue)
	})
}

// readsMeasurements reports whether the statement reads measurements.
func (p *pass) readsMeasurements() bool {
	return slices.ContainsFunc(p.Bases, func(r *relation) bool { return r.Table.Name == "measurement" })
}

// judgeTopPeople reports the records that come first where the question is of the people who do.
//
// Example: of "the 10 most expensive patients", ORDER BY total_paid DESC LIMIT 10 over costs.
func (p *pass) judgeTopPeople() {
	w := p.question.words
	for i, word := range w {
		n, ok := asNumber(word)
		if !ok || i+3 >= len(w) || !isWordFor("most", w[i+1]) ||
			!slices.ContainsFunc(w[i+2:min(i+5, len(w))], func(x string) bool { return slices.Contains(people, x) }) {
			continue
		}
		for _, s := range p.Scopes {
			if m, ok := number(s.Tree.Limit); ok && int(m) == n && s.Tree.GroupBy.Empty() && len(s.Tree.OrderBy) > 0 &&
				slices.ContainsFunc(s.Relations, func(r *relation) bool { return isEvent(r.Table) }) {
				p.report(s.Tree.Limit, "the question is of %d people, and these are records; put them together by person_id first", n)
				return
			}
		}
	}
}

// judgeProductsCounted reports different products that are counted where the question is of ingredients.
func (p *pass) judgeProductsCounted() {
	if !p.asks("ingredient", "ingredients", "substances") {
		return
	}
	for _, f := range p.Calls {
		if p.thingOf(f) == ofConcepts && all(p.Origins(sqltree.Bare(f.Args[0])), func(o origin) bool {
			return o.TableName() == "drug_exposure"
		}) {
			p.report(f, "the question is of ingredients, and these are products; count them in drug_era, or by concept_ancestor")
			return
		}
	}
}

// judgeRecordsOverRecords reports a share whose numerator counts what a join repeats: several diagnoses of a visit over
// visits.
func (p *pass) judgeRecordsOverRecords() {
	f, ok := p.essence(p.last()).(*sqltree.Func)
	if !ok || f.Name != "/" || len(f.Args) != 2 || !p.wordsFor("share") {
		return
	}
	part, one := p.essence(f.Args[0]).(*sqltree.Func)
	whole, two := p.withoutNullIf(f.Args[1]).(*sqltree.Func)
	if !one || !two || !strings.HasPrefix(part.Name, "count") || part.Distinct || whole.Name != "count" || !whole.Distinct ||
		len(part.Args) != 1 || len(whole.Args) != 1 || p.Homes[part] != p.Homes[whole] {
		return
	}
	above, below := p.Origins(sqltree.Bare(part.Args[0])), p.Origins(sqltree.Bare(whole.Args[0]))
	if all(above, isPrimary) && all(below, isPrimary) && above[0].Relation != below[0].Relation {
		p.report(part, "a record below the line is counted above it once for each of its %s; count it once, with DISTINCT", above[0].Relation.Label())
	}
}
