package study

import (
	"fmt"
	"math"
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
	if q.Period != nil {
		s += " " + q.Period.text()
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
	if q.Top == nil || len(q.Strata) != 1 || q.Strata[0].Kind == Concept || q.Measure.Kind != Count ||
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
	if q.Period != nil {
		s += " " + q.Period.text()
	}
	return s, true
}

func plural(s string) string {
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
		if i := slices.IndexFunc(q.Strata, func(s Stratum) bool { return s.Kind == Concept }); i >= 0 && q.Top != nil {
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
		if m.Quantity == Paid && m.Stat == Sum && q.Top != nil && len(q.Strata) == 1 && q.Strata[0].Kind == Concept &&
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
			e.mods() == "" {
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
			return fmt.Sprintf("the ratio of %s to %s%s", names[0], names[1], e.mods())
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
	return strings.Replace(q.Population.text(), " with "+e.text(), " with any one "+e.noun(false)+e.mods(), 1)
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
	s := of + e.which(false) + bracketed(e.noun(true), e.chosen()) + e.mods()
	if people := q.Population.rest(); people != "people" {
		s += " among " + people
	}
	if q.Outcome != nil && q.Measure.Kind == Count {
		s += ", counted where they " + q.Outcome.clause(q.Population.it())
	}
	return s
}

func (q *Question) ranking(st *Stratum) string {
	event := st.Event
	of := q.Population.text()
	if event == nil {
		event = q.Population.Entry
		of = q.Population.rest()
	}
	if event == nil && q.Outcome != nil && q.Outcome.Has != nil {
		event = &q.Outcome.Has.Event
	}
	if event == nil {
		return "the most common records of " + of
	}
	most := "most common"
	if q.Top.Lowest {
		most = "least common"
	}
	listed := *event
	listed.Except = nil
	things := listed.plural()
	if listed.Domain == Death {
		things = "causes of death"
	}
	if name := levelNames[st.Level]; name != "" {
		things = name + " of " + things
	}
	s := fmt.Sprintf("the %d %s %s%s", q.Top.N, most, things, listed.mods())
	if e := q.Population.Entry; len(event.Except) > 0 &&
		(e == nil || !slices.EqualFunc(e.Concepts, event.Except, sameEntity)) {
		s += " other than " + entityNames(event.Except, " and ")
	}
	if st.Relation != nil && q.Population.Entry != nil {
		s += " " + st.Relation.ranked(q.Population.Entry.text())
		of = q.Population.rest()
	}
	if of != "people" {
		s += " of " + of
	}
	if q.Measure.Kind == Number {
		return strings.Replace(s, "most common", "most costly", 1)
	}
	if q.Measure.Of == Records {
		s += " by number of records"
	}
	return s
}

// levelNames are what is listed of records, where it is not their concepts.
var levelNames = map[string]string{"ingredient": "ingredients", "dose_form": "dose forms",
	"source_code": "source codes", "source_value": "source values"}

func sameEntity(a, b Entity) bool { return strings.EqualFold(a.Text, b.Text) && a.Code == b.Code }

// ranked is a temporal phrase whose first day is always said.
func (r *Relation) ranked(anchor string) string {
	if r.From != nil && r.To != nil && r.Place == Distance && !r.From.negative() && sameUnit(*r.From, *r.To) &&
		!r.Other && !r.End {
		return fmt.Sprintf("between %d and %s after %s", r.From.Days, r.To.text(), anchor)
	}
	return r.text(anchor)
}

var quantityNames = map[Quantity]string{AgeYears: "age", BirthYear: "year of birth", Value: "value",
	Duration: "duration in days", DaysSupply: "days supply",
	Amount: "quantity", Refills: "number of refills", Paid: "cost", ObservedDays: "length of observation",
	FollowUpDays: "follow-up in days", PriorDays: "prior observation in days", Gap: "gap in days",
	PDC: "proportion of days covered", DaysCovered: "number of days covered", Score: "score",
	ValueChange: "change of value", Exposures: "number of exposures since the start", Eras: "number of treatment eras",
	ExposureDays: "duration of each exposure", FirstExposureDays: "duration of the first exposure",
	EraDays: "duration of each treatment era", FirstEraDays: "duration of the first treatment era",
	DaysExposed: "number of days exposed", CoveredShare: "percentage of observed days covered",
	EraGap: "gap between treatment eras", InitialQuantity: "initial quantity",
	CumulativeQuantity: "cumulative quantity", InitialDose: "initial daily dose", CumulativeDose: "cumulative dose"}

// number says a statistic or a distribution of a quantity, and which of its numbers are left out.
func (q *Question) number() string {
	s := q.quantity()
	if m := &q.Measure; m.Within != nil && m.Quantity != Value {
		s += ", counting only numbers " + m.Within.compared()
	}
	return s
}

func (q *Question) quantity() string {
	m := &q.Measure
	stat := m.Stat.words()
	if m.Kind == Distribution {
		stat = "distribution of the"
	} else if m.Stat == Quantile {
		var ranks []string
		for _, p := range m.Percentiles() {
			ranks = append(ranks, fmt.Sprintf("%gth", math.Round(1e6*p)/1e4))
		}
		stat = joined(ranks, " and ") + " percentile of the"
	}
	if m.In != "" {
		return q.inLength()
	}
	e := q.Population.Entry
	rest := q.Population.rest()
	of := ""
	if rest != "people" {
		of = " of " + rest
	}
	switch {
	case m.Quantity.IsOfDrugUse():
		return fmt.Sprintf("the %s %s of %s%s", stat, quantityNames[m.Quantity], orAll(q.Population.text()),
			q.useWindow())
	case m.Quantity == Occurrences && m.Event != nil:
		s := fmt.Sprintf("the %s number of %s%s per person%s", stat, m.Event.noun(true), m.Event.mods(), q.any())
		if who := q.who(); who != "people" {
			s += " of " + who
		}
		return s
	case m.Quantity == Distincts && m.Event != nil:
		s := fmt.Sprintf("the %s number of different %s%s per person%s", stat, m.Event.plural(), m.Event.mods(),
			q.any())
		if who := q.who(); who != "people" {
			s += " of " + who
		}
		return s
	case m.Quantity == DaysTo && m.Event != nil && e != nil:
		later := ""
		if m.Event.Which == FirstOfThese && m.Relation != nil && m.Relation.later() {
			next := *m.Event
			next.Which = Any
			return fmt.Sprintf("the %s number of days from %s to the first %s afterwards%s", stat, e.text(),
				next.noun(false)+next.mods(), of)
		}
		if r := m.Relation; r != nil && r.From != nil && *r.From != (Offset{}) ||
			r != nil && (r.To != nil || r.Place != Distance) {
			later = " (" + r.text("it") + ")"
		}
		return fmt.Sprintf("the %s number of days from %s to %s%s%s", stat, e.text(), m.Event.text(), later, of)
	case m.Quantity == AgeYears && e != nil:
		return fmt.Sprintf("the %s age at %s%s", stat, e.text(), of)
	case m.Quantity == AgeYears:
		return fmt.Sprintf("the %s age of %s%s", stat, orAll(q.Population.text()), onText(m.On))
	case m.Quantity == Value && e != nil:
		s := fmt.Sprintf("the %s %s", stat, strings.TrimPrefix(e.which(false), "the ")+entityNames(e.Concepts, " or "))
		if m.Unit != "" {
			s += " in " + unitText(m.Unit)
		}
		if m.Within != nil {
			s += " among values " + m.Within.compared()
		}
		return s + e.mods() + of
	case m.Quantity == ValueChange && m.Event != nil && e != nil:
		s := fmt.Sprintf("the %s change of %s", stat, entityNames(m.Event.Concepts, " or "))
		if m.Unit != "" {
			s += " in " + unitText(m.Unit)
		}
		return fmt.Sprintf("%s from the last value before %s to the first after it%s", s, e.text(), of)
	case m.Quantity == PDC && e != nil && m.Relation != nil && m.Relation.To != nil:
		return fmt.Sprintf("the %s %s of %s%s over the %d days from the first exposure%s", stat, quantityNames[PDC],
			e.which(false), e.noun(true)+e.mods(), m.Relation.To.Days+1, of)
	case m.Quantity == DaysCovered && m.Event != nil:
		return fmt.Sprintf("the %s %s by %s%s of %s", stat, quantityNames[m.Quantity],
			m.Event.noun(true), m.Event.mods(), orAll(q.Population.text()))
	case e != nil:
		return fmt.Sprintf("the %s %s of %s%s%s", stat, quantityNames[m.Quantity], e.which(false),
			bracketed(e.noun(true), e.chosen())+e.mods(), of)
	}
	return fmt.Sprintf("the %s %s of %s", stat, quantityNames[m.Quantity], orAll(q.Population.text()))
}

// inLength says a quantity of days in a longer unit: "the median duration in years of …".
func (q *Question) inLength() string {
	days := *q
	unit := string(q.Measure.In)
	days.Measure.In = ""
	said := days.quantity()
	for _, known := range []string{"number of days", "duration in days", "follow-up in days",
		"prior observation in days", "gap in days", "number of days covered"} {
		if strings.Contains(said, known) {
			return strings.Replace(said, known, strings.Replace(known, "days", unit, 1), 1)
		}
	}
	return strings.Replace(said, quantityNames[q.Measure.Quantity], quantityNames[q.Measure.Quantity]+" in "+unit, 1)
}

// later reports whether the relation is from the day after on.
func (r *Relation) later() bool {
	return r.From != nil && *r.From == Offset{Days: 1} && r.To == nil && r.Place == Distance && !r.End
}

// any says that people without any do not count.
func (q *Question) any() string {
	if q.Measure.Zeros || q.Measure.Kind == Distribution {
		return ""
	}
	return " with any"
}

// rate says rates, incidence and prevalence.
func (q *Question) rate() string {
	m := &q.Measure
	what := "something"
	if q.Outcome != nil && q.Outcome.Has != nil {
		what = q.Outcome.Has.Event.which(false) + entityNames(q.Outcome.Has.Event.Concepts,
			" or ") + q.Outcome.Has.Event.mods()
		if q.Outcome.Has.Event.Domain == Death {
			what = "death"
		}
	} else if q.Outcome != nil {
		what = "people who " + q.Outcome.clause(q.Population.it())
	}
	name := map[Kind]string{Rate: "incidence rate", Proportion: "incidence proportion",
		Prevalence: "prevalence"}[m.Kind]
	switch {
	case m.Kind == Prevalence && m.Risk != PeriodPrevalence && m.Risk != "":
		name = string(m.Risk) + " prevalence"
	case m.Kind == Rate && what == "death":
		return q.among(fmt.Sprintf("the %smortality rate per %g person-years", q.standardised(), perYears(m.Per)))
	case m.Kind == Rate && q.repeats() && q.Outcome != nil && q.Outcome.Has != nil &&
		q.Outcome.Has.Event.Domain != Condition:
		return q.among(fmt.Sprintf("the number of %s%s per %g person-years", q.Outcome.Has.Event.noun(true),
			q.Outcome.Has.Event.mods(), perYears(m.Per)))
	}
	s := fmt.Sprintf("the %s%s of %s", q.standardised(), name, what)
	if m.Kind == Rate {
		s += fmt.Sprintf(" per %g person-years", perYears(m.Per))
		if q.repeats() {
			s += " (counting every event)"
		}
	}
	return q.among(s)
}

// repeats reports whether every outcome counts, not only the first.
func (q *Question) repeats() bool { return q.AtRisk != nil && q.AtRisk.Repeat }

func (q *Question) standardised() string {
	if q.Measure.StandardSex {
		return map[string]string{"who": "WHO-", "europe": "ESP-"}[q.Measure.Standard] + "age- and sex-standardised" +
			ownStandard(&q.Measure) + " "
	}
	if len(q.Measure.Weights) > 0 {
		return "age-standardised (" + q.Measure.Standard + ") "
	}
	if q.Measure.Standard != "" {
		return map[string]string{"who": "WHO-standardised ", "europe": "ESP-standardised ",
			"database": "age-standardised "}[q.Measure.Standard]
	}
	return ""
}

// ownStandard names a population of the user's.
func ownStandard(m *Measure) string {
	if len(m.Weights) > 0 {
		return " (" + m.Standard + ")"
	}
	return ""
}

func perYears(n float64) float64 {
	if n == 0 {
		return 1000
	}
	return n
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

// agesAtRisk says at which ages people are at risk: " while aged 40 to 79".
func (q *Question) agesAtRisk() string {
	switch r := q.AtRisk; {
	case r == nil || r.Age == nil:
		return ""
	case r.AgeAt == AtStart:
		return " aged " + r.Age.span() + atStart
	default:
		return " while aged " + r.Age.span()
	}
}

const atStart = " at the start of time at risk"
