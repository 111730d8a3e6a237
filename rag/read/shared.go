package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// What stands before the first member of a list or behind its last one is of all of them, unless one has its own: in
// "a prior stroke, TIA or bleed", "A or B within 30 days", "A or B more than once", "more than three falls or
// fractures".

// lendHead gives the words before the first member of a list to another one: "first stroke or MI",
// "prescriptions of A or B".
// own tells whether it has an article of its own, as in "a first stroke or a fall".
func (e *event) lendHead(to *event, own bool) {
	shared := to.noun == "" || e.noun == "" && e.Domain == to.Domain // "first A or B fill"
	if !own && to.Which == study.Any && shared && (e.Which == study.First || e.Which == study.Last) {
		to.Which, to.ever = e.Which, e.ever
	}
	if !own && to.Which == study.Any && shared && e.countsOn() { // "a second colonoscopy or mammography"
		to.Which, to.again, to.eitherNth = e.Which, e.again, true
	}
	if e.usualSupply && to.Domain == study.Drug {
		to.supplyUsually()
	}
	if e.abnormal && !own && to.Domain == study.Measurement && to.Where == nil { // "an abnormal ALT or AST"
		to.where().Abnormal, to.abnormal = true, true
	}
	to.one = to.one || e.one
	behind := e.noun == "" && !to.ownNoun && !own // "3 A or B prescriptions"
	to.counted = e.times != nil && to.times == nil && (e.ownNoun || !own) &&
		(to.noun == "" || behind) // "3 prescriptions of A or B", and not "2 stays or an ER visit"
	if to.noun == "" && e.record {
		to.record, to.noun = true, e.noun
	}
	if e.Domain != to.Domain && slices.Contains(to.domains, string(e.Domain)) {
		to.Domain = e.Domain
	}
}

// shareNoun gives the noun of records behind the last of several names to all of them: "asthma or COPD diagnoses".
func shareNoun(kids []*predicate) {
	last := kids[len(kids)-1]
	if last.kind != leaf || !last.ev.record || len(last.ev.Concepts) == 0 || last.closed {
		return
	}
	for _, k := range kids[:len(kids)-1] {
		if k.kind != leaf || k.closed || k.ev.record || k.ev.noun != "" || k.ev.Domain != last.ev.Domain ||
			len(k.ev.Concepts) == 0 || k.ev.Which != study.Any {
			return
		}
	}
	for _, k := range kids[:len(kids)-1] {
		k.ev.record, k.ev.noun, k.ev.lent = true, last.ev.noun, true
	}
}

// shareMods gives what is said before the first member of a list, and behind the last one, to all of them. joint is
// the word that joins them.
func (p *parser) shareMods(kids []*predicate, joint string) {
	p.eachFirstOf(kids)
	defer func() {
		for _, k := range kids {
			if k.kind == leaf {
				k.ev.rels = narrowed(k.ev.rels)
			}
		}
	}()
	if len(kids) < 2 || slices.ContainsFunc(kids, func(k *predicate) bool { return k.closed || k.kind != leaf }) {
		return
	}
	if last := kids[len(kids)-1].ev; last.eitherNth && joint == "and" {
		p.unclear = "“" + string(last.Which) + "” may be said of the first alone or of all of them; say it of each"
	}
	shareTimes(kids, joint)
	p.shareFirstTime(kids)
	shareDiagnosis(kids)
	shareBehind(kids)
	p.shareAhead(kids, joint)
}

// shareFirstTime makes every member of a list a first one where the words behind the last say so: "diagnosed with A or
// B for the first time in 2009".
func (p *parser) shareFirstTime(kids []*predicate) {
	last := kids[len(kids)-1].ev
	if last.Which != study.First || !slices.Contains(p.role[last.from:p.pos], "firsttime") {
		return
	}
	for _, k := range kids[:len(kids)-1] {
		if k.ev.Which == study.Any && k.ev.times == nil {
			k.ev.Which = study.First
		}
	}
}

// shareDiagnosis gives what a visit was for to the visits before it: "a hospital stay or an emergency visit with
// pneumonia".
func shareDiagnosis(kids []*predicate) {
	last := kids[len(kids)-1].ev
	if last.Domain != study.Visit || len(last.With) == 0 || slices.ContainsFunc(kids, func(k *predicate) bool {
		return k.ev.Domain != study.Visit
	}) {
		return
	}
	for _, k := range kids[:len(kids)-1] {
		if len(k.ev.With) == 0 {
			k.ev.With = slices.Clone(last.With)
		}
	}
}

// shareBehind gives the time behind the last member to those before it that have none: "A and B within 90 days of
// diagnosis"; in "A in 2008, B or C in 2009" to B.
func shareBehind(kids []*predicate) {
	last := kids[len(kids)-1].ev
	if len(last.rels) == 1 && last.rels[0].ana == "same" {
		return // the relation is between them
	}
	for _, k := range slices.Backward(kids[:len(kids)-1]) {
		e := k.ev
		if len(e.rels) > e.ahead || e.During != nil || e.Age != nil {
			return
		}
		if e.ahead+last.ahead == 0 {
			e.rels = last.rels
		} else {
			e.rels = slices.Concat(e.rels, last.rels[last.ahead:])
		}
		e.leaveDates()
		e.During, e.Age = last.During, last.Age
		e.shareWhere(last)
	}
}

// leaveDates takes a visit that is shared with a drug, and met by its dates, as the one that the record was made at:
// what is not a drug is recorded with it.
func (e *event) leaveDates() {
	at := slices.IndexFunc(e.rels, func(r *relation) bool { return r.atVisit })
	if at < 0 || e.isDrug() {
		return
	}
	e.where().Visit = e.rels[at].anchor.Concepts
	e.rels = slices.Delete(slices.Clone(e.rels), at, at+1)
}

// shareAhead gives the "prior" before the first member to the others. Behind "and" an article of its own leaves open
// whether a member is prior, too: "a prior stroke and an MRI".
func (p *parser) shareAhead(kids []*predicate, joint string) {
	first := kids[0].ev
	if first.ahead == 0 {
		return
	}
	behind := first.rels[first.ahead:]
	first.rels = narrowed(first.rels)
	for _, k := range kids[1:] {
		e := k.ev
		switch {
		case e.ahead > 0 || !slices.Equal(e.rels, behind):
		case joint == "and" && e.ownArticle:
			p.unclear = "“prior” may be said of the first alone or of all of them; say it of each"
		default:
			e.rels = first.rels
		}
	}
}

// narrowed leaves out a bare "prior" beside a time before the same record, which says it again: "a prior stroke in the
// two years before".
func narrowed(rels []*relation) []*relation {
	if len(rels) != 2 || !rels[0].isPrior() {
		return rels
	}
	r := rels[1]
	if r.anchor != nil || r.ana != "index" || r.Place != study.Distance || r.To == nil || r.To.Days >= 0 &&
		r.To.Months >= 0 && r.To.Years >= 0 {
		return rels
	}
	return rels[1:]
}

// isPrior reports whether a relation says only that a record lies before the index.
func (r *relation) isPrior() bool {
	return r.anchor == nil && r.ana == "index" && r.Place == study.Distance && r.From == nil && r.To != nil &&
		*r.To == study.Offset{Days: -1}
}

// shareTimes gives the number behind the last member to all: "A or B more than once" is two records of either, "A and B
// more than once" two of each.
func shareTimes(kids []*predicate, joint string) {
	last := kids[len(kids)-1].ev
	if !last.timesBehind ||
		slices.ContainsFunc(kids[:len(kids)-1], func(k *predicate) bool { return k.ev.times != nil }) {
		return
	}
	for _, k := range kids {
		k.ev.times, k.ev.distinct, k.ev.apart = last.times, last.distinct, last.apart
	}
	if joint == "and" {
		return
	}
	for _, k := range kids[1:] {
		k.ev.times, k.ev.distinct, k.ev.apart, k.ev.counted = nil, "", 0, true
	}
}

// shareWhere gives what is told of the last member's records to another's: "A or B prescribed by a cardiologist", "A or
// B with a supply of 60 days". A last member with a noun of its own keeps its supply: "a fill of A or a fill of B with
// …".
func (e *event) shareWhere(last *event) {
	w := last.Where
	if w == nil {
		return
	}
	if len(w.Visit) > 0 {
		e.where().Visit = w.Visit
	}
	if len(w.Specialty) > 0 && len(e.where().Specialty) == 0 {
		e.Where.Specialty = w.Specialty
	}
	if e.Domain != last.Domain {
		return
	}
	if w.Days != nil {
		e.where().Days, e.among = w.Days, last.among
	}
	if w.Supply != nil && !last.usualSupply && !last.ownNoun && (e.where().Supply == nil || e.usualSupply) {
		e.Where.Supply, e.usualSupply = w.Supply, false
	}
}
