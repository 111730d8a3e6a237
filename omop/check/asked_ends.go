package check

import (
	"slices"

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
