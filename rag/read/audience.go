package read

import (
	"slices"
	"strings"
)

// Before a colon those for whom the answer is may be named: "For the antibiotic stewardship group: …". They ask for
// nothing themselves. Their own words may be any, as long as none tells of people, a time, a number or a limit; what
// they name of medicine has to be in the question too, or it has to say of whom it is. A "group" alone may be one of
// patients, and so are a ward or a unit: only a word for their work before it makes it one of those who ask.

// audienceHeads are words for those who want an answer, and for where they meet.
var audienceHeads = strings.Fields(`committee committees subcommittee board council panel team teams taskforce
	colleagues pharmacist pharmacists dietitian dietitians directorate ministry authority agency society association college
	institute inspectorate secretariat reviewers editors editor authors commissioners commissioner funders funder sponsor
	regulator regulators trustees governors executive steering-group managers planners analysts librarians journalist
	meeting huddle briefing symposium congress webinar workshop handover retreat`)

// groupWorks are words before "group", "party", "force" and the like for what they do together.
var groupWorks = strings.Fields(`stewardship safety quality guideline guidelines steering advisory working reference
	interest research review audit improvement prescribing policy education teaching planning project writing consensus
	expert user implementation strategy performance outcomes formulary surveillance governance liaison coordination
	coordinating control task discussion journal reading study methods data informatics analytics standards leadership
	management oversight monitoring evaluation`)

// asAudience reads what stands before a question as those for whom it is.
func (m *remark) asAudience(core *parser) (fact, bool) {
	to := len(m.p.toks)
	for to > 0 && isSign(m.p.toks[to-1].low) {
		to--
	}
	if to == len(m.p.toks) || !m.p.seq(to, ":") || !m.p.seq(0, "for") || !m.isForum(to) ||
		!m.p.seq(1, "our|my|the|a|an|this|your|tomorrow's|today's|next") {
		return fact{}, false
	}
	var names []candidate
	for i := 2; i < to; {
		n := m.audienceWord(&names, i)
		if n == 0 {
			return fact{}, false
		}
		i += n
	}
	if core.takesUpTopic() && len(names) > 0 {
		return fact{}, false
	}
	m.p.mark(0, len(m.p.toks), "talk")
	return fact{asTalk, func(h *held) *Refusal { return h.concerns(names) }}, true
}

// isForum reports whether the words up to a token end with those who want an answer.
func (m *remark) isForum(to int) bool {
	if to < 3 {
		return false
	}
	last := m.p.toks[to-1].low
	return slices.Contains(audienceHeads, last) || to > 3 && slices.Contains(groupWorks, m.p.toks[to-2].low) &&
		slices.Contains([]string{"group", "party", "force", "club", "network", "office", "department", "service"}, last)
}

// audienceWord is how many tokens from i on may tell who wants an answer; what they name is noted.
func (m *remark) audienceWord(names *[]candidate, i int) int {
	low := m.p.toks[i].low
	if slices.Contains(audienceHeads, low) || slices.Contains(groupWorks, low) ||
		m.p.seq(i, "group|party|force|club|network|office|department|service|and|hospital|local|regional|national|joint") {
		return 1
	}
	if c := m.p.entityAt(i); c.n > 0 {
		*names = append(*names, c)
		return c.n
	}
	if !m.p.toks[i].isWord || m.p.toks[i].isNum || m.isProper(i) || m.tellsOfPeople(i) ||
		slices.Contains(peopleHeads, low) || looksMedical(low) || m.p.saysAny(stretch{i, i + 1}, speakerBars...) {
		return 0
	}
	return 1
}

// concerns holds that what an audience is concerned with is in the question, or that this says of whom it is and the
// audience names no disease.
func (h *held) concerns(names []candidate) *Refusal {
	for _, c := range names {
		if slices.ContainsFunc(spotsOf(h.q), func(s spot) bool {
			return h.r.refersTo(c.text, s.ev) || h.r.holds(c.text, s.ev)
		}) {
			continue
		}
		entry := h.q.Population.Entry
		told := entry != nil && len(entry.Concepts) > 0
		for _, one := range h.q.Population.Criteria {
			told = told || one.Has != nil && len(one.Has.Event.Concepts) > 0
		}
		if !told || isDisease(c) {
			return unsaid("the question may be of people with " + c.text)
		}
	}
	return nil
}
