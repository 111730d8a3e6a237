package read

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// atAge consumes an age that says it is one: "aged 65 to 74", "older than 75", "at age 50 or older", "when they
// were over 80 years old", "in their sixties".
func (p *parser) atAge() (study.Range, bool) {
	start := p.pos
	p.try(func() bool { return p.at(0) == "," && p.take() })
	p.try(func() bool { return p.word("when", "while") && (p.is("subjpron") || p.sees("agelead", "agecmp")) })
	for p.is("aux") {
	}
	at := p.pos
	if v, ok := p.lex("agerange"); ok {
		return namedAges(v), true
	}
	for _, form := range []func() (study.Range, bool){p.ageCompared, p.ageLed, p.ageTailed} {
		if r, ok := form(); ok {
			return r, true
		}
		p.pos = at
	}
	p.pos = start
	return study.Range{}, false
}

// oldestSaid is the highest number that is an age where nothing says so: "hyponatremia under 125" is none.
const oldestSaid = 110

// ageOfEvent reads the age at an event: also "at 65 or older", "when under 18", which no value of a test can follow.
func (p *parser) ageOfEvent(e *event) (r study.Range, ok bool) {
	if r, ok := p.atAge(); ok {
		return r, true
	}
	if r, ok := p.stageOfLife(); ok {
		return r, true
	}
	if r, ok := p.atBirthday(); ok {
		return r, true
	}
	if e.Domain == study.Measurement || e.Domain == study.Observation {
		return r, false
	}
	ok = p.try(func() bool {
		p.try(func() bool { return p.at(0) == "," && p.take() })
		if p.sees("cmp") && (p.at(0) == "under" || p.at(0) == "over") { // "under 50", but not "fever above 39"
			value, _ := p.lex("cmp")
			n, isAge := p.number()
			r = compared(value, n)
			limit := value == "lt" || value == "gt"
			return isAge && wholeYears(r) && limit && len(e.Concepts) > 0 && p.plainAge() && !p.at0Letter()
		}
		if p.is("before") { // "before they turned 50"
			p.is("subjpron")
			for p.is("aux") {
			}
			led := p.word("turning", "turned", "reaching", "reached") || p.role[p.pos-1] == "aux" ||
				p.role[p.pos-1] == "subjpron"
			n, isAge := p.number()
			r = compared("lt", n)
			bare := len(e.Concepts) > 0 && (!p.at0Letter() || // "polyps found before 40", "before 40 years of age"
				p.seq(p.pos, "years|year|yrs", "of", "age") || p.seq(p.pos, "years|year|yrs", "old"))
			return (led || bare) && isAge && n <= 120 && p.plainAge()
		}
		if !p.word("when", "at", "while") {
			return false
		}
		at := p.toks[p.pos-1].low == "at"
		from := p.pos
		r, ok = p.peopleAge()
		return ok && (!at || p.role[from] == "number" && p.toks[from].isNum && p.toks[from].num >= 1)
	})
	return r, ok
}

// tryAge gives an event the age that is said behind it, where it has none.
func (p *parser) tryAge(e *event) bool {
	return p.try(func() bool {
		r, ok := p.ageOfEvent(e)
		if ok = ok && e.Age == nil; ok {
			e.Age = &r
			p.try(func() bool { return p.atItsFirst(e) })
		}
		return ok
	})
}

// atItsFirst reads "at first diagnosis" behind the age at a condition, "at their first fill" behind that at a drug: the
// age is that at the first record.
func (p *parser) atItsFirst(e *event) bool {
	if e.Which != study.Any || e.times != nil || !p.is("atindex") {
		return false
	}
	said := p.lastPhrase()
	domain := map[bool]study.Domain{true: study.Condition, false: study.Drug}[strings.Contains(said, "diagnos")]
	if !hasWord(said, "first") || e.likelyDomain() != string(domain) {
		return false
	}
	e.Which = study.First
	return true
}

// atBirthday reads "before their 12th birthday", "on or after the 65th birthday".
func (p *parser) atBirthday() (r study.Range, ok bool) {
	ok = p.try(func() bool {
		op := "lt"
		if p.try(func() bool { p.try(func() bool { return p.word("on") && p.word("or") }); return p.is("after") }) {
			op = "ge"
		} else if !p.is("before") {
			return false
		}
		if !p.word("their", "his", "her", "the", "a", "an") {
			return false
		}
		age, err := strconv.Atoi(strings.TrimRight(p.at(0), "sthnrd"))
		r = compared(op, float64(age))
		return err == nil && age <= oldestSaid && p.take() && p.word("birthday")
	})
	return r, ok
}

// stageOfLife reads "as children", "as an adult", "in childhood".
func (p *parser) stageOfLife() (r study.Range, ok bool) {
	ok = p.try(func() bool {
		if p.word("in", "during") {
			stages := map[string]string{"childhood": "child", "adulthood": "adult", "adolescence": "teen"}
			p.skip()
			bounds := p.ageBounds(stages[p.at(0)])
			if bounds == nil {
				return false
			}
			r = *bounds
			return p.take()
		}
		if !p.word("as") {
			return false
		}
		v, isPeople := p.lex("people")
		bounds := p.ageBounds(v)
		if !isPeople || bounds == nil {
			return false
		}
		r = *bounds
		return true
	})
	return r, ok
}

func namedAges(v string) study.Range {
	lo, hi, _ := strings.Cut(v, " ")
	a, b := atof(lo), atof(hi)
	return study.Range{Min: &a, Max: &b}
}

func atof(s string) float64 {
	v := 0.0
	for _, c := range s {
		v = v*10 + float64(c-'0')
	}
	return v
}

// ageCompared reads "older than 75", "under the age of 65", "older than 20 and younger than 60".
func (p *parser) ageCompared() (study.Range, bool) {
	op, ok := p.lex("agecmp")
	if !ok {
		return study.Range{}, false
	}
	explicit := explicitAge(p.lastPhrase())
	n, ok := p.number()
	if !ok {
		return study.Range{}, false
	}
	tail := p.is("agetail")
	p.is("oldword")
	if after, ok := p.lex("cmpafter"); ok {
		op = after
	}
	if !explicit && (!tail || p.measuresTime()) || p.sees("munit") {
		return study.Range{}, false
	}
	r := compared(op, n)
	p.try(func() bool { // "older than 20 and younger than 60"
		if !p.is("and", "but") {
			return false
		}
		op2, ok := p.lex("agecmp")
		if !ok || !explicitAge(p.lastPhrase()) {
			return false
		}
		m, ok := p.number()
		if !ok {
			return false
		}
		p.is("agetail")
		second := compared(op2, m)
		if r.Min == nil {
			r.Min, r.MinOpen = second.Min, second.MinOpen
		}
		if r.Max == nil {
			r.Max, r.MaxOpen = second.Max, second.MaxOpen
		}
		return true
	})
	return r, true
}

// lastPhrase is the text of the tokens that were just consumed together.
func (p *parser) lastPhrase() string {
	from := p.group[p.pos-1]
	return lower(p.text[p.toks[from].start:p.toks[p.pos-1].end])
}

// explicitAge reports whether a comparator can only be of ages.
func explicitAge(phrase string) bool {
	return strings.Contains(phrase, "old") || strings.Contains(phrase, "young") || strings.Contains(phrase, "age")
}

// ageLed reads "aged 65 to 74", "at age 50 or older", "age > 60", "of age 65+".
func (p *parser) ageLed() (study.Range, bool) {
	if p.is("agebetween") {
		a, ok := p.number()
		if !ok || !p.is("rangeto") && !p.is("and") {
			return study.Range{}, false
		}
		b, ok := p.number()
		p.is("agetail")
		return study.Range{Min: &a, Max: &b}, ok && a <= b
	}
	if !p.is("agelead") {
		return study.Range{}, false
	}
	p.word("of", "is", "was", "are", "were", "group", ":")
	op, cmp := p.lex("agecmp")
	r, _, ok := p.comparison("agetail")
	if !ok {
		return r, false
	}
	if cmp && r.Min != nil {
		r = compared(op, *r.Min)
	}
	p.ageTail(&r)
	return r, true
}

// ageTailed reads "65 years or older", "75 years of age", "between 65 and 74 years of age", "at least 65 years
// old", "40-49 year old".
func (p *parser) ageTailed() (study.Range, bool) {
	r, bare, ok := p.comparison("agetail")
	if !ok {
		return r, false
	}
	said := p.role[p.pos-1] == "cmpafter" && explicitAge(p.lastPhrase())
	from := p.pos
	if p.is("agetail") {
		phrase := p.lastPhrase()
		if after, ok := p.lex("cmpafter"); ok && bare {
			said = explicitAge(p.lastPhrase())
			r = compared(after, *r.Min)
		}
		said = said || strings.Contains(phrase, "old") || strings.Contains(phrase, "age") ||
			strings.HasPrefix(phrase, "yo") || strings.HasPrefix(phrase, "y/o")
	}
	if !said {
		p.pos = from
		return r, false
	}
	p.ageTail(&r)
	return r, true
}

func (p *parser) ageTail(r *study.Range) {
	p.is("agetail")
	if p.is("oldword") {
		p.is("agetail")
	}
	if after, ok := p.lex("cmpafter"); ok && r.Min != nil && r.Max != nil && *r.Min == *r.Max {
		*r = compared(after, *r.Min)
	}
}

// peopleAge consumes an age that stands beside people, where "over 65", "65+" and "18 to 64" are ages, too.
func (p *parser) peopleAge() (study.Range, bool) {
	if r, ok := p.atAge(); ok {
		p.try(func() bool { // "aged 70 or more by year of birth in 2010": as all ages are
			return p.seq(p.pos, "by", "year", "of", "birth", "in") && p.word("by") && p.word("year") && p.word("of") &&
				p.word("birth")
		})
		return r, true
	}
	start := p.pos
	p.try(func() bool { return (p.at(0) == "," || p.at(0) == "(") && p.take() })
	if p.try(func() bool {
		return p.word("of") &&
			p.ahead(func() bool { _, bare, ok := p.comparison(); return ok && (!bare || p.is("unit")) })
	}) {
		if r, ok := p.ofYears(); ok { // "women of 80 years and more"
			return r, true
		}
		p.pos = start
		return study.Range{}, false
	}
	op, cmp := p.lex("agecmp", "cmp")
	if cmp {
		// "with fever above 39" is not an age; "with diabetes over 65" is one
		valued := start > 0 && strings.HasPrefix(p.role[start-1], "entity ") &&
			(hasWord(p.lastPhrase(), "above") || hasWord(p.lastPhrase(), "below"))
		of := p.lastPhrase()
		if n, ok := p.number(); ok && !valued && !countsFew(of, n) && p.plainAge() && wholeYears(compared(op, n)) {
			return compared(op, n), true
		}
		p.pos = start
		return study.Range{}, false
	}
	r, bare, ok := p.comparison("agetail")
	few := ok && r.Min != nil && (r.Max == nil || *r.Max == *r.Min) && !explicitAge(p.lastPhrase()) && *r.Min < fewYears
	if ok && !bare && !few && p.plainAge() && !p.saidSince(start, "a") && !p.measuresTime() && wholeYears(r) {
		return r, true
	}
	p.pos = start
	return study.Range{}, false
}

// fewYears is the lowest number behind "or more" that is an age where nothing says so: "episodes, 3 or more" are so
// many.
const fewYears = 12

// countsFew reports whether a number behind a comparison is one of things, not an age: "at least 3", not "under 5".
func countsFew(phrase string, n float64) bool {
	return n < fewYears && !explicitAge(phrase) && !slices.Contains([]string{"under", "over", "above", "below"}, phrase)
}

// wholeYears reports whether numbers can be ages: "a low potassium (below 3.5)" is none.
func wholeYears(r study.Range) bool {
	whole := func(n *float64) bool { return n == nil || *n == math.Trunc(*n) }
	return whole(r.Min) && whole(r.Max)
}

// measuresTime reports whether the years just read are between two records: "at least 2 years apart", "at least 1 year
// after the first".
func (p *parser) measuresTime() bool {
	return p.at(0) == "apart" || strings.HasPrefix(p.toks[p.pos-1].low, "year") && p.sees("after", "before")
}

// ofYears reads the years behind "of": "80 years and more", "50 to 64 years".
func (p *parser) ofYears() (study.Range, bool) {
	r, bare, ok := p.comparison()
	if !ok || !p.is("agetail") && (bare || !p.plainAge()) {
		return r, false
	}
	if after, isAfter := p.lex("cmpafter"); isAfter && bare {
		r, bare = compared(after, *r.Min), false
	}
	p.is("oldword")
	return r, !bare
}

// plainAge reports whether the number just read can be an age: no unit of another kind follows.
func (p *parser) plainAge() bool {
	if p.is("agetail") {
		p.is("oldword")
		return true
	}
	n := p.toks[p.pos-1]
	if n.isNum && n.num > oldestSaid || p.at(0) == "%" || p.at(0) == "of" {
		return false
	}
	return !p.sees("unit") && !p.sees("munit") && !p.sees("timesword") && (!p.sees("eventnoun") || p.sees("verb")) &&
		!p.sees("visit") && !p.sees("listdomain") &&
		!p.sees("distinctword") && (p.pos >= len(p.toks) || len(p.candidates(p.pos)) == 0)
}

// ageBounds are what people of a word are, in years; nil where the word says no age.
func (p *parser) ageBounds(word string) *study.Range {
	var r study.Range
	switch word {
	case "adult":
		r = compared("ge", p.chooseNumber("adults"))
	case "child":
		r = compared("lt", p.chooseNumber("children"))
	case "elderly":
		r = compared("ge", p.chooseNumber("elderly"))
	case "teen":
		r = namedAges("13 19")
	default:
		return nil
	}
	return &r
}
