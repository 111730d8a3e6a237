package circe

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// kind is how a kind of criteria of ATLAS stands to a domain.
type kind struct {
	domain               study.Domain
	source               string // the field of source concepts
	start, end           string // fields of date ranges
	age, ageAtEnd        string
	types, typesExcluded string
	length               string // from start to end
}

var kinds = map[string]kind{
	"ConditionOccurrence": {study.Condition, "ConditionSourceConcept", occurs, ends, "Age", "", "ConditionType", "ConditionTypeExclude", ""},
	"DrugExposure":        {study.Drug, "DrugSourceConcept", occurs, ends, "Age", "", "DrugType", "DrugTypeExclude", ""},
	"ProcedureOccurrence": {study.Procedure, "ProcedureSourceConcept", occurs, ends, "Age", "", "ProcedureType", "ProcedureTypeExclude", ""},
	"Measurement":         {study.Measurement, "MeasurementSourceConcept", occurs, "", "Age", "", "MeasurementType", "MeasurementTypeExclude", ""},
	"Observation":         {study.Observation, "ObservationSourceConcept", occurs, "", "Age", "", "ObservationType", "ObservationTypeExclude", ""},
	"DeviceExposure":      {study.Device, "DeviceSourceConcept", occurs, ends, "Age", "", "DeviceType", "DeviceTypeExclude", ""},
	"VisitOccurrence":     {study.Visit, "VisitSourceConcept", occurs, ends, "Age", "", "VisitType", "VisitTypeExclude", "VisitLength"},
	"Death":               {study.Death, "DeathSourceConcept", occurs, "", "Age", "", "DeathType", "DeathTypeExclude", ""},
	"DrugEra":             {study.DrugEra, "", "EraStartDate", "EraEndDate", "AgeAtStart", "AgeAtEnd", "", "", "EraLength"},
	"ConditionEra":        {study.ConditionEra, "", "EraStartDate", "EraEndDate", "AgeAtStart", "AgeAtEnd", "", "", "EraLength"},
	"DoseEra":             {study.DoseEra, "", "EraStartDate", "EraEndDate", "AgeAtStart", "AgeAtEnd", "", "", "EraLength"},
	"VisitDetail": {study.VisitDetail, "VisitDetailSourceConcept", "VisitDetailStartDate", "VisitDetailEndDate", "",
		"Age", "VisitDetailType",
		"VisitDetailTypeExclude", "VisitDetailLength"}, // whose age Circe takes at the end
	"Specimen":          {study.Specimen, "", occurs, "", "Age", "", "SpecimenType", "SpecimenTypeExclude", ""},
	"PayerPlanPeriod":   {study.PayerPlan, "", "PeriodStartDate", "PeriodEndDate", "AgeAtStart", "AgeAtEnd", "", "", "PeriodLength"},
	"ObservationPeriod": {study.Observed, "", "PeriodStartDate", "PeriodEndDate", "AgeAtStart", "AgeAtEnd", "PeriodType", "", "PeriodLength"},
}

const occurs, ends = "OccurrenceStartDate", "OccurrenceEndDate"

// event reads a criterion: {"ConditionOccurrence": {…}}.
func (im *reader) event(path string, text json.RawMessage) study.Event {
	outer := im.object(path, text)
	names := slices.Sorted(maps.Keys(outer.fields))
	if len(names) != 1 {
		im.refuse(path, "is not one criterion")
		return study.Event{}
	}
	name := names[0]
	k, ok := kinds[name]
	if !ok {
		im.refuse(path+"."+name, "is not a kind of event of study questions")
		return study.Event{}
	}
	o := im.object(path+"."+name, outer.fields[name])
	r := &eventReader{object: o, kind: k, im: im, e: study.Event{Domain: k.domain}}
	r.concepts()
	r.traits()
	r.quantities()
	r.attributes()
	r.choose()
	o.done()
	return r.e
}

// eventReader reads one criterion. In Circe the concepts make the records of which the first is chosen; all else is
// looked at afterwards.
type eventReader struct {
	*object
	kind  kind
	im    *reader
	e     study.Event
	where study.Where // what all hold of the chosen record
	later []study.Criterion
}

func (r *eventReader) concepts() {
	concepts := r.im.codeset(r.object, "CodesetId")
	source := []study.Entity(nil)
	if r.kind.source != "" {
		source = r.im.codeset(r.object, r.kind.source)
	}
	base := &study.Where{}
	switch {
	case r.kind.domain == study.Death:
		base.Cause = concepts
	default:
		r.e.Concepts = concepts
	}
	base.Source = source
	if len(base.Cause)+len(base.Source) > 0 {
		r.e.Where = base
	}
}

// traits are of the person, the visit, the provider, the record's provenance and dates.
func (r *eventReader) traits() {
	for _, in := range r.im.wholeNumbers(r.object, r.kind.age) {
		if len(in) == 1 {
			r.e.Age = &in[0]
			continue
		}
		r.add(in.as(func(x *study.Range) study.Criterion {
			return study.Criterion{Is: &study.Trait{Age: &study.Age{Range: *x}}}
		}))
	}
	for _, in := range r.im.wholeNumbers(r.object, r.kind.ageAtEnd) {
		r.add(in.as(func(x *study.Range) study.Criterion {
			return study.Criterion{Is: &study.Trait{Age: &study.Age{Range: *x, AtEnd: true}}}
		}))
	}
	r.later = append(r.later, r.im.people(r.object, "Gender", sexes)...)
	if r.kind.domain != study.Visit && r.kind.domain != study.VisitDetail {
		r.coded("VisitType", study.VisitIs, &r.where.Visit)
	}
	r.coded("ProviderSpecialty", study.ProviderIs, &r.where.Provider)
	if r.kind.domain == study.Condition {
		r.coded("ConditionStatus", study.StatusIs, &r.where.Status)
	}
	fromSet := r.has(r.kind.types + "CS")
	if types, not := r.chosenConcepts(r.kind.types); types != nil {
		excluded := false
		if r.take(r.kind.typesExcluded, &excluded); fromSet { // which says itself what it is
			excluded = not
		}
		if excluded {
			r.where.NotType = types
		} else {
			r.where.Type = types
		}
	}
	for _, in := range r.im.dates(r.object, r.kind.start) {
		if len(in) == 1 {
			r.e.During = &in[0]
			continue
		}
		r.add(in.as(func(p *study.Period) study.Criterion { return study.Criterion{Record: &study.Where{Start: p}} }))
	}
	for _, in := range r.im.dates(r.object, r.kind.end) {
		r.add(in.as(func(p *study.Period) study.Criterion {
			if r.kind.domain == study.Drug { // Circe compares the start of exposures there
				return study.Criterion{Record: &study.Where{Start: p}}
			}
			return study.Criterion{Record: &study.Where{Finish: p}}
		}))
	}
}

// quantities are numbers and results of the record.
func (r *eventReader) quantities() {
	whole, decimal := r.im.wholeNumbers, r.im.decimals
	for _, f := range []struct {
		name string
		read func(*object, string) []either[study.Range]
		into func(*study.Where, *study.Range)
	}{
		{r.kind.length, whole, func(w *study.Where, x *study.Range) { w.Days = x }},
		{"ValueAsNumber", decimal, func(w *study.Where, x *study.Range) { w.Value = x }},
		{"DaysSupply", whole, func(w *study.Where, x *study.Range) { w.Supply = x }},
		{"Refills", whole, func(w *study.Where, x *study.Range) { w.Refills = x }},
		{"OccurrenceCount", whole, func(w *study.Where, x *study.Range) { w.Records = x }},
		{"RangeHighRatio", decimal, func(w *study.Where, x *study.Range) { w.OfHigh = x }},
		{"RangeLowRatio", decimal, func(w *study.Where, x *study.Range) { w.OfLow = x }},
	} {
		for _, in := range f.read(r.object, f.name) {
			r.number(in, f.into)
		}
	}
	quantity := whole // of devices and procedures
	if r.kind.domain == study.Drug || r.kind.domain == study.Specimen {
		quantity = decimal
	}
	for _, in := range quantity(r.object, "Quantity") {
		r.number(in, func(w *study.Where, x *study.Range) { w.Quantity = x })
	}
	if r.kind.domain == study.Measurement || r.kind.domain == study.Observation {
		r.coded("ValueAsConcept", study.ResultIs, &r.where.Result)
	}
	if slices.Contains([]study.Domain{study.Measurement, study.Observation, study.Specimen, study.DoseEra},
		r.kind.domain) {
		r.coded("Unit", study.UnitIs, &r.where.Units)
	}
}

func (r *eventReader) number(in either[study.Range], into func(*study.Where, *study.Range)) {
	if len(in) == 1 {
		into(&r.where, &in[0])
		return
	}
	r.add(in.as(func(x *study.Range) study.Criterion {
		w := &study.Where{}
		into(w, x)
		return study.Criterion{Record: w}
	}))
}

func (r *eventReader) add(k study.Criterion) { r.later = append(r.later, k) }

// choose puts the conditions where they are judged: with the first record ever chosen before, or not.
func (r *eventReader) choose() {
	first := false
	r.take("First", &first)
	if first && r.kind.domain != study.Death {
		r.e.Which = study.First
	}
	if !isEmpty(&r.where) {
		if r.e.Which == study.Any && r.e.Where == nil {
			r.e.Where = &r.where
		} else {
			r.add(study.Criterion{Record: &r.where})
		}
	}
	r.e.With = r.later
	r.moveDates()
	r.ownPeriod()
	outer := r.im.index
	r.im.index = []study.Domain{r.kind.domain}
	correlated := r.im.group(r.path+".CorrelatedCriteria", r.raw("CorrelatedCriteria"))
	r.im.index = outer
	if correlated != nil { // judged of records in observation
		r.e.With = append(r.e.With, study.Criterion{Observed: &study.FollowUp{}}, *correlated)
	}
}

// moveDates reads other days than the record's own. Of a death Circe looks at the offsets alone.
func (r *eventReader) moveDates() {
	if !r.has("DateAdjustment") {
		r.raw("DateAdjustment")
		return
	}
	o := r.im.object(r.path+".DateAdjustment", r.raw("DateAdjustment"))
	start, end := "START_DATE", "END_DATE"
	m := &study.Moved{}
	o.take("StartWith", &start)
	o.take("EndWith", &end)
	o.take("StartOffset", &m.Start.Days)
	o.take("EndOffset", &m.End.Days)
	o.done()
	for _, side := range []string{start, end} {
		if side != "START_DATE" && side != "END_DATE" {
			r.im.refuse(o.path, "%q is neither START_DATE nor END_DATE", side)
		}
	}
	m.Start.AtEnd, m.End.AtEnd = start == "END_DATE", end == "END_DATE"
	if r.kind.domain == study.Death {
		m.Start.AtEnd, m.End.AtEnd = false, true
	}
	r.e.Moved = m
}

// ownPeriod reads days of the calendar that take the place of a period's own, where it holds them.
func (r *eventReader) ownPeriod() {
	if r.kind.domain != study.Observed && r.kind.domain != study.PayerPlan || !r.has("UserDefinedPeriod") {
		return
	}
	p := r.im.censorWindow(r.im.object(r.path+".UserDefinedPeriod", r.raw("UserDefinedPeriod")))
	if p == nil {
		return
	}
	from, to := p.From, p.To
	switch {
	case from == "":
		from = to
	case to == "":
		to = from
	case from > to:
		r.im.refuse(r.path+".UserDefinedPeriod", "holds no day")
	}
	r.e.With = append(r.e.With, study.Criterion{Record: &study.Where{Start: &study.Period{To: from}}},
		study.Criterion{Record: &study.Where{Finish: &study.Period{From: to}}})
	days := &study.Moved{Start: study.Moment{On: p.From}, End: study.Moment{AtEnd: true, On: p.To}}
	r.e = study.Event{AnyOf: []study.Event{r.e}, Moved: days}
}

// domainOf is the domain of an event's records, also of one around a single other.
func domainOf(e *study.Event) study.Domain {
	if len(e.AnyOf) == 1 {
		return e.AnyOf[0].Domain
	}
	return e.Domain
}

func isEmpty(w *study.Where) bool {
	text, err := json.Marshal(w)
	return err == nil && string(text) == "{}"
}
