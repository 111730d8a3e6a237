package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// judge holds a leftover against the question: it changes nothing where the question holds all that it says, or has it
// by default, and limits nothing where it speaks of all. What it says otherwise is refused.
func (h *held) judge(l *leftover) *Refusal {
	l.says["only"] = l.says["only"] || l.says["restricted"]
	if l.says["each"] && l.says["approving"] && !l.says["peoplenoun"] { // "each reading counts"
		l.says["each"], l.says["universal"] = false, true
	}
	if h.hadItBefore(l) {
		return nil
	}
	for _, holds := range []func(*held, *leftover) *Refusal{
		(*held).holdsWords, (*held).holdsNames, (*held).holdsRecords, (*held).holdsPeople,
		(*held).holdsTimes, (*held).holdsRules, (*held).holdsNumbers, (*held).holdsDay,
		(*held).holdsAll, (*held).holdsLeftOut} {
		if fault := holds(h, l); fault != nil {
			return &Refusal{Unknown, fault.Why} // which leaves what is told of the words as it is
		}
	}
	return nil
}

// holdsWords refuses words that stand neither in the question as it is said back nor in the definition of what it asks
// for.
func (h *held) holdsWords(l *leftover) *Refusal {
	said := h.q.String() + " " + strings.Join(definingWords(h.q), " ")
	for _, word := range l.free {
		if !isArticle[word] && (h.limits(word) || slices.ContainsFunc(strings.Fields(lower(said)), func(k string) bool {
			return sameStem(word, strings.Trim(k, ",;()"))
		})) {
			return contradicts("the question depends on it")
		}
	}
	if len(l.words) == 0 {
		return nil
	}
	return h.meansAnyway(l.words)
}

// holdsNames refuses names that the question does not ask of everybody. "With warfarin" would limit those of whom a
// share took it.
func (h *held) holdsNames(l *leftover) *Refusal {
	for _, c := range l.names {
		spots := h.of(c.text)
		switch {
		case len(spots) == 0:
			return unsaid("the question names no " + c.text)
		case l.says["only"] && l.which == "" || l.says["leadafter"] && spots[0].role != entryRole ||
			slices.ContainsFunc(spots, func(s spot) bool { return s.excluded }):
			return unsaid("it may be another limit than the question has")
		case l.says["counting"] && l.which == "":
			return unsaid("it may be another thing that is counted")
		case (len(l.domains) > 0 || l.says["having"] || l.says["peoplenoun"]) && l.which == "" && !l.says["universal"] &&
			slices.ContainsFunc(spots, func(s spot) bool { return s.ev.Which != study.Any }):
			return unsaid("it says not which record is meant")
		case l.says["universal"] && !l.says["having"] || l.which != "" || l.says["dayword"]:
		case slices.ContainsFunc(spots, func(s spot) bool { return s.role == entryRole }):
		case h.q.Measure.Kind == study.Count && len(spotsOf(h.q)) == len(spots):
		default:
			return unsaid("it may be another limit than the question has")
		}
	}
	return nil
}

// holdsRecords refuses kinds of records, and a choice among them, that the question does not have.
func (h *held) holdsRecords(l *leftover) *Refusal {
	t, err := newTraces(h.q)
	if err != nil {
		return unsaid("it cannot be compared")
	}
	spots := spotsOf(h.q)
	for _, domains := range l.domains {
		if l.says["only"] || !slices.ContainsFunc(spots, func(s spot) bool {
			return slices.Contains(strings.Split(domains, ","), strings.TrimSuffix(string(s.ev.Domain), "_era"))
		}) {
			return unsaid("the question does not speak of those records alone")
		}
	}
	for _, v := range l.visits {
		if l.says["only"] || !strings.Contains(t.text, `"visit"`) || v != "" && !strings.Contains(t.text, `"`+v+`"`) {
			return unsaid("the question does not speak of those visits alone")
		}
	}
	entry := h.q.Population.Entry
	switch {
	case l.says["rate"] && h.q.Measure.Kind != study.Rate:
		return unsaid("it asks for a rate")
	case l.says["share"] && (h.q.Measure.Kind != study.Share || len(l.names) > 0):
		return unsaid("it asks for a share of others")
	case l.says["having"] && len(l.names) == 0:
		return unsaid("it may be another limit than the question has")
	case l.says["leadafter"] && (entry == nil || len(h.times()) != 1 || (*h.times()[0].rel).From == nil ||
		(*h.times()[0].rel).From.Days < 0 || len(l.domains) > 0 && !slices.Contains(l.domains, string(entry.Domain))):
		return unsaid("the question asks for no time after that")
	case l.which == "":
		return nil
	}
	chosen := func(s spot) bool {
		if len(l.names) > 0 && !h.namesIt(l, s) {
			return false
		}
		return s.ev.Which == l.which || l.which == study.First && (s.ev.Which == study.FirstOfThese ||
			s.role == outcomeRole && h.isRisk() && h.q.Measure.Kind != study.Survival)
	}
	if !slices.ContainsFunc(spots, chosen) {
		return unsaid("the question does not ask for the " + string(l.which) + " record")
	}
	return nil
}

// namesIt reports whether a leftover names what the event at a spot is of.
func (h *held) namesIt(l *leftover, s spot) bool {
	return slices.ContainsFunc(l.names, func(c candidate) bool { return h.r.refersTo(c.text, s.ev) })
}

// holdsPeople refuses people other than those of the question.
func (h *held) holdsPeople(l *leftover) *Refusal {
	both := slices.Contains(l.sexes, "female") && slices.Contains(l.sexes, "male")
	for _, sex := range l.sexes {
		if !both && !slices.ContainsFunc(h.q.Population.Criteria,
			func(c study.Criterion) bool { return c.Is != nil && c.Is.Sex == sex }) {
			return unsaid("the question is not of that sex alone")
		}
	}
	if both && !h.grouped(study.Sex) && (h.limits("sex") || !l.says["pooled"] && !l.says["universal"]) {
		return unsaid("it may be asked for each sex")
	}
	if l.says["each"] && len(l.strata) == 0 && !l.says["peoplenoun"] {
		return unsaid("the question is not grouped so")
	}
	if (l.says["perperson"] || l.says["each"] && len(l.strata) == 0) && l.which == "" && len(l.rules) == 0 &&
		!l.says["universal"] {
		return unsaid("the question is not of one record of each person")
	}
	if l.says["observedverb"] && !slices.Contains(overObservation, h.q.Measure.Kind) &&
		!slices.ContainsFunc(spotsOf(h.q), func(s spot) bool { return s.ev.Domain == study.Observed }) &&
		!h.q.Measure.Quantity.IsOfDays() {
		return unsaid("the question does not look at observation")
	}
	if l.says["both"] && !slices.Contains(l.strata, study.Sex) {
		return unsaid("it does not say both of what")
	}
	for _, kind := range l.strata {
		limit := map[study.StratumKind]string{study.Sex: "sex", study.AgeGroup: "age", study.Race: "race"}[kind]
		if !h.grouped(kind) && (limit == "" || !l.says["universal"] && !l.says["both"] || h.limits(limit)) {
			return unsaid("the question is not grouped so")
		}
	}
	return nil
}

// overObservation are the measures that are of people for as long as they are observed, whatever else is said.
var overObservation = []study.Kind{study.Rate, study.Survival, study.CumulativeIncidence, study.Proportion,
	study.Prevalence, study.PersonTime}

func (h *held) grouped(kind study.StratumKind) bool {
	return slices.ContainsFunc(h.q.Strata, func(s study.Stratum) bool { return s.Kind == kind })
}

// limits reports whether a field stands in the question's JSON.
func (h *held) limits(fields ...string) bool {
	t, err := newTraces(h.q)
	return err != nil || slices.ContainsFunc(fields, func(f string) bool { return strings.Contains(t.text, `"`+f+`":`) })
}

// holdsTimes refuses calendar times that the question does not have.
func (h *held) holdsTimes(l *leftover) *Refusal {
	for _, d := range l.periods {
		same := h.q.Period != nil && *h.q.Period == *d
		other := h.q.Period != nil && !same
		for _, s := range spotsOf(h.q) {
			for _, have := range []*study.Period{s.ev.During, s.ev.Touching} {
				same, other = same || have != nil && *have == *d, other || have != nil && *have != *d
			}
		}
		if !same || other || l.excludes > 0 {
			return unsaid("the question is of another time, or of none")
		}
	}
	return nil
}

// holdsRules holds the rules of category "remark" that stand among other words.
func (h *held) holdsRules(l *leftover) *Refusal {
	rules := l.rules
	if l.says["howmany"] && h.q.Measure.Kind != study.Count {
		return unsaid("the question is not of a number")
	}
	switch people := l.says["peoplenoun"] && !l.says["universal"] && !l.says["observedverb"]; {
	case people && l.says["counting"]:
		rules = append(rules, "persons")
	case l.says["counting"] && (l.says["recordnoun"] || len(l.domains) > 0 && len(l.names) == 0) && l.which == "" &&
		(!l.says["universal"] || h.q.Measure.Kind == study.Count):
		rules = append(rules, "records")
	}
	for _, rule := range rules {
		if fault := conventions[rule](h); fault != nil {
			return fault
		}
	}
	return nil
}
