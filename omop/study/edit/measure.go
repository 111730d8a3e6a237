package edit

import (
	"slices"
	"strconv"

	"github.com/askomop/askomop/omop/study"
)

func (l *lister) listMeasure() {
	m := &l.q.Measure
	switch m.Kind {
	case study.Count, study.Share:
		if l.q.Outcome != nil && m.Of == study.Persons {
			addOneOf(l, "measure.kind", "what is counted", &m.Kind, Option{"count", "how many people"},
				Option{"share", "what percentage"})
		}
		if m.Kind == study.Count && l.q.Population.Entry != nil && l.q.Outcome == nil &&
			(m.Of == study.Persons || m.Of == study.Records) {
			addOneOf(l, "measure.of", "what is counted", &m.Of, Option{"", "people, each once"},
				Option{"records", "records"})
			l.all[len(l.all)-1].word = "number"
		}
	case study.Number:
		if m.Stat != study.Quantile {
			addOneOf(l, "measure.stat", "which statistic", &m.Stat, Option{"mean", "mean"}, Option{"median", "median"},
				Option{"quartiles", "quartiles"},
				Option{"min", "minimum"}, Option{"max", "maximum"}, Option{"sd", "standard deviation"},
				Option{"sum", "total"}, Option{"summary", "summary"})
		}
	case study.Rate:
		l.listPer()
	case study.Prevalence:
		addOneOf(l, "measure.prevalence", "which prevalence", &m.Risk, Option{"period", "in a period"},
			Option{"point", "on a day"}, Option{"lifetime", "ever before"})
	}
	if m.Kind == study.Rate || m.Kind == study.Prevalence {
		addOneOf(l, "measure.standard", "age standardisation", &m.Standard, Option{"", "crude"},
			Option{"database", "standardised by age to the database"},
			Option{"who", "standardised by age to the WHO world standard"},
			Option{"europe", "standardised by age to the European standard 2013"})
	}
	if slices.Contains([]study.Quantity{study.Occurrences, study.Distincts, study.Total}, m.Quantity) {
		l.addSwitch("measure.zeros", "people without any", &m.Zeros, "are left out", "count as 0")
	}
	for i := range m.Times {
		l.addLength("measure.times["+strconv.Itoa(i)+"]", "after how long", &m.Times[i])
	}
}

// listPer is by how many person-years a rate is given.
func (l *lister) listPer() {
	m := &l.q.Measure
	now := strconv.FormatFloat(m.Per, 'f', -1, 64)
	if m.Per == 0 {
		now = "1000"
	}
	options := []Option{{"100", "per 100 person-years"}, {"1000", "per 1,000 person-years"},
		{"10000", "per 10,000 person-years"}, {"100000", "per 100,000 person-years"}}
	if !slices.ContainsFunc(options, func(o Option) bool { return o.Value == now }) {
		options = append(options, Option{now, "per " + now + " person-years"})
	}
	l.add(Choice{ID: "measure.per", Label: "per how many person-years", Input: OneOf, Value: now, Options: options,
		set: func(v string) (err error) {
			m.Per, err = strconv.ParseFloat(v, 64)
			return err
		}})
}

// addSwitch adds a choice between no and yes.
func (l *lister) addSwitch(id, label string, field *bool, no, yes string) {
	l.add(Choice{ID: id, Label: label, Input: OneOf, Value: strconv.FormatBool(*field),
		Options: []Option{{"false", no}, {"true", yes}},
		set: func(v string) (err error) {
			*field, err = strconv.ParseBool(v)
			return err
		}})
}

// groupings are the strata that need no further choice.
var groupings = []Option{{"sex", "by sex"}, {"age_group", "by age group"}, {"year", "by year"},
	{"quarter", "by quarter"}, {"month", "by month"},
	{"race", "by race"}, {"ethnicity", "by ethnicity"}, {"state", "by state"}, {"visit_type", "by visit type"},
	{"specialty", "by specialty"}}

// ageGroupWidth is the width of age groups that nobody has chosen, in years.
const ageGroupWidth = 10

func newStratum(kind string) study.Stratum {
	s := study.Stratum{Kind: study.StratumKind(kind)}
	if s.Kind == study.AgeGroup {
		s.Width = ageGroupWidth
	}
	return s
}

func (l *lister) listStrata() {
	q := l.q
	has := func(kind string) bool {
		return slices.ContainsFunc(q.Strata, func(s study.Stratum) bool { return string(s.Kind) == kind })
	}
	for i := range q.Strata {
		s := &q.Strata[i]
		at := "strata[" + strconv.Itoa(i) + "]"
		if !slices.ContainsFunc(groupings, func(o Option) bool { return o.Value == string(s.Kind) }) {
			continue
		}
		options := slices.DeleteFunc(slices.Clone(groupings),
			func(o Option) bool { return o.Value != string(s.Kind) && has(o.Value) })
		options = append(options, Option{"", "not stratified by it"})
		l.add(Choice{ID: at, Label: "stratified by", Input: OneOf, Value: string(s.Kind), Options: options,
			set: func(v string) error {
				if v == "" {
					q.Strata = slices.Delete(q.Strata, i, i+1)
					if len(q.Strata) == 0 {
						q.Top = nil
					}
					return nil
				}
				if other := newStratum(v); other.Kind != s.Kind {
					if other.Kind.IsTime() || other.Kind == study.AgeGroup {
						other.Of = s.Of
					}
					*s = other
				}
				return nil
			}})
		if s.Width > 0 {
			l.addCount(at+".width", "years in each age group", &s.Width, 1, 50)
		}
	}
	options := slices.DeleteFunc(slices.Clone(groupings), func(o Option) bool { return has(o.Value) })
	l.add(Choice{ID: "strata.add", Label: "stratify by", Input: OneOf, Options: options, Adds: true,
		set: func(v string) error {
			q.Strata = append(q.Strata, newStratum(v))
			return nil
		}})
	if q.Top != nil {
		l.addCount("top.n", "how many rows, 0 for all", &q.Top.N, 0, 1000)
		l.addCount("top.at_least", "the smallest count of a row, 0 for all", &q.Top.AtLeast, 0, 1_000_000)
		l.addSwitch("top.lowest", "which rows", &q.Top.Lowest, "the highest", "the lowest")
	}
}

// listTime is calendar time and time at risk.
func (l *lister) listTime() {
	q := l.q
	ofPeriod := q.Measure.Kind == study.Prevalence || q.Measure.Kind == study.Rate ||
		q.Measure.Kind == study.Proportion || q.Measure.Kind == study.PersonTime
	if ofPeriod || q.Period != nil {
		l.addPeriod("period", "calendar time", &q.Period)
	}
	if q.AtRisk != nil && q.AtRisk.PriorObservation > 0 {
		l.addCount("at_risk.prior_observation_days", "days of washout", &q.AtRisk.PriorObservation, 1, 36500)
	}
	if q.AtRisk != nil && q.AtRisk.To != nil {
		l.addLength("at_risk.to", "how long at risk", q.AtRisk.To)
	}
}
