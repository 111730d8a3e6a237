package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// theRecord reads the index record by its kind: "their first fill", "the first dispensing", "that prescription", "the
// start date". The kind is checked where the index is known: of says which domains it can have.
func (p *parser) theRecord() (of []study.Domain, ok bool) {
	ok = p.try(func() bool {
		from := p.pos
		p.skip()
		definite := p.pos > from || p.at(0) == "that" && p.take() ||
			from > 1 && p.toks[from-1].low == "of" && slices.Contains([]string{"day", "date"}, p.toks[from-2].low)
		if w, isFirst := p.lex("whichrec"); isFirst {
			if w != "first" {
				return false
			}
			definite = true
		}
		v, isNoun := p.lex("eventnoun")
		if !isNoun || !definite || p.sees("entity", "eventnoun") ||
			slices.Contains([]string{"of", "for", "with", "to"}, p.at(0)) || len(p.candidates(p.pos)) > 0 {
			return false
		}
		p.word("date", "record")
		domain, _, _ := strings.Cut(v, " ")
		switch domain {
		case "any":
		case "drug":
			of = []study.Domain{study.Drug, study.DrugEra}
		case "condition":
			of = []study.Domain{study.Condition, study.ConditionEra, study.Observation}
		default:
			of = []study.Domain{study.Domain(domain)}
		}
		return true
	})
	return of, ok
}

// theNamed reads the index by the head of the name that was read first: "the fracture" after "hip fracture", "the
// bleed". A later name is none of the index: who had asthma, then a haemorrhage and a drug "after the bleed", had it
// after the haemorrhage.
func (p *parser) theNamed() (ok bool) {
	return p.try(func() bool {
		if !isDefinite[p.at(0)] {
			return false
		}
		p.pos++
		w := p.at(0)
		if len(w) < 4 || !p.toks[p.pos].isWord {
			return false
		}
		first := slices.IndexFunc(p.role[:p.pos-1], func(r string) bool { return strings.HasPrefix(r, "entity ") })
		if _, n := p.namedBy(0, p.pos-1, w); n > 1 {
			return false // it could be either
		}
		for i := range p.pos - 1 {
			if first < 0 || p.group[i] != p.group[first] {
				continue
			}
			head := i+1 == len(p.toks) || p.role[i+1] != p.role[i] || p.group[i+1] != p.group[i]
			if head && strings.HasPrefix(p.role[i], "entity ") && sameStem(p.toks[i].low, w) {
				p.mark(p.pos-1, p.pos+1, "it")
				p.pos++
				return true
			}
		}
		return false
	})
}

// beforeAll is the place of a time that was said outside the words of a parser.
const beforeAll = -1

// lastNamed is the calendar time that was read last before token i.
func (p *parser) lastNamed(i int) (named *study.Period, at int) {
	at = beforeAll - 1
	for k, other := range p.periods {
		if k > at && k < i {
			named, at = other, k
		}
	}
	if named == nil && p.outside != nil {
		return p.outside(), beforeAll
	}
	return named, at
}

// thatTime reads the calendar time that was named before token start: "that year", "the same period". what is the
// meaning of the preposition between.
func (p *parser) thatTime(what string, start int) (d *study.Period, ok bool) {
	if !p.saysWord("that", "this", "same") {
		return nil, false
	}
	named, _ := p.lastNamed(start)
	if named == nil {
		return nil, false
	}
	day := p.dayNamed(start)
	ok = p.try(func() bool {
		p.word("same")
		if !p.seq(p.pos, "that|this|same") && !(p.pos > 0 && p.toks[p.pos-1].low == "same") {
			return false
		}
		if p.at(0) == "that" || p.at(0) == "this" || p.at(0) == "same" {
			p.pos++
		}
		whole := isOneYear(named)
		switch w := p.at(0); {
		case w == "period" || w == "time" || w == "interval" || w == "window" || w == "years":
		case (w == "day" || w == "date") && day != "":
			named = &study.Period{From: day, To: day}
		case w == "year" && whole:
		default:
			return false
		}
		p.mark(p.pos-1, p.pos+1, "date")
		p.pos++
		d = within(*named, what)
		return d != nil
	})
	return d, ok
}

// within is a period as its preposition means it: before it, after it, from its beginning on, up to its end, or the
// period itself.
func within(d study.Period, what string) *study.Period {
	switch {
	case what == "before" && d.From != "":
		return &study.Period{To: shiftDate(d.From, -1)}
	case what == "after" && d.To != "":
		return &study.Period{From: shiftDate(d.To, 1)}
	case what == "since" || what == "from":
		return &study.Period{From: d.From}
	case what == "until":
		return &study.Period{To: d.To}
	case what == "in" || what == "":
		return &d
	}
	return nil
}

// mayBe are the domains of what a word that stands for something named may mean, beside its own: "the test" is of a
// procedure, too.
var mayBe = map[study.Domain][]study.Domain{
	study.Drug:        {study.DrugEra, study.DoseEra, study.Procedure},
	study.Procedure:   {study.Measurement, study.Device, study.Observation},
	study.Measurement: {study.Procedure, study.Observation},
	study.Condition:   {study.ConditionEra, study.Observation},
	study.Visit:       {study.VisitDetail},
}

// standsForNamed refuses words that stand for something of a kind of which nothing was named: "patients with a hip
// fracture had the surgery" is not the fracture.
func (b *builder) standsForNamed() {
	p := b.s.p
	named := spotsOf(b.q)
	for i := range p.toks {
		ph, n := p.longest(i, "it")
		if n == 0 || ph.value == "" || p.role[i+n-1] != "it" {
			continue
		}
		of := study.Domain(ph.value)
		if !slices.ContainsFunc(named, func(s spot) bool {
			return s.ev.Domain == of || slices.Contains(mayBe[of], s.ev.Domain)
		}) {
			b.refuse(NoEvent, "it does not say which "+ph.value+" “"+strings.Join(ph.words, " ")+"” is")
			return
		}
	}
}
