package read

import (
	"cmp"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// outsideRange makes the event a measurement outside of the normal range that its record has.
func (p *parser) outsideRange(e *event) bool {
	if e.Domain == study.Observation && slices.Contains(e.domains, "measurement") {
		e.Domain = study.Measurement
	}
	if e.Domain != study.Measurement || len(e.Concepts) == 0 || e.Where != nil {
		return false
	}
	e.where().Abnormal = true
	return true
}

// overYear reports whether what was just read is "over 2009", during it, and no value.
func (p *parser) overYear() bool {
	return p.toks[p.pos-2].low == "over" && isYear(p.toks[p.pos-1]) && !p.sees("munit")
}

// fromYears reports whether a range is one of years, "from 2008 to 2009", and none of values.
func (p *parser) fromYears(r study.Range) bool {
	isYear := func(n *float64) bool { return n != nil && *n >= 1900 && *n < 2100 && *n == float64(int(*n)) }
	return isYear(r.Min) && isYear(r.Max) && *r.Min < *r.Max && !p.sees("munit")
}

// mayBeAge reports whether a limit behind an observation may be an age: "a fall over 85", but not "a pain score over
// 5".
func (p *parser) mayBeAge(e *event, r study.Range) bool {
	if slices.Contains(e.domains, "measurement") || e.Domain == study.Measurement || r.Min != nil && r.Max != nil {
		return false
	}
	n := r.Min
	if n == nil {
		n = r.Max
	}
	scored := slices.ContainsFunc(e.Concepts, func(c study.Entity) bool {
		return hasWord("score scale index questionnaire total", lower(c.Text[strings.LastIndexByte(c.Text, ' ')+1:]))
	})
	return n != nil && *n == float64(int(*n)) && *n <= oldestSaid && !scored && p.pos > 1 &&
		slices.Contains([]string{"over", "under"}, p.toks[p.pos-2].low)
}

// levelOf makes a substance with a limit of a concentration behind it the test of its level: "vitamin D under 20
// ng/mL".
func (p *parser) levelOf(e *event) bool {
	if e.Domain != "" || e.noun != "" || len(e.Concepts) != 1 || !slices.Contains(e.domains, "drug") ||
		!p.ahead(func() bool {
			for p.is("aux") || p.word("of", "ever") {
			}
			_, _, ok := p.comparison()
			return ok && p.is("munit") && p.toks[p.pos-1].low != "%"
		}) {
		return false
	}
	name := e.Concepts[0].Text + " level"
	domains := preferred(domainsOf(p.hitsOf(name, true), name, 2), []string{string(study.Measurement)})
	if len(domains) == 0 {
		return false
	}
	e.Concepts, e.domains = []study.Entity{{Text: name}}, domains
	return true
}

// comparedValue reads the value of a measurement: "above 9 percent", "of at least 30 kg/m2", "between 140 and
// 160 mmHg", "positive".
func (p *parser) comparedValue(e *event) {
	can := slices.Contains(e.domains, "measurement") || slices.Contains(e.domains, "observation") ||
		e.Domain == study.Measurement || p.levelOf(e)
	if !can || e.Where != nil && e.Where.Value != nil {
		return
	}
	if p.try(p.withAValue) {
		e.where().Value = study.AnyValueIn("").Value
		return
	}
	p.try(func() bool {
		e.among = p.try(func() bool { return p.word("among") && p.at(0) == "those" && p.take() })
		p.try(func() bool { return p.is("relpron") && p.sees("aux", "exceeds") })
		for finite := true; finite; {
			finite = p.is("aux")
			e.told = e.told || finite
			finite = p.word("of", "ever", "value", "values", "level", "result") || finite
		}
		p.is("priorly")
		exceeds := p.is("exceeds")
		r, bare, ok := p.comparison()
		if exceeds && bare {
			r, bare = compared("gt", *r.Min), false
		}
		if !ok || p.sees("unit") || p.sees("timesword") || p.sees("agetail") || p.overYear() || p.fromYears(r) {
			return false
		}
		unit, _ := p.lex("munit")
		if bare {
			if after, isAfter := p.lex("cmpafter"); isAfter {
				r, bare = compared(after, *r.Min), false
			}
		}
		if bare && unit == "" {
			return false
		}
		if unit == "" && p.mayBeAge(e, r) {
			p.unclear = "it is not clear whether an age is meant; say “at age over 80”"
		}
		other, unit, ok := p.otherLimit(r, unit)
		if !ok {
			return false
		}
		e.where().Value, e.Where.Unit, e.otherwise = &r, unit, other
		e.Domain = study.Measurement
		if !slices.Contains(e.domains, "measurement") && len(e.domains) > 0 {
			e.Domain = study.Domain(e.domains[0])
		}
		return true
	})
	p.try(func() bool {
		for p.is("aux") {
		}
		v, ok := p.lex("result")
		if ok {
			e.where().Result = []study.Entity{{Text: v}}
			e.Domain = study.Measurement
		}
		return ok
	})
}

// withAValue reads "with a value", "with a numeric result": a number that is recorded, whichever it is.
func (p *parser) withAValue() bool {
	if !p.word("with", "having") {
		return false
	}
	p.skip()
	p.takeOne("numeric", "numerical", "recorded", "valid")
	return p.takeOne("value", "number", "result") && !p.sees("cmp", "number") && p.at(0) != "of" && p.at(0) != "between"
}

// oneOfValue reads "one above 9", a value of the test that was named before.
func (p *parser) oneOfValue() (e *event, ok bool) {
	ok = p.try(func() bool {
		e = &event{Event: study.Event{Domain: study.Measurement}, domains: []string{"measurement"}, record: true}
		p.skip()
		p.later(e)
		if !p.word("one") {
			return false
		}
		p.comparedValue(e)
		return e.Where != nil && e.Where.Value != nil
	})
	return e, ok
}

// hasExtreme makes "a highest value from 7 to 9" a value there and none above it, and a lowest one the same below it.
func (b *builder) hasExtreme(e *event) *study.Criterion {
	if e.Where == nil || e.Where.Value == nil || e.times != nil || e.otherwise != nil {
		b.refuse(NoEvent, "it does not say what the highest or lowest value is")
		return nil
	}
	one := e.clone()
	one.extreme = ""
	beyond, v := one.clone(), e.Where.Value
	limits := &study.Range{Min: v.Max, MinOpen: !v.MaxOpen}
	if e.extreme == "min" {
		limits = &study.Range{Max: v.Min, MaxOpen: !v.MinOpen}
	}
	there := b.has(one)
	if there == nil || limits.Min == nil && limits.Max == nil {
		return there
	}
	beyond.Where.Value = limits
	none := b.has(beyond)
	if none == nil {
		return nil
	}
	return &study.Criterion{All: []study.Criterion{*there, {Not: none}}}
}

// atChosenTest reads which test had the value before it: "above 9 at their last test", "of 30 or more on the first
// measurement".
func (p *parser) atChosenTest(e *event) bool {
	if !e.hasValue() || e.Which != study.Any || e.times != nil || !p.word("at", "on", "in", "by") {
		return false
	}
	which, ok := p.lex("whichrec")
	if !ok || which != "first" && which != "last" {
		return false
	}
	if noun, isNoun := p.lex("eventnoun"); !isNoun || noun != "measurement" {
		return false
	}
	e.which(which)
	if i := e.from - 1; i > 0 && slices.Contains([]string{"and", "or"}, p.toks[i].low) || i > 1 && p.role[i] == "article" &&
		slices.Contains([]string{"and", "or"}, p.toks[i-1].low) {
		p.unclear = "whether the value before it is of the " + which + " test, too; say “a " + which + " … below …” of each"
	}
	return true
}

// otherLimit reads the limit on the other side behind a first one: "below 18 or above 40". The unit may stand behind
// either. It is not ok where the limits are in different units.
func (p *parser) otherLimit(r study.Range, unit string) (other *study.Range, of string, ok bool) {
	at, units := p.pos, ""
	if p.try(func() bool {
		p.try(func() bool { return p.at(0) == "," && p.take() })
		if !p.is("or") {
			return false
		}
		next, bare, isNumber := p.comparison()
		if !isNumber || p.sees("unit", "timesword", "agetail", "eventnoun") {
			return false
		}
		units, _ = p.lex("munit")
		if after, isAfter := p.lex("cmpafter"); isAfter && bare {
			next, bare = compared(after, *next.Min), false
		}
		if bare || !apartFrom(r, next) && !apartFrom(next, r) {
			return false
		}
		other = &next
		return true
	}) {
		return other, cmp.Or(unit, units), unit == "" || units == "" || unit == units
	}
	p.pos = at
	return nil, unit, true
}

// apartFrom reports whether everything below one limit and everything above the other is asked for.
func apartFrom(low, high study.Range) bool {
	return low.Min == nil && high.Max == nil && low.Max != nil && high.Min != nil && *low.Max < *high.Min
}

// apartInValue reports whether no record can be both, since one lies below a limit and the other above a higher one.
func apartInValue(a, b *event) bool {
	if !a.hasValue() || !b.hasValue() || a.Where.Value == nil || b.Where.Value == nil || a.Where.Unit != b.Where.Unit ||
		a.otherwise != nil || b.otherwise != nil {
		return false
	}
	v, w := *a.Where.Value, *b.Where.Value
	return apartFrom(v, w) || apartFrom(w, v)
}

// orOtherwise makes two events of one with limits on two sides where it is the chosen record that lies beyond either.
func (e *event) orOtherwise() (*predicate, bool) {
	if e.otherwise == nil || e.Which == study.Any {
		return nil, false
	}
	other := e.clone()
	other.Where.Value, other.otherwise, e.otherwise = e.otherwise, nil, nil
	return grouped(anyKind, []*predicate{{kind: leaf, ev: e}, {kind: leaf, ev: other}}), true
}

// beyond makes records beyond either limit the event.
func (e *event) beyond(ev study.Event) study.Event {
	w := *ev.Where
	w.Value = e.otherwise
	ev.Or = append(slices.Clone(ev.Or), study.Event{Domain: ev.Domain, Concepts: ev.Concepts, Where: &w})
	return ev
}

// shareValue gives the value behind the last of several measurements to those before it: "an ALT or AST above 100" is
// above 100 for either. It is not ok where the last has an article of its own behind "and": of "an ALT and an AST above
// 100" the first may have any value, or not.
func (p *parser) shareValue(kids []*predicate, joint string) bool {
	last := kids[len(kids)-1]
	if len(kids) < 2 || last.kind != leaf || last.closed || !last.ev.hasValue() {
		return true
	}
	for _, k := range kids[:len(kids)-1] {
		if k.kind != leaf || k.closed || k.ev.Domain != last.ev.Domain || len(k.ev.Concepts) == 0 ||
			k.ev.Where != nil || len(k.ev.rels) > 0 ||
			k.ev.During != nil || k.ev.Age != nil || k.ev.extreme != last.ev.extreme {
			return true
		}
	}
	if first := p.toks[last.ev.from].low; joint == "and" && (first == "a" || first == "an") {
		return false
	}
	for _, k := range kids[:len(kids)-1] {
		w := *last.ev.Where
		k.ev.Where, k.ev.otherwise, k.ev.among = &w, last.ev.otherwise, last.ev.among
	}
	return true
}

// choosesByValue reports whether the value is that of a record which is chosen before the value is looked at: "whose
// last HbA1c was above 9".
func (e *event) choosesByValue() bool {
	return e.hasValue() && !e.among && slices.Contains(ends, ofThese(e.Which))
}

// alternatives are those of an event, each chosen for itself: the last systolic and the last diastolic blood pressure.
func (e *event) alternatives() *predicate {
	first := e.clone()
	first.Or = nil
	kids := []*predicate{{kind: leaf, ev: first}}
	for _, o := range e.Or {
		other := first.clone()
		other.Domain, other.Concepts, other.Where = o.Domain, o.Concepts, o.Where
		kids = append(kids, &predicate{kind: leaf, ev: other})
	}
	return grouped(anyKind, kids)
}
