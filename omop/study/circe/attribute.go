package circe

import (
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// attribute is a field of a kind of criteria that asks of another column than the record's concept.
type attribute[T any] struct {
	field string
	of    T
	kinds []study.Domain
}

var (
	coded = []attribute[study.CodedAttribute]{
		{"RouteConcept", study.RouteIs, []study.Domain{study.Drug}},
		{"Operator", study.OperatorIs, []study.Domain{study.Measurement}},
		{"Qualifier", study.QualifierIs, []study.Domain{study.Observation}},
		{"Modifier", study.ModifierIs, []study.Domain{study.Procedure}},
		{"AnatomicSite", study.SiteIs, []study.Domain{study.Specimen}},
		{"DiseaseStatus", study.DiseaseIs, []study.Domain{study.Specimen}},
		{"PlaceOfService", study.PlaceIs, []study.Domain{study.Visit, study.VisitDetail}},
	}
	// insured are concept sets, named by their id alone.
	insured = []attribute[study.CodedAttribute]{
		{"PayerConcept", study.PayerIs, nil}, {"PlanConcept", study.PlanIs, nil},
		{"SponsorConcept", study.SponsorIs, nil}, {"StopReasonConcept", study.StopIs, nil},
		{"PayerSourceConcept", study.PayerCode, nil}, {"PlanSourceConcept", study.PlanCode, nil}, {"SponsorSourceConcept", study.SponsorCode, nil},
		{"StopReasonSourceConcept", study.StopCode, nil},
	}
	worded = []attribute[study.WordedAttribute]{
		{"StopReason", study.StopWords, []study.Domain{study.Drug, study.Condition}},
		{"LotNumber", study.LotNumber, []study.Domain{study.Drug}},
		{"ValueAsString", study.ValueText, []study.Domain{study.Observation}},
	}
	// numbered are compared to four digits, but days.
	numbered = []attribute[study.NumberAttribute]{
		{"RangeLow", study.NormalLow, []study.Domain{study.Measurement}},
		{"RangeHigh", study.NormalHigh, []study.Domain{study.Measurement}},
		{"GapDays", study.GapDays, []study.Domain{study.DrugEra}},
		{"DoseValue", study.DoseValue, []study.Domain{study.DoseEra}},
	}
)

// fieldOf is the field of an attribute in a kind of criteria; "" where it has none.
func fieldOf[T comparable](all []attribute[T], of T, kind study.Domain) string {
	for _, a := range all {
		if a.of == of && slices.Contains(a.kinds, kind) {
			return a.field
		}
	}
	return ""
}

// ownCoded are the attributes that have a field of Where, too.
var ownCoded = map[study.CodedAttribute]string{study.UnitIs: "Unit", study.ResultIs: "ValueAsConcept",
	study.StatusIs: "ConditionStatus",
	study.VisitIs:  "VisitType", study.ProviderIs: "ProviderSpecialty"}

// writeAttributes writes the conditions on other columns.
func (x *eventWriter) writeAttributes(w *study.Where, path string) {
	domain := x.kind.domain
	for i, k := range w.Coded {
		what := fmt.Sprintf("coded[%d]", i)
		at := slices.IndexFunc(insured, func(a attribute[study.CodedAttribute]) bool { return a.of == k.Of })
		if at >= 0 {
			if id, ok := x.codeset(domain, k.Concepts, nil, path+"."+what); ok {
				x.set(what, x.only(insured[at].field, study.PayerPlan), id)
			}
			if k.Not {
				x.refuse(path+"."+what, "ATLAS asks only what it is")
			}
			continue
		}
		name := fieldOf(coded, k.Of, domain)
		if name == "" {
			name = ownCoded[k.Of]
		}
		switch {
		case name == "" || !k.Not:
			x.writeList(what, name, k.Concepts)
		default:
			if id, ok := x.codeset(domain, k.Concepts, nil, path+"."+what); ok {
				x.set(what, name+"CS", map[string]any{"CodesetId": id, "IsExclusion": true})
			}
		}
	}
	for i, k := range w.Worded {
		what := fmt.Sprintf("worded[%d]", i)
		text, op := k.Like, "eq"
		begins, ends := strings.HasPrefix(text, "%"), strings.HasSuffix(text, "%") && len(text) > 1
		switch {
		case begins && ends:
			text, op = text[1:len(text)-1], "contains"
		case begins:
			text, op = text[1:], "endsWith"
		case ends:
			text, op = text[:len(text)-1], "startsWith"
		}
		if k.Not {
			op = "!" + op
		}
		x.set(what, fieldOf(worded, k.Of, domain), map[string]any{"Text": text, "Op": op})
	}
	if w.Abnormal {
		x.set("abnormal", x.only("Abnormal", study.Measurement), true)
	}
}

// attributes reads the fields of other columns.
func (r *eventReader) attributes() {
	for _, a := range coded {
		if slices.Contains(a.kinds, r.kind.domain) {
			r.coded(a.field, a.of, nil)
		}
	}
	if r.kind.domain == study.PayerPlan {
		for _, a := range insured {
			if set := r.im.codeset(r.object, a.field); set != nil {
				r.where.Coded = append(r.where.Coded, study.Coded{Of: a.of, Concepts: set})
			}
		}
	}
	for _, a := range worded {
		if slices.Contains(a.kinds, r.kind.domain) {
			r.words(a.field, a.of)
		}
	}
	for _, a := range numbered {
		if !slices.Contains(a.kinds, r.kind.domain) {
			continue
		}
		read := r.im.decimals
		if a.of == study.GapDays {
			read = r.im.wholeNumbers
		}
		for _, in := range read(r.object, a.field) {
			r.number(in, func(w *study.Where, x *study.Range) {
				w.Numbers = append(w.Numbers, study.Numbered{Of: a.of, In: *x})
			})
		}
	}
	if r.kind.domain == study.Measurement {
		r.take("Abnormal", &r.where.Abnormal)
	}
}

// coded takes an attribute into its own field of Where, or among the coded ones: where there is none, and for what it
// is not.
func (r *eventReader) coded(name string, of study.CodedAttribute, into *[]study.Entity) {
	in, not := r.chosenConcepts(name)
	switch {
	case in == nil:
	case into != nil && !not:
		*into = in
	default:
		r.where.Coded = append(r.where.Coded, study.Coded{Of: of, Concepts: in, Not: not})
	}
}

// chosenConcepts takes a list of concepts as they stand, or the concept set that newer versions name in its place,
// which may be what it is not.
func (r *eventReader) chosenConcepts(name string) (in []study.Entity, not bool) {
	if name == "" {
		return nil, false
	}
	var list []struct {
		ID int64 `json:"CONCEPT_ID"`
	}
	r.take(name, &list)
	if len(list) > 0 {
		e := study.Entity{Exact: true}
		for _, c := range list {
			e.IDs = append(e.IDs, c.ID)
		}
		in = append(in, e)
	}
	set, excluded := r.im.chosenSet(r.object, name+"CS")
	switch {
	case set == nil:
		return in, false
	case in != nil:
		r.im.refuse(r.path+"."+name+"CS", "stands beside %s", name)
	}
	return set, excluded
}

// chosenSet takes a field that names a concept set, and whether what is in it is meant to be left out.
func (im *reader) chosenSet(o *object, name string) (set []study.Entity, excluded bool) {
	if !o.has(name) {
		o.raw(name)
		return nil, false
	}
	in := im.object(o.path+"."+name, o.raw(name))
	in.take("IsExclusion", &excluded)
	set = im.codeset(in, "CodesetId")
	in.done()
	if set == nil && excluded {
		im.refuse(in.path, "leaves out a concept set that it does not name")
	}
	return set, excluded
}

// words takes a condition on a text. As in Circe, % and _ in it stand for any letters.
func (r *eventReader) words(name string, of study.WordedAttribute) {
	var in struct{ Text, Op string }
	if !r.take(name, &in) {
		return
	}
	k := study.Worded{Of: of, Like: in.Text}
	op := in.Op
	if len(op) > 0 && op[0] == '!' {
		k.Not, op = true, op[1:]
	}
	switch op {
	case "eq":
	case "contains":
		k.Like = "%" + k.Like + "%"
	case "startsWith":
		k.Like += "%"
	case "endsWith":
		k.Like = "%" + k.Like
	default:
		r.im.refuse(fmt.Sprintf("%s.%s.Op", r.path, name), "%q is no operator", in.Op)
	}
	r.where.Worded = append(r.where.Worded, k)
}
