package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// judgeAddedUp reports a limit on each record where the question's is on what a person has in all.
//
// Example: of "more than 180 days of supply altogether", days_supply > 180 in WHERE.
func (p *pass) judgeAddedUp() {
	if !p.wordsFor("added up") || !p.countsPeopleByQuestion() || p.calls("sum", "count", "fsum") && p.comparesSum() {
		return
	}
	for _, t := range p.tests {
		what, with := compared(t.expr)
		if what == nil || len(with) == 0 || t.clause != inWhere {
			continue
		}
		n, ok := number(with[0])
		if ok && n > 1 && p.isAmount(what) && p.seesRecords(t.scope) && !p.groupedByPerson(t.scope) {
			p.report(t.expr, "the question's limit is on what a person has in all, and this is one on each record; write HAVING SUM(…)")
			return
		}
	}
}

// comparesSum reports whether a sum is compared with anything.
func (p *pass) comparesSum() bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		return p.Within(t.expr, func(x sqltree.Expr) bool {
			c, ok := x.(*sqltree.Column)
			if ok {
				x = p.Follow(c)
			}
			f, ok := p.essence(x).(*sqltree.Func)
			return ok && (f.Name == "sum" || f.Name == "fsum")
		})
	})
}

// isAmount reports whether an expression is what one record supplies, lasts or costs.
func (p *pass) isAmount(e sqltree.Expr) bool {
	amounts := []string{"days_supply", "quantity", "paid_by_payer", "paid_by_patient", "total_paid", "total_cost", "total_charge"}
	if d, ok := (dateReader{statement: p.statement, depth: asWritten}).difference(unplussed(e)); ok && !d.absolute {
		first, second := p.Origins(d.first), p.Origins(d.second)
		return all(first, isEnd) && all(second, isStart) && first[0].Relation == second[0].Relation
	}
	return all(p.Origins(sqltree.Bare(e)), func(o origin) bool { return slices.Contains(amounts, o.Column.Name) })
}

// judgePayers reports amounts of the payer or of the patient alone where the question is of both together.
func (p *pass) judgePayers() {
	if !p.wordsFor("payer and patient") || slices.ContainsFunc(p.Bases, func(r *relation) bool {
		return p.Mentions(r, "total_paid", "total_cost", "total_charge") || p.readsAll(r)
	}) {
		return
	}
	reads := func(columns ...string) bool {
		return slices.ContainsFunc(p.Bases, func(r *relation) bool { return p.Mentions(r, columns...) })
	}
	payer, patient := reads("paid_by_payer", "paid_by_primary"), reads("paid_by_patient", "paid_patient_copay")
	if payer != patient {
		p.report(p.main(), "the question is of what payer and patient paid together, and only %s is read here",
			map[bool]string{true: "paid_by_payer", false: "paid_by_patient"}[payer])
	}
}

// sumsCounts reports whether a sum adds up how many records each person has.
func (p *pass) sumsCounts(e sqltree.Expr) bool {
	f, ok := p.essence(p.withoutNullIf(e)).(*sqltree.Func)
	if !ok || f.Name != "sum" || len(f.Args) != 1 {
		return false
	}
	of := sqltree.Bare(f.Args[0])
	if c, ok := of.(*sqltree.Case); ok && len(c.Whens) == 1 {
		of = sqltree.Bare(c.Whens[0].Then)
	}
	column, ok := of.(*sqltree.Column)
	if !ok {
		return false
	}
	n, ok := p.Follow(column).(*sqltree.Func)
	return ok && strings.HasPrefix(n.Name, "count") && p.Homes[n] != nil && p.groupedByPerson(p.Homes[n])
}

// judgeAddedCounts reports two counts of people that are added where the question wants who has either: who has both is
// counted twice.
func (p *pass) judgeAddedCounts() {
	f, ok := p.essence(p.last()).(*sqltree.Func)
	if !ok || !p.countsPeopleByQuestion() || !p.asks("or", "either", "and or") {
		return
	}
	counts := p.addedCounts(f)
	if len(counts) < 2 || p.kindIn(counts[0]) != p.kindIn(counts[1]) {
		return
	}
	for _, c := range counts {
		of, g := p.counted(c)
		if of != peopleUnit || !slices.ContainsFunc(p.countedOf(g),
			func(d demand) bool { return d.there != missing && !d.set.empty() }) {
			return
		}
	}
	p.report(f, "who has both is counted twice here; count the people of either in one query")
}

// addedCounts are the numbers that a function adds up: a + b, or SUM over the rows of a UNION ALL.
func (p *pass) addedCounts(f *sqltree.Func) []sqltree.Expr {
	switch {
	case f.Name == "+" && len(f.Args) == 2:
		return f.Args
	case f.Name != "sum" || len(f.Args) != 1:
		return nil
	}
	c, ok := sqltree.Bare(f.Args[0]).(*sqltree.Column)
	if !ok || p.Refs[c] == nil || p.Refs[c].Output == nil {
		return nil
	}
	var out []sqltree.Expr
	for _, in := range p.Refs[c].Output.Inputs {
		if in.Expr != nil {
			out = append(out, in.Expr)
		}
	}
	return out
}

// judgeOneAlone reports a limit on what a person has in all where the question's is on one record.
func (p *pass) judgeOneAlone() {
	if !p.wordsFor("one alone") {
		return
	}
	for _, t := range p.tests {
		what, with := compared(t.expr)
		if what == nil || len(with) == 0 || !isConstant(with[0]) {
			continue
		}
		f, ok := p.essence(what).(*sqltree.Func)
		if ok && f.Name == "sum" && len(f.Args) == 1 && p.isAmount(f.Args[0]) && p.Homes[f] != nil && p.groupedByPerson(p.Homes[f]) {
			p.report(t.expr, "the question's limit is on one record, and this is one on what a person has in all; compare each record in WHERE")
			return
		}
	}
}

// judgeApart reports one number where the question wants groups apart.
func (p *pass) judgeApart() {
	s := p.Result.Scope
	if s != nil && p.wordsFor("in groups") && p.singleRow(s) && len(s.Tree.List) == 1 && len(p.Sets) == 0 &&
		formsNumber(p.formOf(s.Tree.List[0].Expr)) {
		p.report(p.main(), "the question asks for a number in each group, and this gives one of all; write GROUP BY")
	}
}

// judgeShareOfDeaths reports a share of others where the question's is of those who died.
func (p *pass) judgeShareOfDeaths() {
	f, ok := p.essence(p.last()).(*sqltree.Func)
	if !ok || f.Name != "/" || len(f.Args) != 2 ||
		!p.asks("proportion of deaths", "percentage of deaths", "share of deaths", "fraction of deaths", "percent of deaths",
			"proportion of all deaths", "percentage of all deaths", "share of all deaths", "of those who died", "of the people who died") || !p.wordsFor("share") {
		return
	}
	_, whole := p.counted(f.Args[1])
	if whole == nil || p.Homes[whole] == nil {
		return
	}
	died := slices.ContainsFunc(p.countedOf(whole), func(d demand) bool { return d.rel.Table.Name == "death" && d.there != missing })
	if !died && slices.ContainsFunc(p.Bases, func(r *relation) bool { return r.Table.Name == "death" }) {
		p.report(f, "the question's share is of those who died, and the denominator is of others")
	}
}

// judgeDaysCounted reports records that are counted where the question is of their days.
func (p *pass) judgeDaysCounted() {
	f, ok := p.essence(p.onlyNumber()).(*sqltree.Func)
	if !ok || !p.asks("number of days", "bed days", "total days", "total number of days") {
		return
	}
	if of, g := p.counted(f); g == f && of == recordUnit && !p.distinctRows(p.Homes[f]) {
		p.report(f, "the question is of days, and this counts records; add up their days")
	}
}

// onlyNumber is the expression of the one number that the statement puts out, beside what names its groups, or nil.
func (p *pass) onlyNumber() sqltree.Expr {
	s := p.Result.Scope
	if s == nil {
		return nil
	}
	var only sqltree.Expr
	for _, i := range s.Tree.List {
		if formsNumber(p.formOf(i.Expr)) {
			if only != nil {
				return nil
			}
			only = i.Expr
		}
	}
	return only
}

// distinctRows reports whether a SELECT reads rows of which no two are alike, or of groups.
func (p *pass) distinctRows(s *scope) bool {
	return s == nil || slices.ContainsFunc(s.Relations, func(r *relation) bool {
		return r.Inner != nil && r.Inner.Scope != nil && (r.Inner.Scope.Tree.Distinct ||
			!r.Inner.Scope.Tree.GroupBy.Empty())
	})
}

// judgeRecordsAsked reports people who are counted where the question asks how many records there are: a word for them
// stands right behind "how many", or there is one and none for people.
func (p *pass) judgeRecordsAsked() {
	headed := slices.ContainsFunc(phrases()["counted records"], func(x string) bool { return p.asks("how many "+x, "number of "+x) }) ||
		p.asks("in how many") && p.headsWithRecords()
	ofPeople := p.namesPeopleAtAll()
	if len(p.Result.Columns) == 0 || !headed &&
		(ofPeople || !p.asks("how many", "number of", "count") || !p.wordsFor("counted records")) {
		return
	}
	if of, f := p.counted(p.onlyNumber()); of == peopleUnit && f != nil && p.Homes[f] == p.Result.Scope {
		p.report(f, "the question is of records, and this counts people; write COUNT(*)")
	}
}

// namesPeopleAtAll reports whether the question has a word for people anywhere.
func (p *pass) namesPeopleAtAll() bool {
	return p.asks("who", "whose") || slices.ContainsFunc(p.question.words, func(x string) bool {
		return slices.Contains(people, x) || slices.Contains(onePerson, x) || isWordFor("people by what they do", x)
	})
}

// headsWithRecords reports whether a word for records stands a little behind "how many", and none for people before it:
// "in how many inpatient stays".
func (p *pass) headsWithRecords() bool {
	at := slices.Index(p.question.words, "many")
	for _, x := range p.question.words[at+1 : min(at+5, len(p.question.words))] {
		if slices.Contains(people, x) || isWordFor("people by what they do", x) {
			return false
		}
		if isWordFor("counted records", x) {
			return true
		}
	}
	return false
}
