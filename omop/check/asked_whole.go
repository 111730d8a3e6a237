package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
)

// Numerators and denominators that are not of the same people, whether or not the question can be read as a whole.

// judgeShareOfTheDead reports a share of those who died where the question's is of all, and dying is what it asks of
// them.
//
// Example: of "what percentage of people with a stroke died within a year", an inner join with death below the line.
func (p *pass) judgeShareOfTheDead() {
	s := p.Result.Scope
	if s == nil || !p.wordsFor("share") || !p.asks("mortality", "died", "die", "death within", "case fatality", "fatality") ||
		p.wordsFor("of the dead") {
		return
	}
	for _, item := range s.Tree.List {
		sh, ok := p.shareOf(item)
		if !ok {
			continue
		}
		dead := func(d demand) bool { return d.rel.Table.Name == "death" && d.there == present }
		if slices.ContainsFunc(sh.whole, dead) {
			p.report(sh.at, "the question's share is of all of them, and the denominator is only of those who died; join death by LEFT JOIN")
			return
		}
	}
}

// judgePartOfWhole reports a share whose numerator is of others than its denominator: nothing in it asks for what the
// denominator asks for.
//
// Example: of "what share of metformin users saw an endocrinologist", everybody who saw one over the users.
func (p *pass) judgePartOfWhole() {
	s := p.Result.Scope
	if s == nil || !p.asksShareOfPeople() && p.sharedUnit() != otherUnit || !p.wordsFor("share") || p.meaning.Question != nil {
		return
	}
	for _, item := range s.Tree.List {
		f, ok := p.essence(item.Expr).(*sqltree.Func)
		if !ok || f.Name != "/" || len(f.Args) != 2 {
			continue
		}
		above, a := p.counted(f.Args[0])
		below, b := p.counted(f.Args[1])
		if above != peopleUnit || below != peopleUnit || p.Homes[a] == p.Homes[b] {
			continue
		}
		part := p.countedOf(a)
		for _, d := range p.countedOf(b) {
			read := slices.ContainsFunc(part, func(o demand) bool { return o.rel.Table == d.rel.Table })
			if d.there == present && !d.set.empty() && !read {
				p.report(item.Expr, "the numerator is not among those of the denominator: nothing in it looks at %s", d.rel.Label())
				return
			}
		}
	}
}

// judgeTraitsOfSides reports a share of which only one side is of the sex, race or age that the question names.
//
// Example: of "per 1,000 people aged 65 and over", cases of any age over people of 65 and over.
func (p *pass) judgeTraitsOfSides() {
	s := p.Result.Scope
	if s == nil {
		return
	}
	for _, item := range s.Tree.List {
		f, ok := p.essence(item.Expr).(*sqltree.Func)
		if !ok || f.Name != "/" && f.Name != "//" || len(f.Args) != 2 {
			continue
		}
		_, above := p.counted(f.Args[0])
		_, below := p.counted(f.Args[1])
		part, whole := p.Homes[above], p.Homes[below]
		if above == nil || below == nil || part == whole || part == nil || whole == nil {
			continue
		}
		for kind, looks := range map[string]func(sqltree.Expr) bool{
			"sex":    func(e sqltree.Expr) bool { return p.seesColumn(e, "gender_") },
			"race":   func(e sqltree.Expr) bool { return p.seesColumn(e, "race_") },
			limitAge: p.seesBirth,
		} {
			if !p.namesTrait(kind) || p.anyCondition(part, looks, 0) || !p.anyCondition(whole, looks, 0) ||
				p.Within(f.Args[0], looks) {
				continue
			}
			p.report(item.Expr, "the denominator looks at the %s of people, and the numerator does not: it is of others, too", kind)
			return
		}
	}
}

// namesTrait reports whether the question names people by a trait.
func (p *pass) namesTrait(kind string) bool {
	return slices.ContainsFunc(p.meaning.Limits, func(l Limit) bool { return l.Kind == kind }) ||
		kind == limitAge && p.asks(ageWords...) || kind == "sex" && sexIn(p.question.words) != ""
}

// judgeSameMoment reports two times of the day that are to be equal where the question is of the day.
func (p *pass) judgeSameMoment() {
	if !p.asks("day", "date", "dates") {
		return
	}
	for _, t := range p.tests {
		c, ok := t.expr.(*sqltree.Compare)
		if !ok || c.Op != "=" {
			continue
		}
		timed := func(e sqltree.Expr) bool {
			return all(p.Origins(sqltree.Bare(e)), func(o origin) bool { return strings.HasSuffix(o.Column.Name, "_datetime") })
		}
		if timed(c.Left) && timed(c.Right) {
			p.report(c, "the question is of the day, and these are equal to the second; compare the dates")
			return
		}
	}
}

// judgeOneDay reports things that are counted for each person where the question wants them on one day: nothing looks
// at the date.
func (p *pass) judgeOneDay() {
	if !p.asksPlainly("one day") || len(p.Bases) == 0 {
		return
	}
	dated := func(r *relation) bool {
		return !isEvent(r.Table) && r.Table.Name != "death" || p.readsAll(r) || p.Mentions(r, "visit_occurrence_id") ||
			slices.ContainsFunc(r.Table.Columns, func(c *schema.Column) bool {
				return hasDate(r.Origin(c.Name)) && p.Mentions(r, c.Name)
			})
	}
	events := slices.ContainsFunc(p.Bases, func(r *relation) bool { return isEvent(r.Table) })
	if events && !slices.ContainsFunc(p.Bases, func(r *relation) bool { return isEvent(r.Table) && dated(r) }) {
		p.report(p.main(), "the question is of one day, and nothing here looks at a date; group by the date, too")
	}
}

// judgeOfPerson reports records that are looked for by the person where the question wants those of a visit.
//
// Example: of "stays with no diagnosis linked to them", NOT EXISTS (… WHERE c.person_id = v.person_id).
func (p *pass) judgeOfPerson() {
	if !p.asksPlainly("belongs to the visit") {
		return
	}
	visits := slices.ContainsFunc(p.Bases, func(r *relation) bool { return r.Table.Name == "visit_occurrence" })
	for _, r := range p.Bases {
		if !visits || !isEvent(r.Table) || r.Table.Name == "visit_occurrence" || isPeriod(origin{Relation: r}) ||
			!hasColumn(r, "visit_occurrence_id") {
			continue
		}
		if slices.ContainsFunc(p.Bases, func(o *relation) bool {
			return o.Table.Name != "visit_occurrence" && p.looksAtVisit(o)
		}) || p.datesJoined() || len(p.bounds) > 0 {
			return
		}
		p.report(r.Node, "the question is of records of the visit, and these are any of the person; join by visit_occurrence_id")
		return
	}
}

// looksAtVisit reports whether the visit of a record is looked at, and not only that it has one.
func (p *pass) looksAtVisit(r *relation) bool {
	looks := 0
	if slices.ContainsFunc(r.Scope.Joins(), func(j *sqltree.Join) bool {
		return j.Kind == sqltree.JoinNatural || slices.Contains(j.Using, "visit_occurrence_id")
	}) {
		return true
	}
	for c := range p.Refs {
		if slices.ContainsFunc(p.Origins(c), func(o origin) bool {
			return o.Relation == r && slices.Contains([]string{"visit_occurrence_id", "visit_detail_id"}, o.Column.Name)
		}) {
			looks++
		}
	}
	for _, t := range p.tests {
		n, ok := t.expr.(*sqltree.IsNull)
		if ok && slices.ContainsFunc(p.Origins(sqltree.Bare(n.Expr)), func(o origin) bool { return o.Relation == r }) &&
			!all(p.Origins(sqltree.Bare(n.Expr)), hasDate) {
			looks--
		}
	}
	return looks > 0 || p.readsAll(r)
}

// judgeDuringYear reports a question of what was "during 2010" of which no date of an event is looked at: the year
// stands here for an age only.
func (p *pass) judgeDuringYear() {
	if p.asksBirthdaysOfYear() {
		return
	}
	for i, w := range p.question.words[:max(0, len(p.question.words)-1)] {
		n, ok := asNumber(p.question.words[i+1])
		if !ok || !namesYear(n) || w != "during" && w != "throughout" {
			continue
		}
		dated := func(e sqltree.Expr) bool {
			return p.Within(e, func(x sqltree.Expr) bool {
				return all(p.Origins(x), func(o origin) bool { return hasDate(o) && !isBirth(o) })
			})
		}
		if !slices.ContainsFunc(p.tests, func(t *test) bool { return dated(t.expr) }) &&
			!slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool { return slices.ContainsFunc(f.Args, dated) }) {
			p.report(p.main(), "the question is of what was during %d, and nothing here chooses by a date", n)
		}
		return
	}
}

// judgeBothForEither reports people who must have two things of which the question wants either: "or" stands between
// their names, or between the numbers that their values are to reach.
func (p *pass) judgeBothForEither() {
	if p.meaning.Question != nil || !p.countsPeopleByQuestion() {
		return
	}
	if len(p.meaning.Named) == 2 {
		a, b := mention{event: &p.meaning.Named[0]}, mention{event: &p.meaning.Named[1]}
		demanded := p.demanded()
		one, _ := p.matching(a, demanded)
		two, _ := p.matching(b, demanded)
		must := func(in population) bool { return len(in) == 1 && in[0].there == present && !in[0].set.otherwise }
		if p.orBetween(p.wordsOf(a), p.wordsOf(b)) && must(one) && must(two) && one[0].rel != two[0].rel {
			p.report(two[0].rel.Node, "the question is of people with %s or %s, and here they must have both", a.name(), b.name())
			return
		}
	}
	var before *test
	place := -1
	for _, t := range p.tests {
		what, with := compared(t.expr)
		if what == nil || len(with) != 1 || !t.must || t.not || !isConstant(with[0]) ||
			!all(p.Origins(sqltree.Bare(what)), isValue) {
			continue
		}
		at := slices.Index(p.question.words, sqltree.Bare(with[0]).(*sqltree.Constant).Text)
		if before != nil && before.scope == t.scope && p.orBetween(place, at) {
			p.report(t.expr, "the question is of people with either of two values, and here they must have both")
			return
		}
		before, place = t, at
	}
}

// orBetween reports whether an "or" stands between two places of the question, and no "and". That of "40 or more" does
// not count.
func (p *pass) orBetween(at, to int) bool {
	if at > to {
		at, to = to, at
	}
	if at < 0 {
		return false
	}
	w := p.question.words[at:to]
	or := false
	for i, x := range w {
		or = or || x == "or" && i+1 < len(w) && !isWordFor("or more", w[i+1])
	}
	return or && !slices.Contains(w, "and")
}

// judgeAtLeastOne reports people who must have several records where the question says that one is enough.
func (p *pass) judgeAtLeastOne() {
	if !p.wordsFor("one is enough") || p.wordsFor("several") {
		return
	}
	for _, h := range p.thresholds() {
		c, ok := h.test.expr.(*sqltree.Compare)
		if !ok || h.test.not || !h.test.must || !isConstant(c.Right) || h.of != ofRecords {
			continue
		}
		if c.Op == ">" && h.n == 1 || c.Op == ">=" && h.n == 2 {
			p.report(c, "the question says that one is enough, and here there must be two")
			return
		}
	}
}
