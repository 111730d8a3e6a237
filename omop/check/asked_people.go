package check

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
)

// judgeMeaning compares what the question means with what the statement does, and reports whether it said something.
func (p *pass) judgeMeaning() bool {
	q := p.meaning.Question
	if q == nil || len(p.Lost) > 0 || p.Result.Scope == nil && len(p.Sets) == 0 ||
		slices.ContainsFunc(p.Bases, func(r *relation) bool { return r.Table.Name == "cohort" }) {
		return false
	}
	mentions, demanded := mentionsOf(q), p.demanded()
	p.judgeMissingTraits(q)
	p.judgeTraits(q)
	p.judgePolarity(mentions, demanded)
	p.judgeOtherThing(mentions)
	p.judgeAlternatives(q, demanded)
	p.judgeOneForBoth(mentions)
	p.judgeUnitOf(mentions)
	p.judgeLimitsOf(q, mentions)
	p.judgeBornIn(mentions)
	p.judgeGaps(q)
	p.judgeShareOf(q, mentions)
	p.judgeCountedUnit(q)
	p.judgeStrata(q)
	p.judgeTimes(mentions)
	p.judgeThresholds()
	p.judgeCompletedYears()
	p.judgeEachPerson(q)
	p.judgeCountedThing(q)
	p.judgeErasCounted(q, mentions)
	p.judgeEveryBranch(q, mentions)
	p.judgeNarrowAbsence(mentions)
	p.judgeWhich(q, mentions)
	p.judgeOrderOf(q, mentions, demanded)
	p.judgeForm(q, mentions)
	p.judgeEndsOf(q, mentions)
	p.judgeTimeAtRisk(q, mentions)
	p.judgeUnordered(q, mentions)
	p.judgeExtraEvents(q, mentions, demanded)
	return len(p.findings) > 0
}

// judgePart compares what was understood of a question with what the statement does. Words that were not understood can
// ask for more, and do not take back what is there; so nothing is said of what the statement does beyond it.
func (p *pass) judgePart() bool {
	q := p.meaning.Part
	if q == nil || p.meaning.Question != nil || len(p.Lost) > 0 || p.Result.Scope == nil && len(p.Sets) == 0 ||
		slices.ContainsFunc(p.Bases, func(r *relation) bool { return r.Table.Name == "cohort" }) {
		return false
	}
	mentions := mentionsOf(q)
	p.judgeUnitOf(mentions)
	p.judgeErasCounted(q, mentions)
	p.judgeOrderOf(q, mentions, nil)
	p.judgeTogether(mentions)
	p.judgeEndsOf(q, mentions)
	return len(p.findings) > 0
}

// judgePolarity reports an event that must be there where the question wants people without it, and the other way
// round.
func (p *pass) judgePolarity(mentions []mention, demanded population) {
	for _, m := range mentions {
		found, sure := p.matching(m, demanded)
		if !sure || len(found) == 0 || m.alternative || len(m.event.Concepts) == 0 || p.subtracts() {
			continue
		}
		wrong := map[bool]sign{true: present, false: missing}[m.missing]
		if slices.ContainsFunc(found, func(d demand) bool { return d.there != wrong || len(d.set.except) > 0 }) {
			continue
		}
		rel := found[0].rel
		if m.missing && !slices.ContainsFunc(mentions,
			func(o mention) bool { return !o.missing && p.mayBe(o, found) }) {
			p.report(rel.Node, "the question is of people without %s, and here they must have it", m.name())
		} else if !m.missing &&
			!slices.ContainsFunc(mentions, func(o mention) bool { return o.missing && p.mayBe(o, found) }) {
			p.report(rel.Node, "the question is of people with %s, and here they are left out", m.name())
		}
	}
}

// mayBe reports whether one of the demands is, or may be, another event of the question.
func (p *pass) mayBe(m mention, in population) bool {
	return slices.ContainsFunc(in, func(d demand) bool { return p.fits(d, m) != no })
}

// subtracts reports whether the statement takes a number from another, which can turn who is there into who is not.
func (p *pass) subtracts() bool {
	return slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool {
		if f.Name != "-" || len(f.Args) != 2 {
			return false
		}
		_, a := p.counted(f.Args[0])
		_, b := p.counted(f.Args[1])
		return a != nil && b != nil
	})
}

// judgeOtherThing reports a statement that chooses something else than what the question names.
func (p *pass) judgeOtherThing(mentions []mention) {
	all := p.everyEvent()
	for _, m := range mentions {
		if len(m.event.Concepts) == 0 || m.event.Domain == study.Visit && m.role == ofMeasure || p.readsPlace(m) ||
			p.anyKindServes(m, all) {
			continue
		}
		found, sure := p.matching(m, all)
		if !sure || len(found) > 0 {
			continue
		}
		// Only where the domain's own table is read, by ids that are all known to be something else.
		i := slices.IndexFunc(all,
			func(d demand) bool { return slices.Contains(tablesOf[m.event.Domain], d.rel.Table.Name) })
		used := func(d demand) bool {
			return slices.ContainsFunc(mentions,
				func(o mention) bool { return o.event != m.event && p.fits(d, o) != no })
		}
		if i < 0 || slices.ContainsFunc(all, func(d demand) bool {
			return !slices.Contains(tablesOf[m.event.Domain], d.rel.Table.Name) && !used(d) && p.inOtherTable(d, m)
		}) {
			continue
		}
		p.report(all[i].rel.Node, "the question names %s, and nothing here looks for it", m.name())
		return
	}
}

// inOtherTable reports whether an event may stand for what the question names, though it is recorded in another table.
func (p *pass) inOtherTable(d demand, m mention) bool {
	return !slices.Contains([]string{"visit_occurrence", "observation_period", "death"}, d.rel.Table.Name)
}

// everyEvent is every event that the statement reads, wherever.
func (p *pass) everyEvent() population {
	g := gatherer{p: p}
	for _, rel := range p.Bases {
		g.relation(rel, maybe, 0)
	}
	return g.found
}

// judgeMissingTraits reports a statement that does not look at what the question asks of people: their sex, race or
// age.
func (p *pass) judgeMissingTraits(q *study.Question) {
	looks := func(columns ...string) bool {
		return slices.ContainsFunc(p.Bases, func(r *relation) bool { return p.Mentions(r, columns...) })
	}
	birth := looks("year_of_birth", "birth_datetime", "month_of_birth")
	for _, t := range traitsOf(q) {
		switch {
		case t.Sex != "" && !looks("gender_concept_id", "gender_source_value", "gender_source_concept_id"):
			p.report(p.main(), "the question is of %s people, and nothing here looks at their sex", t.Sex)
		case t.Race != "" && !looks("race_concept_id", "race_source_value", "race_source_concept_id"):
			p.report(p.main(), "the question is of %s people, and nothing here looks at their race", t.Race)
		case t.Ethnicity != "" &&
			!looks("ethnicity_concept_id", "ethnicity_source_value", "ethnicity_source_concept_id"):
			p.report(p.main(), "the question is of %s people, and nothing here looks at their ethnicity", t.Ethnicity)
		case (t.Age != nil || t.Born != nil) && !birth:
			p.report(p.main(), "the question is of people of some age, and nothing here looks at when they were born")
		}
	}
	for _, m := range mentionsOf(q) {
		if m.event.Age != nil && !birth {
			p.report(p.main(), "the question is of people of some age, and nothing here looks at when they were born")
		}
	}
}

// judgeCountedUnit reports people where the question asks for records, and records where it asks for people.
func (p *pass) judgeCountedUnit(q *study.Question) {
	s := p.Result.Scope
	if s == nil || len(s.Tree.List) == 0 || q.Measure.Kind != study.Count ||
		len(s.Tree.List) > 1 && s.Tree.GroupBy.Empty() {
		return
	}
	var other *sqltree.Func
	for _, item := range s.Tree.List {
		what, f := p.counted(item.Expr)
		switch {
		case f == nil || what == otherUnit:
		case (what == recordUnit) == (q.Measure.Of == study.Records):
			return
		default:
			other = f
		}
	}
	switch {
	case other == nil || q.Population.Entry != nil && q.Population.Entry.Which != study.Any: // one record a person
	case q.Measure.Of == study.Records && !p.asks(people...) && !p.asks("patient", "person", "pts", "pt"):
		p.report(other, "the question asks how many records there are, and this counts people")
	case q.Measure.Of == study.Persons && p.asks(people...) && !slices.ContainsFunc(p.question.words, isRecordWord) &&
		(!p.countsPeopleByQuestion() ||
			slices.ContainsFunc(s.Outputs, func(o *output) bool { return namesRecords(o.Name) })):
		p.report(other, "the question asks for people, and this counts records; write COUNT(DISTINCT person_id)")
	}
}

// isRecordWord reports whether a word of the question says that records are meant.
func isRecordWord(w string) bool {
	return slices.Contains([]string{"record", "records", "occurrences", "times", "often", "frequency", "frequent",
		"recorded", "episodes", "events"}, w)
}

// judgeStrata reports groups of another kind than the question asks for.
func (p *pass) judgeStrata(q *study.Question) {
	one := p.Result.Scope != nil && p.singleRow(p.Result.Scope) && len(p.Result.Scope.Tree.List) == 1 &&
		len(p.Sets) == 0
	for _, stratum := range q.Strata {
		// ages may be taken by calendar years
		computed := stratum.Kind.IsTime() && q.Measure.Quantity == study.AgeYears || p.countsAgesByYear()
		if stratum.Kind == study.Groups || stratum.Kind == study.Scores || len(stratum.Only) > 0 || computed {
			continue
		}
		if one && stratum.Kind.IsTime() && (p.countsTimes() || p.wantsEachOfYears() || p.sumsUpGroups() ||
			p.dividesByConstant()) {
			continue // "in each of 2008, 2009 and 2010" can be meant of one person; judgeEachYear sees to it
		}
		if one {
			p.report(p.main(), "the question asks for a number in each group, and this gives one of all; write GROUP BY")
			return
		}
		if stratum.Kind == study.Sex && !slices.ContainsFunc(p.Bases, func(r *relation) bool {
			return p.Mentions(r, "gender_concept_id", "gender_source_value", "gender_source_concept_id")
		}) {
			p.report(p.main(), "the question asks for women and men apart, and nothing here looks at their sex")
		}
		if stratum.Kind.IsTime() && stratum.Kind != study.BornIn && stratum.Kind != study.BornDecade {
			p.judgeBirthGroups()
		}
	}
}

// countsTimes reports whether the different years, or other parts of dates, of each person are counted.
func (p *pass) countsTimes() bool {
	return p.asks("in each of", "every one of", "in all of") && slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool {
		return f.Name == "count" && f.Distinct && len(f.Args) == 1 && p.Homes[f] != nil && p.groupedByPerson(p.Homes[f]) &&
			p.Within(f.Args[0], func(x sqltree.Expr) bool { return all(p.Origins(x), hasDate) })
	})
}

// judgeBirthGroups reports groups by the year of birth where the question's years are those of events.
func (p *pass) judgeBirthGroups() {
	var birth sqltree.Expr
	for _, s := range p.Scopes {
		for _, e := range s.Tree.GroupBy.Exprs {
			e = numbered(e, s)
			dated := p.Within(e,
				func(x sqltree.Expr) bool { c, ok := x.(*sqltree.Column); return ok && all(p.Origins(c), hasDate) })
			switch {
			case dated && !all(p.Origins(e), isBirth):
				return
			case p.Within(e, func(x sqltree.Expr) bool {
				c, ok := x.(*sqltree.Column)
				return ok && all(p.Origins(c), isBirth)
			}):
				birth = e
			}
		}
	}
	if birth != nil {
		p.report(birth, "the question's years are those of the events, and these are the years of birth")
	}
}
