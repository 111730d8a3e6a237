package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// judgeKindAfterPick reports the first or last of all records of a person that is kept only if it is of one kind, where
// the question is the first or last of that kind: who had something else before is left out.
//
// Example: of "each person's first inpatient stay", ROW_NUMBER() over all visits, and then WHERE rn = 1 AND
// visit_concept_id = 9201.
func (p *pass) judgeKindAfterPick() {
	if len(p.findings) > 0 || p.asksKindOfPick() || p.wordsFor("of all kinds together") {
		return
	}
	for _, k := range append(p.picks(), p.extremes()...) {
		if k.kept != yes || len(k.from) != 1 || !isStart(k.from[0]) {
			continue
		}
		rel := k.from[0].Relation
		if rel.Scope == nil || !isEvent(rel.Table) || !p.putsAllInOrder(rel, k) {
			continue
		}
		if s := p.kindBehind(rel, k); s != nil && p.asksOrderOfKind(s) {
			p.report(s.expr, "the %s record of anything is taken first, and kept only if it is of this kind: "+
				"who has something else there is left out; choose the kind before the pick",
				map[bool]string{false: "first", true: "last"}[k.last])
			return
		}
	}
}

// putsAllInOrder reports whether nothing chooses the kind of records of a relation before they are put in order.
func (p *pass) putsAllInOrder(rel *relation, k pick) bool {
	if w, ok := k.node.(*sqltree.Window); ok && slices.ContainsFunc(w.PartitionBy,
		func(e sqltree.Expr) bool { return identityOf(p.Origins(sqltree.Bare(e))) != personKey }) {
		return false
	}
	ofPeople := []string{"person", "observation_period", "death"}
	if slices.ContainsFunc(rel.Scope.Relations, func(r *relation) bool {
		return r != rel && (r.Table == nil || !slices.Contains(ofPeople, r.Table.Name))
	}) {
		return false
	}
	return !slices.ContainsFunc(p.tests, func(t *test) bool {
		return t.scope == rel.Scope && (t.clause == inWhere || t.clause == inOn) &&
			slices.ContainsFunc(p.columnsIn(t.expr), func(o origin) bool {
				return o.Relation == rel && !hasDate(o) && identity(o) != personKey
			})
	})
}

// kindBehind is what chooses the kind of the record that has been picked: of the same rows, or of those of the table
// that have the picked date.
func (p *pass) kindBehind(rel *relation, k pick) *selection {
	for i := range p.selections {
		s := &p.selections[i]
		if !s.must || s.exclude || s.clause > inQualify ||
			s.scope == rel.Scope && s.clause != inHaving && s.clause != inQualify {
			continue
		}
		if p.choosesColumn(s, rel.Origin(rel.Table.ConceptColumn)) {
			return s
		}
		f, extreme := k.node.(*sqltree.Func)
		for _, again := range s.scope.Relations {
			if extreme && again != rel && again.Table == rel.Table &&
				p.choosesColumn(s, again.Origin(again.Table.ConceptColumn)) && p.meetsDate(again, f) {
				return s
			}
		}
	}
	return nil
}

// meetsDate reports whether the start of records must be the date that a function gives.
func (p *pass) meetsDate(rel *relation, f *sqltree.Func) bool {
	is := func(e sqltree.Expr) bool { return p.Follow(sqltree.Bare(e)) == sqltree.Expr(f) }
	starts := func(e sqltree.Expr) bool {
		return all(p.Origins(sqltree.Bare(e)), func(o origin) bool { return o.Relation == rel && isStart(o) })
	}
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		c, ok := t.expr.(*sqltree.Compare)
		return ok && c.Op == "=" && t.must && !t.not && (is(c.Left) && starts(c.Right) || is(c.Right) && starts(c.Left))
	})
}

// asksOrderOfKind reports whether the question names a kind right behind the word for the first or last: "the first
// inpatient stay", and not "the first visit was inpatient".
func (p *pass) asksOrderOfKind(s *selection) bool {
	w := p.question.words
	for i, word := range w {
		if !isWordFor("place in order", word) {
			continue
		}
		behind := w[i+1:]
		end := slices.IndexFunc(behind, func(x string) bool { return isWordFor("ends a name", x) })
		if end >= 0 {
			behind = behind[:end]
		}
		if p.namesKind(strings.Join(behind[:min(6, len(behind))], " "), s) && len(behind) > 0 &&
			behind[0] != "visit" && behind[0] != "visits" { // the last visit in the emergency room
			return true
		}
	}
	return false
}

// namesKind reports whether a text names one of the concepts by which records are chosen.
func (p *pass) namesKind(text string, s *selection) bool {
	q := newQuestion(text)
	for _, ph := range s.placeholders {
		if shareWord(ph.Text, text) {
			return true
		}
	}
	for _, c := range s.constants {
		kinds := map[string]string{"9201": "inpatient visits", "9202": "outpatient visits", "9203": "emergency visits"}
		if kind := kinds[c.Text]; kind != "" && q.has(phrases()[kind]...) || q.has(c.Text) {
			return true
		}
		n, ok := id(c)
		if !ok || p.opt.Vocabulary == nil {
			continue
		}
		of, known, err := p.opt.Vocabulary.Concept(p.ctx, n)
		if p.err = err; err == nil && known && shareWord(of.Name, text) {
			return true
		}
	}
	return false
}
