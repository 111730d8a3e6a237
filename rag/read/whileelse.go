package read

import (
	"reflect"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// What stands behind "while on A" without a verb of its own is of the same time: "fell while on A or in hospital" is a
// fall while on A, or one in hospital; "hospitalised while on A but not B" is a stay that began on A and not on B. A
// time behind it is that of what happened.

// whileSaid is where it is said what was going on when something happened: the place among the relations of "while on
// A", -1 of "in hospital". It is false where nothing says so.
func (e *event) whileSaid() (at int, ok bool) {
	for i, r := range slices.Backward(e.rels) {
		if r.goesOn() && r.anchor.times == nil {
			return i, true
		}
	}
	return -1, e.Where != nil && len(e.Where.Visit) > 0
}

// goesOn reports whether a relation says what was going on, not when: "while on A", "during a stay".
func (r *relation) goesOn() bool {
	return r.anchor != nil && (r.Place == study.During || r.Place == study.Overlapping || r.Place == study.Covering)
}

// duringVisit reports whether an event lies in a visit.
func (e *event) duringVisit() bool {
	return slices.ContainsFunc(e.rels, func(r *relation) bool { return r.goesOn() && r.anchor.Domain == study.Visit })
}

// onlyGoesOn reports whether nothing but what was going on is said of when an event was.
func (e *event) onlyGoesOn() bool {
	return !slices.ContainsFunc(e.rels, func(r *relation) bool { return !r.goesOn() || r.atVisit })
}

// withoutWhile is the event with nothing said of what was going on.
func (e *event) withoutWhile(at int) *event {
	c := e.clone()
	if at >= 0 {
		c.rels = slices.Delete(c.rels, at, at+1)
	} else if c.Where.Visit = nil; reflect.DeepEqual(*c.Where, study.Where{}) {
		c.Where = nil
	}
	c.During = nil
	return c
}

// whileElse takes what stands without a verb behind "while on A" as of the same time. joint joins it: or, but, and. It
// reports whether it did.
func (p *parser) whileElse(kids []*predicate, more *predicate, joint string, finite bool) bool {
	before := kids[len(kids)-1]
	if before.kind == anyKind && before.whiles {
		before = before.kids[len(before.kids)-1]
	}
	if before.kind == notKind && before.kids[0].kind == leaf && more.kind == notKind {
		if at, _ := before.kids[0].ev.whileSaid(); at >= 0 && more.v.form != "have" && more.v.form != "fin" {
			p.unclear = notWhile // "no stay while on A but not B"
		}
		return false
	}
	if before.kind != leaf {
		return false
	}
	at, ok := before.ev.whileSaid()
	own := more.v.form != "ing" && more.v.form != "prep" && // "but had no B", "or took B", "but were not hospitalised"
		(more.v.form != "" || finite || more.v.denied.by == "be" || more.v.denied.by == "have")
	if !ok || own {
		return false
	}
	while := at >= 0 || p.saysWhile(before.ev)
	if more.kind == notKind {
		return (while || more.v.form == "ing") && p.notThenEither(before.ev, more)
	}
	if more.kind != leaf || more.ev.Domain == study.Death || more.ev.again || !while && joint != "or" {
		return false
	}
	e, c := more.ev, before.ev.withoutWhile(at)
	switch {
	case joint != "or":
		p.unclear = "both at once, or each at a time of its own? Say what they had a second time"
		return false
	case !while && before.v.form == "prep": // "with pneumonia in hospital or on A"
		p.unclear = placeOrTime
		return false
	case before.ev.times != nil || before.ev.isDrug() || len(e.rels) > 0 || e.times != nil || e.Age != nil ||
		len(e.With) > 0 || e.Which != study.Any ||
		before.ev.During != nil && e.During != nil:
	case e.isDrug() && (more.v.form == "ing" || more.v.form == "prep"):
		c.rels = append(c.rels, &relation{Relation: study.Relation{Place: study.During}, anchor: e.undated()})
		return p.eitherWhile(kids, c, e.During)
	case e.Domain == study.Visit && c.Domain == study.Death:
		c.rels = append(c.rels, &relation{Relation: study.Relation{Place: study.During}, anchor: e.undated()})
		return p.eitherWhile(kids, c, e.During)
	case e.Domain == study.Visit && c.Domain != study.Visit:
		c.where().Visit = e.Concepts
		return p.eitherWhile(kids, c, e.During)
	}
	if while {
		p.unclear = placeOrTime
	}
	return false
}

// placeOrTime is why it is open what stands behind "or" and a time at which something else was going on.
const placeOrTime = "at that time, or at any? Say what they had a second time, as in “had X while on A or had X while on B”"

// saysWhile reports whether the words of an event say what was going on with a verb: "while in hospital".
func (p *parser) saysWhile(e *event) bool {
	return slices.ContainsFunc(p.toks[e.from:p.pos], func(t token) bool {
		return t.low == "while" || t.low == "whilst" || t.low == "when"
	})
}

// undated is a copy of an event without its time, of which only its name is meant.
func (e *event) undated() *event {
	c := e.clone()
	c.During, c.started, c.taken = nil, false, false
	return c
}

// eitherWhile puts an event beside the last one, which is the same at another time. during is said behind both.
func (p *parser) eitherWhile(kids []*predicate, c *event, during *study.Period) bool {
	last := kids[len(kids)-1]
	all := []*predicate{last}
	if last.kind == anyKind {
		all = last.kids
	}
	c.During = during
	for _, k := range all {
		if k.ev.During == nil {
			k.ev.During = during
		} else if c.During == nil {
			c.During = k.ev.During
		}
	}
	kids[len(kids)-1] = &predicate{kind: anyKind, apart: true, closed: true, whiles: true, v: last.v,
		kids: append(slices.Clone(all), &predicate{kind: leaf, ev: c, v: last.v})}
	return true
}

// notThenEither makes what people were not on a condition of what happened while they were on something else: "had a
// stroke while on A but not B".
func (p *parser) notThenEither(e *event, more *predicate) bool {
	denied := more.kids[0].named()
	drugs := !slices.ContainsFunc(denied, func(d *event) bool { return !d.isDrug() || d.noun != "" })
	if !drugs || len(denied) == 0 {
		if more.v.form != "" || slices.ContainsFunc(denied, func(d *event) bool { return d.Domain == study.Visit }) {
			p.unclear = notWhile
		}
		return false
	}
	during := denied[len(denied)-1].During
	otherTime := func(d *event) bool {
		return len(d.rels) > 0 || d.times != nil || d.Age != nil || d.During != nil && d.During != during
	}
	if e.isDrug() && !e.started && !e.issued || e.During != nil && during != nil ||
		slices.ContainsFunc(denied, otherTime) {
		p.unclear = notWhile
		return false
	}
	for _, d := range denied {
		d.Which, d.started, d.During = study.Any, false, nil
		d.rels = []*relation{{Relation: study.Relation{Place: study.Covering}, ana: "index"}}
	}
	if during != nil {
		e.During = during
	}
	more.whiles = true
	e.judged = append(e.judged, more)
	return true
}

// notWhile is why it is open when people did not have something that stands behind "while".
const notWhile = "not at that time, or never? Say “and never had …”, or “while on A but not on B” of drugs"

// whileAgain reads another time of the same event, behind "or": "had X while on A or while in hospital".
func (p *parser) whileAgain(kids []*predicate) bool {
	last := kids[len(kids)-1]
	if last.kind == anyKind && last.whiles {
		last = last.kids[len(last.kids)-1]
	}
	if last.kind != leaf {
		return false
	}
	at, ok := last.ev.whileSaid()
	if !ok || p.at(0) != "while" && p.at(0) != "whilst" && p.at(0) != "during" {
		return false
	}
	return p.try(func() bool {
		c := last.ev.withoutWhile(at)
		c.from = p.pos
		p.eventMods(c)
		during := c.During
		if _, ok := c.whileSaid(); !ok || last.ev.During != nil && during != nil || len(c.rels) > len(last.ev.rels)+1 {
			return false
		}
		return p.eitherWhile(kids, c, during)
	})
}
