package circe

import (
	"maps"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

var kindOf = func() map[study.Domain]string {
	all := map[study.Domain]string{}
	for name, k := range kinds {
		all[k.domain] = name
	}
	return all
}()

// alternatives are the events of which one is enough: an event with Or is several criteria in ATLAS.
func (w *writer) alternatives(e *study.Event, path string) []study.Event {
	if len(e.AnyOf) > 0 && !ofOwnPeriod(e) {
		var all []study.Event
		if e.Which != study.Any || e.Age != nil || e.During != nil || e.Touching != nil || e.Moved != nil ||
			len(e.With) > 0 {
			w.refuse(path, "of several events, each has its own choice and conditions in ATLAS")
		}
		for i := range e.AnyOf {
			all = append(all, w.alternatives(&e.AnyOf[i], at(path+".any_of", i))...)
		}
		return all
	}
	if len(e.Or) == 0 {
		return []study.Event{*e}
	}
	if e.Which != study.Any {
		w.refuse(path+".which", "the first record of several kinds of events is not a criterion of ATLAS")
	}
	first := *e
	first.Or = nil
	all := []study.Event{first}
	for _, o := range e.Or {
		one := *e
		one.Domain, one.Concepts, one.Except, one.Where, one.Or = o.Domain, o.Concepts, o.Except, o.Where, nil
		all = append(all, one)
	}
	return all
}

// event writes a criterion.
func (w *writer) event(e *study.Event, path string) criterion {
	period := map[string]any(nil)
	if ofOwnPeriod(e) {
		e, period = w.ownPeriod(e, path)
	}
	name, ok := kindOf[e.Domain]
	if !ok {
		w.refuse(path+".domain", "%q is no criterion of ATLAS", e.Domain)
		return nil
	}
	x := &eventWriter{writer: w, kind: kinds[name], fields: map[string]any{}, path: path}
	x.writeConcepts(e)
	x.writeChoice(e)
	if e.Age != nil {
		x.set("age", x.kind.age, wholeRange(e.Age))
	}
	if e.During != nil {
		x.set("during", x.kind.start, dateRange(e.During))
	}
	if e.Touching != nil {
		w.refuse(path+".touching", "has no place in a criterion of ATLAS")
	}
	if e.Moved != nil {
		x.writeMoved(e.Moved)
	}
	if e.Chosen != nil {
		w.refuse(path+".chosen", "has no place in a criterion of ATLAS")
	}
	if period != nil {
		x.fields["UserDefinedPeriod"] = period
	}
	x.writeWith(e)
	return criterion{name: x.fields}
}

func (x *eventWriter) writeMoved(m *study.Moved) {
	if m.Start.On+m.End.On != "" || x.kind.domain == study.Death && (m.Start.AtEnd || !m.End.AtEnd) {
		x.refuse(x.path+".moved", "ATLAS moves days from those of the record only")
		return
	}
	side := map[bool]string{false: "START_DATE", true: "END_DATE"}
	x.set("moved", "DateAdjustment", map[string]any{"StartWith": side[m.Start.AtEnd], "StartOffset": m.Start.Days,
		"EndWith": side[m.End.AtEnd], "EndOffset": m.End.Days})
}

type eventWriter struct {
	*writer
	kind   kind
	fields map[string]any
	path   string
}

// set writes a field once; ATLAS has one place for each.
func (x *eventWriter) set(what, name string, value any) {
	_, twice := x.fields[name]
	said, isMap := value.(map[string]any)
	switch {
	case name == "" || isMap && said == nil:
		x.refuse(x.path+"."+what, "has no place in a criterion of ATLAS on this domain")
	case twice:
		x.refuse(x.path+"."+what, "is asked twice")
	}
	x.fields[name] = value
}

func (x *eventWriter) writeConcepts(e *study.Event) {
	concepts := e.Concepts
	if e.Where != nil && len(e.Where.Cause) > 0 {
		if len(concepts) > 0 || e.Domain != study.Death {
			x.refuse(x.path+".where.cause_of_death", "has no place in a criterion of ATLAS beside concepts")
		}
		concepts = e.Where.Cause
	}
	if len(concepts) == 0 {
		if len(e.Except) > 0 {
			x.refuse(x.path+".except", "leaves concepts out of none")
		}
		return
	}
	if id, ok := x.codeset(e.Domain, concepts, e.Except, x.path+".concepts"); ok {
		x.set("concepts", "CodesetId", id)
	}
}

// writeChoice writes which record is meant, and what holds of the records.
func (x *eventWriter) writeChoice(e *study.Event) {
	switch e.Which {
	case study.Any:
	case study.First:
		if e.Domain != study.Death { // there is one
			x.set("which", "First", true)
		}
	default:
		x.refuse(x.path+".which", "%q is no choice of ATLAS", e.Which)
	}
	if e.Where == nil {
		return
	}
	where := *e.Where
	x.writeSource(where.Source, x.path+".where")
	where.Source, where.Cause = nil, nil // the causes are the criterion's concepts
	if e.Which != study.Any && !isEmpty(&where) {
		x.refuse(x.path+".where",
			"ATLAS chooses the first of all records and looks at it then: put the condition into with, as a record")
		return
	}
	x.writeWhere(&where, x.path+".where")
}

func (x *eventWriter) writeSource(codes []study.Entity, path string) {
	if len(codes) == 0 {
		return
	}
	if id, ok := x.codeset(x.kind.domain, codes, nil, path+".source"); ok {
		x.set("where.source", x.kind.source, id)
	}
}

// writeWhere writes conditions on the record.
func (x *eventWriter) writeWhere(w *study.Where, path string) {
	x.writeSource(w.Source, path)
	x.writeRanges(w)
	visit := "VisitType"
	if x.kind.domain == study.Visit || x.kind.domain == study.VisitDetail {
		visit = ""
	}
	for _, c := range []struct {
		what, name string
		of         []study.Entity
	}{
		{"units", x.only("Unit", study.Measurement, study.Observation, study.Specimen, study.DoseEra), w.Units},
		{"value_as_concept", x.only("ValueAsConcept", study.Measurement, study.Observation), w.Result},
		{"visit", visit, w.Visit}, {"provider", "ProviderSpecialty", w.Provider}, {"status", x.only("ConditionStatus", study.Condition), w.Status},
		{"type", x.kind.types, w.Type},
	} {
		if len(c.of) > 0 {
			x.writeList(c.what, c.name, c.of)
		}
	}
	if len(w.NotType) > 0 {
		x.writeList("not_type", x.kind.types, w.NotType)
		if set, ok := x.fields[x.kind.types+"CS"].(map[string]any); ok {
			set["IsExclusion"] = true
		} else {
			x.fields[x.kind.typesExcluded] = true
		}
	}
	if w.Start != nil {
		x.set("start", x.kind.start, dateRange(w.Start))
	}
	if w.Finish != nil {
		end := x.kind.end
		if x.kind.domain == study.Drug {
			end = "" // Circe compares the start
		}
		x.set("finish", end, dateRange(w.Finish))
		x.needEnd(&study.Event{Domain: x.kind.domain}, path+".finish")
	}
	x.writeAttributes(w, path)
	for what, asked := range map[string]bool{"unit": w.Unit != "", "specialty": len(w.Specialty) > 0,
		"unmapped": w.Unmapped, "branded": w.Branded != nil, "cause_of_death": len(w.Cause) > 0, "plans": len(w.Plans) > 0} {
		if asked {
			x.refuse(path+"."+what, "has no place in a criterion of ATLAS")
		}
	}
}

// only is the name of a field of some domains.
func (x *eventWriter) only(name string, domains ...study.Domain) string {
	if slices.Contains(domains, x.kind.domain) {
		return name
	}
	return ""
}

// writeList writes a list of concepts as they stand, a concept set in the newer form.
func (x *eventWriter) writeList(what, name string, of []study.Entity) {
	if name == "" {
		x.refuse(x.path+"."+what, "has no place in a criterion of ATLAS on this domain")
		return
	}
	var list []any
	for _, e := range of {
		if len(e.IDs) == 0 || !e.Exact {
			if id, ok := x.codeset(x.kind.domain, of, nil, x.path+"."+what); ok {
				x.set(what, name+"CS", map[string]any{"CodesetId": id, "IsExclusion": false})
			}
			return
		}
		for _, id := range e.IDs {
			list = append(list, x.v.Concept(id, ""))
		}
	}
	x.set(what, name, list)
}

// writeWith writes what is judged with this record as the index.
func (x *eventWriter) writeWith(e *study.Event) {
	var group []study.Criterion
	observed, sexes := false, 0
	for i := range e.With {
		k := &e.With[i]
		switch {
		case k.Is != nil && k.Is.Sex != "" && sexes == 0:
			x.set("with.sex", "Gender", []any{x.v.Concept(sexConcepts[k.Is.Sex], k.Is.Sex)})
			sexes++
		case k.Is != nil && k.Is.Age != nil && k.Is.Age.AtEnd:
			x.set("with.age", x.kind.ageAtEnd, wholeRange(&k.Is.Age.Range))
		case k.Record != nil:
			x.writeWhere(k.Record, x.path+".with.record")
		case x.writeOutside(k):
		case k.Observed != nil && *k.Observed == study.FollowUp{}:
			observed = true
		default:
			group = append(group, *k)
		}
	}
	switch {
	case len(group) == 0 && observed:
		group = []study.Criterion{{Observed: &study.FollowUp{}}}
	case len(group) > 0 && !observed && !x.entry:
		x.refuse(x.path+".with", "ATLAS judges it of records in observation only: add observed")
		return
	case len(group) == 0:
		return
	}
	outer, entry := x.index, x.entry
	x.index, x.writer.entry = e, false
	x.fields["CorrelatedCriteria"] = x.groupOf(group, x.path+".with")
	x.index, x.writer.entry = outer, entry
}

var sexConcepts, raceConcepts, ethnicityConcepts = wordsOf(sexes), wordsOf(races), wordsOf(ethnicities)

// wordsOf turns concepts and their words around.
func wordsOf(known map[int64]study.Trait) map[string]int64 {
	words := map[string]int64{}
	for id, t := range maps.All(known) {
		words[t.Sex+t.Race+t.Ethnicity] = id
	}
	return words
}
