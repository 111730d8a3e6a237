package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
)

// share is a share that a statement computes: whose it is, and who of them are the part.
type share struct {
	at          sqltree.Expr
	part, whole population
	average     bool // the mean of 1 and 0 over the whole
	everybody   bool // the whole is read from tables with a row a person
	home        *scope
	over, under *sqltree.Func // what counts the part and the whole; of a mean, the mean alone is over
}

// shareOf reads the share that an item puts out: part / whole, or the mean of a CASE.
func (p *pass) shareOf(item *sqltree.Item) (share, bool) {
	f, ok := p.essence(item.Expr).(*sqltree.Func)
	if !ok {
		return share{}, false
	}
	switch {
	case (f.Name == "/" || f.Name == "//") && len(f.Args) == 2:
		_, part := p.counted(f.Args[0])
		_, whole := p.counted(f.Args[1])
		if part == nil || whole == nil || p.Homes[part] == nil || p.Homes[whole] == nil {
			return share{}, false
		}
		return share{at: item.Expr, part: p.countedOf(part), whole: p.countedOf(whole),
			everybody: p.hasNoEvents(p.Homes[whole]), home: p.Homes[whole], over: part, under: whole}, true
	case (f.Name == "avg" || f.Name == "mean") && p.Homes[f] != nil && len(f.Args) == 1:
		if !p.isFlag(f.Args[0]) || f.Filter != nil || p.choosesByFlag(p.Homes[f]) { // they say whose the share is
			return share{}, false
		}
		return share{at: item.Expr, part: p.countedOf(f), whole: p.populationBefore(p.Homes[f]), average: true,
			everybody: p.hasNoEvents(p.Homes[f]), home: p.Homes[f], over: f}, true
	}
	return share{}, false
}

// choosesByFlag reports whether a SELECT chooses its rows by a column that is a condition in itself: WHERE has_asthma.
func (p *pass) choosesByFlag(s *scope) bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		_, column := t.expr.(*sqltree.Column)
		return column && t.scope == s && t.must && t.clause == inWhere
	})
}

// countedOf is what the people demand whom a function counts.
func (p *pass) countedOf(f *sqltree.Func) population {
	return append(p.populationBefore(p.Homes[f]), p.countedWithin(f)...)
}

// hasNoEvents reports whether a SELECT reads only tables with a row a person.
func (p *pass) hasNoEvents(s *scope) bool {
	return !slices.ContainsFunc(p.populationOf(s), func(d demand) bool { return d.there == present })
}

// judgeShareOf reports a share of others than those of whom the question asks one.
func (p *pass) judgeShareOf(q *study.Question, mentions []mention) {
	s := p.Result.Scope
	if s == nil || q.Measure.Kind != study.Share || len(q.Strata) > 0 || len(s.Tree.List) == 0 ||
		!s.Tree.GroupBy.Empty() {
		return
	}
	var shares []share
	for _, item := range s.Tree.List {
		if sh, ok := p.shareOf(item); ok {
			shares = append(shares, sh)
		}
	}
	if len(shares) != 1 {
		return
	}
	sh := shares[0]
	for _, m := range mentions {
		if m.missing || m.alternative {
			continue
		}
		p.judgeMention(sh, m)
		if len(p.findings) > 0 {
			return
		}
	}
	p.judgeDenominatorRead(sh, mentions)
	p.judgeTraitsOfShare(q, sh)
	if q.Population.Entry == nil && len(q.Population.Criteria) == 0 && !sh.everybody && q.Measure.Of == study.Persons &&
		!p.readsEverybody(sh.whole) {
		p.report(sh.at, "the question's share is of all people, and the denominator is only of those with a record in %s", sh.whole[0].rel.Label())
	}
}

// judgeTraitsOfShare reports a share of women, or of people of some age, whose denominator is of everybody: only the
// numerator looks at it.
func (p *pass) judgeTraitsOfShare(q *study.Question, sh share) {
	if sh.home == nil || len(p.findings) > 0 {
		return
	}
	for _, c := range q.Population.Criteria {
		if c.Is == nil {
			continue
		}
		var what string
		var looks func(sqltree.Expr) bool
		switch {
		case c.Is.Sex != "":
			what, looks = c.Is.Sex+" people", func(e sqltree.Expr) bool { return p.seesColumn(e, "gender_") }
		case c.Is.Age != nil:
			what, looks = "people of some age", p.seesBirth
		case c.Is.Race != "":
			what, looks = "people of one race", func(e sqltree.Expr) bool { return p.seesColumn(e, "race_") }
		default:
			continue
		}
		if p.onlyPartLooks(sh, looks) {
			p.report(sh.at, "the question's share is of %s, and nothing in the denominator looks at that", what)
			return
		}
	}
}

// onlyPartLooks reports whether the numerator of a share looks at something at which its denominator does not.
func (p *pass) onlyPartLooks(sh share, looks func(sqltree.Expr) bool) bool {
	ofPart := func(e sqltree.Expr) bool {
		whole := sh.under == nil && !p.zeroElse(sh.over) || sh.under != nil && isWithin(e, sh.under)
		return isWithin(e, sh.over) && !whole
	}
	inWhole := p.anyCondition(sh.home, func(e sqltree.Expr) bool { return looks(e) && !ofPart(e) }, 0) ||
		p.partsBy(sh.at, looks) || slices.ContainsFunc(sh.home.Tree.GroupBy.Exprs,
		func(e sqltree.Expr) bool { return looks(numbered(e, sh.home)) })
	return !inWhole && slices.ContainsFunc(p.tests, func(t *test) bool { return looks(t.expr) })
}

// zeroElse reports whether a mean is of one CASE, of which all rows that it does not choose are 0.
func (p *pass) zeroElse(mean *sqltree.Func) bool {
	c, ok := p.essence(mean.Args[0]).(*sqltree.Case)
	return ok && len(c.Whens) == 1 && c.Else != nil && isZero(c.Else)
}

// judgeSexOfShare does the same by the words of a question that can't be read as a whole: "what percentage of men".
func (p *pass) judgeSexOfShare() {
	s := p.Result.Scope
	if s == nil || len(s.Tree.List) == 0 || !p.sharesOneSex() || p.sharesAmongOthers() {
		return
	}
	if sh, ok := p.shareOf(s.Tree.List[len(s.Tree.List)-1]); ok && sh.home != nil &&
		p.onlyPartLooks(sh, func(e sqltree.Expr) bool { return p.seesColumn(e, "gender_") }) {
		p.report(sh.at, "the question's share is of %s people, and nothing in the denominator looks at that",
			sexIn(p.question.words))
	}
}

// sharesOneSex reports whether the question asks a share of men or of women: "the percentage of all women".
func (p *pass) sharesOneSex() bool {
	if sexIn(p.question.words) == "" {
		return false
	}
	w := p.question.words
	for i, word := range w {
		if !isWordFor("share", word) || i+1 >= len(w) || w[i+1] != "of" {
			continue
		}
		next := w[i+2 : min(i+4, len(w))]
		if len(next) > 1 && next[0] != "all" && next[0] != "the" && next[0] != "adult" && next[0] != "our" {
			next = next[:1]
		}
		if sexIn(next) != "" {
			return true
		}
	}
	return len(w) > 1 && (w[0] == "among" || w[0] == "of") && sexIn(w[1:min(3, len(w))]) != "" && p.wordsFor("share")
}

// partsBy reports whether a window within an expression has a part for each of what is wanted.
// Example: SUM(n) OVER (PARTITION BY gender_concept_id) is a whole of each sex.
func (p *pass) partsBy(e sqltree.Expr, wanted func(sqltree.Expr) bool) bool {
	return p.Within(e, func(x sqltree.Expr) bool {
		w, ok := x.(*sqltree.Window)
		return ok && slices.ContainsFunc(w.PartitionBy, wanted)
	})
}

// seesColumn reports whether an expression sees a column whose name begins so.
func (p *pass) seesColumn(e sqltree.Expr, prefix string) bool {
	return p.Within(e, func(x sqltree.Expr) bool {
		c, ok := x.(*sqltree.Column)
		return ok && all(p.Origins(c), func(o origin) bool { return strings.HasPrefix(o.Column.Name, prefix) })
	})
}

// anyCondition reports whether a SELECT, or what it reads, has a condition that is wanted, within its counts too.
func (p *pass) anyCondition(s *scope, wanted func(sqltree.Expr) bool, depth int) bool {
	if s == nil || depth > sqltree.MaxDepth/4 {
		return false
	}
	below := func(r *result) bool {
		if r == nil {
			return false
		}
		return p.anyCondition(r.Scope, wanted, depth+1) || slices.ContainsFunc(r.Inputs,
			func(in *result) bool { return p.anyCondition(in.Scope, wanted, depth+1) })
	}
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		if t.scope != s {
			return false
		}
		q, _ := subqueryOf(t)
		return wanted(t.expr) || q != nil && below(p.Subs[q])
	}) || slices.ContainsFunc(s.Relations, func(rel *relation) bool { return below(rel.Inner) })
}

// readsEverybody reports whether a denominator may be everybody all the same.
func (p *pass) readsEverybody(whole population) bool {
	return !slices.ContainsFunc(whole, func(d demand) bool {
		return d.there == present &&
			!slices.Contains([]string{"observation_period", "visit_occurrence"}, d.rel.Table.Name)
	}) || whole[0].there != present
}

// judgeMention compares one event of the question with both sides of a share.
func (p *pass) judgeMention(sh share, m mention) {
	whole, sureWhole := p.matching(m, sh.whole)
	part, surePart := p.matching(m, sh.part)
	has := func(in population) bool {
		return slices.ContainsFunc(in, func(d demand) bool { return d.there != missing })
	}
	must := func(in population) bool {
		return slices.ContainsFunc(in, func(d demand) bool { return d.there == present })
	}
	switch m.role {
	case ofPopulation:
		if sureWhole && (!has(whole) || p.onlyJoined(whole, sh.home)) {
			p.report(sh.at, "the question's share is of those with %s, and the denominator is of others", m.name())
		} else if surePart && sureWhole && !has(part) {
			p.report(sh.at, "the numerator is not among those with %s, of whom the question asks a share", m.name())
		}
	case ofOutcome:
		if surePart && !has(part) && !sh.average && len(m.event.Concepts)+len(m.event.Domain) > 0 {
			p.report(sh.at, "the question's share is of who has %s, and the numerator counts others", m.name())
		} else if sureWhole && must(whole) && m.relation == nil && !p.sameEventElsewhere(m) {
			p.report(sh.at, "the denominator has only those with %s, of whom the question asks the share", m.name())
		}
	}
}

// onlyJoined reports whether events are only the other side of an outer join, of which no condition says that it is
// there: the rows without them are in the denominator, too.
func (p *pass) onlyJoined(in population, home *scope) bool {
	return len(in) > 0 && !slices.ContainsFunc(in, func(d demand) bool {
		if d.there != maybe || !d.rel.Optional || d.rel.Scope != home || home.Tree.GroupBy.Exprs != nil {
			return true
		}
		return slices.ContainsFunc(p.tests, func(t *test) bool {
			return t.scope == home && t.clause != inOn && slices.Contains(p.mentioned(t.expr, home), d.rel)
		}) || slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool {
			return p.Homes[f] == home && f.Distinct &&
				slices.ContainsFunc(f.Args,
					func(a sqltree.Expr) bool { return slices.Contains(p.mentioned(a, home), d.rel) })
		})
	})
}

// sameEventElsewhere reports whether the question speaks of the same thing as part of the population, too.
func (p *pass) sameEventElsewhere(m mention) bool {
	return slices.ContainsFunc(mentionsOf(p.meaning.Question), func(o mention) bool {
		return o.event != m.event && o.event.Domain == m.event.Domain && o.role == ofPopulation
	})
}

// judgeWholePeriods reports whole periods of observation that are added up where the question is of the time within
// some years only.
func (p *pass) judgeWholePeriods() {
	if len(p.findings) > 0 || !p.asks("person years", "patient years", "person time", "person days") ||
		p.writesYear() && !p.namesYearAsked() {
		return
	}
	held := p.periodOfObservation()
	for _, f := range p.Calls {
		if f.Name != "sum" || len(f.Args) != 1 || held == nil {
			continue
		}
		d, ok := p.difference(unplussed(f.Args[0]))
		if !ok || d.absolute {
			continue
		}
		_, ownEnd := p.Follow(d.first).(*sqltree.Column)
		_, ownStart := p.Follow(d.second).(*sqltree.Column)
		if ownEnd && ownStart && all(p.Origins(d.first), isPeriod) && all(p.Origins(d.second), isPeriod) {
			p.report(f, "the whole of each period is added up, and the question is of the time within some years: take the later of the starts and the earlier of the ends")
			return
		}
	}
}

// namesYearAsked reports whether the question names a year.
func (p *pass) namesYearAsked() bool {
	return slices.ContainsFunc(p.question.words,
		func(w string) bool { n, ok := asNumber(w); return ok && namesYear(n) })
}

// periodOfObservation is a condition that compares a date of an observation period with a literal.
func (p *pass) periodOfObservation() *test {
	for _, t := range p.tests {
		what, with := compared(t.expr)
		if what != nil && t.must && isConstant(with[0]) && all(p.Origins(sqltree.Bare(what)), isPeriod) {
			return t
		}
	}
	return nil
}

// judgeTimeAtRisk reports time under observation that is added up without looking at the event which ends it.
func (p *pass) judgeTimeAtRisk(q *study.Question, mentions []mention) {
	if q.Measure.Kind != study.Rate || q.AtRisk != nil && q.AtRisk.Repeat || len(p.findings) > 0 || p.dividesRecords() {
		return
	}
	i := slices.IndexFunc(mentions, func(m mention) bool { return m.role == ofOutcome && !m.alternative && !m.missing })
	if i < 0 || len(mentions[i].event.Concepts) == 0 {
		return
	}
	for _, f := range p.Calls {
		home := p.Homes[f]
		if f.Name != "sum" || home == nil || len(f.Args) != 1 || !p.spansObservation(f.Args[0]) {
			continue
		}
		seen := func(d demand) bool { return p.fits(d, mentions[i]) != no }
		if !slices.ContainsFunc(append(p.populationOf(home), p.countedWithin(f)...), seen) {
			p.report(f, "the time goes on after the first %s here, and who had it before is at risk, too; end it with the event", mentions[i].name())
			return
		}
	}
}

// dividesRecords reports whether the number put out divides records, of which each person can have several.
func (p *pass) dividesRecords() bool {
	s := p.Result.Scope
	return s != nil && slices.ContainsFunc(s.Tree.List, func(i *sqltree.Item) bool {
		f, ok := p.essence(i.Expr).(*sqltree.Func)
		if !ok || f.Name != "/" || len(f.Args) != 2 {
			return false
		}
		what, _ := p.counted(f.Args[0])
		return what == recordUnit
	})
}

// spansObservation reports whether a length of time reaches to the end of an observation period.
func (p *pass) spansObservation(e sqltree.Expr) bool {
	return p.Within(e, func(x sqltree.Expr) bool {
		c, ok := x.(*sqltree.Column)
		return ok && slices.ContainsFunc(p.Origins(c),
			func(o origin) bool { return o.Column.Name == "observation_period_end_date" })
	})
}
