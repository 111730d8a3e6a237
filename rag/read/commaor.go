package read

import (
	"context"
	"slices"
	"strings"
)

// A comma before the "or" of two alternatives keeps what stands behind the last one to it: "a colonoscopy, or a
// mammography in 2009", "asthma, or COPD without depression". Without it the time is of both. A comma before what
// stands last gives it to both again: "a stroke, or a fall, in 2009". The other reading stands beside the answer.

// commaApart reports whether a comma parts two alternatives, and keeps the last one's time and age from the first.
func (p *parser) commaApart(kids []*predicate, joint string) bool {
	if joint != "or" || len(kids) != 2 || kids[0].kind != leaf || kids[1].kind != leaf || !p.commaBefore(kids[1].ev.from) {
		return false
	}
	first, last := kids[0].ev, kids[1].ev
	if len(first.rels) > first.ahead || first.During != nil || first.Age != nil {
		return true
	}
	behind := len(last.rels) > last.ahead
	if !behind && last.During == nil && last.Age == nil && !last.timesBehind && last.Where == nil {
		return true
	}
	switch {
	case p.saysComma(last.from):
		return false
	case behind:
		p.unclear = "what stands behind “, or” may be said of the last alone or of both; say it of each"
	default:
		kids[0].closed, p.commaOr = true, true
	}
	return true
}

// commaBefore reports whether ", or" stands before a token.
func (p *parser) commaBefore(i int) bool {
	return i > 1 && (p.toks[i-1].low == "or") && (p.toks[i-2].low == "," || p.toks[i-2].low == ";")
}

// saysComma reports whether a comma stands between a token and the position.
func (p *parser) saysComma(from int) bool {
	return slices.ContainsFunc(p.toks[from:p.pos], func(t token) bool { return t.low == "," })
}

// deniedList reads the list behind a verb, or behind the negation of what is said beside it: "asthma without A or B".
func (p *parser) deniedList(denied bool, domains []string) (*predicate, bool) {
	before := p.denied
	p.denied = denied
	q, ok := p.eventList(domains, true)
	p.denied = before
	return q, ok
}

// deniesApart reports whether what stands behind the "or" is no further thing that people did not have, but another one
// that they had, with a negation of its own: "asthma with no A, or COPD with no B". at is where the "or" begins.
func (p *parser) deniesApart(at int, domains []string, kids []*predicate) bool {
	if !p.denied || len(kids) != 1 || p.toks[p.pos-1].low != "or" {
		return false
	}
	comma, denied, joined := p.toks[at].low == ",", false, false
	p.ahead(func() bool {
		q, ok := p.conjunct(domains, false, kids)
		if !ok || q.kind != leaf {
			return false
		}
		joined = p.is("and", "but")
		denied = p.sees("without") || p.at(0) == "with" && p.at(1) == "no" || joined && p.sees("neg")
		return false
	})
	if comma && !denied || joined && denied && !comma {
		p.unclear = "whether what stands behind “or” is what they had, or what they did not have"
	}
	return denied && (comma || !joined)
}

// bareAlternative reads an alternative that shares the verb of the first, behind what that was without: "had asthma
// with no A, or COPD with no B".
func (p *parser) bareAlternative(kids []*predicate) (*predicate, bool) {
	if !isTight(kids[len(kids)-1]) {
		return nil, false
	}
	q, ok := p.eventList(kids[0].v.domains, true)
	if !ok || !p.sees("without", "neg", "but", "and") && !(p.at(0) == "with" && p.at(1) == "no") {
		return nil, false
	}
	q.v = kids[0].v
	return q, true
}

// isTight reports whether a predicate denies something beside what stands before it: "without B", "but no B".
func isTight(q *predicate) bool { return q.kind == notKind && (q.v.form == "" || q.v.form == "prep") }

// orParts are alternatives each of which is told by several things.
type orParts struct{ groups [][]*predicate }

// add ends a part before "or", where all that stands behind its first thing is what people did not have.
func (o *orParts) add(kids []*predicate, joint string, comma bool) bool {
	if joint != "and" || slices.ContainsFunc(kids[1:], func(k *predicate) bool { return !isTight(k) }) {
		return false
	}
	if !comma && len(o.groups) > 0 {
		return false
	}
	o.groups = append(o.groups, kids)
	return true
}

// anyOfParts makes one predicate of the parts and the last one.
func (p *parser) anyOfParts(o orParts, last []*predicate, joint string) *predicate {
	if joint == "or" {
		p.unclear = "“and” and “or” join the parts; say which belong together"
	}
	either := &predicate{kind: anyKind, apart: true, v: last[len(last)-1].v}
	for _, g := range append(o.groups, last) {
		either.kids = append(either.kids, all(g...))
	}
	return either
}

// ofLastOnly takes what people were without as said of the last of two alternatives that a comma parts: "asthma, or
// COPD without depression". Without the comma it may be of both.
func (p *parser) ofLastOnly(kids []*predicate, more *predicate) bool {
	k := kids[len(kids)-1]
	if !isTight(more) || k.kind != anyKind || len(k.kids) != 2 || k.closed {
		return false
	}
	last := k.kids[1]
	if !k.comma {
		if last.kind == leaf && last.ev.from > 1 && p.toks[last.ev.from-1].low == "or" {
			p.eitherNo = last.ev.from - 1
		}
		return false
	}
	if last.kind == leaf {
		shareTime(last, more)
		p.shareWithElided(last, more)
	}
	p.commaOr = true
	kids[len(kids)-1] = &predicate{kind: anyKind, apart: true, comma: true, v: k.v,
		kids: []*predicate{k.kids[0], all(last, more)}}
	return true
}

// clauseApart keeps the time of the last of two clauses that a comma parts from the first: "had a stroke, or took
// warfarin in 2010". from is where the last begins.
func (p *parser) clauseApart(kids []*predicate, from int) {
	if len(kids) != 2 || !p.commaBefore(from) || p.saysComma(from) || kids[0].closed {
		return
	}
	placed := func(q *predicate) bool {
		return slices.ContainsFunc(q.named(), func(e *event) bool {
			w, only := whenOf(e)
			return !only || w.during != nil || w.age != nil || len(w.visit) > 0
		})
	}
	if !placed(kids[1]) || placed(kids[0]) {
		return
	}
	if slices.ContainsFunc(kids[1].named(), func(e *event) bool { return len(e.rels) > 0 }) {
		p.unclear = "what stands behind “, or” may be said of the last alone or of both; say it of each"
		return
	}
	kids[0].closed, p.commaOr = true, true
}

// otherAlternatives is the reading in which what stands behind two alternatives is said of both, where a comma keeps it
// to the last, or of the last only, where none does.
func (r *Reader) otherAlternatives(ctx context.Context, text string, reading *Reading) []Other {
	if reading.built == nil || reading.Question == nil {
		return nil
	}
	p, what, otherwise := reading.built.s.p, "", ""
	switch at := p.eitherNo; {
	case p.commaOr:
		what, otherwise = "What stands last is said of both, as without the comma", strings.ReplaceAll(text, ", or ", " or ")
	case at > 0 && p.text == text:
		what = "What they did not have is said of the last only"
		otherwise = text[:p.toks[at-1].end] + "," + text[p.toks[at-1].end:]
	default:
		return nil
	}
	other, err := r.understand(ctx, otherwise)
	if err != nil || other.Question == nil || other.Question.Equal(reading.Question) {
		return nil
	}
	return []Other{{What: what, Question: other.Question}}
}

// agedOrWhat is why an "or" behind an age leaves two readings open.
const agedOrWhat = "whether “or” stands between the age and what follows, or between all that was said and what follows"

// agedOr reports whether an alternative behind an age may be one to the age alone: "with COPD, aged over 80 or with
// heart failure", "died in 2009 aged 80 or over, or with heart failure".
func (q *predicate) agedOr(more *predicate) bool {
	return q.kind == leaf && q.ev.Age != nil && more.kind == leaf
}
