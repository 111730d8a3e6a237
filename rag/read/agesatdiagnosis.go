package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// An age "at diagnosis" is that at the first record of a disease: of the one that the people have, or of the one
// that is asked for where they have none. "People with diabetes over 80 at diagnosis had a stroke" were over 80 when
// diabetes was first recorded. Of people with two diseases it may be either's.

// atDiagnosis reports whether a phrase for the index names a diagnosis.
func atDiagnosis(phrase string) bool {
	return strings.Contains(phrase, "diagnos") || hasWord(phrase, "dx") || hasWord(phrase, "onset")
}

// agesAtDiagnosis gives such an age to the disease whose diagnosis it is.
func (b *builder) agesAtDiagnosis() {
	g := b.s.people
	preds := flat(g.preds)
	i := slices.IndexFunc(preds, func(q *predicate) bool { return q.kind == aged && q.made })
	if !g.madeAge && i < 0 || g.age != nil && i >= 0 {
		return
	}
	if n := g.ageFrom; i < 0 && n <= len(g.preds) {
		before := flat(g.preds[:n])
		if slices.ContainsFunc(before, func(q *predicate) bool { return slices.ContainsFunc(q.named(), isADisease) }) {
			preds = before // "with diabetes over 80 at diagnosis who had a stroke"
		}
	}
	of, unsure := b.diagnosed(preds)
	if unsure {
		b.refuse(Ambiguous, "the age at which diagnosis; say “over 80 at their first diagnosis of …”")
		return
	}
	if of == nil || of.ev.Age != nil {
		return
	}
	if i >= 0 {
		if of.agedAtFirst(preds[i]) {
			g.preds = slices.Delete(preds, i, i+1)
		}
	} else if g.age != nil && of.agedAtFirst(&predicate{kind: aged, age: g.age, dated: true}) {
		g.age = nil
	}
}

// diagnosed is the one disease of the people or, where they have none, what is asked for; unsure where it may be
// several.
func (b *builder) diagnosed(preds []*predicate) (of *predicate, unsure bool) {
	all := preds
	if !slices.ContainsFunc(preds, func(q *predicate) bool { return len(q.named()) > 0 }) && b.s.main != nil {
		all = flat([]*predicate{b.s.main})
		if len(all) > 1 || len(all[0].named()) != 1 || len(all[0].ev.rels) > 0 {
			return nil, true
		}
	}
	for _, q := range all {
		diseases := slices.ContainsFunc(q.named(), isADisease)
		if diseases && (of != nil || q.kind != leaf) {
			return nil, true
		}
		if diseases {
			of = q
		}
	}
	return of, false
}

func isADisease(e *event) bool { return e.likelyDomain() == string(study.Condition) }

// ageBeside gives an age "at diagnosis" to the one event it is said of: "have COPD and are older than 75 at diagnosis".
func ageBeside(q *predicate) {
	if q == nil || q.kind != allKind || len(q.kids) != 2 {
		return
	}
	if of := q.kids[0]; of.agedAtFirst(q.kids[1]) {
		of.ev.agedAt = false // both are said of the same people
		*q = *of
	}
}

// agedAtFirst gives the age to an event's first record, where it is an age "at diagnosis" of one that has none.
func (of *predicate) agedAtFirst(age *predicate) bool {
	if of.kind != leaf || age.kind != aged || !age.dated || of.ev.Age != nil || of.ev.times != nil ||
		of.ev.Domain == study.Death || of.ev.noun == "it" {
		return false
	}
	of.ev.Age, of.ev.agedAt = age.age, true
	if of.ev.Which == study.Any && of.ev.Domain != study.Visit {
		of.ev.Which = study.First
	}
	return true
}

// atAnyDiagnosis keeps the reading in which an age "at diagnosis" is that at any record of the disease, of whom no more
// is said than that: "osteoporosis patients older than 80 at diagnosis".
func (s *sentence) atAnyDiagnosis(q *study.Question) {
	if q.Measure.Kind != study.Count || !s.p.saysAtDiagnosis() {
		return
	}
	other := q.Clone()
	told := toldBy(other.Population.Criteria, other.Population.Entry)
	if other.Outcome != nil && other.Outcome.Has != nil {
		told = append(told, &other.Outcome.Has.Event)
	}
	if len(told) != 1 || told[0].Domain != study.Condition || told[0].Age == nil || told[0].Which != study.First {
		return
	}
	told[0].Which = study.Any
	s.others = append(s.others, Other{What: "At any diagnosis, not only at the first", Question: other})
}

// saysAtDiagnosis reports whether "at diagnosis" stands in the question, which does not say which.
func (p *parser) saysAtDiagnosis() bool {
	for i := range p.toks {
		if p.seq(i, "at", "diagnosis|dx|onset") {
			return true
		}
	}
	return false
}
