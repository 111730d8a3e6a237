package study

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

var quantityNames = map[Quantity]string{AgeYears: "age", BirthYear: "year of birth", Value: "value",
	Duration: "duration in days", DaysSupply: "days supply",
	Amount: "quantity", Refills: "number of refills", Paid: "cost", PaidByPatient: "out-of-pocket cost",
	PaidByPayer: "cost to the payer", Charged: "charge", PatientShare: "share paid by patients", ObservedDays: "length of observation",
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
	if q.Measure.Stat == InRange {
		return q.inRange()
	}
	s := q.quantity()
	if m := &q.Measure; m.Within != nil && m.Quantity != Value {
		s += ", counting only numbers " + m.Within.compared()
	}
	return s
}

// inRange says whose quantity lies in a range: "the percentage with a proportion of days covered of at least 0.8 of …".
func (q *Question) inRange() string {
	mean := *q
	mean.Measure.Stat, mean.Measure.Within = Mean, nil
	name := quantityNames[q.Measure.Quantity]
	_, of, known := strings.Cut(mean.quantity(), "the mean "+name)
	if !known {
		return fmt.Sprintf("the percentage of quantities %s: %s", q.Measure.Within.compared(), mean.quantity())
	}
	return "the percentage with a " + name + " " + q.Measure.Within.compared() + of
}

func (q *Question) quantity() string {
	m := &q.Measure
	stat := m.Stat.words()
	if m.Kind == Distribution {
		stat = "distribution of the"
	} else if m.Stat == Quantile {
		stat = joined(m.Ranks(), " and ") + " percentile of the"
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
	case m.Per > 0 && m.Event != nil:
		return q.perPeople()
	case m.Quantity.IsOfDrugUse():
		return fmt.Sprintf("the %s %s of %s%s", stat, quantityNames[m.Quantity], orAll(q.Population.text()),
			q.useWindow())
	case m.Quantity == Occurrences && m.Event != nil:
		s := fmt.Sprintf("the %s number of %s%s per person%s", stat, m.Event.noun(true), m.Event.modifiersOfMany(), q.any())
		if who := q.who(); who != "people" {
			s += " of " + who
		}
		return s
	case m.Quantity == Distincts && m.Event != nil:
		s := fmt.Sprintf("the %s number of different %s%s per person%s", stat, m.Event.plural(), m.Event.modifiersOfMany(),
			q.any())
		if who := q.who(); who != "people" {
			s += " of " + who
		}
		return s
	case m.Quantity == Total && m.Event != nil:
		whose := "with any"
		if m.Zeros {
			whose = "with or without any"
		}
		s := fmt.Sprintf("the %s total %s of %s%s per person %s", stat, quantityNames[m.Summed],
			bracketed(m.Event.noun(true), m.Event.chosen() || len(m.Event.Concepts) > 1 && m.Event.Where != nil),
			m.Event.modifiers(), whose)
		if who := q.who(); who != "people" {
			s += " of " + who
		}
		return s
	case m.Quantity == DaysTo && m.Event != nil && e != nil:
		later, since := "", e.text()
		if m.Relation != nil && m.Relation.End {
			since = "the end of " + since
		}
		if r := m.Relation; m.Event.Which == FirstOfThese && r != nil && (r.later() || r.sinceTheDay()) {
			next, when := *m.Event, "afterwards"
			next.Which = Any
			if r.sinceTheDay() {
				when = "on or after it"
			}
			return fmt.Sprintf("the %s number of days from %s to the first %s %s%s", stat, e.text(),
				next.noun(false)+next.modifiers(), when, of)
		}
		if r := m.Relation; r != nil && r.From != nil && *r.From != (Offset{}) ||
			r != nil && (r.To != nil || r.Place != Distance) {
			later = " (" + r.text("it") + ")"
		}
		return fmt.Sprintf("the %s number of days from %s to %s%s%s", stat, since, m.Event.text(), later, of)
	case m.Quantity == AgeYears && e != nil && m.On == "":
		return fmt.Sprintf("the %s age at %s%s", stat, e.text(), of)
	case m.Quantity == AgeYears:
		if e != nil && m.On[0] >= '0' && m.On[0] <= '9' { // behind the people it would be the time of what they had
			return fmt.Sprintf("the %s age%s of %s", stat, onText(m.On), q.Population.text())
		}
		return fmt.Sprintf("the %s age of %s%s", stat, orAll(q.Population.text()), onText(m.On))
	case m.Quantity == Value && e != nil:
		s := fmt.Sprintf("the %s %s", stat, strings.TrimPrefix(e.which(false), "the ")+entityNames(e.Concepts, " or "))
		if m.Unit != "" {
			s += " in " + unitText(m.Unit)
		}
		if m.Within != nil {
			s += " among values " + m.Within.compared()
		}
		return s + e.modifiers() + of
	case m.Quantity == ValueChange && m.Event != nil && e != nil:
		s := fmt.Sprintf("the %s change of %s", stat, entityNames(m.Event.Concepts, " or "))
		if m.Unit != "" {
			s += " in " + unitText(m.Unit)
		}
		return fmt.Sprintf("%s from the last value before %s or on that day to the first after it%s", s, e.text(), of)
	case m.Quantity == PDC && e != nil && m.Relation != nil && m.Relation.To != nil:
		return fmt.Sprintf("the %s %s of %s%s over the %d days from the first exposure%s", stat, quantityNames[PDC],
			e.which(false), e.noun(true)+e.modifiers(), m.Relation.To.Days+1, of)
	case m.Quantity == DaysCovered && m.Event != nil:
		return fmt.Sprintf("the %s %s by %s%s of %s", stat, quantityNames[m.Quantity],
			m.Event.noun(true), m.Event.modifiers(), orAll(q.Population.text()))
	case m.Quantity == PatientShare && e != nil:
		return fmt.Sprintf("the percentage of the cost of %s%s that the patients paid%s", e.which(false),
			bracketed(e.noun(true), e.chosen())+e.modifiers(), of)
	case e != nil:
		return fmt.Sprintf("the %s %s of %s%s%s", stat, quantityNames[m.Quantity], e.which(false),
			bracketed(e.noun(true), e.chosen())+e.modifiers(), of)
	}
	return fmt.Sprintf("the %s %s of %s", stat, quantityNames[m.Quantity], orAll(q.Population.text()))
}

// perPeople says a number of so many people together: "the number of emergency room visits in 2009 per 1000 people".
func (q *Question) perPeople() string {
	m := &q.Measure
	of := m.Event.noun(true) + m.Event.modifiersOfMany()
	what := "number of " + of
	if m.Quantity == Total {
		open := m.Event.chosen() || len(m.Event.Concepts) > 1 && m.Event.Where != nil
		what = fmt.Sprintf("total %s of %s", quantityNames[m.Summed],
			bracketed(m.Event.noun(true), open)+m.Event.modifiers())
	}
	who := q.who()
	if !slices.ContainsFunc(q.Population.Criteria, func(c Criterion) bool {
		return c.Is == nil && (c.Has == nil || c.Has.Event.Domain != Observed)
	}) {
		who = q.Population.text() // there is no date at which they are observed in the time
	}
	traits := !slices.ContainsFunc(q.Population.Criteria, func(c Criterion) bool { return c.Is == nil })
	if m.Event.During != nil && q.Population.Entry == nil && traits {
		who += " observed then or not" // "per 100 people" alone are those who were observed in the time
	}
	return fmt.Sprintf("the %s per %g %s", what, m.Per, who)
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

// sinceTheDay reports whether a relation is of the day itself and of all that follow.
func (r *Relation) sinceTheDay() bool {
	return r.From != nil && *r.From == Offset{} && r.To == nil && r.Place == Distance && !r.End
}

// any says that people without any do not count.
func (q *Question) any() string {
	if q.Measure.Zeros {
		return ""
	}
	return " with any"
}

// Ranks are the percentiles in words: "1st", "50th", "97.5th".
func (m *Measure) Ranks() []string {
	var ranks []string
	for _, p := range m.Percentiles() {
		rank := fmt.Sprintf("%g", math.Round(1e6*p)/1e4)
		end := "th"
		if n, err := strconv.Atoi(rank); err == nil && n/10 != 1 {
			end = [...]string{"th", "st", "nd", "rd", "th", "th", "th", "th", "th", "th"}[n%10]
		}
		ranks = append(ranks, rank+end)
	}
	return ranks
}
