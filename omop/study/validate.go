package study

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/askomop/askomop/omop/study/standard"
)

// FieldError says which field of a question is wrong, by its path in the JSON, and why.
type FieldError struct {
	Field string // "population.criteria[1].has.relation"
	Why   string
	Empty bool // it is a range or a period that holds nothing: the question contradicts itself
}

func (e *FieldError) Error() string { return fmt.Sprintf("study question: %s: %s", e.Field, e.Why) }

// Validate returns every fault of the question, joined; each is a *FieldError. A valid question has a meaning,
// though not every combination of measure and stratum need be computable on every engine.
func (q *Question) Validate() error {
	v := &validator{index: q.Population.Entry != nil || q.Beside() >= 0}
	v.measure("measure", q)
	v.cohort("population", &q.Population)
	if q.Outcome != nil {
		of := *v
		v.index = v.index || q.CoversDay()
		v.criterion("outcome", q.Outcome)
		v.index = of.index
	}
	v.period("period", q.Period)
	v.atRisk("at_risk", q)
	for i := range q.Strata {
		v.stratum(fmt.Sprintf("strata[%d]", i), &q.Strata[i])
		v.dayOfYear(fmt.Sprintf("strata[%d].on", i), q, &q.Strata[i])
	}
	if q.Top != nil && q.Top.N < 0 {
		v.reject("top.n", "must be at least 1, or 0 for all rows")
	}
	if q.Top != nil && len(q.Strata) == 0 && q.Measure.Kind != Sequences && q.Measure.Kind != Pathways {
		v.reject("top", "needs a stratum whose rows it keeps")
	}
	v.atLeast(q)
	return errors.Join(v.faults...)
}

// atLeast looks at the smallest count that rows are kept by.
func (v *validator) atLeast(q *Question) {
	switch m := &q.Measure; {
	case q.Top == nil || q.Top.AtLeast == 0:
	case q.Top.AtLeast < 0:
		v.reject("top.at_least", "must be at least 1, or 0 for all rows")
	case m.Kind != Count || m.Change || m.Cumulative || m.OfTotal:
		v.reject("top.at_least", "is of counts")
	case q.Top.N > 0:
		v.reject("top.at_least", "keeps rows by their number, and top.n by their place")
	case len(q.Ranked()) < len(q.Strata):
		v.reject("top.at_least", "is of one stratum")
	}
}

// validator collects faults. Index tells whether what is looked at has an index date to be counted from, and member
// whether it says who is in a cohort.
type validator struct {
	faults        []error
	index, member bool
	listed        bool // the event is what a stratum lists
}

func (v *validator) reject(field, why string) {
	v.faults = append(v.faults, &FieldError{Field: field, Why: why})
}

// reversed reports a range that holds nothing: its beginning lies after its end.
func (v *validator) reversed(field string) {
	v.faults = append(v.faults, &FieldError{field, "from lies after to", true})
}

var kinds = []Kind{Count, Share, Ratio, Number, Distribution, Rate, Proportion, Prevalence, PersonTime, Survival,
	CumulativeIncidence,
	Persistence, Coverage, Sequences, Characteristics, DrugUse, Pathways, Restart, Indication, Treatments, Covered,
	Attrition, Overlap, Comparison}

// leastSpread is on how many years of age the weights of a standard population must rest.
const leastSpread = 20

// oldest is where an open age group ends.
const oldest = 100

// spread is on how many years of age weights rest: as many as there would be if all years weighed as much as the heavy
// ones, 0 where there are no weights. Example: 70 for the standard of the WHO, 1 where one year weighs all.
func spread(weights []standard.AgeGroup) float64 {
	var sum, squares float64
	for _, g := range weights {
		years := float64(g.To - g.From + 1)
		if g.To < 0 {
			years = float64(max(1, oldest-g.From))
		}
		sum, squares = sum+g.Weight, squares+g.Weight*g.Weight/years
	}
	if squares == 0 {
		return 0
	}
	return sum * sum / squares
}

// mostQuantiles is how many quantiles are asked for at once.
const mostQuantiles = 9

func (v *validator) measure(at string, q *Question) {
	m := &q.Measure
	if !slices.Contains(kinds, m.Kind) {
		v.reject(at+".kind", fmt.Sprintf("%q is not a measure; the measures are %v", m.Kind, kinds))
	}
	needsOutcome := slices.Contains([]Kind{Rate, Proportion, Prevalence, CumulativeIncidence, Comparison}, m.Kind) ||
		m.Kind == Share && !m.OfTotal
	if needsOutcome && q.Outcome == nil {
		v.reject("outcome", fmt.Sprintf("a %s needs one", m.Kind))
	}
	if (m.Kind == Number || m.Kind == Distribution) && m.Quantity == "" {
		v.reject(at+".quantity", "is missing")
	}
	if m.Kind == Number && m.Stat == "" {
		v.reject(at+".stat", "is missing")
	}
	v.statistic(at, m)
	needsEvent := slices.Contains([]Quantity{DaysTo, Occurrences, Distincts, Total, ValueChange}, m.Quantity)
	if needsEvent && m.Event == nil {
		v.reject(at+".event", fmt.Sprintf("%s needs one", m.Quantity))
	}
	if m.Quantity == PatientShare && (m.Kind != Number || m.Stat != Mean || m.Within != nil) {
		v.reject(at+".quantity", "patient_share is of all records together: a number with the stat mean, within no range")
	}
	v.totals(at, q)
	v.indexed(m)
	v.standardised(at, q)
	oneOf(v, at+".of", m.Of)
	oneOf(v, at+".prevalence", m.Risk)
	if m.Per < 0 {
		v.reject(at+".per", "is negative")
	}
	if m.Per > 0 && m.Kind == Number && !(m.Stat == Mean && m.Zeros && m.Relation == nil && m.Within == nil &&
		(m.Quantity == Occurrences || m.Quantity == Total)) {
		v.reject(at+".per", "of a number is of the mean of occurrences or of a total, in which people without any count as 0")
	}
	v.notNegative(at+".gap_days", m.Gap)
	v.notNegative(at+".lines", m.Lines)
	v.notNegative(at+".overlap_days", m.Overlap)
	v.around(at, q)
	if m.Kind == Ratio && !(len(q.Strata) == 1 && len(q.Strata[0].Groups) == 2) {
		v.reject("strata", "a ratio is of one stratum of two groups")
	}
	if m.Change && !slices.ContainsFunc(q.Strata, func(s Stratum) bool { return s.Kind.IsTime() }) {
		v.reject("strata", "a change is over a stratum of time")
	}
	if m.Event != nil {
		v.event(at+".event", m.Event)
	}
	v.relation(at+".relation", m.Relation)
	v.numbers(at+".within", m.Within)
	if m.Quantity == Score && len(m.Points) == 0 {
		v.reject(at+".points", "is missing: a score is a sum of points")
	}
	for i := range m.Points {
		v.criterion(fmt.Sprintf("%s.points[%d].if", at, i), &m.Points[i].If)
	}
}

// statistic rejects percentiles, units and levels that are none.
func (v *validator) statistic(at string, m *Measure) {
	if (m.Stat == Quantile) != (m.Quantile > 0 || len(m.Quantiles) > 0) || m.Quantile < 0 || m.Quantile >= 1 ||
		m.Quantile > 0 && len(m.Quantiles) > 0 {
		v.reject(at+".quantile", "goes with stat quantile, and lies between 0 and 1")
	}
	if len(m.Quantiles) > mostQuantiles {
		v.reject(at+".quantiles", fmt.Sprintf("has more than %d: they would be everybody's values", mostQuantiles))
	}
	if m.Stat == InRange && (m.Within == nil || m.Kind != Number) {
		v.reject(at+".within", "is missing: in which range does a quantity count?")
	}
	for i, p := range m.Quantiles {
		if p <= 0 || p >= 1 || i > 0 && p <= m.Quantiles[i-1] || len(m.Quantiles) < 2 {
			v.reject(fmt.Sprintf("%s.quantiles[%d]", at, i), "several lie between 0 and 1, lowest first")
		}
	}
	if _, known := lengths[m.In]; m.In != "" && (!known || !m.Quantity.IsOfDays()) {
		v.reject(at+".in", "is weeks, months or years, of a quantity of days")
	}
	if m.Level < 0 || m.Level >= 1 {
		v.reject(at+".level", "lies between 0 and 1: 0.95")
	}
}

// totals rejects what does not add up, and costs of people that are not said as the total that they are.
func (v *validator) totals(at string, q *Question) {
	m := &q.Measure
	if (m.Quantity == Total) != (m.Summed != "") || m.Summed != "" && !m.Summed.CanBeSummed() {
		v.reject(at+".summed", fmt.Sprintf("goes with the quantity total, and is one of %q", summable))
	}
	if m.Quantity == Total && m.Stat == Sum {
		v.reject(at+".stat", "is of each person's total; the total of all is a sum of the records of an entry event")
	}
	if m.Quantity.IsPaid() && m.Quantity != PatientShare && m.Kind == Number && m.Stat != Sum && m.Of == Persons {
		v.reject(at+".of", "is records; what each person cost is the quantity total, with summed and an event")
	}
	if m.Zeros && m.Quantity == Total && len(q.summedStrata()) > 0 {
		v.reject(at+".zeros", "people without any have none of the values of strata of records")
	}
}

// indexed requires an index date of what is counted from one.
func (v *validator) indexed(m *Measure) {
	needsIndex := slices.Contains([]Quantity{Value, Duration, DaysSupply, Amount, Refills, DaysTo, FollowUpDays,
		PriorDays, Gap}, m.Quantity)
	if (needsIndex || m.Quantity.IsPaid() || slices.Contains(drugQuantities, m.Quantity)) && !v.index {
		v.reject("population.entry", fmt.Sprintf("%s is of index records", m.Quantity))
	}
	if m.Of == Records && !v.index && m.Kind != Rate {
		v.reject("population.entry", "records are counted of an entry event")
	}
	if (m.Kind == Survival || m.Kind == CumulativeIncidence || m.Kind == Persistence || m.Kind == Pathways) &&
		!v.index {
		v.reject("population.entry", "time is counted from an index date")
	}
}

func (v *validator) standardised(at string, q *Question) {
	m := &q.Measure
	if _, kept := standard.Named(m.Standard); m.Standard != "" && m.Standard != "database" && !kept &&
		len(m.Weights) == 0 {
		v.reject(at+".standard",
			fmt.Sprintf("%q is not database or one of %v, and has no weights", m.Standard, standard.Names))
	}
	if m.StandardSex && (m.Standard == "" ||
		slices.ContainsFunc(q.Strata, func(s Stratum) bool { return s.Kind == Sex })) {
		v.reject(at+".standard_sex", "is of a standardised measure that is not by sex")
	}
	for i, g := range m.Weights {
		if g.From < 0 || g.To >= 0 && g.To < g.From || !(g.Weight > 0) || i > 0 && m.Weights[i-1].To+1 != g.From {
			v.reject(fmt.Sprintf("%s.weights[%d]", at, i), "age groups follow each other, each with a weight above 0")
		}
	}
	if years := spread(m.Weights); years > 0 && years < leastSpread {
		v.reject(at+".weights", fmt.Sprintf("they rest on %.0f years of age, and would tell of few people: at least %d",
			years, leastSpread))
	}
}

func (v *validator) atRisk(at string, q *Question) {
	r := q.AtRisk
	if r == nil {
		return
	}
	v.notNegative(at+".prior_observation_days", r.PriorObservation)
	if r.From != nil && r.To != nil && r.From.approxDays() > r.To.approxDays() {
		v.reversed(at)
	}
	if r.Washout != nil {
		v.notNegative(at+".washout.days", r.Washout.Days)
	}
	v.numbers(at+".age", r.Age)
	if r.Age != nil && !slices.Contains([]Kind{Rate, PersonTime, Prevalence, Proportion}, q.Measure.Kind) {
		v.reject(at+".age", fmt.Sprintf("has no place in a %s: give the entry event an age", q.Measure.Kind))
	}
	if r.AgeAt != Attained && r.AgeAt != AtStart || r.AgeAt != Attained && r.Age == nil {
		v.reject(at+".age_at", fmt.Sprintf("goes with an age, and is empty or %s", AtStart))
	}
}

const monthDay = "01-02"

func (v *validator) dayOfYear(at string, q *Question, s *Stratum) {
	if s.On == "" || s.Kind == AgeGroup {
		return
	}
	if _, err := time.Parse("2006-"+monthDay, "2001-"+s.On); err != nil {
		v.reject(at, fmt.Sprintf("%q is no day that each year has, as 07-01", s.On))
	}
	m := &q.Measure
	others := slices.ContainsFunc(q.Strata, func(t Stratum) bool { return t.Kind.IsTime() && t.Kind != Year })
	if s.Kind != Year || others ||
		!(m.Kind == Count && !m.Change && !m.Cumulative || m.Kind == Prevalence && m.Risk == Point) {
		v.reject(at, "is of years, in a count or a point prevalence by no other time")
	}
}

// IsTime reports whether a stratum is of calendar time.
func (k StratumKind) IsTime() bool {
	return slices.Contains([]StratumKind{Year, Quarter, Month, MonthOfYear, Week, Day, Decade}, k)
}

var groupings = []StratumKind{Sex, Race, Ethnicity, State, AgeGroup, Year, Quarter, Month, MonthOfYear, Week, Day,
	BornIn, BornDecade, Decade,
	VisitType, Specialty, CareSite, Concept, Groups, Scores}

// isYear reports whether a text is a year of four digits.
func isYear(s string) bool {
	_, err := strconv.Atoi(s)
	return err == nil && len(s) == 4
}

func (v *validator) stratum(at string, s *Stratum) {
	if !slices.Contains(groupings, s.Kind) {
		v.reject(at+".kind", fmt.Sprintf("%q is not a grouping; the groupings are %v", s.Kind, groupings))
	}
	oneOf(v, at+".of", s.Of)
	v.notNegative(at+".width", s.Width)
	if s.Kind == AgeGroup && s.On != "" && (s.On != DataEnd && !isYear(s.On) || s.Of != "" || s.Event != nil) {
		v.reject(at+".on", fmt.Sprintf("is a year or %q, of age groups that take no date of a record", DataEnd))
	}
	if s.Kind == AgeGroup && (s.Width < 1) == (len(s.Bands) == 0) {
		v.reject(at, "age groups have a width in years or bands")
	}
	if (s.Kind == Groups) != (len(s.Groups) > 0) {
		v.reject(at+".groups", "go with kind groups")
	}
	for i := range s.Groups {
		if e := s.Groups[i].Entry; e != nil {
			v.event(fmt.Sprintf("%s.groups[%d].entry", at, i), e)
			continue
		}
		v.criterion(fmt.Sprintf("%s.groups[%d].is", at, i), &s.Groups[i].Is)
	}
	for i := range s.Bands {
		v.numbers(fmt.Sprintf("%s.bands[%d]", at, i), &s.Bands[i])
	}
	if (s.Kind == Scores) != (len(s.Points) > 0) {
		v.reject(at+".points", "go with kind score")
	}
	for i := range s.Points {
		v.criterion(fmt.Sprintf("%s.points[%d].if", at, i), &s.Points[i].If)
	}
	if s.Event != nil {
		v.listed = s.Kind == Concept && s.Level == ""
		v.event(at+".event", s.Event)
		v.listed = false
	}
	v.relation(at+".relation", s.Relation)
}

func (v *validator) numbers(at string, r *Range) {
	switch {
	case r == nil:
	case r.Min == nil && r.Max == nil:
		v.reject(at, "has neither min nor max")
	case r.Min != nil && r.Max != nil && (*r.Min > *r.Max || *r.Min == *r.Max && (r.MinOpen || r.MaxOpen)):
		v.faults = append(v.faults, &FieldError{at, "holds no number", true})
	}
}

func (v *validator) period(at string, p *Period) {
	if p == nil {
		return
	}
	if p.From == "" && p.To == "" {
		v.reject(at, "has neither from nor to")
	}
	if p.From != "" {
		v.date(at+".from", p.From)
	}
	if p.To != "" {
		v.date(at+".to", p.To)
	}
	if p.From != "" && p.To != "" && p.From > p.To {
		v.reversed(at)
	}
}

func (v *validator) date(at, iso string) {
	if _, err := time.Parse(time.DateOnly, iso); err != nil {
		v.reject(at, fmt.Sprintf("%q is not an ISO date", iso))
	}
}
