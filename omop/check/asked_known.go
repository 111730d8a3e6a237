package check

import (
	"regexp"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
)

// What is known, and by which concept: concept 0 is no NULL, and the source's own values are not the standard concept.

// judgeUnknownAsKnown reports a concept that is only asked to be there where the question is of those that are known:
// what could not be mapped has concept 0, which is there.
//
// Example: of "deaths with a known cause", cause_concept_id IS NOT NULL.
func (p *pass) judgeUnknownAsKnown() {
	for _, t := range p.tests {
		e, ok := t.expr.(*sqltree.IsNull)
		if !ok || e.Not == t.not || !t.must || t.clause > inHaving {
			continue
		}
		from := p.Origins(sqltree.Bare(e.Expr))
		if len(from) != 1 || !from[0].Column.IsConcept() || isSource(from[0]) || from[0].Relation.Optional ||
			from[0].Relation.Table.Group == "vocabulary" || !p.asksKnown(from[0].Column.Name) || p.leavesUnmapped(from[0]) {
			continue
		}
		const says = "%s is 0 where it is not known, and 0 is not NULL; write <> 0"
		severity := p.severity()
		if p.sameWithoutUnmapped(from[0].Column.Name) {
			severity = omop.SeverityInfo
		}
		p.reportAs(severity, e, says, from[0])
		return
	}
}

// asksKnown reports whether the question has a word for what is known beside the one of a column: "a known cause".
func (p *pass) asksKnown(column string) bool {
	w := p.question.words
	for i, word := range w {
		if isWordFor("known one", word) && slices.ContainsFunc(w[max(0, i-2):min(len(w), i+3)],
			func(x string) bool { return len(x) > 3 && strings.HasPrefix(column, x+"_") }) {
			return true
		}
	}
	return false
}

// leavesUnmapped reports whether anything compares a concept with 0, joins it, or chooses concepts of it.
func (p *pass) leavesUnmapped(column origin) bool {
	return len(p.partners(column)) > 0 || slices.ContainsFunc(p.tests, func(t *test) bool {
		what, with := compared(t.expr)
		if what == nil || !slices.Contains(p.columnsIn(what), column) {
			return false
		}
		return t.must && !t.not || slices.ContainsFunc(with, isZero)
	})
}

// sameWithoutUnmapped reports whether leaving concept 0 out gives the same number on the database.
func (p *pass) sameWithoutUnmapped(column string) bool {
	there := regexp.MustCompile(`(?i)((?:\w+\.)?` + regexp.QuoteMeta(column) + `)\s+IS\s+NOT\s+NULL`)
	if p.opt.Compare == nil || !there.MatchString(p.Tree.Text) {
		return false
	}
	c, err := p.opt.Compare(p.ctx, p.Tree.Text, there.ReplaceAllString(p.Tree.Text, "COALESCE($1, 0) <> 0"))
	p.err = err
	return err == nil && c.Known && c.Same
}

// judgeStandardAsked reports records or people that are chosen by what the source calls them where the question names
// the standard concept.
//
// Example: of "Asian by the standard race concept", race_source_value = 'A'.
func (p *pass) judgeStandardAsked() {
	if !p.asksStandard() {
		return
	}
	for _, r := range p.Bases {
		if !isClinical(r.Table) || r.Optional || r.Scope == nil || p.isNegative(r.Scope) || p.readsAll(r) {
			continue
		}
		for _, c := range r.Table.Columns {
			name, ok := strings.CutSuffix(c.Name, "_source_concept_id")
			if !ok {
				name, ok = strings.CutSuffix(c.Name, "_source_value")
			}
			standard := name + "_concept_id"
			known := slices.ContainsFunc(r.Table.Columns, func(o *schema.Column) bool { return o.Name == standard })
			if ok && known && p.Mentions(r, c.Name) && !p.Mentions(r, standard) && p.isChosenBy(r.Origin(c.Name)) {
				p.report(p.main(), "the question is of the standard concept, and this chooses by %s.%s; look at %s",
					r.Table.Name, c.Name, standard)
				return
			}
		}
	}
}

// asksStandard reports whether the question names a standard concept, and none of the source's.
func (p *pass) asksStandard() bool {
	if p.asks("source value", "source values", "source concept", "source concepts") || !p.asks("whatever source",
		"whichever source", "any source") && p.asks("source code", "source codes", "source") {
		return false
	}
	w := p.question.words
	for i, word := range w {
		near := w[min(len(w), i+1):min(len(w), i+3)]
		if word == "standard" && slices.ContainsFunc(near, func(x string) bool { return x == "concept" || x == "concepts" }) {
			return true
		}
	}
	return false
}

// isChosenBy reports whether a column decides which rows are kept: a condition, or an equality with another relation.
func (p *pass) isChosenBy(column origin) bool {
	return len(p.partners(column)) > 0 || slices.ContainsFunc(p.tests, func(t *test) bool {
		return t.must && !t.not && t.clause <= inHaving && slices.Contains(p.columnsIn(t.expr), column)
	})
}
