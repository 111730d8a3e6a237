package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
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
		p.judgeShareOfPeople, p.judgeShareUnit, p.judgeShareWithin,
		p.judgeAtRiskWhole, p.judgeInsuredTwice, p.judgeSexOfShare, p.judgeShareOfNamed, p.judgeTotalOfEach,
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
		p.judgeUnitNamed, p.judgeRiskEnds, p.judgeObservedSide, p.judgeEveryValue, p.judgeFilteredPick,
		p.judgeValueBeside, p.judgeUnmappedAmong, p.judgeFirstToLast, p.judgeOwnExtreme, p.judgeTopPeople,
		p.judgeProductsCounted, p.judgeRecordsOverRecords, p.judgeOrBoth, p.judgeBothInYear, p.judgeAnyIndex,
		p.judgeAliveSide, p.judgeNextOfAll, p.judgeSameDayLater, p.judgeEraEnd, p.judgeNoPersonTime,
		p.judgeMeanOfShares, p.judgeMissingAmong, p.judgeFirstOfKind, p.judgeUnderWay, p.judgeSpanOfEverybody,
		p.judgeObservationOfEveryone, p.judgeCalendarGap, p.judgeYearsAsTime, p.judgeRateOfRecords, p.judgeDateOfGroup,
		p.judgeFractionalAge, p.judgeNamedColumns, p.judgeAssumed, p.judgeFirstWithin,
		p.judgeUnbroken, p.judgeWholeForPart, p.judgeScaled, p.judgeRowsForDays, p.judgeErasOfAYear, p.judgeHome,
		p.judgeMeansForTotals, p.judgeGroupsOfTime, p.judgeWithinSpan,
		p.judgeThoseWithout, p.judgeStaysRepeated, p.judgeOrderedByKey,
		p.judgeTies, p.judgeRankedByRecords, p.judgeBeginsWithin, p.judgeGapsCounted, p.judgeDifferentDays,
		p.judgeUnmappedKinds, p.judgeListsOfBoth,
		p.judgeTimeFromEvent, p.judgeLastDayOfAll, p.judgeAgeAtEnd, p.judgeTimeOfYear, p.judgePastObservation,
		p.judgePooled, p.judgeMeanOverRecords, p.judgeShareOfAll,
		p.judgeWashoutAfter, p.judgeNearestOfBothSides, p.judgeFirstOfProduct, p.judgeOwnRecords, p.judgeFromDischarge,
		p.judgeSupplyAdded, p.judgeLastOfValues, p.judgeMissingCounted, p.judgeAmountNamed, p.judgeConversion,
		p.judgeHeightInMetres, p.judgeBelowLeftOut, p.judgeClimbs,
		p.judgeLongestForFirst, p.judgeMeanOverPeople, p.judgeDaysTwice, p.judgeRangeEnd, p.judgeNoneLost,
		p.judgeLaterDeaths, p.judgeStaysOfPeople, p.judgeDaysForRecords, p.judgeTimeAfterPick, p.judgeUnequalDates,
		p.judgePassedOver,
		p.judgeEndsOfTime, p.judgeUnmappedOfAll, p.judgeErasWithoutGap, p.judgeAgeOnDay,
		p.judgeUnknownAsKnown, p.judgeStandardAsked, p.judgeEndUnseen, p.judgeWindowFromAdmission,
		p.judgeOneForAll,
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
	rankings = []string{"mad", "ntile", "percent_rank", "cume_dist", "row_number", "rank", "summary", "list",
		"array_agg"}
)

// judgeMiddle reports a mean where a median or a total is asked for, and the other way round.
func (p *pass) judgeMiddle() {
	median, mean := p.asks("median", "medians"), p.asks("mean", "average", "averages", "means")
	total := p.asks("total number", "total amount", "in total", "sum of", "the total") && !p.wordsFor("share") &&
		!p.wordsFor("each person")
	switch {
	case total && !mean && !median && p.calls("avg", "mean") && !p.calls("sum", "fsum", "count", "*"):
		p.report(p.main(), "the question asks for a total, and this is a mean")
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
	recordUnit: {"records", "record", "dispensings", "prescriptions", "exposures", "occurrences", "times", "rows",
		"entries"},
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

// judgeZeros reports a mean over those with any where the question wants the others as zeros.
func (p *pass) judgeZeros() {
	if !slices.ContainsFunc(phrases()["zeros"], func(x string) bool {
		return p.asks(x) && !p.asks(x+" with", x+" who", x+" having")
	}) && !p.includesWithout() {
		return
	}
	if f := p.passesOverOthers(); f != nil {
		p.report(f, "the question counts those without any as 0, and they have none here, which AVG passes over; write COALESCE(…, 0)")
		return
	}
	if !p.isQuotient() || p.dividesByOthers() || p.outerJoined() || p.countsInEachRow() {
		return
	}
	if !slices.ContainsFunc(p.Bases, func(r *relation) bool {
		return r.Table.Name == "person" || isPeriod(origin{Relation: r})
	}) {
		p.report(p.main(), "the question counts those without any, too, and nothing here reads person: they are left out")
	}
}

// includesWithout reports whether the question lets those in who have none: "people without a test included".
func (p *pass) includesWithout() bool {
	w := p.question.words
	for i, word := range w {
		if word == "without" && slices.ContainsFunc(w[i+1:min(len(w), i+6)],
			func(x string) bool { return x == "included" || x == "counted" }) && !p.asks("not counted", "not included") {
			return true
		}
	}
	return false
}

// countsInEachRow reports whether a query counts for each row: it gives 0 where there is nothing.
func (p *pass) countsInEachRow() bool {
	counts := func(r *result) bool {
		if r == nil || r.Scope == nil || len(r.Columns) == 0 || r.Columns[0].Expr == nil || !p.ofOnePerson(r.Scope) {
			return false
		}
		f, ok := p.essence(r.Columns[0].Expr).(*sqltree.Func)
		return ok && (f.Name == "count" || f.Name == "count_star") && r.Scope.Tree.GroupBy.Empty()
	}
	for _, s := range p.Scopes {
		joined := func(r *relation) bool { return r.Inner != nil && counts(r.Inner) }
		listed := func(q *sqltree.Subquery) bool { return counts(p.Subs[q.Query]) }
		if slices.ContainsFunc(s.Relations, joined) || slices.ContainsFunc(subqueriesIn(s.Tree.List), listed) {
			return true
		}
	}
	return false
}

// passesOverOthers is the mean of a number that is missing for those whom an outer join keeps without any, or nil:
// AVG(s.paid) of people LEFT JOIN (SELECT person_id, SUM(total_paid) AS paid …) AS s.
func (p *pass) passesOverOthers() *sqltree.Func {
	f, ok := p.essence(p.last()).(*sqltree.Func)
	if !ok || !isNamed(f, "avg", "mean", "median") || len(f.Args) != 1 || f.Filter != nil {
		return nil
	}
	c, ok := sqltree.Bare(f.Args[0]).(*sqltree.Column)
	if !ok || p.Refs[c] == nil || p.Refs[c].Relation == nil || !p.Refs[c].Relation.Optional {
		return nil
	}
	each, ok := p.Follow(c).(*sqltree.Func)
	if !ok || !isNamed(each, "sum", "count", "count_star") {
		return nil
	}
	return f
}

// dividesByOthers reports whether the result is divided by a number of others than those whose records are counted.
func (p *pass) dividesByOthers() bool {
	f, ok := p.essence(p.last()).(*sqltree.Func)
	if !ok || f.Name != "/" || len(f.Args) != 2 {
		return false
	}
	_, part := p.counted(f.Args[0])
	_, whole := p.counted(f.Args[1])
	return part == nil || whole == nil || p.Homes[part] != p.Homes[whole]
}

// judgeApproximate reports a number that is only near the right one, where the question asks for the number.
func (p *pass) judgeApproximate() {
	if !p.asks("about how many", "approximately", "approximate", "roughly", "estimated", "estimate") &&
		p.calls("approx_count_distinct", "approx_quantile", "reservoir_quantile", "approx_top_k") {
		p.report(p.main(), "this is an estimate, and the question asks for the number; write COUNT(DISTINCT …) or QUANTILE_CONT")
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
	if !ok || f.Name != "/" || len(f.Args) != 2 ||
		!p.asks("per person", "per patient", "per user", "each person", "each patient") {
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
	if !p.wordsFor("end less start") || p.asks("plus one", "plus 1", "inclusive") {
		return
	}
	for _, f := range p.Calls {
		if p.countsBothEnds(f) && !p.lessOne(f) {
			p.report(f, "the question is of the days between the two dates, and this counts both of them; subtract the dates")
			return
		}
		if f.Name != "+" || len(f.Args) != 2 || !isOne(f.Args[1]) {
			continue
		}
		if _, ok := p.difference(f.Args[0]); ok {
			p.report(f, "the question is of the days between the two dates, and + 1 counts both of them")
			return
		}
	}
}

// lessOne reports whether 1 is taken from what a function gives.
func (p *pass) lessOne(f *sqltree.Func) bool {
	return slices.ContainsFunc(p.Calls, func(o *sqltree.Func) bool {
		return o.Name == "-" && len(o.Args) == 2 && isOne(o.Args[1]) && sqltree.Bare(p.Follow(sqltree.Bare(o.Args[0]))) == sqltree.Expr(f)
	})
}

// countsBothEnds reports whether a function is the length of a list of all days from one date to another, of which
// GENERATE_SERIES lists the last one, too.
func (p *pass) countsBothEnds(f *sqltree.Func) bool {
	if !isNamed(f, "len", "length", "array_length", "list_count", "cardinality") || len(f.Args) == 0 {
		return false
	}
	days, ok := p.Follow(sqltree.Bare(f.Args[0])).(*sqltree.Func)
	return ok && days.Name == "generate_series" && len(days.Args) > 1 &&
		all(p.Origins(sqltree.Bare(days.Args[0])), isStart) && all(p.Origins(sqltree.Bare(days.Args[1])), isEnd)
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
			"of people with", "of those with", "of the people with", "of patients with", "among users of",
			"per person with", "per patient with", "per person who", "per patient who", "over people with", "over those with", "over people who", "over those who", "over patients with") {
		return
	}
	_, b := p.counted(f.Args[1])
	if b == nil || p.Homes[b] == nil {
		return
	}
	home := p.Homes[b]
	if len(home.Relations) == 1 && home.Relations[0].Table != nil && home.Relations[0].Table.Name == "person" &&
		home.Tree.Where == nil {
		p.report(f, "the question's number is of those who have it, and the denominator is everybody")
	}
}
