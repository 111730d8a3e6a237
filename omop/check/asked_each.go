package check

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
)

// Records that are weighed where the question is of people: who has many records weighs more.

// judgeShareOfPeople reports a share of records where the question asks for one of people.
//
// Example: of "what percentage of people with an HbA1c ever had one above 8", AVG(CASE WHEN value_as_number > 8 …) over
// the results themselves.
func (p *pass) judgeShareOfPeople() {
	s := p.Result.Scope
	if s == nil || !p.asksShareOfPeople() {
		return
	}
	for _, item := range s.Tree.List {
		f, ok := p.essence(item.Expr).(*sqltree.Func)
		if !ok || !p.sharesRecords(f) {
			continue
		}
		p.report(item.Expr, "the question's share is of people, and this is one of records: who has many weighs more; count DISTINCT person_id on both sides")
		return
	}
}

// sharesRecords reports whether a function is the share of records that meet a condition.
func (p *pass) sharesRecords(f *sqltree.Func) bool {
	switch {
	case (f.Name == "/" || f.Name == "//") && len(f.Args) == 2 && p.sumsCounts(f.Args[0]) && p.sumsCounts(f.Args[1]):
		return true
	case (f.Name == "/" || f.Name == "//") && len(f.Args) == 2:
		above, _ := p.counted(f.Args[0])
		below, of := p.counted(f.Args[1])
		return above == recordUnit && below == recordUnit && !p.partsPeople(p.Homes[of])
	case (f.Name == "avg" || f.Name == "mean") && len(f.Args) == 1 && p.Homes[f] != nil:
		if !p.isFlag(f.Args[0]) {
			return false
		}
		return !p.partsPeople(p.Homes[f]) && p.rowsPerPerson(p.Homes[f]) == no
	}
	return false
}

// partsPeople reports whether a SELECT has groups of which a person can be in several, once in each: years, or kinds of
// records.
func (p *pass) partsPeople(s *scope) bool {
	return s != nil && slices.ContainsFunc(s.Tree.GroupBy.Exprs,
		func(e sqltree.Expr) bool { return !all(p.Origins(numbered(e, s)), isTraitOfPeople) })
}

// judgeShareUnit reports a share of records where the question's is of people, and people over records where it is of
// records.
func (p *pass) judgeShareUnit() {
	f, ok := p.essence(p.last()).(*sqltree.Func)
	if !ok {
		return
	}
	asked := p.sharedUnit()
	if f.Name == "avg" && len(f.Args) == 1 && asked == peopleUnit && p.flags(p.Follow(sqltree.Bare(f.Args[0]))) &&
		p.Homes[f] != nil && !p.groupedByPerson(p.Homes[f]) && p.rowsPerPerson(p.Homes[f]) == no {
		p.report(f, "the question's share is of people, and this is one of records: who has several counts for each; take one row a person")
	}
	if f.Name != "/" || len(f.Args) != 2 {
		return
	}
	above, a := p.counted(f.Args[0])
	below, b := p.counted(f.Args[1])
	switch {
	case a == nil || b == nil:
	case asked == peopleUnit && above == recordUnit && below == recordUnit && !p.asksPerPeople() &&
		!p.partsPeople(p.Homes[b]):
		p.report(f, "the question's share is of people, and this is one of records: who has several counts for each; write COUNT(DISTINCT person_id) on both sides")
	case asked != recordUnit || above != peopleUnit:
	case below == recordUnit:
		p.report(f, "the question's share is of records, and people are divided by records here; count the records on both sides")
	case below == peopleUnit && !p.namesPeopleAtAll():
		p.report(f, "the question's share is of records, and this is one of people; count the records on both sides")
	}
}

// judgeRateOfRecords reports people over person-time where the question is how many records there are for it: "the rate
// of inpatient stays per 1,000 person-years".
func (p *pass) judgeRateOfRecords() {
	w := p.question.words
	at := slices.Index(w, "rate")
	if at < 0 || !p.wordsFor("person time") || at+2 >= len(w) || w[at+1] != "of" {
		return
	}
	until := slices.Index(w[at:], "per")
	named := w[at+2 : at+max(2, until)]
	someRecords := func(x string) bool { return slices.Contains(records, x) }
	somePeople := func(x string) bool { return slices.Contains(people, x) || slices.Contains(firstRecordWords, x) }
	if !slices.ContainsFunc(named, someRecords) || slices.ContainsFunc(named, somePeople) {
		return
	}
	f, ok := p.essence(p.last()).(*sqltree.Func)
	if !ok || f.Name != "/" || len(f.Args) != 2 {
		return
	}
	if above, _ := p.counted(f.Args[0]); above == peopleUnit {
		p.report(f, "the question's rate is of records, and people are counted here; count each record")
	}
}

// judgeTotalOfEach reports a mean over records where the question's is over what each person has in all.
//
// Example: of "how many days in total was each person in hospital, on average", AVG(visit_end_date - visit_start_date).
func (p *pass) judgeTotalOfEach() {
	s := p.Result.Scope
	if s == nil || !p.wordsFor("mean") || !p.wordsFor("total") || !p.wordsFor("each person") && !p.asksEachOfPeople() {
		return
	}
	for _, f := range p.Calls {
		if p.Homes[f] == s && (f.Name == "avg" || f.Name == "mean" || f.Name == "median") && s.Tree.GroupBy.Empty() &&
			(p.rowsPerPerson(s) == no || p.sumsAmounts(f)) && !p.sharesRecords(f) {
			p.report(f, "the question's mean is over what each person has in all, and this is one over records; add them up by person_id first")
			return
		}
	}
}

// sumsAmounts reports whether a function is over amounts of money of single records.
func (p *pass) sumsAmounts(f *sqltree.Func) bool {
	found := false
	sqltree.Inspect(f, func(x sqltree.Expr) {
		if c, ok := x.(*sqltree.Column); ok && p.plainColumn(c) {
			found = found || all(p.Origins(c), func(o origin) bool { return o.TableName() == "cost" })
		}
	})
	return found
}

// asksEachOfPeople reports whether "each" or "per" stands before people, with a word between: "each hospitalised
// person".
func (p *pass) asksEachOfPeople() bool {
	w := p.question.words
	for i, word := range w {
		if (word == "each" || word == "per" || word == "every") && slices.ContainsFunc(w[i+1:min(i+4, len(w))],
			func(x string) bool {
				return slices.Contains(onePerson, x) || isWordFor("one of them", x)
			}) {
			return true
		}
	}
	return false
}

// judgeShareWithin reports shares of everybody, or of all that have something, where the question's are of each group:
// of the women, of the men.
//
// Example: of "for each sex, what percentage of that sex had a stay", n / SUM(n) OVER ().
func (p *pass) judgeShareWithin() {
	s := p.Result.Scope
	grouped := slices.ContainsFunc(p.Scopes, func(s *scope) bool { return !s.Tree.GroupBy.Empty() })
	if s == nil || !grouped || !p.wordsFor("share") || !p.wordsFor("within a group") && !p.headsWithGroups() || p.wordsFor("groups are the parts") ||
		p.asks("of all", "of everybody", "of everyone") && !p.asks("of all people of each", "of all persons of each",
			"of all patients of each", "of all those of each", "of all people in each", "of all persons in each") {
		return
	}
	for _, item := range s.Tree.List {
		f, ok := p.essence(item.Expr).(*sqltree.Func)
		if ok && f.Name == "/" && len(f.Args) == 2 && p.sameInEachRow(f.Args[1]) && !p.sameInEachRow(f.Args[0]) {
			p.report(item.Expr, "the question's share is of each group, and the denominator is the same for all groups; count the people of the group")
			return
		}
	}
}

// headsWithGroups reports whether the question names its groups before it asks what share of people has something: "for
// each sex, what percentage of people had".
func (p *pass) headsWithGroups() bool {
	w := p.question.words
	return len(w) > 2 && (w[0] == "for" || w[0] == "in" || w[0] == "within") && (w[1] == "each" || w[1] == "every") &&
		p.asksShareOfPeople() && p.asks("people have", "people had", "patients have", "patients had", "persons have", "persons had")
}

// sameInEachRow reports whether a number is the same in all rows: a query that sees nothing of the row, a window over
// all rows, a column of a query that has one row.
func (p *pass) sameInEachRow(e sqltree.Expr) bool {
	if c, ok := p.withoutFactors(e).(*sqltree.Column); ok && p.Refs[c] != nil && p.Refs[c].Relation != nil {
		in := p.Refs[c].Relation.Inner
		if in != nil && in.Scope != nil && p.singleRow(in.Scope) {
			return true
		}
	}
	switch e := p.withoutNullIf(e).(type) {
	case *sqltree.Subquery:
		r := p.Subs[e.Query]
		return r != nil && r.Scope != nil && p.singleRow(r.Scope) && !p.seesOuter(e)
	case *sqltree.Window:
		return len(e.PartitionBy) == 0 && len(e.OrderBy) == 0
	}
	return false
}

// withoutFactors is an expression without what rounds or multiplies it; unlike essence it does not follow columns.
func (p *pass) withoutFactors(e sqltree.Expr) sqltree.Expr {
	for {
		e = sqltree.Bare(e)
		inner := peeled(e, "nullif", "round", "coalesce")
		if inner == nil {
			return e
		}
		e = inner
	}
}

// seesOuter reports whether a query within an expression refers to the row around it.
func (p *pass) seesOuter(e sqltree.Expr) bool {
	found := false
	sqltree.Walk(e, func(n sqltree.Node) bool {
		if c, ok := n.(*sqltree.Column); ok && p.Refs[c] != nil && p.Refs[c].Outer {
			found = true
		}
		return !found
	})
	return found
}

// judgeShareOfNamed reports a share of all records where the question's is of those that it names behind "of".
//
// Example: of "what proportion of hospital stays lasted a week", COUNT(*) over visits of every kind.
func (p *pass) judgeShareOfNamed() {
	s := p.Result.Scope
	if s == nil {
		return
	}
	var behind []mention
	if q := p.meaning.Question; q != nil && q.Measure.Kind == study.Share && q.Population.Entry != nil {
		behind = append(behind, mention{event: q.Population.Entry})
	}
	for i := range p.meaning.Named {
		if m := (mention{event: &p.meaning.Named[i]}); p.standsBehindShare(p.wordsOf(m)) {
			behind = append(behind, m)
		}
	}
	behind = slices.DeleteFunc(behind, func(m mention) bool { return len(m.event.Concepts) == 0 })
	for _, m := range behind {
		for _, item := range s.Tree.List {
			sh, ok := p.shareOf(item)
			if !ok || len(sh.whole) == 0 {
				continue
			}
			chosen := slices.ContainsFunc(sh.whole,
				func(d demand) bool { return d.there != maybe && !d.set.unchosen || p.united(d.rel) })
			if found, _ := p.matching(m, sh.part); !chosen && len(found) > 0 {
				p.report(sh.at, "the question's share is of %s, and the denominator is of all records; choose them in WHERE", m.name())
				return
			}
		}
	}
}

// united reports whether a relation is read in an input of a set operation, which has rows of others, too.
func (p *pass) united(rel *relation) bool {
	return slices.ContainsFunc(p.Sets, func(set *result) bool {
		return slices.ContainsFunc(set.Inputs, func(in *result) bool { return in.Scope == rel.Scope })
	})
}

// standsBehindShare reports whether a place of the question is that behind "what share of (all)".
func (p *pass) standsBehindShare(at int) bool {
	w := p.question.words
	for i := max(0, at-4); i < at-1; i++ {
		if isWordFor("share", w[i]) && w[i+1] == "of" {
			return at-i <= 3 || slices.Contains([]string{"all", "the"}, w[i+2])
		}
	}
	return false
}

// judgeMeanOfMeans reports a mean over records where the question's is one over the means of people.
func (p *pass) judgeMeanOfMeans() {
	s := p.Result.Scope
	f, ok := p.essence(p.last()).(*sqltree.Func)
	if s == nil || !ok || f.Name != "avg" && f.Name != "mean" || !p.wordsFor("mean of means") || p.wordsFor("mean over records") || p.Homes[f] != s ||
		p.rowsPerPerson(s) != no {
		return
	}
	p.report(f, "the question's mean is over what each person has on average, and this is one over records: who has many weighs more; take AVG by person_id first")
}
