package circe

import (
	"github.com/askomop/askomop/omop/study"
)

// windowed is an event with its windows and its number.
type windowed struct {
	Criteria   criterion  `json:"Criteria"`
	Start      window     `json:"StartWindow"`
	End        *window    `json:"EndWindow,omitempty"`
	SameVisit  bool       `json:"RestrictVisit"`
	Anywhere   bool       `json:"IgnoreObservationPeriod"`
	Occurrence occurrence `json:"Occurrence"`
}

type window struct {
	Start    bound `json:"Start"`
	End      bound `json:"End"`
	IndexEnd bool  `json:"UseIndexEnd"`
	EventEnd bool  `json:"UseEventEnd"`
}

type bound struct {
	Days  *int `json:"Days,omitempty"`
	Coeff int  `json:"Coeff"`
}

// writeRelation writes the windows of a relation.
func (w *writer) writeRelation(one *windowed, h *study.Has, path string) {
	open := window{Start: bound{Coeff: -1}, End: bound{Coeff: 1}}
	one.Start, one.Anywhere = open, true
	if h.Relation == nil {
		return
	}
	all := flattened(h.Relation)
	var windows []window
	for i := range all {
		if r := &all[i]; r.Observed == study.Inside && !r.EventEnd {
			one.Anywhere = false
			r.Observed = study.Anywhere
		}
	}
	for i := range all {
		windows = append(windows, w.windows(one, h, &all[i], path)...)
	}
	if len(windows) > 2 {
		w.refuse(path, "ATLAS has two windows, this needs %d", len(windows))
		return
	}
	if len(windows) > 0 {
		one.Start = windows[0]
	}
	if len(windows) > 1 {
		one.End = &windows[1]
	}
}

// flattened is a relation and those that hold beside it, each by itself.
func flattened(r *study.Relation) []study.Relation {
	one := *r
	one.Also = nil
	all := []study.Relation{one}
	for i := range r.Also {
		all = append(all, flattened(&r.Also[i])...)
	}
	return all
}

// windows are the windows of one relation: two where both records have a length.
func (w *writer) windows(one *windowed, h *study.Has, r *study.Relation, path string) []window {
	zero := 0
	open, none := bound{Coeff: -1}, bound{Coeff: 1}
	same := bound{&zero, 1}
	if r.End {
		w.needEnd(w.index, path+".end")
	}
	if r.EventEnd || r.Place == study.Covering || r.Place == study.Overlapping {
		w.needEnd(&h.Event, path)
	}
	if r.Place == study.During || r.Place == study.Overlapping {
		w.needEnd(w.index, path)
	}
	switch {
	case r.Other:
		w.refuse(path+".other", "has no place in a criterion of ATLAS")
	case r.Place == study.SameVisit:
		one.SameVisit = true
		return nil
	case r.Place == study.During && (r.From == nil && r.To == nil):
		return []window{{Start: same, End: none}, {Start: open, End: same, IndexEnd: true}}
	case r.Place == study.Covering:
		return []window{{Start: open, End: same}, {Start: same, End: none, EventEnd: true}}
	case r.Place == study.Overlapping:
		return []window{{Start: open, End: same, IndexEnd: true}, {Start: same, End: none, EventEnd: true}}
	case r.Place != study.Distance:
		w.refuse(path+".place", "%q is no window of ATLAS", r.Place)
	}
	w.needDays(r.From, path+".from")
	w.needDays(r.To, path+".to")
	if r.From == nil && r.To == nil && r.Observed == study.Anywhere {
		return nil
	}
	since, until := r.Observed == study.Since || r.Observed == study.Inside,
		r.Observed == study.Until || r.Observed == study.Inside
	// an end without days is the end of observation, unless that is ignored
	if r.EventEnd && (r.From == nil && since == one.Anywhere || r.To == nil && until == one.Anywhere) ||
		r.Observed != study.Anywhere && (one.Anywhere || r.From != nil && since || r.To != nil && until) {
		w.refuse(path+".observed", "is no window of ATLAS")
	}
	return []window{{Start: boundOf(r.From, -1), End: boundOf(r.To, 1), IndexEnd: r.End, EventEnd: r.EventEnd}}
}

func boundOf(o *study.Offset, side int) bound {
	switch {
	case o == nil:
		return bound{Coeff: side}
	case o.Days < 0:
		n := -o.Days
		return bound{&n, -1}
	}
	n := o.Days
	return bound{&n, 1}
}
