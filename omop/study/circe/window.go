package circe

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// endpoint is an end of a window: so many days from the index, or as far as observation reaches.
type endpoint struct {
	Days  *int
	Coeff int
}

// relation reads where the event lies to the index: the windows, the visit, the observation period.
func (im *reader) relation(o *object, of study.Domain) *study.Relation {
	ignore, sameVisit := false, false
	o.take("IgnoreObservationPeriod", &ignore)
	o.take("RestrictVisit", &sameVisit)
	rel := im.window(o, "StartWindow", !ignore, false)
	if rel == nil {
		rel = &study.Relation{}
	}
	end := im.window(o, "EndWindow", !ignore, true)
	switch {
	case !ignore && rel.EventEnd: // the start lies in observation in any case
		rel.Also = append(rel.Also, study.Relation{Observed: study.Inside})
	case !ignore:
		rel.Observed = study.Inside
	}
	if end != nil {
		rel.Also = append(rel.Also, *end)
	}
	if sameVisit {
		if slices.ContainsFunc(append([]study.Domain{of}, im.index...),
			func(d study.Domain) bool { return columnless[d] }) {
			im.refuse(o.path+".RestrictVisit", "some of the records belong to no visit")
		}
		rel.Also = append(rel.Also, study.Relation{Place: study.SameVisit})
	}
	if rel.From == nil && rel.To == nil && rel.Observed == study.Anywhere && len(rel.Also) == 0 {
		return nil
	}
	return rel
}

// window reads one window; nil where there is none. An end window is of the event's end unless it says otherwise.
func (im *reader) window(o *object, name string, observed, ofEnd bool) *study.Relation {
	if !o.has(name) {
		o.raw(name)
		return nil
	}
	w := im.object(o.path+"."+name, o.raw(name))
	var start, end endpoint
	w.take("Start", &start)
	w.take("End", &end)
	rel := &study.Relation{EventEnd: ofEnd}
	w.take("UseIndexEnd", &rel.End)
	w.take("UseEventEnd", &rel.EventEnd)
	w.done()
	since, until := false, false
	rel.From, since = im.endpoint(w.path+".Start", start, -1, observed)
	rel.To, until = im.endpoint(w.path+".End", end, 1, observed)
	switch {
	case since && until:
		rel.Observed = study.Inside
	case since:
		rel.Observed = study.Since
	case until:
		rel.Observed = study.Until
	}
	if rel.From != nil && rel.To != nil && rel.From.Days > rel.To.Days {
		im.refuse(w.path, "holds no day")
	}
	return rel
}

// endpoint is one end of a window. Without days it is the end of observation on that side, open where that is ignored.
func (im *reader) endpoint(path string, e endpoint, side int, observed bool) (o *study.Offset, bound bool) {
	switch {
	case e.Days != nil:
		return &study.Offset{Days: e.Coeff * *e.Days}, false
	case observed && e.Coeff*side < 0:
		im.refuse(path, "all days on the other side of the index: a window that begins after, or ends before, all observation")
	}
	return nil, observed
}
