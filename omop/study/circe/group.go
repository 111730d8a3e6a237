package circe

import (
	"encoding/json"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// group reads a group of criteria; nil holds always.
func (im *reader) group(path string, text json.RawMessage) *study.Criterion {
	o := im.object(path, text)
	defer o.done()
	kind, count := "ALL", 0
	o.take("Type", &kind)
	hasCount := o.take("Count", &count)
	var all []study.Criterion
	always := 0
	add := func(k *study.Criterion) {
		if k == nil {
			always++
		} else {
			all = append(all, *k)
		}
	}
	for i, text := range o.list("CriteriaList") {
		add(im.correlated(at(path+".CriteriaList", i), text))
	}
	for i, text := range o.list("DemographicCriteriaList") {
		add(im.demographic(at(path+".DemographicCriteriaList", i), text))
	}
	for i, text := range o.list("Groups") {
		add(im.group(at(path+".Groups", i), text))
	}
	if len(all)+always == 0 {
		return nil
	}
	kind = strings.ToUpper(kind)
	if strings.HasPrefix(kind, "AT_") && !hasCount {
		im.refuse(path+".Count", "is missing")
	}
	switch {
	case kind == "ALL":
		return joined(all, func(ks []study.Criterion) study.Criterion { return study.Criterion{All: ks} })
	case kind == "ANY" && always > 0, kind == "AT_LEAST" && count <= always:
		return nil
	case kind == "ANY":
		return joined(all, func(ks []study.Criterion) study.Criterion { return study.Criterion{Any: ks} })
	case kind == "AT_LEAST":
		return &study.Criterion{Some: &study.Some{Times: atLeast(count - always), Of: all}}
	case kind == "AT_MOST" && count >= always:
		if len(all) == 0 {
			return nil
		}
		return &study.Criterion{Some: &study.Some{Times: atMost(count - always), Of: all}}
	}
	im.refuse(path+".Type", "%q with count %d is no group that can be met", kind, count)
	return nil
}

// joined is one criterion of several, nil of none.
func joined(ks []study.Criterion, join func([]study.Criterion) study.Criterion) *study.Criterion {
	switch len(ks) {
	case 0:
		return nil
	case 1:
		return &ks[0]
	}
	k := join(ks)
	return &k
}

func allOf(ks []study.Criterion) *study.Criterion {
	return joined(ks, func(ks []study.Criterion) study.Criterion { return study.Criterion{All: ks} })
}

func anyOf(ks []study.Criterion) *study.Criterion {
	return joined(ks, func(ks []study.Criterion) study.Criterion { return study.Criterion{Any: ks} })
}

func number(n int) *float64 { f := float64(n); return &f }

func atLeast(n int) study.Range { return study.Range{Min: number(n)} }
func atMost(n int) study.Range  { return study.Range{Max: number(n)} }

// correlated reads a criterion with its window and its number of occurrences; nil holds always.
func (im *reader) correlated(path string, text json.RawMessage) *study.Criterion {
	o := im.object(path, text)
	h := &study.Has{Event: im.event(path+".Criteria", o.raw("Criteria"))}
	h.Relation = im.relation(o, domainOf(&h.Event))
	var occurrence struct {
		Type, Count int
		IsDistinct  bool
		CountColumn *string
	}
	if !o.take("Occurrence", &occurrence) {
		im.refuse(path+".Occurrence", "is missing")
	}
	o.done()
	if occurrence.IsDistinct {
		h.Distinct = im.distinct(path+".Occurrence.CountColumn", occurrence.CountColumn, &h.Event)
	}
	n := occurrence.Count
	switch {
	case occurrence.Type == 2 && n == 0:
		return nil
	case occurrence.Type == 2 && n == 1 && h.Distinct == study.ByRecord:
	case occurrence.Type == 2:
		h.Times = &study.Range{Min: number(n)}
	case occurrence.Type > 2 || occurrence.Type < 0:
		im.refuse(path+".Occurrence.Type", "%d is not 0, 1 or 2", occurrence.Type)
	case n == 0:
		return &study.Criterion{Not: &study.Criterion{Has: h}}
	case occurrence.Type == 1:
		h.Times = &study.Range{Max: number(n)}
	default:
		h.Times = &study.Range{Min: number(n), Max: number(n)}
	}
	return &study.Criterion{Has: h}
}

func (im *reader) distinct(path string, column *string, e *study.Event) study.Distinct {
	name := "DOMAIN_CONCEPT"
	if column != nil {
		name = *column
	}
	switch {
	case name == "START_DATE":
		return study.ByDay
	case name == "VISIT_ID":
		return study.ByVisit
	case name == "DOMAIN_CONCEPT" && len(e.Concepts) > 0:
		return study.ByConcept
	case name == "DOMAIN_CONCEPT":
		im.refuse(path, "different concepts are counted of a concept set")
	default:
		im.refuse(path, "%s is not counted", name)
	}
	return study.ByRecord
}

// demographic reads properties of the person and of the index date; nil holds always.
func (im *reader) demographic(path string, text json.RawMessage) *study.Criterion {
	o := im.object(path, text)
	var all []study.Criterion
	for _, in := range im.wholeNumbers(o, "Age") {
		all = append(all, in.as(func(r *study.Range) study.Criterion {
			return study.Criterion{Is: &study.Trait{Age: &study.Age{Range: *r}}}
		}))
	}
	all = append(all, im.people(o, "Gender", sexes)...)
	all = append(all, im.people(o, "Race", races)...)
	all = append(all, im.people(o, "Ethnicity", ethnicities)...)
	for _, in := range im.dates(o, "OccurrenceStartDate") {
		all = append(all, in.as(func(p *study.Period) study.Criterion {
			return study.Criterion{Record: &study.Where{Start: p}}
		}))
	}
	for _, in := range im.dates(o, "OccurrenceEndDate") {
		all = append(all, in.as(func(p *study.Period) study.Criterion {
			return study.Criterion{Record: &study.Where{Finish: p}}
		}))
	}
	o.done()
	return allOf(all)
}

// The concepts of people that a study question has a word for.
var (
	sexes       = map[int64]study.Trait{8532: {Sex: "female"}, 8507: {Sex: "male"}}
	races       = map[int64]study.Trait{8527: {Race: "white"}, 8516: {Race: "black"}, 8515: {Race: "asian"}}
	ethnicities = map[int64]study.Trait{38003563: {Ethnicity: "hispanic"}, 38003564: {Ethnicity: "not hispanic"}}
)

// people takes a list of concepts of people, any of which may hold.
func (im *reader) people(o *object, name string, known map[int64]study.Trait) []study.Criterion {
	type concept struct {
		ID    int64 `json:"CONCEPT_ID"`
		field string
	}
	var list []concept
	o.take(name, &list)
	for i := range list {
		list[i].field = name
	}
	set, not := im.chosenSet(o, name+"CS")
	for _, e := range set {
		for _, item := range e.Items {
			if item.Exclude || item.Mapped {
				im.refuse(o.path+"."+name+"CS", "is no plain list of concepts")
			}
			list = append(list, concept{item.ID, name + "CS"})
		}
	}
	var any []study.Criterion
	for _, c := range list {
		t, ok := known[c.ID]
		if !ok {
			im.refuse(o.path+"."+c.field, "a study question has no word for concept %d", c.ID)
			continue
		}
		any = append(any, study.Criterion{Is: &t})
	}
	k := anyOf(any)
	switch {
	case k == nil:
		return nil
	case not:
		return []study.Criterion{{Not: k}}
	}
	return []study.Criterion{*k}
}
