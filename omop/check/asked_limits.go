package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
)

// rangesOf lists the numbers within which a question wants ages, values, lengths and how many there are.
func rangesOf(q *study.Question, mentions []mention) []*study.Range {
	var out []*study.Range
	for _, t := range traitsOf(q) {
		if t.Age != nil {
			out = append(out, &t.Age.Range)
		}
	}
	for _, m := range mentions {
		out = append(out, m.event.Age)
		if m.has != nil {
			out = append(out, m.has.Times)
		}
		for _, w := range wheresOf(m.event) {
			out = append(out, w.Value, w.Days, w.Supply, w.Quantity, w.Refills)
		}
	}
	return slices.DeleteFunc(out, func(r *study.Range) bool { return r == nil })
}

// wheresOf lists what a question asks of the records of an event, and of those that are such events too: "below 30 or
// above 60" is two of them.
func wheresOf(e *study.Event) []*study.Where {
	out := []*study.Where{e.Where, e.Chosen}
	for i := range e.Or {
		out = append(out, e.Or[i].Where)
	}
	for i := range e.AnyOf {
		out = append(out, e.AnyOf[i].Where)
	}
	return slices.DeleteFunc(out, func(w *study.Where) bool { return w == nil })
}

// judgeLimitsOf reports > where the question lets its limit in, as "at least" and "40 to 60" do, >= where it does not,
// and = for either.
func (p *pass) judgeLimitsOf(q *study.Question, mentions []mention) {
	ranges := rangesOf(q, mentions)
	p.judgeOtherLimit(mentions)
	for _, r := range ranges {
		if r.Min != nil && r.Max != nil && *r.Min == *r.Max { // exactly so many
			p.judgeLimit(ranges, *r.Min, map[string]bool{">": true, ">=": true}, "=")
			continue
		}
		if r.Min != nil {
			p.judgeLimit(ranges, *r.Min, map[string]bool{">": !r.MinOpen, ">=": r.MinOpen},
				map[bool]string{true: ">", false: ">="}[r.MinOpen])
		}
		if r.Max != nil {
			p.judgeLimit(ranges, *r.Max, map[string]bool{"<": !r.MaxOpen, "<=": r.MaxOpen},
				map[bool]string{true: "<", false: "<="}[r.MaxOpen])
		}
	}
}

// judgeLimit reports a comparison with a limit of the question by an operator that is wrong for it, where none is
// right. A limit that stands in the question twice can be meant either way.
func (p *pass) judgeLimit(ranges []*study.Range, n float64, wrong map[string]bool, right string) {
	same := 0
	for _, r := range ranges {
		if slices.Contains(limitsOf(r), n) {
			same++
		}
	}
	var found sqltree.Expr
	for _, t := range p.tests {
		if p.boundsBetween(t, n) {
			return
		}
		c, ok := t.expr.(*sqltree.Compare)
		if !ok || t.not || len(p.boundsOf(t.expr)) > 0 {
			continue
		}
		op, with := c.Op, c.Right
		if isConstant(c.Left) {
			op, with = flipped(op), c.Left
		}
		switch m, ok := number(with); {
		case ok && m == n && wrong[op]:
			found = c
		case ok && (m == n || m == n-1 || m == n+1):
			return
		}
	}
	if found != nil && same < 2 && len(p.findings) == 0 {
		p.report(found, "the question's limit is %g: write %s", n, right)
	}
}

// judgeOtherLimit reports a value that is compared with another number than the question's limit, where it is compared
// with another limit of the question too, so that its unit is the question's.
//
// Example: of "below 30 or above 60", value_as_number < 30 OR value_as_number > 90 has the first limit only.
func (p *pass) judgeOtherLimit(mentions []mention) {
	var asked []float64
	for _, m := range mentions {
		for _, w := range wheresOf(m.event) {
			if w.Value != nil {
				asked = append(asked, limitsOf(w.Value)...)
			}
		}
	}
	held := map[float64]sqltree.Expr{}
	for _, t := range p.tests {
		what, with := compared(t.expr)
		if what == nil || !all(p.Origins(sqltree.Bare(what)), isValue) {
			continue
		}
		for _, e := range with {
			n, ok := number(e)
			if !ok {
				return // a limit that is computed
			}
			held[n] = t.expr
		}
	}
	var left []float64
	for _, n := range asked {
		if held[n] == nil {
			left = append(left, n)
		}
	}
	if len(left) != 1 || len(asked) < 2 || len(p.findings) > 0 {
		return
	}
	for n, at := range held {
		if !slices.Contains(asked, n) && len(held) == len(asked) {
			p.report(at, "the question's limit is %g, and this is %g", left[0], n)
		}
	}
}

func limitsOf(r *study.Range) []float64 {
	var out []float64
	for _, end := range []*float64{r.Min, r.Max} {
		if end != nil {
			out = append(out, *end)
		}
	}
	return out
}

// boundsBetween reports whether a condition is BETWEEN with a number as a bound.
func (p *pass) boundsBetween(t *test, n float64) bool {
	b, ok := t.expr.(*sqltree.Between)
	if !ok {
		return false
	}
	low, _ := number(b.Low)
	high, _ := number(b.High)
	return low == n || high == n
}

// judgeBornIn reports people chosen by a year of birth where the question is of their age at an event, whenever it was.
func (p *pass) judgeBornIn(mentions []mention) {
	if !slices.ContainsFunc(mentions, func(m mention) bool { return m.event.Age != nil }) || len(p.findings) > 0 {
		return
	}
	var born sqltree.Expr
	for _, t := range p.tests {
		what, with := compared(t.expr)
		if what == nil || !p.seesBirth(t.expr) {
			continue
		}
		if !all(p.Origins(sqltree.Bare(what)), isBirth) || !isConstant(with[0]) {
			return
		}
		born = t.expr
	}
	aged := slices.ContainsFunc(p.Calls,
		func(f *sqltree.Func) bool { return f.Operator && p.seesBirth(f) || isDateDiff(f) })
	if born != nil && !aged {
		p.report(born, "this is a year of birth, and the question is of the age at an event; take it from the event's date")
	}
}

// judgeGaps reports the time from a person's first day under observation to the last where the question is of time
// without interruption: several periods have gaps between them.
func (p *pass) judgeGaps(q *study.Question) {
	for _, c := range append(deref(q.Outcome), q.Population.Criteria...) {
		if c.Observed == nil || len(p.findings) > 0 {
			continue
		}
		for _, b := range p.bounds {
			last, ok := p.Follow(b.first).(*sqltree.Func)
			first, also := p.Follow(b.second).(*sqltree.Func)
			if ok && also && last.Name == "max" && first.Name == "min" && len(last.Args) == 1 && len(first.Args) == 1 &&
				all(p.Origins(last.Args[0]), isPeriod) && all(p.Origins(first.Args[0]), isPeriod) {
				p.report(b.test.expr, "this spans all of a person's periods with the gaps between them; look at each period")
				return
			}
		}
	}
}

// judgeScale reports a rate of other person-time than the question's: per 100 instead of per 1000, or in days.
func (p *pass) judgeScale(q *study.Question) {
	if q.Measure.Kind != study.Rate || len(p.findings) > 0 {
		return
	}
	held := p.numbers()
	if n := int(q.Measure.Per); n > 1 && !held[n] && !held[n*36525/100] && !held[n*365] && !p.multipliesTo(n, held) {
		p.report(p.main(), "the question is per %d, and nothing here multiplies by it", n)
		return
	}
	days := slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool {
		unit := ""
		if isDateDiff(f) {
			if c, ok := f.Args[0].(*sqltree.Constant); ok {
				unit = strings.ToLower(c.Text)
			}
		}
		d, ok := p.difference(f)
		return ok && isPeriodEnd(p.Origins(d.first)) && (unit == "" || unit == "day" || unit == "days")
	})
	year := slices.ContainsFunc([]int{365, 366, 36525, 1461, 3652, 12}, func(n int) bool { return held[n] })
	if days && !year {
		p.report(p.main(), "the question is per person-years, and these are days: divide by 365.25")
	}
}

// judgeProducts reports products that are ranked or counted where the question is of ingredients.
func (p *pass) judgeProducts(q *study.Question) {
	for _, s := range q.Strata {
		if s.Kind != study.Concept || s.Event == nil || len(p.findings) > 0 {
			continue
		}
		if of := p.unreadConcepts(s.Event.Domain); of != nil {
			p.report(of.Node, "the question asks which they are, and nothing here reads %s", of.Table.ConceptColumn)
			return
		}
		named := len(s.Event.Concepts) > 0 && !p.asks("ingredient", "ingredients", "substance", "substances")
		if s.Event.Domain != study.DrugEra || named {
			continue // "which statins" can be answered by products
		}
		reads := func(names ...string) *relation {
			i := slices.IndexFunc(p.Bases, func(r *relation) bool { return slices.Contains(names, r.Table.Name) })
			if i < 0 {
				return nil
			}
			return p.Bases[i]
		}
		if of := reads("drug_exposure"); of != nil && len(p.Lost) == 0 && len(p.Others) == 0 &&
			reads("drug_era", "concept_ancestor", "drug_strength", "concept_relationship", "cohort") == nil {
			p.report(of.Node, "the question is of ingredients, and the records hold products; join concept_ancestor, or read drug_era")
		}
	}
}

// unreadConcepts is the one table of a domain that a statement reads, where nothing looks at what its records are of.
func (p *pass) unreadConcepts(of study.Domain) *relation {
	var out *relation
	for _, r := range p.Bases {
		if !slices.Contains(tablesOf[of], r.Table.Name) || r.Table.ConceptColumn == "" {
			continue
		}
		if out != nil || p.narrowed(r) || p.readsAll(r) {
			return nil
		}
		out = r
	}
	return out
}

// judgeGrain reports groups of whole years where the question's are months, and months of all years put together where
// the question tells the years apart.
func (p *pass) judgeGrain(q *study.Question) {
	asks := func(k study.StratumKind) bool {
		return slices.ContainsFunc(q.Strata, func(s study.Stratum) bool { return s.Kind == k })
	}
	apart := asks(study.Month) || asks(study.Year) && asks(study.MonthOfYear)
	if !apart && !asks(study.MonthOfYear) || len(p.findings) > 0 {
		return
	}
	var years, months sqltree.Expr
	finer := false
	for _, s := range p.Scopes {
		for _, e := range s.Tree.GroupBy.Exprs {
			switch by := p.Follow(numbered(e, s)); {
			case isPartOfDate(by, "year"):
				years = e
			case isPartOfDate(by, "month") && !isTruncated(by):
				months = e
			case p.Within(by, func(x sqltree.Expr) bool { return slices.ContainsFunc(p.Origins(x), hasDate) }):
				finer = true
			}
		}
	}
	switch {
	case finer:
	case years != nil && months == nil:
		p.report(years, "the question's groups are months, and these are years")
	case months != nil && years == nil && apart && p.yearsWritten() != 1:
		p.report(months, "the same month of all years is one here; group by the year as well, or by DATE_TRUNC('month', …)")
	}
}

// yearsWritten is how many different years the statement writes.
func (p *pass) yearsWritten() int {
	n := 0
	for y := range p.numbers() {
		if namesYear(y) {
			n++
		}
	}
	return n
}

// isPartOfDate reports whether an expression is the year or the month of a date, or the first day of it.
func isPartOfDate(e sqltree.Expr, part string) bool {
	switch e := e.(type) {
	case *sqltree.Extract:
		return strings.EqualFold(e.Field, part)
	case *sqltree.Func:
		if (e.Name == "date_trunc" || e.Name == "date_part") && len(e.Args) == 2 {
			c, text := e.Args[0].(*sqltree.Constant)
			return text && strings.EqualFold(c.Text, part)
		}
		return e.Name == part
	}
	return false
}

// isTruncated reports whether an expression is a date_trunc, which keeps the year of a month.
func isTruncated(e sqltree.Expr) bool {
	f, ok := e.(*sqltree.Func)
	return ok && f.Name == "date_trunc"
}
