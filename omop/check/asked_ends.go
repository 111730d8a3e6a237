package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
)

// judgeEndsOf reports records that are chosen by the time in which they end, where the question's time is that in which
// they begin.
//
// Example: of "admissions in December 2009", visit_end_date >= DATE '2009-12-01' counts who was discharged then.
func (p *pass) judgeEndsOf(q *study.Question, mentions []mention) {
	if len(p.findings) > 0 || p.asks("discharged", "discharge", "discharges", "ended", "ending", "finished", "left",
		"ends", "end", "stopped") || q.Period != nil {
		return
	}
	for _, m := range mentions {
		if m.event.During == nil || m.missing || m.event.Touching != nil {
			continue
		}
		found, sure := p.matching(m, p.everyEvent())
		if !sure || len(found) != 1 {
			continue
		}
		rel, starts := found[0].rel, false
		var ends sqltree.Expr
		for _, t := range p.tests {
			for _, l := range p.limits(t) {
				if l.at.rel != rel || !t.clause.chooses() {
					continue
				}
				of := func(is func(origin) bool) bool {
					what, _ := compared(t.expr)
					return all(p.Origins(sqltree.Bare(what)), is)
				}
				starts = starts || of(isStart)
				if of(isEnd) {
					ends = t.expr
				}
			}
		}
		touching := func(o mention) bool { return o.event.Touching != nil }
		if ends != nil && !starts && !slices.ContainsFunc(mentions, touching) {
			p.report(ends, "the question is of what began then, and this looks at the end")
			return
		}
	}
}

// judgeEndsOfTime reports records that are chosen by the time in which they end, and by no date of their beginning,
// where nothing in the question's words is of ends. An end may be missing, and lie after the time.
//
// Example: of "dispensings in 2008", EXTRACT(YEAR FROM drug_exposure_end_date) = 2008.
func (p *pass) judgeEndsOfTime() {
	if !p.namesYearAsked() || p.wordsFor("ends or goes on") || p.wordsFor("overlap") || p.wordsFor("under way") {
		return
	}
	sides := map[*relation]string{}
	for _, t := range p.tests {
		if !t.must || t.not || t.clause > inHaving || !p.ofLiteralTime(t.expr) {
			continue
		}
		what, _ := compared(t.expr)
		from := p.columnsIn(what)
		if !all(from, isEnd) || len(from) != 1 || isPeriod(from[0]) || isDrugEraTable(from[0].Relation) {
			continue
		}
		rel := from[0].Relation
		sides[rel] += sidesOf(t.expr)
		if strings.Contains(sides[rel], "<") && strings.Contains(sides[rel], ">") && !p.looksAtStart(rel) {
			p.report(t.expr, "the question is of what began in this time, and this looks at %s alone", from[0])
			return
		}
	}
}

// sidesOf are the sides on which a comparison bounds a value: "<", ">" or both.
func sidesOf(e sqltree.Expr) string {
	switch e := e.(type) {
	case *sqltree.Between:
		return "<>"
	case *sqltree.In:
		return "<>"
	case *sqltree.Like:
		return "<>"
	case *sqltree.Compare:
		if e.Op == "=" {
			return "<>"
		}
		if isConstant(e.Left) {
			return flipped(e.Op)[:1]
		}
		return e.Op[:1]
	}
	return ""
}

// looksAtStart reports whether a condition looks at when the records of a relation begin.
func (p *pass) looksAtStart(rel *relation) bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		return slices.ContainsFunc(p.columnsIn(t.expr), func(o origin) bool { return o.Relation == rel && isStart(o) })
	})
}
