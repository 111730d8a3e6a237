package read

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// "In children and in adults", "under 50, 50-64 and 65 and above", "in under-65s and in older people" name age groups
// that a measure is asked of one by one. A question that could not be read is read again with them as a grouping:
//
//	incidence of stroke in children and in adults
//	incidence of stroke by age group (under 18, 18 or older)

// byAges reads a question whose age groups stand beside each other; nil where it has none.
func (r *Reader) byAges(ctx context.Context, text string) *Reading {
	p := newParser(ctx, r, text)
	whole := order{{said: text}}
	for i := range p.toks {
		p.pos = i
		bands, ofAge := p.agesBeside()
		if len(bands) < 2 || !ofAge && !p.peopleEndAt(i) || slices.ContainsFunc(bands, inParts) {
			continue
		}
		var said []string
		for _, band := range bands {
			said = append(said, bandWords(band))
		}
		before, last := whole.cut(0, p.toks[i].start), p.toks[p.pos-1].end
		by := piece{said: "by age group (" + strings.Join(said, ", ") + ")", from: -1}
		if year, ok := p.ageInYear(); ok {
			by.said, last = by.said+" of the age in "+year, p.toks[p.pos-1].end
		}
		bare := whole.cut(0, p.toks[p.agesLedFrom(i)].start)
		if p.try(p.atAdmission) {
			last = p.toks[p.pos-1].end
		}
		behind := whole.cut(last, len(text))
		for _, way := range []order{slices.Concat(before, order{by}, behind), // "how many children and adults had X"
			slices.Concat(before, order{piece{said: "people", from: -1}}, behind, order{by}),
			slices.Concat(before, behind, order{by}), // "women over 85 versus women under 70 had X"
			slices.Concat(bare, order{by}, behind)} { // "are aged under 50, …", "split by people under 50 and …"
			if again, err := r.read(ctx, strings.ReplaceAll(way.text(), "?", "")); err == nil && again.Question != nil {
				return way.restore(again, text)
			}
		}
	}
	return nil
}

// ageInYear reads ", taking age in 2010" behind age groups, and "(age in 2010)" of people who ever had something.
func (p *parser) ageInYear() (year string, ok bool) {
	ok = p.try(func() bool {
		inBrackets := p.at(0) == "(" && p.saysEver()
		if !inBrackets && p.at(0) != "," || !p.take() {
			return false
		}
		p.word("taking", "using", "with", "measuring")
		if !p.word("age", "ages") || !p.word("in", "at", "during") {
			return false
		}
		d, dated := p.date()
		year = strconv.Itoa(d.year)
		return dated && d.year > 0 && (!inBrackets || p.at(0) == ")" && p.take())
	})
	return year, ok
}

// saysEver reports whether something is asked that people had ever.
func (p *parser) saysEver() bool {
	return slices.ContainsFunc(p.toks, func(t token) bool { return t.low == "ever" })
}

// agesLedFrom is where the words begin that lead to age groups at token i: "are aged", "split by members".
func (p *parser) agesLedFrom(i int) int {
	for from := max(1, i-4); from < i; from++ {
		at := from
		for _, cat := range []category{"aux", "stratumlead", "people", "agelead"} {
			if ph, n := p.longest(at, cat); n > 0 && ph.value == "" && at+n <= i && !(cat == "people" && at == from) {
				at += n
			}
		}
		if at == i {
			return from
		}
	}
	return i
}

// atAdmission reads "at admission", "at the time of the stay" behind the ages of visits, which are those at the visit
// anyway.
func (p *parser) atAdmission() bool {
	if !p.word("at", "on") {
		return false
	}
	if p.word("time", "start") && !p.word("of") {
		return false
	}
	return p.word("admission", "visit", "stay", "encounter") && p.roleOrWord("visit")
}

// roleOrWord reports whether a phrase of the category stands anywhere before the position.
func (p *parser) roleOrWord(cat category) bool {
	for i := 0; i < p.pos-1; i++ {
		if _, n := p.longest(i, cat); n > 0 {
			return true
		}
	}
	return false
}

// peopleEndAt reports whether a noun of people stands before a token: "celecoxib users under 50".
func (p *parser) peopleEndAt(i int) bool {
	for k := max(0, i-3); k < i; k++ {
		if _, n := p.longest(k, "people", "usersof", "peopleof"); n > 0 && k+n == i {
			return true
		}
	}
	return false
}

// inParts reports whether a limit is no whole number, as no age is.
func inParts(r study.Range) bool {
	part := func(v *float64) bool { return v != nil && (*v != math.Trunc(*v) || *v > oldest) }
	return part(r.Min) || part(r.Max)
}

// oldest is an age that nobody has.
const oldest = 130

// agesBeside reads age groups that follow each other without a gap or an overlap, or two that are held against each
// other, "over 85 versus under 70", and whether a word says that they are ages.
func (p *parser) agesBeside() (bands []study.Range, ofAge bool) {
	start, opposed := p.pos, false
	lead := p.sees("agerange") || p.word("in", "for", "among", "between", "of")
	for {
		at := p.pos
		if len(bands) > 0 {
			for p.at(0) == "," || p.is("versus") || p.is("and") || p.word("with", "to") {
				opposed = opposed || p.role[p.pos-1] == "versus" && p.toks[p.pos-1].low != "and"
				if p.at(0) == "," {
					p.pos++
				}
			}
			p.word("in", "for", "among", "of")
			if start > 0 && p.at(0) == p.toks[start-1].low { // "women over 85 versus women under 70"
				p.pos++
			}
		}
		band, said, ok := p.ageGroup(bands)
		if !ok {
			p.pos = at
			break
		}
		bands, ofAge = append(bands, band), ofAge || said
	}
	if len(bands) < 2 || !lead && p.pos > 0 && len(bands) < 3 && !p.saidSince(0, "vs") && !p.saidSince(0, "versus") &&
		!p.saidSince(0, "compared") && !p.saidSince(0, "and") {
		return nil, false
	}
	if opposed && len(bands) == 2 && apartInAge(bands[0], bands[1]) {
		return bands, ofAge
	}
	for i := range bands[:len(bands)-1] {
		if !meet(&bands[i], &bands[i+1]) {
			return nil, false
		}
	}
	return bands, ofAge
}

// apartInAge reports whether nobody is of both ages.
func apartInAge(a, b study.Range) bool {
	below := func(a, b study.Range) bool {
		return a.Max != nil && b.Min != nil && (*a.Max < *b.Min || *a.Max == *b.Min && (a.MaxOpen || b.MinOpen))
	}
	return below(a, b) || below(b, a)
}

// ageGroup reads one of them: "children", "under 50", "50-64", "aged 65 and above", "older people". said tells whether
// a word of it is of ages.
func (p *parser) ageGroup(before []study.Range) (band study.Range, said, ok bool) {
	ok = p.try(func() bool {
		said = true
		if n := len(before); n > 0 && before[n-1].Max != nil && p.word("older", "elderly") {
			band = study.Range{Min: before[n-1].Max, MinOpen: !before[n-1].MaxOpen}
			return p.is("people") || p.word("ones", "adults")
		}
		if v, isRange := p.lex("agerange"); isRange {
			band = namedAges(v)
			return true
		}
		if v, isDecade := p.lex("agedecade"); isDecade && len(before) > 0 { // "in their fifties and sixties"
			band = namedAges(v)
			return true
		}
		if v, isPeople := p.lex("people"); isPeople {
			if named := p.ageBounds(v); named != nil {
				band = *named
				return true
			}
			if v != "" {
				return false
			}
		}
		those := p.at(0) == "those" && p.take() // "and those 75 or older"
		said = p.is("agelead") || p.word("ages", "age") || those
		if p.ahead(func() bool { g := &people{}; return p.pluralAge(g) }) {
			g := &people{}
			p.pluralAge(g)
			band, said = *g.age, true
			return true
		}
		if r, older := p.ageCompared(); older { // "younger than 70"
			band, said = r, true
			p.is("people")
			return true
		}
		r, bare, compared := p.comparison()
		if !compared || bare {
			return false
		}
		if u, isUnit := p.lex("unit"); isUnit && u != "year" {
			return false
		} else if isUnit && p.word("olds") { // "65-74 year olds"
			said = true
		}
		said = p.is("agetail") || said
		if p.sees("munit", "timesword", "eventnoun") {
			return false
		}
		said = p.is("people") || said
		band = r
		return true
	})
	return band, said, ok
}

// bandWords are an age group as the grammar reads it.
func bandWords(r study.Range) string {
	number := func(v *float64, add bool) string {
		n := int(*v)
		if add {
			n++
		}
		return strconv.Itoa(n)
	}
	switch {
	case r.Min == nil && r.MaxOpen:
		return "under " + number(r.Max, false)
	case r.Min == nil:
		return "under " + number(r.Max, true)
	case r.Max == nil:
		return number(r.Min, r.MinOpen) + " or older"
	case r.MaxOpen:
		return number(r.Min, r.MinOpen) + " to " + strconv.Itoa(int(*r.Max)-1)
	}
	return number(r.Min, r.MinOpen) + " to " + number(r.Max, false)
}
