package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// What lasts, and is said of all of a time, lasts from its first day to its last: "took warfarin throughout 2009", "in
// hospital for the whole of December", "on metformin every day". Who has any record in that time is somebody else, so
// this is refused. What happens is counted in all of the time: "emergency visits throughout 2009".

// allTheTime refuses what lasts and is said of all of a time.
func (b *builder) allTheTime() {
	m := b.q.Measure
	if m.Of != "" && m.Of != study.Persons {
		return
	}
	each := slices.ContainsFunc(b.s.strata, func(st study.Stratum) bool { return st.Kind == study.Day })
	for _, q := range b.s.all() {
		for _, k := range q.had() {
			if !k.lasts(b.s.p) || k.ev.times != nil || k.ev.During == nil {
				continue
			}
			if each && isSpan(k.ev.During) {
				b.refuse(Unsupported, "what people take, or where they are, on each day of a time; ask for one day")
			}
			if b.s.p.saysWhole(k.ev.During) {
				b.refuse(Unsupported, "what people had or took on all days of a time; ask for one day, or for any record in it")
			}
		}
	}
}

// all are the predicates of the people and of what is asked of them.
func (s *sentence) all() []*predicate {
	if s.main == nil {
		return s.people.preds
	}
	return append(slices.Clip(s.people.preds), s.main)
}

// had are the leaves of a predicate that people had.
func (q *predicate) had() []*predicate {
	switch q.kind {
	case leaf:
		return []*predicate{q}
	case notKind:
		return nil
	}
	var found []*predicate
	for _, k := range q.kids {
		found = append(found, k.had()...)
	}
	return found
}

// lasts reports whether a predicate says what goes on: "took", "in hospital", "had diabetes"; not "filled", "admitted",
// "diagnosed with".
func (q *predicate) lasts(p *parser) bool {
	e := q.ev
	if e.issued || e.started || e.admitted || e.again || e.Which != study.Any {
		return false
	}
	switch e.Domain {
	case study.Drug, study.DrugEra:
		return !e.record
	case study.Condition, study.ConditionEra:
		return !e.record && slices.Contains([]string{"have", "prep"}, q.v.form) && len(q.v.domains) == 0
	case study.Visit:
		for i := max(0, e.from-1); i < min(e.to, len(p.toks)); i++ {
			if p.seq(i, "in|inpatient|stayed|staying|spent|remained") {
				return true
			}
		}
	}
	return false
}

// saysWhole reports whether words say that all of a time is meant: "throughout 2009", "from start to end of 2009".
func (p *parser) saysWhole(d *study.Period) bool {
	for i, is := range p.periods {
		if *is != *d || !isSpan(d) {
			continue
		}
		for k := i; k < len(p.toks) && k < i+8; k++ {
			if p.seq(k, "throughout|whole|entire|entirely") || p.seq(k, "start|beginning", "to|until|till|through") ||
				p.seq(k, "start|beginning") && p.seq(k+2, "end") {
				return true
			}
			if p.role[k] == "date" {
				break
			}
		}
	}
	return false
}

// howSoon refuses a bare order that says how soon, "right after", and a time of some days, weeks or years whose number
// is not said, "in the weeks after".
func (p *parser) howSoon(r *relation, at int) {
	if r.open != "" || r.Place != study.Distance || sameDay(r) {
		return
	}
	if p.seq(at, "right|immediately|directly", "after|before") && (r.From == nil || r.To == nil) {
		r.open = "it does not say how soon; say “within … days”"
	}
	for i := at; i < p.pos; i++ {
		if p.seq(i, "days|weeks|months|years") && p.role[i] == "unit" && i > 0 &&
			p.seq(i-1, "the|in|within|first|last|next|following|previous|preceding|immediate|some|several|few") &&
			p.seq(i+1, "after|before|following|preceding|prior|leading|to|of|from|afterwards|thereafter|that|right|"+
				"immediately|directly") {
			r.open = "it does not say how many " + p.toks[i].low
		}
	}
}

// notWritten refuses what the words ask for and the study question would say otherwise: drugs that are being taken on
// the day of a record or while people are in hospital, and records of people who have so many of them.
func (b *builder) notWritten() {
	q, s := b.q, b.s
	e := q.Population.Entry
	if st := s.listed; st != nil && st.Event != nil && st.Event.Domain == study.Drug {
		r := st.Relation
		if r != nil && r.Place == study.Distance && sameDay(&relation{Relation: *r}) && s.p.saysTaken() {
			b.refuse(Unsupported, "drugs that are being taken on the day of a record; say “dispensed on the day of”")
		}
		if w := st.Event.Where; w != nil && len(w.Visit) > 0 &&
			slices.ContainsFunc(s.p.toks, func(t token) bool { return t.low == "while" }) {
			b.refuse(Unsupported, "drugs of the time in which people are in hospital; say “during hospital stays”")
		}
	}
	if o := q.Outcome; o != nil && o.Has != nil && q.Measure.Kind == study.Share && q.Measure.Of == study.Records &&
		e != nil && o.Has.Event.Domain == e.Domain && o.Has.Times != nil && o.Has.Relation == nil {
		b.refuse(Unsupported, "the share of records that are those of people with so many of them")
	}
}
