package read

import (
	_ "embed"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/askomop/askomop/omop/study"
)

// Remarks that say one thing in many words stand in asides.tsv, each with the rule that it says. A rule agrees with the
// question, changes a choice of it, or refuses it. The names in the remark are the rule's.

// aside is a line of asides.tsv.
type aside struct {
	turn []slot
	rule string
}

//go:embed asides.tsv
var asidesFile string

var asidesOnce = sync.OnceValue(func() []aside {
	var all []aside
	for _, one := range paraphrasesOf(asidesFile) {
		all = append(all, aside{one.turn, strings.Join(one.plain, " ")})
	}
	return all
})

// asAside reads a remark of asides.tsv, the longest that stands here.
func (m *remark) asAside() (fact, bool) {
	at, best, rule := m.p.pos, m.p.pos, ""
	var names []candidate
	for _, one := range asidesOnce() {
		if m.p.lacks(one.turn) {
			continue
		}
		held := map[string]stretch{}
		to, ok := m.p.matches(one.turn, at, held)
		if !ok || to <= best {
			continue
		}
		best, rule, names = to, one.rule, nil
		for _, s := range held {
			for _, c := range m.p.candidates(s.from) {
				if c.n == s.to-s.from {
					names = append(names, c)
					break
				}
			}
		}
	}
	if rule == "" {
		return fact{}, false
	}
	m.p.mark(at, best, "aside")
	for i := at; i < best; i++ {
		c := m.p.entityAt(i)
		if c.n > 0 && slices.ContainsFunc(names, func(n candidate) bool { return n.text == c.text }) {
			m.p.mark(i, i+c.n, "entity "+c.domains[0])
			i += c.n - 1
		}
	}
	m.p.pos = best
	return fact{"remark: " + rule, func(h *held) *Refusal { return h.follow(rule, names) }}, true
}

// endsAside reports whether a remark that needs no sign before it stands from token i to the end.
func (m *remark) endsAside(i int) bool {
	return slices.ContainsFunc(trailForms, func(form func(*remark) (fact, bool)) bool {
		m.p.pos = i
		_, ok := form(m)
		return ok && m.p.onlySigns(m.p.pos)
	})
}

// follow holds a rule of asides.tsv against the question.
func (h *held) follow(rule string, names []candidate) *Refusal {
	for _, c := range names {
		if rule != "except" && len(h.of(c.text)) == 0 {
			return unsaid("the question names no " + c.text)
		}
	}
	name := ""
	if len(names) > 0 {
		name = names[0].text
	}
	switch rule {
	case "except":
		return h.leaveOut(names)
	case "nights":
		return h.lengths(false)
	case "first":
		return h.choose(study.First, name)
	case "toevent":
		return h.atRiskTo([]side{{name: name}})
	case "noearlier":
		return h.noneEarlier(name)
	case "eras":
		return h.byEras()
	case "apart":
		if slices.ContainsFunc(spotsOf(h.q), func(s spot) bool { return s.rel != nil && *s.rel != nil }) {
			return contradicts("the question asks for a time or an order")
		}
	case "overlaps":
		if !slices.ContainsFunc(spotsOf(h.q), func(s spot) bool {
			return s.rel != nil && *s.rel != nil && (*s.rel).Place == study.Overlapping && s.ev.Domain == study.Drug
		}) {
			return unsaid("the question asks for no exposures at the same time")
		}
	case "values": // the number of values stands beside each statistic of them
		if h.q.Measure.Kind != study.Number || h.q.Measure.Quantity != study.Value {
			return unsaid("the question asks for no statistic of values")
		}
	case "both":
		either := func(c *study.Criterion) bool { return len(c.Any) > 1 }
		if len(spotsOf(h.q)) < 2 || slices.ContainsFunc(criteriaOf(h.q), either) {
			return unsaid("the question does not ask for two things")
		}
	case "onceper":
		if h.q.Measure.Of != study.Persons || !slices.ContainsFunc(h.q.Strata,
			func(s study.Stratum) bool { return s.Kind.IsTime() }) {
			return unsaid("the question does not count people in each of several times")
		}
	case "byday":
		return h.onDays(study.ByDay)
	case "byrecord":
		return h.onDays(study.ByRecord)
	case "another":
		return h.untilNext()
	case "solong":
		return h.observedSoLong(0)
	case "ungrouped":
		if len(h.q.Strata) > 0 {
			return contradicts("the question has groups")
		}
	case "valued":
		if !slices.ContainsFunc(spotsOf(h.q), func(s spot) bool { return limitedTo("above", s.ev) }) {
			return unsaid("the question has no lower limit of a value")
		}
	case "manydrugs":
		if !h.limits("distinct") || h.drugsNamed() > 0 {
			return unsaid("the question does not count different drugs")
		}
	case "summed":
		if h.q.Measure.Quantity != study.Total && !h.limits("summed") {
			return unsaid("nothing is added up in the question")
		}
	case "different":
		if h.q.Measure.Quantity != study.Distincts && !h.limits("distinct") {
			return unsaid("the question does not count different ones")
		}
	case "paid":
		if h.q.Measure.Quantity != study.Paid {
			return unsaid("the question is not of what was paid in total")
		}
	default:
		return conventions[rule](h)
	}
	return nil
}

// leaveOut takes names out of what is listed.
func (h *held) leaveOut(names []candidate) *Refusal {
	at := slices.IndexFunc(h.q.Strata, func(s study.Stratum) bool { return s.Kind == study.Concept })
	if at < 0 || h.q.Strata[at].Level != "" && h.q.Strata[at].Level != ingredients {
		return unsaid("the question lists nothing from which it could be left out")
	}
	e := h.q.Strata[at].Event
	if e == nil && h.q.Measure.Of == study.Records {
		e = h.q.Population.Entry
	}
	if e == nil {
		return unsaid("it is not clear what is left out of what")
	}
	for _, c := range names {
		domain := string(e.Domain)
		if e.Domain == study.DrugEra {
			domain = "drug"
		}
		if !slices.Contains(c.domains, domain) {
			return contradicts("“" + c.text + "” is no " + domain)
		}
		e.Except = withEntities(e.Except, []study.Entity{{Text: c.text}})
	}
	return nil
}

// noneEarlier holds that nobody had a thing before: the outcome of a time at risk in which only the first counts, or
// the first of a thing that is counted.
func (h *held) noneEarlier(name string) *Refusal {
	o, e := h.q.Outcome, h.q.Population.Entry
	switch {
	case h.isRisk() && o != nil && o.Has != nil && h.r.refersTo(name, &o.Has.Event) &&
		(h.q.AtRisk == nil || h.q.AtRisk.Washout == nil):
		return nil
	case e != nil && len(e.With) == 0 && h.firstOf(name, e),
		e == nil && o != nil && o.Has != nil && h.firstOf(name, &o.Has.Event):
		return nil
	}
	return unsaid("the question does not count the first " + name)
}

// firstOf reports whether an event is the first of the named thing alone: of "A or B", none of A before says less.
func (h *held) firstOf(name string, e *study.Event) bool {
	return e.Which == study.First && len(e.Concepts) == 1 && h.r.refersTo(name, e)
}

// untilNext holds that the time to the next of one thing is asked for, which those with one alone do not have.
func (h *held) untilNext() *Refusal {
	e, entry := h.q.Measure.Event, h.q.Population.Entry
	if h.isTimeBetween() && e != nil && entry != nil && (e.Which == study.FirstOfThese || e.Which == study.Second) &&
		reflect.DeepEqual(e.Concepts, entry.Concepts) && e.Domain == entry.Domain {
		return nil
	}
	return unsaid("the question does not ask for the time to the next one")
}

// byEras takes drug eras in the place of exposures.
func (h *held) byEras() *Refusal {
	set := false
	for _, s := range spotsOf(h.q) {
		switch {
		case s.ev.Domain == study.DrugEra:
			set = true
		case s.ev.Domain == study.Drug && s.ev.Where == nil && (s.has == nil || s.has.Times == nil):
			s.ev.Domain, set = study.DrugEra, true
		case s.ev.Domain == study.Drug:
			return unsaid("what the question asks of exposures is not known of eras")
		}
	}
	if !set {
		return unsaid("the question names no drug")
	}
	return nil
}
