package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
)

// Forms of a statement that look like another question's and give the number that is asked for: any record where the
// first says the same, no kind of visit where all of them are named.

// anyServes reports whether it makes no difference that any record of a relation will do where the first (or the last)
// is asked for: what is compared with its date holds of some record exactly when it holds of that one.
//
// Example: of people whose statin began on or after their first stroke,
// COUNT(DISTINCT s.person_id) … JOIN drug_era AS d ON d.drug_era_start_date >= s.condition_start_date.
func (p *pass) anyServes(rel *relation, last bool) bool {
	if rel.Table == nil || rel.Table.StartDate == "" || !p.choosesPeopleBy(rel) ||
		rel.Table.EndDate != "" && rel.Table.EndDate != rel.Table.StartDate && p.Mentions(rel, rel.Table.EndDate) {
		return false
	}
	dated := func(e sqltree.Expr) bool {
		return e != nil && p.Within(e, func(x sqltree.Expr) bool {
			return slices.ContainsFunc(p.Origins(x), func(o origin) bool { return o.Relation == rel && hasDate(o) })
		})
	}
	seen := 0
	for _, t := range p.tests {
		switch {
		case !dated(t.expr):
		case !t.must || t.not || p.isNegative(t.scope) || !p.onlyFrom(t, rel, last):
			return false
		default:
			seen++
		}
	}
	shown := func(o *output) bool { return o.Expr != nil && dated(o.Expr) }
	grouped := func(s *scope) bool { return slices.ContainsFunc(s.Tree.GroupBy.Exprs, dated) }
	return seen > 0 && !slices.ContainsFunc(p.Result.Columns, shown) && !slices.ContainsFunc(p.Scopes, grouped)
}

// anyTaken reports whether any record will do of one of the relations that a question's first (or last) can be of.
func (p *pass) anyTaken(found population, last bool) bool {
	return slices.ContainsFunc(found, func(d demand) bool { return p.anyServes(d.rel, last) })
}

// takesFirstOfOne reports whether the statement takes the first of the only events that it reads: none comes before it.
func (p *pass) takesFirstOfOne() bool {
	return p.readsOneKindOfEvent() && slices.ContainsFunc(append(p.picks(), p.extremes()...),
		func(k pick) bool { return k.kept == yes && !k.last && all(k.from, isStart) })
}

// choosesPeopleBy reports whether the rows of a relation only decide which people, or which other records, are counted.
func (p *pass) choosesPeopleBy(rel *relation) bool {
	s := p.Result.Scope
	if s == nil || len(s.Tree.List) == 0 || !s.Tree.GroupBy.Empty() {
		return false
	}
	if rel.Scope != s {
		return slices.ContainsFunc(p.tests, func(t *test) bool {
			r := p.lookedUpIn(t)
			return t.must && r != nil && r.Scope == rel.Scope
		})
	}
	unit, f := p.counted(s.Tree.List[len(s.Tree.List)-1].Expr)
	return f != nil && unit == peopleUnit && f.Distinct
}

// onlyFrom reports whether a condition on the dates of a relation holds the sooner, the earlier (or the later) they
// are.
func (p *pass) onlyFrom(t *test, rel *relation, last bool) bool {
	found := false
	for _, b := range p.deepBounds {
		if b.test != t {
			continue
		}
		found = true
		if b.op[0] == '>' {
			b.first, b.second, b.op = b.second, b.first, flipped(b.op)
		}
		first := all(p.Origins(b.first), func(o origin) bool { return o.Relation == rel && isStart(o) })
		second := all(p.Origins(b.second), func(o origin) bool { return o.Relation == rel && isStart(o) })
		if b.absolute || !b.fixed || b.op[0] != '<' || b.op == "<>" || first == second || first == last {
			return false
		}
	}
	return found
}

// countsWord counts how often a word stands in the question.
func (p *pass) countsWord(word string) int {
	n := 0
	for _, w := range p.question.words {
		if w == word {
			n++
		}
	}
	return n
}

// anyKindServes reports whether a kind of visit that the question names need not be looked for: it stands in a list of
// all kinds, and some visits of the statement are of whatever kind.
//
// Example: "followed by any visit, whether outpatient, emergency or inpatient".
func (p *pass) anyKindServes(m mention, among population) bool {
	if m.event.Domain != study.Visit || !slices.ContainsFunc(among, func(d demand) bool {
		return d.rel.Table.Name == "visit_occurrence" && d.set.empty() && !d.set.otherwise
	}) {
		return false
	}
	named := 0
	for _, k := range visitKinds {
		if p.wordsFor(k.name+" visits") || p.asks(k.name) {
			named++
		}
	}
	return named == len(visitKinds) || named > 1 && p.wordsFor("visits of whatever kind")
}

// asksEachTrait reports whether the question says that a trait of people makes no difference, whatever it names of it:
// "of any race (white, black or other)", "men and women together".
func (p *pass) asksEachTrait(kind string) bool {
	return slices.ContainsFunc([]string{"any", "all", "every", "either", "whatever", "whatever the", "regardless of",
		"irrespective of"}, func(x string) bool { return p.asks(x+" "+kind, x+" "+kind+"s") })
}

// countsPersonYears reports whether the question's person-years are years in which people have something, each counted
// once, and no length of time: "person-years with a scan", "a person counted once in each calendar year".
func (p *pass) countsPersonYears() bool {
	once := p.asks("once") && p.asks("each year", "each calendar year", "every year", "every calendar year", "per year",
		"per calendar year", "a year", "a calendar year", "each month", "each calendar month", "per month", "a month")
	for _, unit := range phrases()["person time"] {
		for _, with := range []string{"with", "in which", "that had", "had", "have", "was", "were"} {
			if p.asks(unit + " " + with) {
				return true
			}
		}
	}
	return once
}

// deniesSex reports whether the question is of people who are not of the sex that it names: "not women", "non female".
func (p *pass) deniesSex() bool {
	w := p.question.words
	for i := 1; i < len(w); i++ {
		if sexIn(w[i:i+1]) != "" &&
			slices.Contains([]string{"not", "non", "than", "except", "excluding", "without"}, w[i-1]) {
			return true
		}
	}
	return false
}

// sharesAmongOthers reports whether the share of a sex is one among people who stand behind it: "the percentage of
// women among the people of that race".
func (p *pass) sharesAmongOthers() bool {
	sex := slices.IndexFunc(p.question.words, func(w string) bool { return sexIn([]string{w}) != "" })
	among := slices.Index(p.question.words, "among")
	return sex >= 0 && among > sex && sexIn(p.question.words[among:]) == ""
}

// takesPeriods reports whether the question is read as one of records of observations, and the statement reads periods
// of observation: "had their observation start in 2008" is of these.
func (p *pass) takesPeriods(mentions []mention) bool {
	reads := func(table string) bool {
		return slices.ContainsFunc(p.Bases, func(r *relation) bool { return r.Table.Name == table })
	}
	return reads("observation_period") && !reads("observation") && slices.ContainsFunc(mentions, func(m mention) bool {
		return m.event.Domain == study.Observation && len(m.event.Concepts) == 0
	})
}

// dividesByConstant reports whether the result is a number of all divided by how many parts there are: 12 months.
func (p *pass) dividesByConstant() bool {
	f, ok := p.essence(p.last()).(*sqltree.Func)
	if !ok || f.Name != "/" && f.Name != "//" || len(f.Args) != 2 {
		return false
	}
	n, number := number(f.Args[1])
	return number && n > 1 && p.wordsFor("mean")
}

// nothingBelow reports whether the vocabulary has no concepts below one.
func (p *pass) nothingBelow(id int64) bool {
	if p.opt.Vocabulary == nil {
		return false
	}
	if _, known, err := p.opt.Vocabulary.Concept(p.ctx, id); err != nil || !known {
		p.err = err
		return false
	}
	below, err := p.opt.Vocabulary.Descendants(p.ctx, id)
	p.err = err
	return err == nil && len(below) == 0
}

// asksYearOfBirthday reports whether the question is of the calendar year in which people come of an age, which is that
// of their birth and the age: "in the calendar year in which they turn 70", "in the year of their 80th birthday".
func (p *pass) asksYearOfBirthday() bool {
	w := p.question.words
	for i, word := range w {
		if word != "year" || i+2 >= len(w) || i > 0 && slices.Contains([]string{"a", "one", "1", "per"}, w[i-1]) {
			continue
		}
		behind := w[i+1 : min(len(w), i+9)]
		led := slices.Contains([]string{"in", "of", "when", "that", "they", "he", "she", "the"}, behind[0])
		if led && slices.ContainsFunc(behind, func(x string) bool {
			return isWordFor("comes of an age", x) || strings.HasPrefix(x, "birthday")
		}) {
			return true
		}
	}
	return false
}
