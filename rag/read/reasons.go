package read

import (
	"slices"
	"strings"
)

// Why people ask, what they do with the number, and for whom: "The reason is that we're worried about bleeding", "We
// need it for a talk to families". None of it limits the question, unless it may tell of the people of whom it is.

// reasonLead is how many tokens lead in a reason for asking: "The reason why I ask is that", "Background:".
func (m *remark) reasonLead(s stretch) int {
	i := s.from
	if m.p.seq(i, "the|our|my|one|some|a|just|for") {
		i++
	}
	if m.p.seq(i, "only|main|simple|real") {
		i++
	}
	if !m.p.seq(i, "reason|reasons|background|context|motivation|motive|rationale|occasion|idea|trigger|purpose|why") {
		return 0
	}
	between := "for|behind|of|to|this|these|the|question|request|query|asking|ask|why|we|i|am|are|it"
	for i++; i < s.to && m.p.seq(i, between); i++ {
	}
	if !m.p.seq(i, "is|was|being|:|,") {
		return 0
	}
	for i++; i < s.to && m.p.seq(i, "that|because|,|simply|just"); i++ {
	}
	return i - s.from
}

// fears reports whether a verb says what those who ask are afraid of, who then tell of no people.
func (m *remark) fears(s stretch) bool {
	return m.p.holdsAny(s, []string{"worry", "worries", "worried", "concerned", "fear", "fears", "afraid"})
}

// isDisease reports whether a name may be that of a disease, and of nothing that is given.
func isDisease(c candidate) bool {
	return slices.Contains(c.domains, "condition") && !slices.ContainsFunc(c.domains, isGiven)
}

// numberUsed is where a clause goes on behind what those who ask do with the number: "need it for a talk".
func (m *remark) numberUsed(at int) int {
	if !m.p.seq(at, "need|want|require|use|show|present|quote|print|publish|cite") {
		return 0
	}
	i := at + 1
	if m.p.seq(i, "the|a|this|that|these|those|our", "number|numbers|figure|figures|result|results|answer|answers") {
		i++
	} else if !m.p.seq(i, "it|this|that") {
		return 0
	}
	if i++; i < len(m.p.toks) && !m.p.seq(i, "for|in|at|to|,|soon|today|tomorrow|tonight") { // "use it as the index date"
		return 0
	}
	return i
}

// audience is how many tokens name those to whom the answer goes: "a talk to families".
func (m *remark) audience(i int) int {
	_, n := m.p.longest(i, "audience")
	for i > 0 && m.p.seq(i-1, "our|my|the|a|some|local|other|new|senior|junior") {
		i--
	}
	if i == 0 || !m.p.seq(i-1, "to|with|by") {
		return 0
	}
	return n
}

// tellsOfPeople reports whether the word at token i, which nobody knows, may be one for people of whom the question may
// be: "a registry of veterans", "a campaign for nurses".
func (m *remark) tellsOfPeople(i int) bool {
	low := m.p.toks[i].low
	one := strings.TrimSuffix(low, "s")
	_, known := m.p.longest(i, "audience")
	if one == low || strings.HasSuffix(one, "s") || !m.isStrange(i) && known == 0 {
		return false
	}
	for i > 0 && m.p.seq(i-1, "our|my|the|a|some|local|other|new") {
		i--
	}
	return slices.Contains(peopleHeads, one) || endsAsPeople(low) ||
		i > 1 && m.p.seq(i-1, "of|for|among") && m.p.seq(i-2, "registry|register|trial|study|cohort|campaign|clinic|"+
			"service|programme|program|survey|project|screening|audit")
}
