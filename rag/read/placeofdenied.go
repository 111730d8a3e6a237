package read

import (
	"reflect"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// Where and by whom something was recorded, said behind "A but not B", is said of both, which share a verb: "an ECG but
// no echocardiogram during a hospital stay", "prescribed warfarin but not aspirin by a cardiologist". A condition is
// that of any place beside what is of another kind: "a stroke but no MRI during a hospital stay".

// placeOfBoth is why a place behind what people did not have leaves two readings open.
const placeOfBoth = "whether the place is said of both, or only of what they did not have; say it of each"

// sharePlace gives the place of what is denied without a verb of its own to what stands before it.
func (p *parser) sharePlace(before, q *predicate, finite bool) {
	if finite || before.kind != leaf || before.closed || q.kind != notKind || q.v.form != "" && q.v.form != "prep" ||
		q.kids[0].v.leaves {
		return
	}
	e, denied := before.ev, q.kids[0].events()
	if len(denied) == 0 || denied[0].Domain == study.Visit || len(e.rels)+len(e.With) > 0 || e.Domain == study.Death ||
		e.Domain == study.Visit {
		return
	}
	if e.During != nil && e.During != denied[len(denied)-1].During {
		return // "an ECG in 2009, but no echocardiogram during a hospital stay"
	}
	no := denied[len(denied)-1].Where
	if no == nil || len(no.Visit)+len(no.Specialty) == 0 || slices.ContainsFunc(denied, func(d *event) bool {
		return d.Where == nil || !reflect.DeepEqual(d.Where.Visit, no.Visit) ||
			!reflect.DeepEqual(d.Where.Specialty, no.Specialty)
	}) || e.Where != nil && len(e.Where.Visit)+len(e.Where.Specialty) > 0 {
		return
	}
	switch kind := denied[0].likelyDomain(); {
	case e.likelyDomain() == kind:
		e.where().Visit, e.where().Specialty = no.Visit, no.Specialty
	case e.likelyDomain() != string(study.Condition):
		p.unclear = placeOfBoth
	}
}
