package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/vocab"
)

// defaultTop is how many rows a ranking has that names no number.
const defaultTop = 10

// topOf reads how many: "top 10", "10 most common", "most common", "leading".
func (p *parser) topOf(s *sentence) (*study.Top, bool) {
	start := p.pos
	n, counted := p.number()
	v, ok := p.lex("mostpaid")
	if ok {
		s.costly()
	} else if v, ok = p.lex("most"); !ok && p.top > 0 && !counted && p.sees("listdomain", "kindsof") && p.ranksLater() {
		return &study.Top{N: p.top}, true // "conditions by number of patients (top five)"
	}
	if p.top > 0 && !counted {
		n, counted = float64(p.top), true
	}
	if !ok {
		p.pos = start
		return nil, false
	}
	if m, more := p.number(); more && !counted {
		n, counted = m, true
	}
	for {
		if p.is("mostpaid") {
			s.costly()
			continue
		}
		w, more := p.lex("most")
		if !more {
			break
		}
		v = w
	}
	if !counted {
		n = defaultTop
		if !p.pluralAhead() {
			n = 1
		}
	}
	p.listingVerb(s, "listverb")
	return &study.Top{N: int(n), Lowest: v == "low"}, n >= 1
}

// pluralAhead reports whether several are asked for: "the most common conditions".
func (p *parser) pluralAhead() bool {
	return p.ahead(func() bool {
		p.is("listverb")
		p.is("otherword")
		p.is("kindsof")
		if !p.is("listdomain", "stratum", "providers") {
			_, class := p.thingsOfClass()
			// "most common antidepressants"; "what is the most common statin"
			return class && !p.saidSince(0, "is") && !p.saidSince(0, "was")
		}
		said := p.lastPhrase()
		return (strings.HasSuffix(said, "s") || hasWord(said, "causes")) && said != "diagnosis"
	})
}

// things are what is ranked: the event whose concepts are listed, and how they are listed.
type things struct {
	event study.Event
	level string
	visit bool // types of visits
	kinds bool // "specific diagnoses": kinds of what the people have, not what else they have
	class bool // "statins": a class of drugs
}

// ingredients is the level at which drugs are listed by what is in them.
const ingredients = "ingredient"

// ofRecords reports whether the things are known of records, as source codes are.
func (t *things) ofRecords() bool { return t.level != "" && t.level != ingredients }

// thingsOfClass reads things by the name of their class: "statins", "specific kinds of heart failure".
func (p *parser) thingsOfClass() (things, bool) {
	p.is("kindsof")
	e, ok := p.bareEvent([]string{"drug", "condition", "procedure", "device", "measurement", "observation"})
	if !ok || len(e.Concepts) == 0 || e.times != nil || e.Which != study.Any {
		return things{}, false
	}
	kinds := p.try(func() bool { // "lisinopril products", "heart failure diagnoses"
		v, ok := p.lex("listdomain")
		return ok && v == string(e.Domain)
	})
	if p.try(func() bool {
		v, ok := p.lex("listdomain")
		return ok && v == "drug "+ingredients && e.Domain == study.Drug
	}) {
		return things{event: e.Event, class: true}, true // "antibiotic ingredients"
	}
	return things{event: e.Event, class: !kinds && p.isClass(e)}, true
}

// isClass reports whether an event is of a class of drugs, whose ingredients are ranked; vaccines have none.
func (p *parser) isClass(e *event) bool {
	return !e.class && e.Domain == study.Drug && len(e.Concepts) == 1 &&
		slices.ContainsFunc(p.r.lookup(e.Concepts[0].Text), func(h vocab.Hit) bool { return h.Kind == vocab.KindClass })
}

// thingsByName reads drugs one of which is asked for: "of celecoxib, diclofenac and naproxen".
func (p *parser) thingsByName() (t things, ok bool) {
	ok = p.try(func() bool {
		if !p.word("of", "among") {
			return false
		}
		q, ok := p.eventList([]string{"drug"}, false)
		if !ok || q.kind != allKind && q.kind != anyKind {
			return false
		}
		t.event.Domain, t.level = study.Drug, ingredients
		for _, k := range q.kids {
			if k.kind != leaf || k.ev.Domain != study.Drug || k.ev.Which != study.Any || k.ev.times != nil ||
				!plain(&k.ev.Event) {
				return false
			}
			t.event.Concepts = append(t.event.Concepts, k.ev.Concepts...)
		}
		for p.at(0) == "," {
			p.pos++
		}
		return true
	})
	return t, ok
}

// classOf reads the class that the things belong to: "among the statins", "within heart failure", "of lisinopril".
func (p *parser) classOf(t *things) bool {
	if len(t.event.Concepts) > 0 || !p.word("among", "within", "of", "for", "in") {
		return false
	}
	var domains []string
	if domain := strings.TrimSuffix(string(t.event.Domain), "_era"); domain != "" {
		domains = []string{domain}
	}
	q, ok := p.eventList(domains, false)
	if !ok {
		return false
	}
	e, ok := q.merged()
	if !ok || len(e.Concepts) == 0 || e.Which != study.Any || e.times != nil || e.Where != nil || len(e.Or) > 0 {
		return false
	}
	t.event.Concepts = e.Concepts
	if t.event.Domain == "" {
		t.event.Domain = e.Domain
	}
	return true
}

// exceptions reads "other than heart failure and hypertension".
func (p *parser) exceptions(t *things) bool {
	if !p.is("otherthan") {
		return false
	}
	q, ok := p.eventList([]string{string(t.event.Domain)}, false)
	if !ok || q.kind == notKind {
		return false
	}
	for _, e := range q.events() {
		t.event.Except = append(t.event.Except, e.Concepts...)
	}
	return len(t.event.Except) > 0
}

// leavesOut reports whether words take something out of what is ranked, and nobody out of the people: "the top 5
// conditions of people with diabetes, excluding hypertension", but not "excluding those with hypertension".
func (p *parser) leavesOut() bool {
	if p.listed == "" {
		return false
	}
	_, other := p.longest(p.pos, "otherthan")
	_, without := p.longest(p.pos, "without")
	return other > 0 && other >= without && p.ahead(func() bool {
		p.is("otherthan")
		q, ok := p.eventList([]string{string(p.listed)}, false)
		return ok && q.kind != notKind && len(q.events()) > 0
	})
}

// takeTop takes how many rows are asked for off the question where it stands apart: "(top five)", ", top 5", "? Top 5
// by patients".
func (p *parser) takeTop() {
	for i := 1; i+1 < len(p.toks); i++ {
		shown := p.seq(i, "top|first") && p.seq(i-1, "show|list|give|report") // "… and show the first six"
		if !shown && p.seq(i-1, "the") && p.seq(i, "top|first") && i > 1 {
			shown = p.seq(i-2, "show|list|give|report")
		}
		if !shown && (p.toks[i].low != "top" ||
			!slices.Contains([]string{"(", ",", ";", ":", "?", "-"}, p.toks[i-1].low)) {
			continue
		}
		n := int(p.toks[i+1].num)
		if !p.toks[i+1].isNum {
			n = int(numberWords[p.toks[i+1].low])
		}
		from, to := i, i+2
		_, things := p.longest(min(to, len(p.toks)-1), "stratum", "listdomain", "stateword")
		if end := to + things; p.seq(end, "only") || things > 0 && p.seq(end, ")") { // "(top 10 states only)"
			to = end + boolInt(p.seq(end, "only"))
		}
		closed := to < len(p.toks) && p.toks[to].low == ")"
		if n < 1 || to < len(p.toks) && !closed && p.toks[to].low != "?" && p.toks[to].low != "by" &&
			p.toks[to].low != "," {
			continue
		}
		if shown {
			for from > 0 && p.seq(from-1, "the|show|list|give|report|and|only|,") {
				from--
			}
			if from == 0 {
				continue // "list the top five drugs"
			}
		}
		if closed && p.toks[i-1].low == "(" {
			from, to = i-1, to+1
		} else if p.toks[i-1].low == "?" {
			from--
		}
		p.top = n
		p.takeAside(from, to, "top")
		return
	}
}

// topTail reads "top 5" behind groups that are counted, and behind any "the highest 5", of each where others stand
// beside the ranked ones.
func (p *parser) topTail(s *sentence) bool {
	if p.skip(); p.at(0) == "highest" || p.at(0) == "lowest" {
		lowest := p.at(0) == "lowest"
		p.take()
		n, ok := p.number()
		top := study.Top{N: int(n), Lowest: lowest}
		if s.top != nil && *s.top != top {
			return false
		}
		s.top = &top
		if grouped := len(s.strata) > 1 || s.listed != nil && len(s.strata) > 0; grouped {
			p.try(func() bool { return p.word("of") && p.word("each") })
		}
		return ok && n >= 1
	}
	if s.top != nil || p.at(0) != "top" || !p.is("most") {
		return false
	}
	n, ok := p.number()
	if !ok || n < 1 || s.measure.Kind != study.Count {
		return false
	}
	s.top = &study.Top{N: int(n)}
	return true
}
