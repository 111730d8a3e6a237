package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// Who is left out: "excluding those with asthma and those who died" leaves out both, "excluding those who had asthma
// and died" who had both. Each "those" is another group, and what is said of it ends where the next one begins.

// peopleLeftOut reads groups of people behind "excluding", "other than", "but not".
func (p *parser) peopleLeftOut() (q *predicate, ok bool) {
	if p.groupAsked || !p.sees("leadout") {
		return nil, false
	}
	ok = p.try(func() bool {
		p.is("leadout")
		groups := p.listOfGroups()
		if len(groups) == 0 || slices.ContainsFunc(groups, (*people).agedSometime) {
			return false
		}
		if told := flat(groups[0].preds); len(groups) == 1 && len(told) == 1 && told[0].kind != anyKind {
			return false // one group that is told by one thing is read as "without" it
		}
		v := verb{form: "prep", leaves: true, neg: true}
		q = &predicate{kind: allKind, split: true, v: v}
		for _, g := range groups {
			out := g.told()
			out.v.leaves, out.v.form = true, "prep"
			n := not(out)
			n.v, n.closed, n.open = v, true, g.listed()
			q.kids = append(q.kids, n)
		}
		if len(q.kids) == 1 {
			q = q.kids[0]
		}
		q.groupsOut = true
		return true
	})
	return q, ok
}

// listOfGroups reads a list of groups: "those with asthma, those who died and women". It reads none where one of them
// is not understood: the rest must not be taken for what the others had.
func (p *parser) listOfGroups() (groups []*people) {
	for {
		var g *people
		if !p.try(func() bool {
			if len(groups) > 0 {
				comma := p.at(0) == "," && p.take()
				if !p.is("and", "or", "aswell") && !comma {
					return false
				}
				p.try(func() bool { return p.at(0) != "not" && p.is("leadout") })
			}
			ok := false
			g, ok = p.groupOfPeople()
			return ok
		}) {
			break
		}
		groups = append(groups, g)
	}
	if p.andGroup() {
		return nil
	}
	return groups
}

// groupOfPeople reads one group: "those with asthma", "all women over 80", "anyone who died".
func (p *parser) groupOfPeople() (*people, bool) {
	p.word("all", "any", "every")
	outer, relative := p.groupAsked, p.relative
	p.groupAsked, p.relative = true, false
	defer func() { p.groupAsked, p.relative = outer, relative }()
	g, ok := p.people()
	return g, ok && !g.bare() && g.period == nil && !g.current && len(g.versus) == 0 && !g.atRisk && !g.sexes &&
		g.joint == 0
}

// told is what makes a person one of the group.
func (g *people) told() *predicate {
	preds := flat(g.preds)
	if g.age != nil {
		preds = append(preds, traitOf(study.Trait{Age: &study.Age{Range: *g.age, On: g.ageOn}}))
	}
	return all(preds...)
}

// agedSometime reports whether people are told by an age without its day, which only the whole question dates: "took
// warfarin in 2009, excluding those over 80".
func (g *people) agedSometime() bool { return g.age != nil && g.ageOn == "" }

// listed reports whether people are told by a plain list, "those with asthma and COPD": with both, or each of them?
func (g *people) listed() bool {
	return slices.ContainsFunc(g.preds, func(q *predicate) bool {
		return q.kind == allKind && q.plain
	})
}

// andGroup reports whether another group of people stands behind "and" or a comma: "and those with COPD", which is
// nothing that the people before it had. In a list of groups, "or" and "and excluding" begin another one, too.
func (p *parser) andGroup() bool {
	return p.ahead(func() bool {
		joined := p.at(0) == "," && p.take()
		joined = p.is("and", "aswell") || joined
		if !p.groupAsked {
			return joined && p.ahead(func() bool { p.word("all", "also"); return p.those() })
		}
		if joined = p.is("or") || joined; !joined {
			return false
		}
		if p.sees("leadout") && p.ahead(func() bool { p.is("leadout"); return p.groupBegins() }) {
			return true
		}
		return p.groupBegins()
	})
}

// groupBegins reports whether people stand here: "those with", "anyone who", "women".
func (p *parser) groupBegins() bool {
	return p.ahead(func() bool {
		p.word("all", "also", "any", "every")
		return p.those() || p.is("people")
	})
}

// leavesPeopleOut reports whether the words just read leave people out, and do not say what others had: "excluding
// those with", not "without".
func (p *parser) leavesPeopleOut() bool { return leavesOut(p.lastPhrase()) }

func leavesOut(said string) bool {
	for _, w := range []string{"exclud", "except", "count", "remov", "leav", "drop", "omit", "apart", "aside", "other"} {
		if strings.Contains(said, w) {
			return true
		}
	}
	return false
}

// leftOrKeptToo is why "excluding those with A and not those with B" is refused, and "excluding A but not B" where no
// people are named: the second may be left out, too, or be kept. "Excluding those with A but not B" leaves out who had
// A alone. "Not without" is with.
func (p *parser) leftOrKeptToo() string {
	out := -1 // the token behind "excluding"
	for i := range p.toks {
		_, n := p.longest(i, "leadout", "without")
		if n == 0 && p.seq(i, "exclude|leave|omit|drop|remove") { // "Exclude those with A and not those with B."
			n = 1
		}
		switch {
		case p.seq(i, "?|.|;"):
			out = -1
		case n > 0 && leavesOut(lower(p.text[p.toks[i].start:p.toks[i+n-1].end])):
			out = i + n
		case p.seq(i, "not", "without"):
			return "“not without” is “with”; say that"
		case out >= 0 && p.seq(i, "and|or|but", "not"):
			if _, n := p.longest(i+1, "leadout"); n > 1 { // "and not counting those with B"
				continue
			}
			those := p.namesPeople(i+2, i+2) || p.seq(i+2, "all|any") && p.namesPeople(i+3, i+3)
			if those && p.toks[i].low != "but" || !those && !p.saysWho(out, i) {
				return "are those behind “not” left out, too, or kept? Say “excluding those with A and those with B”, or " +
					"“excluding those who had A but not B”"
			}
		}
	}
	return ""
}

// saysWho reports whether people are named between two tokens, or a verb says what they had.
func (p *parser) saysWho(from, to int) bool {
	for i := from - 1; i < to; i++ {
		if _, n := p.longest(i, "verb", "aux", "visitverb", "deathverb", "people"); n > 0 {
			return true
		}
	}
	return p.namesPeople(from-1, to)
}

// groupsOut reads several groups that are left out: "those with asthma and those who died are excluded". led says that
// "exclude" stands before them.
func (m *remark) groupsOut(led bool) (f fact, ok bool) {
	var groups []*people
	ok = m.p.try(func() bool {
		groups = m.p.listOfGroups()
		for m.p.is("aux") {
		}
		return len(groups) > 1 && (led || m.p.is("leftout"))
	})
	return fact{"who is left out", func(h *held) *Refusal {
		for _, g := range groups {
			if fault := h.add(g, true); fault != nil {
				return fault
			}
		}
		return nil
	}}, ok
}

// leftWithout leaves people out of all that stands before, "took A or had B, excluding those with C".
func leftWithout(q *predicate, out []*predicate) *predicate {
	if len(out) == 0 {
		return q
	}
	return all(slices.Concat([]*predicate{q}, spread(out))...)
}
