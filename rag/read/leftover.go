package read

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/askomop/askomop/omop/study"
)

// What is left beside a question is weighed by what it can mean, however it is worded. Each of its words is grammar, or
// something that the question may hold already, or it is known for something else and the whole is refused: "over the
// full period" limits nothing where the question has no period, "all readings pooled" nothing where it chooses none.
// Here the words are put into classes; judge.go holds them against the question.
//
//	counting the  first  insulin  dispensing  we can see
//	counts   -    which  a name   a domain    -

// leftover is what a stretch beside the question says, by classes of its words.
type leftover struct {
	names    []candidate
	domains  []string        // of the records that it speaks of
	visits   []string        // kinds of visits
	sexes    []string        // female, male
	periods  []*study.Period // calendar times
	numbers  []float64
	strata   []study.StratumKind
	which    study.Which
	rules    []string // of category "remark"
	words    []string // others, which must stand in the question as it is said back
	free     []string // words of what nothing depends on: none may stand there
	excludes int      // how often it leaves out
	says     map[category]bool
	talks    bool
}

// leftoverClasses are the categories that a leftover may have, with what their phrases say; nil where they say nothing.
var leftoverClasses = map[category]func(l *leftover, value string) bool{
	"plain": nil, "noise": nil, "article": nil, "aux": nil, "relpron": nil, "passive": nil,

	"universal": notes, "timenoun": notes, "recordnoun": notes, "kindnoun": notes, "peoplenoun": notes, "dayword": notes,
	"approving": notes, "rounding": notes, "missing": notes, "counting": notes, "biggest": notes, "pooled": notes,
	"including": notes, "only": notes, "perperson": notes, "leadafter": notes, "earlierword": notes, "restricted": notes, "share": notes,
	"each": notes, "both": notes, "overtime": notes,
	"whole":    func(l *leftover, v string) bool { l.says["universal"] = true; return true },
	"rate":     func(l *leftover, v string) bool { l.says["asking"] = true; return true },
	"startana": func(l *leftover, v string) bool { return l.record("drug first") },
	"dxana":    func(l *leftover, v string) bool { return l.record("condition first") },
	"after": func(l *leftover, v string) bool { // "any time after"
		l.says["leadafter"], l.says["universal"], l.says["timenoun"] = true, true, true
		return true
	},

	"unmapped":   func(l *leftover, v string) bool { l.says["missing"] = true; return true },
	"everywhere": func(l *leftover, v string) bool { l.says["universal"], l.says["timenoun"] = true, true; return true },
	"neg":        excludes, "without": excludes, "leaveout": excludes, "leavingout": excludes, "otherthan": excludes,
	"observedverb": observes, "followupnoun": observes,

	"remark": func(l *leftover, v string) bool {
		l.rules = append(l.rules, v)
		l.says["asking"] = l.says["asking"] || v == "persons" || v == "records"
		return true
	},
	"eventnoun": (*leftover).record, "verb": (*leftover).record, "usersof": (*leftover).record,
	"visit":    func(l *leftover, v string) bool { l.visits = append(l.visits, v); return true },
	"people":   (*leftover).people,
	"whichrec": (*leftover).chooses,
	"stratum": func(l *leftover, v string) bool {
		l.strata = append(l.strata, study.StratumKind(v))
		return !strings.Contains(v, " ")
	},
	"quantity": func(l *leftover, v string) bool { return v == "value" && l.record("measurement") },
}

var classesOnce = sync.OnceValue(func() []category { return slices.Collect(maps.Keys(leftoverClasses)) })

func notes(*leftover, string) bool { return true }

func excludes(l *leftover, _ string) bool { l.excludes++; return true }

func observes(l *leftover, value string) bool { l.says["observedverb"] = true; return value == "" }

// record notes the domain of a noun or a verb of records: "drug first" is of the first of them.
func (l *leftover) record(value string) bool {
	fields := strings.Fields(value)
	switch {
	case !slices.Contains(fields, "any"):
		l.domains = append(l.domains, fields[0])
	case len(fields) > 1 && fields[0] == "any": // "with", "had"
		l.says["having"] = true
	default:
		l.says["recordnoun"] = true
	}
	return !slices.Contains(fields, "first") || l.chooses("first")
}

// people notes who is spoken of: people, women, users of a drug.
func (l *leftover) people(value string) bool {
	switch field, _, _ := strings.Cut(value, " "); field {
	case "":
		l.says["peoplenoun"] = true
	case "female", "male":
		l.sexes = append(l.sexes, field)
	case "drug":
		return l.record(value)
	default:
		return false
	}
	return true
}

// chooses notes which record is meant.
func (l *leftover) chooses(value string) bool {
	which := map[string]study.Which{"first": study.First, "last": study.Last}[value]
	if which == "" || l.which != "" && l.which != which {
		return false
	}
	l.which = which
	return true
}

// leftOver reads what stands from here to the next sign or end of a sentence, if each of its words has a class.
func (m *remark) leftOver() (fact, bool) {
	from, to := m.p.pos, m.unitEnd(m.p.pos)
	l, ok := m.weighAll(from, to)
	if !ok {
		return fact{}, false
	}
	m.p.mark(from, to, "restated")
	for i := from; i < to; i++ {
		if c := m.p.entityAt(i); slices.ContainsFunc(l.names, func(n candidate) bool { return n.text == c.text }) {
			m.p.mark(i, i+c.n, "entity "+c.domains[0])
			i += c.n - 1
		}
	}
	m.p.pos = to
	as := "the same again"
	if l.talks {
		as = asTalk
	}
	return fact{as, func(h *held) *Refusal { return h.judge(l) }}, true
}

// trailLeads begin a phrase that may be left beside a question without a sign before it; participles and universals may
// speak of what is named, behind a preposition it would say who or what is counted.
const (
	trailLeads      = "over|across|throughout|during|in|at|from|for|among|as|on|" + participleLeads
	participleLeads = "using|taking|counting|excluding|leaving|ignoring|omitting|dropping|regardless|irrespective|whatever|" +
		"whichever|any|all|ever|combined|pooled"
)

// mayTrail reports whether a phrase begins at token i that may be left beside the question.
func (m *remark) mayTrail(i int) bool {
	if !m.p.seq(i, trailLeads) {
		return false
	}
	l, ok := m.weighAll(i, m.unitEnd(i))
	if !ok {
		return false
	}
	done := l.says["verb"] && !l.says["timenoun"] && !l.says["recordnoun"] && len(l.names) == 0 // "all prescribed"
	return !done && !l.says["having"] && len(l.words)+len(l.numbers) == 0 &&
		(m.p.seq(i, participleLeads) || len(l.names)+len(l.domains)+len(l.visits)+len(l.sexes) == 0) &&
		(l.says["universal"] && l.ofWhat() || l.says["observedverb"] || l.says["pooled"] || l.says["counting"] || l.excludes > 0)
}

// ofWhat reports whether a leftover says of what it has all: "all prescribed" may be of a list.
func (l *leftover) ofWhat() bool {
	return l.says["timenoun"] || l.says["recordnoun"] || l.says["kindnoun"] || l.says["peoplenoun"] ||
		len(l.periods)+len(l.domains)+len(l.visits)+len(l.names)+len(l.sexes)+len(l.strata) > 0
}

// unitEnd is where what begins at token i ends: at a sign, a dash or the end of a sentence.
func (m *remark) unitEnd(i int) int {
	for i++; i < len(m.p.toks) && !isSign(m.p.toks[i].low) && m.p.boundary(i) == none; i++ {
	}
	return i
}

// weighAll puts the words of a stretch into classes.
func (m *remark) weighAll(from, to int) (l *leftover, ok bool) {
	l = &leftover{says: map[category]bool{}}
	ph, n := m.p.longest(from, "howmany")
	if n > 0 && ph.value == "" && m.p.saysAny(stretch{from + n, to}, "stratum") { // "number of visits for each sex"
		l.says["asking"], l.says["howmany"] = true, true
		from += n
	}
	for i := from; i < to; {
		if _, n := m.p.longest(i, "regardless"); n > 0 && m.onlyWords(l, i+n, to) {
			break
		}
		if m.p.seq(i, "before|after", "or|and", "before|after") { // a time on both sides changes what is counted
			return nil, false
		}
		if i > from && i+1 == to && m.p.seq(i, "counts|count|counted") { // "any fill counts"
			l.says["approving"] = true
			break
		}
		n := m.weigh(l, i)
		m.p.pos = from
		if n == 0 || i+n > to {
			return nil, false
		}
		i += n
	}
	return l, !l.asks()
}

// asks reports whether a leftover is a question of its own, as "number of people with a stroke" is. "Number of people
// by sex" and "number of visits for each sex" may say again what is counted.
func (l *leftover) asks() bool {
	records := len(l.domains)+len(l.visits) > 0
	switch {
	case !l.says["asking"] || !l.says["howmany"] && !records && !l.says["peoplenoun"] && len(l.names)+len(l.sexes) == 0:
		return false
	case len(l.strata) == 0 || len(l.names)+len(l.sexes) > 0 || records == l.says["peoplenoun"]:
		return true
	case records:
		l.rules = append(l.rules, "records")
	default:
		l.rules = append(l.rules, "persons")
	}
	return false
}

// onlyWords notes what the answer is wanted regardless of: to the end it is words, none of which begins another limit.
func (m *remark) onlyWords(l *leftover, from, to int) bool {
	for i := from; i < to; i++ {
		if m.p.seq(i, "in|among|with|without|for|at|on|by|from|but|only|who|and|or|after|before|within") || m.p.toks[i].isNum {
			return false
		}
		l.free = append(l.free, m.p.toks[i].low)
	}
	return to > from
}

// countedKinds are what is counted by kinds, and not by people: "distinct concepts used".
const countedKinds = "concepts|concept|codes|code|terms|drugs|ingredients|conditions|diagnoses|procedures|measurements"

// weigh puts the word at token i, or the phrase that begins there, into a class. It returns how many tokens that are; 0
// where they mean what no class has.
func (m *remark) weigh(l *leftover, i int) int {
	known := m.known(i)
	if _, n := m.p.longest(i, "distinctword"); n > 0 && m.p.seq(i+n, countedKinds) {
		return 0 // how many of them there are is asked
	}
	if _, n := m.p.longest(i, "stratumlead"); n == known && n > 0 && m.p.saysAny(stretch{i + n, i + n + 1}, "stratum") {
		l.words = append(l.words, "by") // as the question says it back
		return n
	}
	m.p.pos = i
	if d, ok := m.p.period(); ok && d != nil && m.p.pos > i+1 && m.p.pos >= i+known {
		l.periods = append(l.periods, d)
		return m.p.pos - i
	}
	m.p.pos = i
	if c := m.p.entityAt(i); c.n > known {
		l.names = append(l.names, c)
		return c.n
	}
	t, link := m.talkAt(i)
	ph, n := m.p.longest(i, classesOnce()...)
	switch {
	case t > n:
		l.talks = l.talks || !link
		return t
	case n == known && n > 0:
		l.says[ph.cat] = true
		if note := leftoverClasses[ph.cat]; note != nil && !note(l, ph.value) {
			return 0
		}
		return n
	}
	if v, ok := m.p.number(); ok && m.p.pos >= i+known {
		l.numbers = append(l.numbers, v)
		return m.p.pos - i
	}
	if m.p.pos = i; m.isHead(m.p.at(0)) {
		l.names = append(l.names, candidate{n: 1, text: m.p.at(0)})
		return 1
	}
	low := m.p.toks[i].low
	if known > 1 || !m.p.toks[i].isWord || slices.Contains(orderWords, low) {
		return 0
	}
	if _, asks := m.p.longest(i, measureWords...); asks > 0 {
		l.says["asking"] = true
	}
	l.words = append(l.words, low)
	return 1
}

// known is how many tokens the longest phrase has that the reader knows at token i.
func (m *remark) known(i int) int {
	_, n := m.p.longest(i)
	return n
}
