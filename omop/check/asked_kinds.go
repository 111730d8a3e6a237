package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
)

// visitKinds are the kinds of visits: the row of the words for them, and the concepts that are of that kind alone.
var visitKinds = []struct {
	name string
	ids  []string
}{
	{"inpatient", []string{"9201", "8717"}},
	{"emergency", []string{"9203", "8870"}},
	{"outpatient", []string{"9202"}},
}

// judgeVisitKinds reports visits of a kind beside the one that the question names.
func (p *pass) judgeVisitKinds() {
	named := -1
	for i, k := range visitKinds {
		if p.wordsFor(k.name + " visits") {
			if named >= 0 {
				return
			}
			named = i
		}
	}
	inHospital := named > 0 && p.wordsFor("in hospital") // "from a discharge to the next outpatient visit"
	if named < 0 || inHospital || p.asks("not", "other", "except", "excluding", "without", "never", "no") {
		return
	}
	p.judgeKindsLeft(named)
	for _, s := range p.selections {
		if s.exclude || !s.must || !all(s.column, func(o origin) bool { return o.Column.Name == "visit_concept_id" }) {
			continue
		}
		for i, k := range visitKinds {
			if i != named && slices.ContainsFunc(s.constants,
				func(c *sqltree.Constant) bool { return slices.Contains(k.ids, c.Text) }) {
				p.report(s.expr, "the question is of %s visits, and %s visits are taken in here", visitKinds[named].name, k.name)
				return
			}
		}
	}
}

// judgeKindsLeft reports visits of which only some other kinds are left out: those that are neither are taken in, too.
//
// Example: of "inpatient stays", visit_concept_id <> 9202.
func (p *pass) judgeKindsLeft(named int) {
	ofKind := func(s selection) bool {
		return all(s.column, func(o origin) bool { return o.Column.Name == "visit_concept_id" })
	}
	if slices.ContainsFunc(p.selections, func(s selection) bool { return ofKind(s) && !s.exclude }) {
		return
	}
	left := map[int]bool{}
	var by sqltree.Expr
	for _, s := range p.selections {
		if !ofKind(s) || !s.must || p.isNegative(s.scope) {
			continue
		}
		for i, k := range visitKinds {
			if slices.ContainsFunc(s.constants,
				func(c *sqltree.Constant) bool { return slices.Contains(k.ids, c.Text) }) {
				left[i], by = true, s.expr
			}
		}
	}
	if by != nil && !left[named] && len(left) < len(visitKinds)-1 {
		p.report(by, "the question is of %s visits, and others than these are left out: the rest is of several kinds; choose by the concept", visitKinds[named].name)
	}
}

// judgeAgeUnit reports ages in months or days where the question is of years.
func (p *pass) judgeAgeUnit() {
	if !p.asks("age", "ages", "old", "older", "younger") || p.asks("months", "days", "weeks", "months old", "month") {
		return
	}
	divided := slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool {
		return (f.Name == "/" || f.Name == "//" || f.Name == "divide" || f.Name == "floor") && p.seesBirth(f)
	})
	for _, f := range p.Calls {
		if !isDateDiff(f) || !p.seesBirth(f) || divided {
			continue
		}
		unit, ok := f.Args[0].(*sqltree.Constant)
		if ok && slices.Contains([]string{"day", "days", "week", "month", "months"}, strings.ToLower(unit.Text)) && !p.comparesFar(f) {
			p.report(f, "the question's ages are in years, and these are in %ss", strings.TrimSuffix(strings.ToLower(unit.Text), "s"))
			return
		}
	}
}

// comparesFar reports whether an expression is compared with a number above any age.
func (p *pass) comparesFar(f *sqltree.Func) bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		_, with := compared(t.expr)
		return p.Within(t.expr, func(x sqltree.Expr) bool { return x == sqltree.Expr(f) }) &&
			!slices.ContainsFunc(with, func(e sqltree.Expr) bool { n, ok := number(e); return ok && n < 120 })
	})
}

// ordinals are the words for a place in a ranking behind the first.
var ordinals = []string{"second", "third", "fourth", "fifth", "2nd", "3rd", "4th", "5th"}

// judgeOrdinal reports the first of a ranking where the question asks for a later one.
func (p *pass) judgeOrdinal() {
	w := p.question.words
	s := p.Result.Scope
	if s == nil || s.Tree.Limit == nil || s.Tree.Offset != nil || p.calls("row_number", "rank", "dense_rank", "nth_value") {
		return
	}
	for i, word := range w[:max(0, len(w)-1)] {
		next := w[i+1]
		if slices.Contains(ordinals, word) && (next == "most" || next == "least" || strings.HasSuffix(next, "est")) && isOne(s.Tree.Limit) {
			p.report(s.Tree.Limit, "the question asks for the %s, and this keeps the first; write OFFSET", word)
			return
		}
	}
}

// judgeDifferent reports records that are counted for each person where the question is of different things.
func (p *pass) judgeDifferent() {
	if !p.asks("how many different", "how many distinct", "number of different", "number of distinct") || len(p.Sets) > 0 {
		return
	}
	distinct := slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool {
		ofPeople := p.wordsFor("mean") && len(f.Args) == 1 && identityOf(p.Origins(f.Args[0])) == personKey
		return f.Distinct && !ofPeople || strings.Contains(f.Name, "distinct")
	}) || slices.ContainsFunc(p.Scopes, func(s *scope) bool { return s.Tree.Distinct || len(s.Tree.DistinctOn) > 0 })
	grouped := slices.ContainsFunc(p.Scopes, func(s *scope) bool {
		return s != p.Result.Scope && slices.ContainsFunc(s.Tree.GroupBy.Exprs, func(e sqltree.Expr) bool {
			return identityOf(p.Origins(numbered(e, s))) != personKey
		})
	})
	if counts := p.calls("count", "count_star"); counts && !distinct && !grouped && !p.asks("different people", "different patients") {
		p.report(p.main(), "the question is how many different ones there are, and this counts records; write COUNT(DISTINCT …)")
	}
}

// judgeCountedGroups reports COUNT(*) of groups that are no people where the question asks for people.
func (p *pass) judgeCountedGroups() {
	s := p.Result.Scope
	if s == nil || len(s.Relations) != 1 || s.Relations[0].Inner == nil || s.Relations[0].Inner.Scope == nil ||
		!p.countsPeopleByQuestion() || len(s.Tree.List) != 1 || s.Tree.Where != nil {
		return
	}
	inner := s.Relations[0].Inner.Scope
	f, ok := p.essence(s.Tree.List[0].Expr).(*sqltree.Func)
	if !ok || !p.countsRows(f) || len(inner.Tree.GroupBy.Exprs) != 1 {
		return
	}
	by := p.Origins(numbered(inner.Tree.GroupBy.Exprs[0], inner))
	if all(by, func(o origin) bool { return isEvent(o.Relation.Table) && o.Column.IsConcept() }) {
		p.report(f, "the question asks for people, and these groups are by %s; group by person_id", by[0].Column.Name)
	}
}

// judgeYoungest reports the least year of birth for the youngest, who were born last, and the other way round.
func (p *pass) judgeYoungest() {
	youngest, oldest := p.asks("youngest", "born last", "latest born"), p.asks("oldest", "born first")
	if youngest == oldest {
		return
	}
	for _, f := range p.Calls {
		if (f.Name == "min" || f.Name == "max") && len(f.Args) == 1 && all(p.Origins(f.Args[0]), isBirth) &&
			p.Homes[f] == p.Result.Scope && (f.Name == "min") == youngest {
			p.report(f, "the youngest were born last, and the oldest first: %s is the other end", strings.ToUpper(f.Name))
			return
		}
	}
}

// judgeNearText reports a text that differs from the question's in its last word only: 'Medicare Part B' where the
// question says Medicare Part D.
func (p *pass) judgeNearText() {
	w := p.question.words
	for _, s := range p.selections {
		for _, c := range s.constants {
			text := words(c.Text)
			n := len(text) - 1
			if c.Kind != sqltree.String || n < 1 || s.exclude || all(s.column, isRelationshipKind) || strings.Contains(p.question.text, " "+strings.Join(text, " ")+" ") {
				continue
			}
			for i := 0; i+n < len(w); i++ {
				if slices.Equal(w[i:i+n], text[:n]) && len(w[i+n]) <= 2 && len(text[n]) <= 2 &&
					!p.namesBoth(text, w[i:i+n+1]) {
					p.report(s.expr, "the question says %q, and this is %q", strings.Join(w[i:i+n+1], " "), c.Text)
					return
				}
			}
		}
	}
}

// namesBoth reports whether the question ends the name of something in two ways, and the statement has it in both: of
// "under Medicare Part A and not Part D" the second is 'Medicare Part D', with 'Medicare Part A' beside it.
func (p *pass) namesBoth(text, asked []string) bool {
	return p.asks(strings.Join(text[len(text)-2:], " ")) && slices.ContainsFunc(p.selections, func(s selection) bool {
		return slices.ContainsFunc(s.constants,
			func(c *sqltree.Constant) bool { return slices.Equal(words(c.Text), asked) })
	})
}

// isRelationshipKind reports whether a column says how two concepts are related, as 'Maps to', which is not a name of
// anything in a question.
func isRelationshipKind(o origin) bool { return o.Column.Name == "relationship_id" }

// judgeNameAlone reports a concept that is looked up by its name, without those below it, where the question wants
// every kind: "of any stage".
func (p *pass) judgeNameAlone() {
	if !p.asksEveryKind() {
		return
	}
	for _, t := range p.tests {
		o, ok := p.textTest(t.expr, func(o origin) bool { return nameColumn(o) != "" })
		if !ok || t.not || opOf(t.expr) != "=" {
			continue
		}
		columns, route := p.chosen(o.Relation.Origin(nameColumn(o)))
		if !route.below && all(columns, hasHierarchy) {
			p.report(t.expr, "the question wants every kind, and this is the concept of that name alone; join concept_ancestor")
			return
		}
	}
}

// judgePartOfName reports people who are chosen by a few of the more specific concepts below what the question names.
func (p *pass) judgePartOfName() {
	if p.opt.Vocabulary == nil || p.asksConceptsAlone() {
		return
	}
	every := p.everyEvent()
	for i := range p.meaning.Named {
		e := p.meaning.Named[i]
		whole := p.asks("any "+e.Name()) || p.asksEveryKind()
		found, _ := p.matching(mention{event: &e}, every)
		var ids []int64
		for _, d := range found {
			if len(d.set.placeholders) > 0 || d.set.otherwise || d.set.empty() {
				ids = nil
				break
			}
			ids = append(ids, d.set.ids...)
		}
		class := e.Domain == study.Drug && len(ids) == 1
		if len(ids) == 0 || !whole && !class {
			continue
		}
		if p.areFewOf(ids, e.Concepts[0], class) {
			p.report(found[0].rel.Node, "the question names %s, and this is only a part of it; join concept_ancestor, or write a placeholder", e.Name())
			return
		}
	}
}

// areFewOf reports whether concepts, with all below them, are less than half of what an entity names. Of a class of
// drugs, one that does not share its name is.
func (p *pass) areFewOf(ids []int64, e study.Entity, class bool) bool {
	covered := map[int64]bool{}
	for _, n := range ids {
		covered[n] = true
		c, known, err := p.opt.Vocabulary.Concept(p.ctx, n)
		if err != nil || !known || class && shareWord(c.Name, e.Text) {
			return false
		}
		for _, b := range p.below(n) {
			covered[b] = true
		}
	}
	wide := false
	for _, n := range p.meaning.Concepts(e) {
		below := p.below(n.ID)
		held := 0
		for _, b := range below {
			if covered[b] {
				held++
			}
		}
		if covered[n.ID] || held == 0 {
			return false
		}
		wide = wide || 2*held < len(below)
	}
	return wide
}
