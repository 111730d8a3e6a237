package circe

import (
	"math"

	"github.com/askomop/askomop/omop/study"
)

type criteriaGroup struct {
	Type         string           `json:"Type"`
	Count        *int             `json:"Count,omitempty"`
	Criteria     []windowed       `json:"CriteriaList"`
	Demographics []map[string]any `json:"DemographicCriteriaList"`
	Groups       []*criteriaGroup `json:"Groups"`
}

type occurrence struct {
	Type     int    `json:"Type"` // 0 exactly, 1 at most, 2 at least
	Count    int    `json:"Count"`
	Distinct bool   `json:"IsDistinct"`
	Column   string `json:"CountColumn,omitempty"`
}

func newGroup(kind string, count int) *criteriaGroup {
	g := &criteriaGroup{Type: kind, Criteria: []windowed{}, Demographics: []map[string]any{},
		Groups: []*criteriaGroup{}}
	if kind == "AT_LEAST" || kind == "AT_MOST" {
		g.Count = &count
	}
	return g
}

// groupOf is the group of criteria that must all hold.
func (w *writer) groupOf(ks []study.Criterion, path string) *criteriaGroup {
	if len(ks) == 1 { // its own group, rather than one within another
		if g := w.asGroup(&ks[0], path); g != nil {
			return g
		}
	}
	g := newGroup("ALL", 0)
	for i := range ks {
		w.addTo(g, &ks[i], path)
	}
	return g
}

// asGroup is the group that a criterion is by itself, nil where it is a single one.
func (w *writer) asGroup(k *study.Criterion, path string) *criteriaGroup {
	of := func(kind string, count int, ks []study.Criterion) *criteriaGroup {
		g := newGroup(kind, count)
		for i := range ks {
			w.addTo(g, &ks[i], path)
		}
		return g
	}
	switch {
	case len(k.All) > 0:
		return of("ALL", 0, k.All)
	case len(k.Any) > 0:
		return of("ANY", 0, k.Any)
	case k.Some != nil:
		low, high := wholeEnds(&k.Some.Times)
		switch {
		case high == nil:
			return of("AT_LEAST", *low, k.Some.Of)
		case low == nil:
			return of("AT_MOST", *high, k.Some.Of)
		}
		both := newGroup("ALL", 0)
		both.Groups = append(both.Groups, of("AT_LEAST", *low, k.Some.Of), of("AT_MOST", *high, k.Some.Of))
		return both
	case k.Not != nil && !w.isNone(k.Not):
		return of("AT_MOST", 0, []study.Criterion{*k.Not})
	}
	return nil
}

// isNone reports whether a criterion, denied, is "exactly 0" of one event.
func (w *writer) isNone(k *study.Criterion) bool {
	return k.Has != nil && k.Has.Times == nil && len(k.Has.Event.Or)+len(k.Has.Event.AnyOf) == 0
}

// addTo puts a criterion into a group.
func (w *writer) addTo(g *criteriaGroup, k *study.Criterion, path string) {
	if inner := w.asGroup(k, path); inner != nil {
		g.Groups = append(g.Groups, inner)
		return
	}
	switch {
	case k.Has != nil:
		w.addHas(g, k.Has, path+".has")
	case k.Not != nil:
		h := *k.Not.Has
		h.Times = &study.Range{Min: number(0), Max: number(0)}
		w.addHas(g, &h, path+".not.has")
	case k.Is != nil:
		w.addTrait(g, k.Is, path+".is")
	case k.Observed != nil && k.Observed.For == nil && k.Observed.In == nil:
		g.Criteria = append(g.Criteria, observedAround(k.Observed))
	case k.Record != nil:
		w.addRecord(g, k.Record, path+".record")
	default:
		w.refuse(path, "is no criterion of ATLAS")
	}
}

// observedAround is an observation period that reaches so far around the index date.
func observedAround(f *study.FollowUp) windowed {
	return windowed{Criteria: criterion{"ObservationPeriod": {}}, Occurrence: occurrence{Type: 2, Count: 1},
		Start: window{Start: bound{Coeff: -1}, End: bound{&f.Before, -1}},
		End:   &window{Start: bound{&f.After, 1}, End: bound{Coeff: 1}, EventEnd: true}}
}

// addHas writes events in a relation to the index, so many of them. A number with both ends is two criteria.
func (w *writer) addHas(g *criteriaGroup, h *study.Has, path string) {
	event := h.Event
	if ofThese(event.Which) && event.Chosen == nil {
		event.Which = study.Any // who has a first has one
	}
	events := w.alternatives(&event, path+".event")
	low, high := number(1), (*float64)(nil)
	if h.Times != nil {
		low, high = h.Times.Min, h.Times.Max
	}
	if len(events) > 1 {
		if h.Times != nil {
			w.refuse(path+".times", "ATLAS counts the records of one kind of events")
			return
		}
		any := newGroup("ANY", 0)
		for i := range events {
			one := *h
			one.Event = events[i]
			w.addHas(any, &one, path)
		}
		g.Groups = append(g.Groups, any)
		return
	}
	one := windowed{}
	w.writeRelation(&one, h, path+".relation")
	one.Criteria = w.event(&events[0], path+".event")
	if h.Apart > 0 {
		w.refuse(path+".apart_days", "has no place in a criterion of ATLAS")
	}
	if h.Summed != "" {
		w.refuse(path+".summed", "ATLAS counts records and adds nothing up")
	}
	columns := map[study.Distinct]string{study.ByRecord: "", study.ByDay: "START_DATE",
		study.ByConcept: "DOMAIN_CONCEPT", study.ByVisit: "VISIT_ID"}
	column, ok := columns[h.Distinct]
	if !ok || h.Distinct == study.ByConcept && len(event.Concepts) == 0 ||
		h.Distinct == study.ByVisit && columnless[event.Domain] {
		w.refuse(path+".distinct", "is not counted by ATLAS")
	}
	from, to := wholeEnds(&study.Range{Min: low, Max: high, MinOpen: h.Times != nil && h.Times.MinOpen,
		MaxOpen: h.Times != nil && h.Times.MaxOpen})
	add := func(kind, n int) {
		one.Occurrence = occurrence{Type: kind, Count: n, Distinct: column != "", Column: column}
		g.Criteria = append(g.Criteria, one)
	}
	switch {
	case from != nil && to != nil && *from == *to:
		add(0, *from)
	case from != nil && to != nil && g.Type != "ALL":
		both := newGroup("ALL", 0)
		w.addHas(both, h, path)
		g.Groups = append(g.Groups, both)
	default:
		if from != nil {
			add(2, *from)
		}
		if to != nil {
			add(1, *to)
		}
	}
}

// columnless are the domains whose records belong to no visit.
var columnless = map[study.Domain]bool{study.DrugEra: true, study.ConditionEra: true, study.Death: true,
	study.Observed: true,
	study.DoseEra:  true, study.Specimen: true, study.PayerPlan: true}

// wholeEnds are the ends of a range of whole numbers, both included.
func wholeEnds(r *study.Range) (low, high *int) {
	if r.Min != nil {
		n := int(math.Ceil(*r.Min))
		if r.MinOpen && float64(n) == *r.Min {
			n++
		}
		low = &n
	}
	if r.Max != nil {
		n := int(math.Floor(*r.Max))
		if r.MaxOpen && float64(n) == *r.Max {
			n--
		}
		high = &n
	}
	return low, high
}

// addTrait writes a property of a person.
func (w *writer) addTrait(g *criteriaGroup, t *study.Trait, path string) {
	one := map[string]any{}
	concept := func(name, word string, known map[string]int64) {
		id, ok := known[word]
		if !ok {
			w.refuse(path, "%q is written by its concept, which is not known here", word)
		}
		one[name] = []any{w.v.Concept(id, word)}
	}
	switch {
	case t.Sex != "":
		concept("Gender", t.Sex, sexConcepts)
	case t.Race != "":
		concept("Race", t.Race, raceConcepts)
	case t.Ethnicity != "":
		concept("Ethnicity", t.Ethnicity, ethnicityConcepts)
	case t.Age != nil && t.Age.On == "" && !t.Age.AtEnd:
		one["Age"] = wholeRange(&t.Age.Range)
	default:
		w.refuse(path, "is no demographic criterion of ATLAS")
	}
	g.Demographics = append(g.Demographics, one)
}

// addRecord writes what is asked of the dates of the index record.
func (w *writer) addRecord(g *criteriaGroup, r *study.Where, path string) {
	one := map[string]any{}
	if r.Start != nil {
		one["OccurrenceStartDate"] = dateRange(r.Start)
	}
	if r.Finish != nil {
		one["OccurrenceEndDate"] = dateRange(r.Finish)
		w.needEnd(w.index, path+".finish")
	}
	rest := *r
	rest.Start, rest.Finish = nil, nil
	if !isEmpty(&rest) {
		w.refuse(path, "ATLAS asks it of the entry event: put it there")
	}
	g.Demographics = append(g.Demographics, one)
}

// wholeRange is a range of whole numbers.
func wholeRange(r *study.Range) map[string]any {
	low, high := wholeEnds(r)
	switch {
	case low != nil && high != nil && *low == *high:
		return map[string]any{"Value": *low, "Op": "eq"}
	case low != nil && high != nil:
		return map[string]any{"Value": *low, "Extent": *high, "Op": "bt"}
	case low != nil:
		return map[string]any{"Value": *low, "Op": "gte"}
	}
	return map[string]any{"Value": *high, "Op": "lte"}
}

// decimalRange is a range of numbers; nil where ATLAS has no operator or too few digits for it.
func decimalRange(r *study.Range) map[string]any {
	for _, end := range []*float64{r.Min, r.Max} {
		if end != nil && math.Abs(*end-math.Round(*end*1e4)/1e4) > 1e-12*math.Max(1, math.Abs(*end)) {
			return nil
		}
	}
	op := func(open bool, strict, other string) string {
		if open {
			return strict
		}
		return other
	}
	switch {
	case r.Min != nil && r.Max != nil && *r.Min == *r.Max:
		return map[string]any{"Value": *r.Min, "Op": "eq"}
	case r.Min != nil && r.Max != nil && (r.MinOpen || r.MaxOpen):
		return nil
	case r.Min != nil && r.Max != nil:
		return map[string]any{"Value": *r.Min, "Extent": *r.Max, "Op": "bt"}
	case r.Min != nil:
		return map[string]any{"Value": *r.Min, "Op": op(r.MinOpen, "gt", "gte")}
	}
	return map[string]any{"Value": *r.Max, "Op": op(r.MaxOpen, "lt", "lte")}
}

func dateRange(p *study.Period) map[string]any {
	switch {
	case p.From != "" && p.To != "":
		return map[string]any{"Value": p.From, "Extent": p.To, "Op": "bt"}
	case p.From != "":
		return map[string]any{"Value": p.From, "Op": "gte"}
	}
	return map[string]any{"Value": p.To, "Op": "lte"}
}
