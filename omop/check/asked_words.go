package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
)

// judgeWords compares what single words of a question ask for with what the statement computes, whether or not the
// question can be read as a whole. Each judge looks for a word and for the one form of SQL that contradicts it.
//
// Example: of "the median length of stay", a statement that computes AVG and nothing else has no median.
func (p *pass) judgeWords() {
	for _, judge := range []func(){
		p.judgeMiddle, p.judgeRankedUnit, p.judgeVisitKinds, p.judgeZeros, p.judgeUpsideDown, p.judgeNights,
		p.judgeAgeUnit, p.judgeOrdinal, p.judgeDifferent, p.judgeCountedGroups, p.judgeYoungest, p.judgeNearText,
		p.judgePercent, p.judgePartOfName, p.judgeEverybody,
		p.judgeShareOfPeople, p.judgeShareOfRecords, p.judgeShareWithin, p.judgeShareOfNamed, p.judgeTotalOfEach,
		p.judgeAddedUp, p.judgeOneAlone,
		p.judgeAddedCounts, p.judgeApart, p.judgeShareOfDeaths, p.judgeDaysCounted, p.judgeRecordsAsked, p.judgePayers,
		p.judgeOutside,
		p.judgeRankSide, p.judgeRankEnd, p.judgeRankOfEach, p.judgeExtremeValue, p.judgeRatio, p.judgeMoreOf,
		p.judgeFirstOfNamed, p.judgeFirstOfAny,
		p.judgeSubtraction, p.judgeWeekdays, p.judgeEachYear, p.judgeMonthsOfYears, p.judgeUnitOfYears,
		p.judgeWithinStay, p.judgeAtOneTime, p.judgeWholeTime, p.judgeMissingEnds, p.judgeHalfOverlap,
		p.judgeSameProduct, p.judgeOwnSite, p.judgeCauseOfDeath, p.judgeMeanOfMeans, p.judgeShareOfTheDead,
		p.judgeTraitsOfSides, p.judgeSameMoment, p.judgeOneDay, p.judgeOfPerson,
		p.judgeDuringYear, p.judgeBothForEither, p.judgeAtLeastOne, p.judgePartOfWhole, p.judgeRankedQuotient,
		p.judgeOneDirection,
		p.judgeFarSide, p.judgeGapFromStart, p.judgeSecondOf, p.judgeDecade, p.judgeQuarter, p.judgeUncompared,
	} {
		if len(p.findings) > 0 {
			return
		}
		judge()
	}
}

// calls reports whether one of the functions is called.
func (p *pass) calls(names ...string) bool {
	return slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool { return slices.Contains(names, f.Name) })
}

var (
	// middles are the functions of which a median can be made.
	middles = []string{"median", "quantile", "quantile_cont", "quantile_disc", "percentile_cont", "percentile_disc",
		"approx_quantile", "approx_percentile", "percentile"}
	// rankings are those that put values in order, so that one in the middle can be chosen.
	rankings = []string{"mad", "ntile", "percent_rank", "cume_dist", "row_number", "rank", "summary", "list", "array_agg"}
)

// judgeMiddle reports a mean where a median is asked for, and the other way round.
func (p *pass) judgeMiddle() {
	median, mean := p.asks("median", "medians"), p.asks("mean", "average", "averages", "means")
	switch {
	case median == mean || p.calls(rankings...):
	case median && p.calls("avg", "mean") && !p.calls(middles...):
		p.report(p.main(), "the question asks for a median, and this is a mean")
	case mean && p.calls("median") && !p.calls("avg", "mean", "sum", "/", "//"):
		p.report(p.main(), "the question asks for a mean, and this is a median")
	}
}

// orderedBy is the expression by which a SELECT puts its groups in order first, or nil.
func orderedBy(s *scope) sqltree.Expr {
	if len(s.Tree.OrderBy) == 0 {
		return nil
	}
	by := numbered(s.Tree.OrderBy[0].Expr, s)
	if c, ok := by.(*sqltree.Column); ok && len(c.Names) == 1 {
		for _, i := range s.Tree.List {
			if strings.EqualFold(i.Alias, c.Name()) {
				return i.Expr
			}
		}
	}
	return by
}

// rankedUnits are the words by which a ranking says what it counts, behind "the most" and its like.
var rankedUnits = map[unit][]string{
	recordUnit: {"records", "record", "dispensings", "prescriptions", "exposures", "occurrences", "times", "rows", "entries"},
	peopleUnit: {"people", "persons", "patients", "individuals"},
}

// judgeRankedUnit reports a ranking by records where the question ranks by people, and the other way round.
func (p *pass) judgeRankedUnit() {
	s := p.Result.Scope
	if s == nil || s.Tree.GroupBy.Empty() || s.Tree.Limit == nil {
		return
	}
	by, f := p.counted(orderedBy(s))
	want := p.rankedUnit()
	switch {
	case f == nil || by == otherUnit || want == otherUnit || by == want:
	case want == peopleUnit:
		p.report(s.Tree.OrderBy[0].Expr, "the question ranks by people, and this by records; write COUNT(DISTINCT person_id)")
	default:
		p.report(s.Tree.OrderBy[0].Expr, "the question ranks by records, and this by people; write COUNT(*)")
	}
}

// rankedUnit is what the question's words rank by.
func (p *pass) rankedUnit() unit {
	w := p.question.words
	for i, word := range w {
		number := (word == "number" || word == "count") && i > 0 &&
			slices.Contains([]string{"largest", "highest", "greatest", "by", "by the"}, w[i-1])
		if word != "most" && word != "fewest" && !number {
			continue
		}
		for _, next := range w[i+1 : min(i+6, len(w))] {
			for of, names := range rankedUnits {
				if slices.Contains(names, next) {
					return of
				}
			}
		}
	}
	return otherUnit
}

// visitKinds are the kinds of visits: the words for them, and the concepts that are of that kind alone.
var visitKinds = []struct {
	words []string
	ids   []string
}{
	{[]string{"inpatient", "inpatients", "hospital stay", "hospital stays", "hospitalization", "hospitalizations",
		"hospitalisation", "hospitalisations", "hospitalized", "hospitalised", "admitted", "admission", "admissions"}, []string{"9201", "8717"}},
	{[]string{"emergency", "er", "ed"}, []string{"9203", "8870"}},
	{[]string{"outpatient", "outpatients", "ambulatory"}, []string{"9202"}},
}

// judgeVisitKinds reports visits of a kind beside the one that the question names.
func (p *pass) judgeVisitKinds() {
	named := -1
	for i, k := range visitKinds {
		if p.asks(k.words...) {
			if named >= 0 {
				return
			}
			named = i
		}
	}
	if named < 0 || p.asks("not", "other", "except", "excluding", "without", "never", "no") {
		return
	}
	for _, s := range p.selections {
		if s.exclude || !s.must || !all(s.column, func(o origin) bool { return o.Column.Name == "visit_concept_id" }) {
			continue
		}
		for i, k := range visitKinds {
			if i != named && slices.ContainsFunc(s.constants,
				func(c *sqltree.Constant) bool { return slices.Contains(k.ids, c.Text) }) {
				p.report(s.expr, "the question is of %s visits, and %s visits are taken in here", visitKinds[named].words[0], k.words[0])
				return
			}
		}
	}
}

// judgeZeros reports a mean over those with any where the question wants the others as zeros.
func (p *pass) judgeZeros() {
	if !slices.ContainsFunc(phrases()["zeros"], func(x string) bool {
		return p.asks(x) && !p.asks(x+" with", x+" who", x+" having")
	}) {
		return
	}
	if p.calls("avg", "mean", "/") && p.isQuotient() && !p.outerJoined() && !slices.ContainsFunc(p.Bases, func(r *relation) bool {
		return r.Table.Name == "person" || isPeriod(origin{Relation: r})
	}) {
		p.report(p.main(), "the question counts those without any, too, and nothing here reads person: they are left out")
	}
}

// isQuotient reports whether the result is a quotient or a mean.
func (p *pass) isQuotient() bool {
	f := p.formOf(p.last())
	return f == aQuotient || f == aStatistic
}

// last is the last expression of the statement's own SELECT.
func (p *pass) last() sqltree.Expr {
	if s := p.Result.Scope; s != nil && len(s.Tree.List) > 0 {
		return s.Tree.List[len(s.Tree.List)-1].Expr
	}
	return nil
}

// judgeUpsideDown reports people divided by records where the question is of records of each person.
func (p *pass) judgeUpsideDown() {
	f, ok := p.essence(p.last()).(*sqltree.Func)
	if !ok || f.Name != "/" || len(f.Args) != 2 || !p.asks("per person", "per patient", "per user", "each person", "each patient") {
		return
	}
	above, a := p.counted(f.Args[0])
	below, b := p.counted(f.Args[1])
	if a != nil && b != nil && above == peopleUnit && below == recordUnit {
		p.report(f, "the question is of records per person, and this is people per record; turn the two round")
	}
}

// judgeNights reports nights that are counted as days of which the first and the last are one each.
func (p *pass) judgeNights() {
	if !p.asks("nights", "end minus start", "end date minus start date") || p.asks("plus one", "plus 1", "inclusive") {
		return
	}
	for _, f := range p.Calls {
		if f.Name != "+" || len(f.Args) != 2 || !isOne(f.Args[1]) {
			continue
		}
		if _, ok := p.difference(f.Args[0]); ok {
			p.report(f, "the question is of the days between the two dates, and + 1 counts both of them")
			return
		}
	}
}

// judgeAgeUnit reports ages in months or days where the question is of years.
func (p *pass) judgeAgeUnit() {
	if !p.asks("age", "ages", "old", "older", "younger") || p.asks("months", "days", "weeks", "months old", "month") {
		return
	}
	divided := slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool {
		return (f.Name == "/" || f.Name == "//" || f.Name == "divide" || f.Name == "floor") && p.seesBirth(f)
	})
	for _, f := range p.Calls {
		if !isDateDiff(f) || !p.seesBirth(f) || divided {
			continue
		}
		unit, ok := f.Args[0].(*sqltree.Constant)
		if ok && slices.Contains([]string{"day", "days", "week", "month", "months"}, strings.ToLower(unit.Text)) && !p.comparesFar(f) {
			p.report(f, "the question's ages are in years, and these are in %ss", strings.TrimSuffix(strings.ToLower(unit.Text), "s"))
			return
		}
	}
}

// comparesFar reports whether an expression is compared with a number above any age.
func (p *pass) comparesFar(f *sqltree.Func) bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		_, with := compared(t.expr)
		return p.Within(t.expr, func(x sqltree.Expr) bool { return x == sqltree.Expr(f) }) &&
			!slices.ContainsFunc(with, func(e sqltree.Expr) bool { n, ok := number(e); return ok && n < 120 })
	})
}

// ordinals are the words for a place in a ranking behind the first.
var ordinals = []string{"second", "third", "fourth", "fifth", "2nd", "3rd", "4th", "5th"}

// judgeOrdinal reports the first of a ranking where the question asks for a later one.
func (p *pass) judgeOrdinal() {
	w := p.question.words
	s := p.Result.Scope
	if s == nil || s.Tree.Limit == nil || s.Tree.Offset != nil || p.calls("row_number", "rank", "dense_rank", "nth_value") {
		return
	}
	for i, word := range w[:max(0, len(w)-1)] {
		next := w[i+1]
		if slices.Contains(ordinals, word) && (next == "most" || next == "least" || strings.HasSuffix(next, "est")) && isOne(s.Tree.Limit) {
			p.report(s.Tree.Limit, "the question asks for the %s, and this keeps the first; write OFFSET", word)
			return
		}
	}
}

// judgeDifferent reports records that are counted for each person where the question is of different things.
func (p *pass) judgeDifferent() {
	if !p.asks("how many different", "how many distinct", "number of different", "number of distinct") || len(p.Sets) > 0 {
		return
	}
	distinct := slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool {
		ofPeople := p.wordsFor("mean") && len(f.Args) == 1 && identityOf(p.Origins(f.Args[0])) == personKey
		return f.Distinct && !ofPeople || strings.Contains(f.Name, "distinct")
	}) || slices.ContainsFunc(p.Scopes, func(s *scope) bool { return s.Tree.Distinct || len(s.Tree.DistinctOn) > 0 })
	grouped := slices.ContainsFunc(p.Scopes, func(s *scope) bool {
		return s != p.Result.Scope && slices.ContainsFunc(s.Tree.GroupBy.Exprs, func(e sqltree.Expr) bool {
			return identityOf(p.Origins(numbered(e, s))) != personKey
		})
	})
	if counts := p.calls("count", "count_star"); counts && !distinct && !grouped && !p.asks("different people", "different patients") {
		p.report(p.main(), "the question is how many different ones there are, and this counts records; write COUNT(DISTINCT …)")
	}
}

// judgeCountedGroups reports COUNT(*) of groups that are no people where the question asks for people.
func (p *pass) judgeCountedGroups() {
	s := p.Result.Scope
	if s == nil || len(s.Relations) != 1 || s.Relations[0].Inner == nil || s.Relations[0].Inner.Scope == nil ||
		!p.countsPeopleByQuestion() || len(s.Tree.List) != 1 || s.Tree.Where != nil {
		return
	}
	inner := s.Relations[0].Inner.Scope
	f, ok := p.essence(s.Tree.List[0].Expr).(*sqltree.Func)
	if !ok || !p.countsRows(f) || len(inner.Tree.GroupBy.Exprs) != 1 {
		return
	}
	by := p.Origins(numbered(inner.Tree.GroupBy.Exprs[0], inner))
	if all(by, func(o origin) bool { return isEvent(o.Relation.Table) && o.Column.IsConcept() }) {
		p.report(f, "the question asks for people, and these groups are by %s; group by person_id", by[0].Column.Name)
	}
}

// judgeYoungest reports the least year of birth for the youngest, who were born last, and the other way round.
func (p *pass) judgeYoungest() {
	youngest, oldest := p.asks("youngest", "born last", "latest born"), p.asks("oldest", "born first")
	if youngest == oldest {
		return
	}
	for _, f := range p.Calls {
		if (f.Name == "min" || f.Name == "max") && len(f.Args) == 1 && all(p.Origins(f.Args[0]), isBirth) &&
			p.Homes[f] == p.Result.Scope && (f.Name == "min") == youngest {
			p.report(f, "the youngest were born last, and the oldest first: %s is the other end", strings.ToUpper(f.Name))
			return
		}
	}
}

// judgeNearText reports a text that differs from the question's in its last word only: 'Medicare Part B' where the
// question says Medicare Part D.
func (p *pass) judgeNearText() {
	w := p.question.words
	for _, s := range p.selections {
		for _, c := range s.constants {
			text := words(c.Text)
			n := len(text) - 1
			if c.Kind != sqltree.String || n < 1 || s.exclude || strings.Contains(p.question.text, " "+strings.Join(text, " ")+" ") {
				continue
			}
			for i := 0; i+n < len(w); i++ {
				if slices.Equal(w[i:i+n], text[:n]) && len(w[i+n]) <= 2 && len(text[n]) <= 2 {
					p.report(s.expr, "the question says %q, and this is %q", strings.Join(w[i:i+n+1], " "), c.Text)
					return
				}
			}
		}
	}
}

// judgePercent reports a fraction of 1 that is to be a percentage.
func (p *pass) judgePercent() {
	e := p.last()
	if e == nil || !p.asks("percentage", "percent") || p.formOf(e) != aQuotient || len(p.Result.Scope.Tree.List) != 1 {
		return
	}
	if f, ok := p.essence(e).(*sqltree.Func); !ok || f.Name != "/" && f.Name != "//" {
		return
	}
	for n := range p.held().all {
		if n == 100 || n == 0.01 {
			return
		}
	}
	p.report(e, "the question asks for a percentage, and this is a fraction of 1; multiply by 100")
}

// judgeEverybody reports a mean or share of all people where the question's is of those who have something.
func (p *pass) judgeEverybody() {
	f, ok := p.essence(p.last()).(*sqltree.Func)
	if !ok || f.Name != "/" || len(f.Args) != 2 || p.meaning.Question != nil || !p.asks("average", "mean") ||
		!p.asks("among people who", "among those who", "among patients who", "of people who", "of those who",
			"of the people who", "of patients who", "among people with", "among patients with", "among those with",
			"of people with", "of those with", "of the people with", "of patients with", "among users of") {
		return
	}
	_, b := p.counted(f.Args[1])
	if b == nil || p.Homes[b] == nil {
		return
	}
	home := p.Homes[b]
	if len(home.Relations) == 1 && home.Relations[0].Table != nil && home.Relations[0].Table.Name == "person" && home.Tree.Where == nil {
		p.report(f, "the question's number is of those who have it, and the denominator is everybody")
	}
}

// judgePartOfName reports people who are chosen by a few of the more specific concepts below what the question names.
func (p *pass) judgePartOfName() {
	if p.opt.Vocabulary == nil || p.asksConceptsAlone() {
		return
	}
	every := p.everyEvent()
	for i := range p.meaning.Named {
		e := p.meaning.Named[i]
		whole := p.asks("any "+e.Name()) || p.asks(allKinds...)
		found, _ := p.matching(mention{event: &e}, every)
		var ids []int64
		for _, d := range found {
			if len(d.set.placeholders) > 0 || d.set.otherwise || d.set.empty() {
				ids = nil
				break
			}
			ids = append(ids, d.set.ids...)
		}
		class := e.Domain == study.Drug && len(ids) == 1
		if len(ids) == 0 || !whole && !class {
			continue
		}
		if p.areFewOf(ids, e.Concepts[0], class) {
			p.report(found[0].rel.Node, "the question names %s, and this is only a part of it; join concept_ancestor, or write a placeholder", e.Name())
			return
		}
	}
}

// areFewOf reports whether concepts, with all below them, are less than half of what an entity names. Of a class of
// drugs, one that does not share its name is.
func (p *pass) areFewOf(ids []int64, e study.Entity, class bool) bool {
	covered := map[int64]bool{}
	for _, n := range ids {
		covered[n] = true
		c, known, err := p.opt.Vocabulary.Concept(p.ctx, n)
		if err != nil || !known || class && shareWord(c.Name, e.Text) {
			return false
		}
		for _, b := range p.below(n) {
			covered[b] = true
		}
	}
	wide := false
	for _, n := range p.meaning.Concepts(e) {
		below := p.below(n.ID)
		held := 0
		for _, b := range below {
			if covered[b] {
				held++
			}
		}
		if covered[n.ID] || held == 0 {
			return false
		}
		wide = wide || 2*held < len(below)
	}
	return wide
}
