package study

import (
	"fmt"
	"slices"
	"strings"
)

// String is the question as one sentence, as an epidemiologist would write it: "Among women with a first ever
// diagnosis of atrial fibrillation, the
// percentage who had a first ever exposure to warfarin within 90 days after it, by year". What package rag/read
// reads in it is the same question, or it
// refuses: the sentence says no other.
func (q *Question) String() string {
	if at := q.Beside(); at >= 0 {
		return q.besides(at)
	}
	if s, ok := q.highest(); ok {
		return s + q.Measure.confidence()
	}
	s := q.head()
	if q.Measure.Change {
		s = strings.Replace(s, "the number of", "the change in the number of", 1)
	}
	if q.Period != nil && !(q.CoversDay() && q.Period.isDay()) { // which its outcome says
		s = q.inPeriod(s)
	}
	if q.AtRisk != nil && q.AtRisk.PriorObservation > 0 {
		s += fmt.Sprintf(", with a washout of %d days", q.AtRisk.PriorObservation)
	}
	if q.AtRisk != nil && q.AtRisk.Washout != nil && q.AtRisk.Washout.Days > 0 {
		s += fmt.Sprintf(" (without it in the %d days before)", q.AtRisk.Washout.Days)
	}
	s += q.leaving()
	if by := q.by(); by != "" {
		s += by
	}
	s += q.Measure.confidence()
	return strings.ToUpper(s[:1]) + s[1:]
}

// leaving says when people leave the population, where a measure looks at time in it.
func (q *Question) leaving() string {
	timed := []Kind{Rate, Proportion, PersonTime, Survival, CumulativeIncidence, Comparison}
	if q.Population.Exit == nil || !slices.Contains(timed, q.Measure.Kind) {
		return ""
	}
	return ", until they leave " + q.Population.Exit.text()
}

// confidence says how intervals are computed, where that is not the usual way.
func (m *Measure) confidence() string {
	s := ", with"
	if m.Exact {
		s += " exact"
	}
	if m.Level != 0 {
		s += fmt.Sprintf(" %g %%", 100*m.Level)
	}
	if s == ", with" {
		return ""
	}
	return s + " confidence intervals"
}

// highest says a ranking of groups: "the 5 states with the most people with hypertension".
func (q *Question) highest() (string, bool) {
	if !q.keepsTop() || len(q.Strata) != 1 || q.Strata[0].Kind == Concept || q.Measure.Kind != Count ||
		q.Outcome != nil && q.Measure.Of != Persons {
		return "", false
	}
	what := q.Population.text()
	if q.Measure.Of != Persons {
		what = q.records()
	} else if q.Outcome != nil {
		what += " who " + q.Outcome.clause(q.Population.it())
	}
	most := map[bool]string{true: "fewest", false: "most"}[q.Top.Lowest]
	groups := fmt.Sprintf("%d %s", q.Top.N, plural(q.Strata[0].text()))
	if q.Top.N == 1 {
		groups = q.Strata[0].text()
	}
	s := fmt.Sprintf("The %s with the %s %s", groups, most, what)
	if n := q.Top.AtLeast; n > 0 {
		s = fmt.Sprintf("The %s with at least %d %s", plural(q.Strata[0].text()), n, what)
	}
	if q.Period != nil {
		s += " " + q.Period.text()
	}
	return s, true
}

func plural(s string) string {
	if noun, rest, ok := strings.Cut(s, " ("); ok { // "age group (0 to 17, …)"
		return plural(noun) + " (" + rest
	}
	switch {
	case s == "month of the year":
		return "months of the year"
	case strings.HasSuffix(s, "y"):
		return strings.TrimSuffix(s, "y") + "ies"
	}
	return s + "s"
}

// head says the measure, the population and the outcome.
func (q *Question) head() string {
	m := &q.Measure
	who := q.who()
	switch m.Kind {
	case Count:
		if i := slices.IndexFunc(q.Strata, func(s Stratum) bool { return s.Kind == Concept }); i >= 0 && q.keepsTop() {
			return q.ranking(&q.Strata[i])
		}
		if m.Of != Persons {
			return "the number of " + q.records()
		}
		if q.Outcome != nil {
			return fmt.Sprintf("among %s, the number who %s", orAll(who), q.Outcome.clause(q.Population.it()))
		}
		return "the number of " + who
	case Share:
		if m.Of != Persons && q.Outcome != nil {
			s := fmt.Sprintf("the percentage of %s that %s", q.records(), q.Outcome.clause(q.Population.it()))
			if e := q.Population.Entry; e != nil && e.Domain == Visit && q.Outcome.unplaced() {
				s += " at any time" // else it is what was recorded at the visit
			}
			return s
		}
		if q.Outcome == nil {
			return "the percentage distribution of " + who
		}
		return fmt.Sprintf("among %s, the percentage who %s%s", orAll(who), q.Outcome.clause(q.Population.it()),
			q.crude())
	case Number, Distribution:
		if m.Quantity == Paid && m.Stat == Sum && q.keepsTop() && len(q.Strata) == 1 && q.Strata[0].Kind == Concept &&
			q.Population.Entry != nil {
			return q.ranking(&q.Strata[0])
		}
		return q.number()
	case Rate, Proportion, Prevalence:
		return q.rate()
	case PersonTime:
		if ages := q.agesAtRisk(); ages != "" {
			return "the number of person-years of observation of " + who + ages
		}
		return "the number of person-years of observation of " + orAll(who)
	case Characteristics, DrugUse, Pathways, Restart, Indication, Treatments, Covered, Attrition, Overlap, Comparison:
		return q.described()
	case Survival, CumulativeIncidence:
		return q.curve(who)
	case Persistence:
		kind := "the persistence of "
		if len(m.Times) > 1 {
			kind = "the Kaplan-Meier persistence of "
		}
		if e := q.Population.Entry; e.Which == First && len(e.Concepts) > 0 && len(q.Population.Criteria) == 0 &&
			e.modifiers() == "" {
			return strings.TrimSuffix(kind, "of ") + "with " + entityNames(e.Concepts, " or ") + atTimes(m.Times)
		}
		return kind + orAll(who) + atTimes(m.Times)
	case Ratio:
		names := []string{"first", "second"}
		if len(q.Strata) == 1 && len(q.Strata[0].Groups) == 2 {
			names = []string{q.Strata[0].Groups[0].Name, q.Strata[0].Groups[1].Name}
		}
		if e := q.Population.Entry; m.Of == Records && e != nil && len(e.Concepts) == 0 &&
			len(q.Population.Criteria) == 0 {
			return fmt.Sprintf("the ratio of %s to %s%s", names[0], names[1], e.modifiers())
		}
		return fmt.Sprintf("the ratio of %s to %s among %s", names[0], names[1], orAll(who))
	}
	s := fmt.Sprintf("the %s of %s", strings.ReplaceAll(string(m.Kind), "_", " "), orAll(who))
	if q.Outcome != nil {
		s += " who " + q.Outcome.clause(q.Population.it())
	}
	return s
}

// unplaced reports whether a criterion is of events of which it does not say how they lie to the index record.
func (c *Criterion) unplaced() bool {
	if c.Not != nil {
		return c.Not.unplaced()
	}
	return c.Has != nil && c.Has.Relation == nil ||
		slices.ContainsFunc(slices.Concat(c.All, c.Any), func(k Criterion) bool { return k.unplaced() })
}

// crude says of a share of deaths that people count however long they were followed.
func (q *Question) crude() string {
	dies := func(c Criterion) bool {
		if c.Not != nil {
			c = *c.Not
		}
		return c.Has != nil && c.Has.Event.Domain == Death && c.Has.Relation != nil && c.Has.Relation.To != nil
	}
	if !dies(*q.Outcome) && !slices.ContainsFunc(q.Outcome.Any, dies) ||
		slices.ContainsFunc(q.Population.Criteria, func(c Criterion) bool { return c.lasting() }) {
		return ""
	}
	return ", whatever the follow-up"
}

// who is the population, each of whose records is an index where the outcome is counted from it and none is chosen.
func (q *Question) who() string {
	e := q.Population.Entry
	if e != nil && e.chosen() {
		return strings.Replace(q.Population.text(), e.noun(false), "("+e.noun(false)+")", 1)
	}
	if e == nil && slices.ContainsFunc(q.Population.Criteria,
		func(k Criterion) bool { return k.Has != nil && k.Has.Times == nil || len(k.Any) > 0 }) {
		return q.Population.text() + " (at any date)"
	}
	if e == nil || e.Which != Any || e.Domain == Visit || e.Domain == Death || q.Outcome == nil || !q.Outcome.dated() ||
		q.Population.dated() {
		return q.Population.text()
	}
	return strings.Replace(q.Population.text(), " with "+e.text(), " with any one "+e.noun(false)+e.modifiers(), 1)
}

func orAll(who string) string {
	if who == "people" {
		return "all people"
	}
	return who
}

// records says which records are counted, and of whom.
func (q *Question) records() string {
	e := q.Population.Entry
	if e == nil && q.Measure.Of == Providers {
		return "providers"
	}
	if e == nil {
		return "records"
	}
	of := map[Unit]string{Concepts: "different ", Ingredients: "different ingredients of ",
		SourceValues: "different source values of ", Providers: "providers of ", Stays: "separate "}[q.Measure.Of]
	s := of + e.which(false) + bracketed(e.noun(true), e.chosen()) + e.modifiers()
	if people := q.Population.rest(); people != "people" {
		s += " among " + people
	}
	if q.Outcome != nil && q.Measure.Kind == Count {
		s += ", counted where they " + q.Outcome.clause(q.Population.it())
	}
	return s
}

// inPeriod says the time at risk: in front of people with an index date, whose time it would be behind them.
func (q *Question) inPeriod(s string) string {
	among := " among " + q.who()
	if i := strings.LastIndex(s, among); i > 0 && q.Population.Entry != nil &&
		slices.Contains([]Kind{Rate, Proportion, Prevalence}, q.Measure.Kind) {
		return s[:i] + " " + q.Period.text() + s[i:]
	}
	return s + " " + q.Period.text()
}

// among adds who is looked at, and the time at risk.
func (q *Question) among(s string) string {
	if r := q.AtRisk; r != nil && (r.From != nil || r.To != nil) && q.Population.Entry != nil {
		at := Relation{From: r.From, To: r.To}
		s += " " + at.text(q.Population.Entry.text())
		if rest := q.Population.rest(); rest != "people" {
			s += " among " + rest
		}
		return s
	}
	who := q.who()
	if ages := q.agesAtRisk(); who != "people" || ages != "" {
		s += " among " + who + ages
	}
	return s
}
