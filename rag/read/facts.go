package read

import (
	"slices"
	"strings"
)

// agrees takes a fact that changes nothing.
func agrees(*held) *Refusal { return nil }

func contradicts(why string) *Refusal { return &Refusal{Contradiction, why} }

func unsaid(why string) *Refusal { return &Refusal{Unsupported, why} }

// factForms read one fact each, at the position of the parser. The one that reads the most words is taken, of equals
// the first.
var factForms = []func(*remark) (fact, bool){
	(*remark).edge, (*remark).order, (*remark).bounds, (*remark).combinations, (*remark).asAside, (*remark).convention,
	(*remark).outputs, (*remark).whichRecord,
	(*remark).newness, (*remark).observation,
	(*remark).length, (*remark).days, (*remark).difference, (*remark).ageDate, (*remark).again,
	(*remark).eachOnce, (*remark).oneIsEnough, (*remark).leastTimes, (*remark).differentDays,
	(*remark).orderAgain, (*remark).anyOrder, (*remark).fromTo, (*remark).daysOfYear,
	(*remark).personTime, (*remark).eachRecord, (*remark).exactly, (*remark).whoHadSome, (*remark).sexLeftOut,
	(*remark).withoutAny, (*remark).division, (*remark).readmission, (*remark).noEnd, (*remark).prevalenceAgain,
	(*remark).start, (*remark).end, (*remark).exclusion,
	(*remark).denominator, (*remark).ageThen, (*remark).restriction,
	(*remark).names, (*remark).kind, (*remark).minds, (*remark).permits,
	(*remark).countsFrom, (*remark).severalCount, (*remark).recordsWithout, (*remark).months,
	(*remark).timeAgain, (*remark).everHad, (*remark).limitAgain, (*remark).thatLong, (*remark).fromNextDay,
	(*remark).asZero, (*remark).prevalentOut, (*remark).anyReadmission, (*remark).coveringIt, (*remark).countsToo,
	(*remark).formWish,
	(*remark).label, (*remark).method, (*remark).eitherWay,
	(*remark).measureAgain, (*remark).rateAgain, (*remark).changeAgain, (*remark).ofThoseAtRisk,
	(*remark).traitAgain, (*remark).byBirthYear,
}

// trailForms read what stands behind the question without a sign.
var trailForms = []func(*remark) (fact, bool){(*remark).asAside, (*remark).whoHadSome, (*remark).orderOfThose,
	(*remark).ofThoseAtRisk}

// readFacts reads the whole remark into facts; false where a word of it has no place in any.
func (m *remark) readFacts() bool {
	m.facts, m.p.pos = nil, 0
	if text := lower(m.whole()); strings.Contains(text, "e.g") || strings.Contains(text, "etc.") {
		return false // examples leave open what else is meant
	}
	for !m.ended() {
		at := m.p.pos
		f, to := fact{}, at
		forms := factForms
		if at == 0 && m.bare {
			forms = trailForms
		}
		for _, from := range m.starts(at) {
			for _, form := range forms {
				m.p.pos = from
				if one, ok := form(m); ok && m.p.pos > to {
					f, to = one, m.p.pos
				}
			}
		}
		if m.p.pos = to; m.weighs && (to == at || !m.parted()) {
			m.p.pos = at
			if one, ok := m.leftOver(); ok && m.p.pos > to {
				f, to = one, m.p.pos
			}
		}
		if to == at {
			return false
		}
		if f.as == whatIsMeant && slices.ContainsFunc(m.facts, func(o fact) bool { return o.as == f.as }) {
			return false // the one would take the place of the other: "(penicillin, cephalosporin or doxycycline)"
		}
		m.p.pos = to
		m.facts = append(m.facts, f)
		if !m.parted() {
			return false
		}
	}
	return true
}

// starts are where a fact may begin: at a token, or behind a gloss that stands there: "that is, at least one".
func (m *remark) starts(at int) []int {
	m.p.pos = at
	if m.bare && at == 0 || !m.p.is("glossword") {
		return []int{at}
	}
	for m.p.at(0) == "," || m.p.at(0) == ":" {
		m.p.pos++
	}
	if m.p.pos >= len(m.p.toks) {
		return []int{at}
	}
	return []int{at, m.p.pos}
}

// parted reports whether a fact ends here: at the end, a sign, a conjunction, or where a sentence ends. "The percentage
// who had a stroke" is not a percentage and a condition.
func (m *remark) parted() bool {
	at := m.p.pos
	m.p.skip()
	if m.p.pos >= len(m.p.toks) || isSign(m.p.at(0)) || m.p.sees("endsat") ||
		slices.Contains([]string{"and", "&", "but", "=", "+", "since", "because"}, m.p.at(0)) ||
		m.p.at(0) == "with" && m.p.ahead(func() bool { _, ok := m.asAside(); return ok }) {
		return true
	}
	if at == 0 {
		return false
	}
	between := m.p.text[m.p.toks[at-1].end:m.p.toks[m.p.pos].start]
	return strings.Contains(between, ".") || strings.Contains(between, " - ") || strings.Contains(between, " – ") ||
		strings.Contains(between, "—")
}

// ended skips signs, courtesies and what joins two facts, and reports whether nothing is left.
func (m *remark) ended() bool {
	for {
		if _, n := m.p.longest(m.p.pos, "remark", "output"); n > 0 { // though it is a courtesy elsewhere
			return false
		}
		m.p.skip()
		if m.p.pos >= len(m.p.toks) {
			return true
		}
		if low := m.p.at(0); !isSign(low) && low != "and" && low != "&" && low != "but" && low != "=" {
			return false
		}
		m.p.pos++
	}
}

// direct consumes a phrase of the category, though it begins with words that are courtesies elsewhere: "ever recorded".
func (m *remark) direct(cat category) (value string, ok bool) {
	at := m.p.pos
	ph, n := m.p.longest(at, cat)
	for n == 0 && at < len(m.p.toks) && isArticle[m.p.toks[at].low] {
		at++
		ph, n = m.p.longest(at, cat)
	}
	if n == 0 {
		return "", false
	}
	m.p.mark(m.p.pos, at+n, string(cat))
	m.p.pos = at + n
	return ph.value, true
}

// spots are those that the remark is about: of the name before its brackets, or all.
func (h *held) spots() []spot {
	all := spotsOf(h.q)
	if h.about == "" {
		return all
	}
	return spotsNamed(all, h.about)
}
