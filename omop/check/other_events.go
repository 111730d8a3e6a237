package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// judgeAskedEnds reports a year of the end where the question asks what began then, and the other way round.
func (p *pass) judgeAskedEnds() {
	began := p.asks("started in", "began in", "admitted in", "starting in", "beginning in", "starts in")
	ended := p.asks("ended in", "discharged in", "ending in", "finished in")
	if began == ended {
		return
	}
	var wrong sqltree.Expr
	for _, t := range p.tests {
		what, with := compared(t.expr)
		if what == nil || !t.clause.chooses() || !isConstant(with[0]) {
			continue
		}
		start, end := false, false
		p.Within(what, func(e sqltree.Expr) bool {
			for _, o := range p.Origins(e) {
				start, end = start || isStart(o), end || isEnd(o)
			}
			return false
		})
		switch {
		case began && start || ended && end:
			return
		case began && end || ended && start:
			wrong = t.expr
		}
	}
	if wrong != nil {
		p.report(wrong, "the question is of what %s then, and this looks at the %s",
			map[bool]string{true: "began", false: "ended"}[began], map[bool]string{true: "end", false: "start"}[began])
	}
}

var months = []string{"january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
	"november", "december"}

// judgeAskedDay reports records that began on or before a day, where the question is of what went on that day.
func (p *pass) judgeAskedDay() {
	w := p.question.words
	day := false
	for i := range w {
		day = day || i+2 < len(w) && (w[i] == "on" || w[i] == "at" || w[i] == "of") &&
			(slices.Contains(months, w[i+1]) || slices.Contains(months, w[i+2]) && !strings.HasPrefix(w[i+1], "1st of"))
	}
	if !day || p.asks("before that day", "before that date", "by that day", "by that date") || !p.asks("taking", "using", "on treatment", "active", "ongoing", "in hospital on", "admitted on",
		"insured on", "observed on", "enrolled on", "were on", "current", "under treatment") {
		return
	}
	for _, t := range p.tests {
		c, ok := t.expr.(*sqltree.Compare)
		if !ok || !t.must || t.not || c.Op[0] != '<' || c.Op == "<>" || !isConstant(c.Right) {
			continue
		}
		from := p.Origins(sqltree.Bare(c.Left))
		if len(from) != 1 || !isStart(from[0]) || from[0].Relation.Table.EndDate == "" {
			continue
		}
		rel := from[0].Relation
		if !p.Mentions(rel, rel.Table.EndDate, "days_supply",
			strings.TrimSuffix(rel.Table.EndDate, "date")+"datetime") {
			p.report(c, "what began by then may have ended before; compare %s as well", rel.Table.EndDate)
			return
		}
	}
}
