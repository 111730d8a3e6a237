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

// leftOutToo leaves out the people of a clause behind others that are left out. It reports whether it did; of what
// else stands there it is open whether it is said of those that are left out or of the others.
func (p *parser) leftOutToo(before, more *predicate, at, from int) (*predicate, bool) {
	if before.kind != notKind || more.kind == notKind || !before.kids[0].v.leaves {
		if before.kind == notKind && more.kind != notKind && p.seq(at, "and|or") && p.seq(from, "those") {
			p.unclear = othersThan
		}
		return nil, false
	}
	if p.namesPeople(at, from) {
		c := *more
		c.v.leaves = true
		n := not(&c)
		n.v = before.v
		return n, true
	}
	if p.seq(at, "and|or") {
		p.unclear = leftOrKept
	}
	return nil, false
}

// othersThan and leftOrKept are why clauses about people that are left out are refused.
const (
	othersThan = "people with both, or with either? Say what is asked of each of them"
	leftOrKept = "are those left out, too, or only those with both? Say “excluding those with A and those with B”"
)

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

// alsoLeftOut makes what is said of further people behind those that are left out a denial: "excluding those with A and
// those who died". at is where it begins.
func (g *people) alsoLeftOut(p *parser, q *predicate, at int) *predicate {
	if len(g.preds) == 0 || at < 2 || !p.namesPeople(at-1, at) || !p.seq(at-2, "and|or|,") && !p.seq(at-1, "and|or|,") {
		return q
	}
	last := g.preds[len(g.preds)-1]
	if last.kind == allKind && len(last.kids) > 0 {
		last = last.kids[len(last.kids)-1]
	}
	if last.kind != notKind || q.kind == notKind {
		return q
	}
	if !last.kids[0].v.leaves && !last.v.leaves {
		p.unclear = othersThan
		return q
	}
	c := *q
	c.v.leaves = true
	return not(&c)
}
