package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// How far a "no" reaches in a list with "and". In "diabetes, no insulin and a heart attack" it denies the insulin
// alone: what has an article or a number of its own, or stands behind something that has its own time, is what people
// had. "No diabetes and hypertension", "without A and B" may be without either, without both at once, or with B: they
// are refused. "Not both A and B" says which.

// bothOrEither is why a list behind "no" or "excluding those with" leaves three readings open.
const bothOrEither = "without either, without both at once, or with the second? Say “no A or B”, “not both A and B”, or " +
	"“B and no A”"

// deniedAlone is the list behind a "no" as what people did not have and what they had: "no insulin and a heart attack".
// own tells which members had a time of their own before times were shared. It is nil where "no" reaches to the end.
func (p *parser) deniedAlone(start int, kids []*predicate, joint string, own []bool) *predicate {
	if start == 0 || p.toks[start-1].low != "no" || len(kids) < 2 {
		return nil
	}
	second := kids[1]
	if kids[0].kind != leaf || second.kind != leaf || second.closed {
		return nil
	}
	article := p.seq(second.ev.from, "a|an") || p.saysOne(second.ev) || second.ev.times != nil && !second.ev.counted &&
		!second.ev.timesBehind
	if joint == "or" || joint == "nor" {
		if article {
			p.unclear = "whether what stands behind “or” is what they had, or what they did not have"
		}
		return nil
	}
	if !article && !(own[0] && own[1]) {
		return nil
	}
	none := kids[0].ev
	if !own[0] && slices.ContainsFunc(none.rels, func(r *relation) bool { return r.Place == study.Distance }) {
		p.unclear = timeOfBoth
	}
	return &predicate{kind: allKind, kids: slices.Concat([]*predicate{not(kids[0])}, kids[1:]), split: true}
}

// ownTimes tells which members of a list have a time of their own.
func ownTimes(kids []*predicate) []bool {
	own := make([]bool, len(kids))
	for i, k := range kids {
		own[i] = k.kind == leaf && (len(k.ev.rels) > 0 || k.ev.During != nil || k.ev.Age != nil)
	}
	return own
}

// denyBy is what people did not have by a verb. A list of which only the first is denied is split already.
func (p *parser) denyBy(q *predicate, v verb) *predicate {
	if !q.split {
		n := p.deny(q)
		n.open = n.kind == notKind && q.kind == allKind && q.plain
		return n
	}
	for _, k := range q.kids {
		k.v = v
		k.v.neg = k.kind == notKind
	}
	return q
}

// spread are clauses with the parts one by one of those that are what people had and did not have: "diabetes, no
// insulin and a heart attack" are three.
func spread(kids []*predicate) []*predicate {
	var found []*predicate
	for _, k := range kids {
		if k.split {
			found = append(found, k.kids...)
		} else {
			found = append(found, k)
		}
	}
	return found
}
