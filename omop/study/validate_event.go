package study

import (
	"fmt"
	"slices"
	"strings"
)

var domains = []Domain{Condition, Drug, Procedure, Measurement, Observation, Device, Visit, DrugEra, ConditionEra,
	DoseEra, VisitDetail, Specimen, PayerPlan, Death, Observed, KeptCohort}

var choices = []Which{Any, First, Last, Second, Third, FirstOfThese, LastOfThese, FirstOfEach}

func (v *validator) event(at string, e *Event) {
	if len(e.AnyOf) > 0 {
		v.anyOf(at, e)
	} else if !slices.Contains(domains, e.Domain) {
		v.reject(at+".domain", fmt.Sprintf("%q is not a domain; the domains are %v", e.Domain, domains))
	}
	if e.Domain == KeptCohort &&
		(len(e.Concepts) == 0 || len(e.Except)+len(e.Or) > 0 || e.Where != nil || e.Chosen != nil ||
			slices.ContainsFunc(e.Concepts, func(n Entity) bool { return n.Text == "" })) {
		v.reject(at+".concepts", "an entry into a cohort names the cohort, as text, and nothing else of its record")
	}
	for i, n := range slices.Concat(e.Concepts, e.Except) {
		v.entity(fmt.Sprintf("%s.concepts[%d]", at, i), n)
	}
	for i := range e.Or {
		v.event(fmt.Sprintf("%s.or[%d]", at, i), &e.Or[i])
	}
	v.where(at+".where", e.Where)
	v.where(at+".chosen", e.Chosen)
	if e.Chosen != nil && e.Which == Any {
		v.reject(at+".chosen", "needs a choice of one record: first, last")
	}
	if !slices.Contains(choices, e.Which) {
		v.reject(at+".which", fmt.Sprintf("%q is not a choice of records", e.Which))
	}
	if e.Which == FirstOfEach && !v.listed {
		v.reject(at+".which", "first_of_each is of the concepts that a stratum lists as they are recorded")
	}
	v.numbers(at+".age", e.Age)
	v.period(at+".during", e.During)
	v.period(at+".touching", e.Touching)
	v.moved(at+".moved", e.Moved)
	outer := *v
	v.index, v.listed = true, false
	v.criteria(at+".with", e.With)
	v.index, v.listed = outer.index, outer.listed
}

func (v *validator) moved(at string, m *Moved) {
	if m == nil {
		return
	}
	if !v.member {
		v.reject(at, "is of events that say who is in a cohort")
	}
	for _, day := range []Moment{m.Start, m.End} {
		if day.On != "" {
			v.date(at+".on", day.On)
		}
	}
}

func (v *validator) anyOf(at string, e *Event) {
	if e.Domain != "" || len(e.Concepts)+len(e.Except)+len(e.Or) > 0 || e.Where != nil || e.Chosen != nil {
		v.reject(at+".any_of", "takes the place of domain, concepts, except, or, where and chosen")
	}
	for i := range e.AnyOf {
		v.event(fmt.Sprintf("%s.any_of[%d]", at, i), &e.AnyOf[i])
	}
}

func (v *validator) where(at string, w *Where) {
	if w == nil {
		return
	}
	for _, r := range []*Range{w.Value, w.Days, w.Supply, w.Quantity, w.Refills, w.Records, w.OfHigh, w.OfLow} {
		v.numbers(at, r)
	}
	v.period(at+".start", w.Start)
	v.period(at+".finish", w.Finish)
	if slices.Contains(w.Plans, "") {
		v.reject(at+".plans", "holds an empty name")
	}
	for i, k := range w.Coded {
		at := fmt.Sprintf("%s.coded[%d]", at, i)
		if !slices.Contains(codedAttributes, k.Of) {
			v.reject(at+".of", fmt.Sprintf("%q is not one of %v", k.Of, codedAttributes))
		}
		if len(k.Concepts) == 0 {
			v.reject(at+".concepts", "is missing")
		}
		for _, n := range k.Concepts {
			v.entity(at+".concepts", n)
		}
	}
	for i, k := range w.Worded {
		if !slices.Contains(wordedAttributes, k.Of) {
			v.reject(fmt.Sprintf("%s.worded[%d].of", at, i), fmt.Sprintf("%q is not one of %v", k.Of, wordedAttributes))
		}
	}
	for i, k := range w.Numbers {
		if !slices.Contains(numberAttributes, k.Of) {
			v.reject(fmt.Sprintf("%s.numbers[%d].of", at, i),
				fmt.Sprintf("%q is not one of %v", k.Of, numberAttributes))
		}
		v.numbers(fmt.Sprintf("%s.numbers[%d].in", at, i), &k.In)
	}
}

var (
	codedAttributes = []CodedAttribute{RouteIs, OperatorIs, QualifierIs, ModifierIs, SiteIs, DiseaseIs, PlaceIs,
		PayerIs, PlanIs, SponsorIs, StopIs,
		PayerCode, PlanCode, SponsorCode, StopCode, UnitIs, ResultIs, StatusIs, VisitIs, ProviderIs}
	wordedAttributes = []WordedAttribute{StopWords, LotNumber, ValueText}
	numberAttributes = []NumberAttribute{NormalLow, NormalHigh, GapDays, DoseValue}
)

func (v *validator) entity(at string, n Entity) {
	set := 0
	for _, is := range []bool{n.Text != "", n.Code != "", len(n.IDs) > 0, n.Set != "", len(n.Items) > 0} {
		if is {
			set++
		}
	}
	if set != 1 || (n.Code != "") != (n.Vocabulary != "") {
		v.reject(at, "must have one of text, vocabulary with code, ids, set, items")
	}
	if strings.ContainsAny(n.Text, "\n\r") {
		v.reject(at+".text", "must be one line")
	}
}

func (v *validator) relation(at string, r *Relation) {
	if r == nil {
		return
	}
	for _, o := range []*Offset{r.From, r.To} {
		if o != nil && (o.calendar() && o.Days*o.Days > 1 || o.Months != 0 && o.Years != 0) {
			v.reject(at, "a distance is in days, months or years, not in several; one day may stand beside months or years")
		}
	}
	if r.Place != Distance && r.Place != During && (r.From != nil || r.To != nil) {
		v.reject(at+".place", "goes with no distance")
	}
	if r.From != nil && r.To != nil && r.From.approxDays() > r.To.approxDays() {
		v.reversed(at)
	}
	oneOf(v, at+".place", r.Place)
	oneOf(v, at+".observed", r.Observed)
	for i := range r.Also {
		v.relation(fmt.Sprintf("%s.also[%d]", at, i), &r.Also[i])
	}
}

var observed = []Bounds{Anywhere, Inside, Since, Until}

// calendar reports whether a distance is in months or years.
func (o *Offset) calendar() bool { return o.Months != 0 || o.Years != 0 }

func (o *Offset) approxDays() int { return o.Days + 30*o.Months + 365*o.Years }
