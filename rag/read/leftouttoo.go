package read

import "slices"

// Several kinds of people that are left out: "excluding those with A and those with B" leaves out the ones and the
// others, and so does "or". "Excluding those with A and B" may leave out only those with both, and is refused.

// namesPeople reports whether people are named between two tokens: "and those with".
func (p *parser) namesPeople(from, to int) bool {
	for i := from; i <= to && i < len(p.toks); i++ {
		if p.seq(i, "those|people|patients|anyone|anybody|everyone|everybody|persons|individuals|subjects") {
			return true
		}
	}
	return false
}

// leftOrKept is why people that are left out by a list are refused.
const leftOrKept = "are those left out, too, or only those with both? Say “excluding those with A and those with B”"

// eachLeftOut are the kinds of people that a remark leaves out between two tokens, one by one; a refusal where only
// those with all of it may be meant.
func (m *remark) eachLeftOut(q *predicate, from, to int) ([]*predicate, *Refusal) {
	if q.kind != allKind || q.closed {
		return []*predicate{q}, nil
	}
	joined, named := false, 0
	for i := from + 1; i < to; i++ {
		if m.p.role[i-1] == "and" || m.p.toks[i-1].low == "," {
			joined = true
			if m.p.namesPeople(i, min(i+1, to-1)) {
				named++
			}
		}
	}
	related := slices.ContainsFunc(q.named(), func(e *event) bool { return len(e.rels) > 0 })
	switch {
	case named > 0 && named >= len(q.kids)-1:
		return q.kids, nil
	case named > 0 || joined && !related:
		return nil, &Refusal{Ambiguous, leftOrKept}
	}
	return []*predicate{q}, nil
}

// leaveEachOut leaves out the kinds of people that a remark names between two tokens.
func (h *held) leaveEachOut(m *remark, q *predicate, from, to int) *Refusal {
	each, open := m.eachLeftOut(q, from, to)
	if open != nil {
		return open
	}
	for _, k := range each {
		if r := h.addPredicate(not(k)); r != nil {
			return r
		}
	}
	return nil
}
