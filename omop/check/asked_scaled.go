package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/units"
)

// judgeScaled reports values that are converted although they are in the question's unit already: by a CASE that looks
// at that very unit, or where the database has no other.
//
// Example: of "126 mg/dL or more", value_as_number * CASE unit_concept_id WHEN 8840 THEN 18 ELSE 1 END.
func (p *pass) judgeScaled() {
	asked := p.unitAsked()
	if asked == "" || p.opt.Vocabulary == nil {
		return
	}
	for _, s := range p.selections {
		ofUnit := all(s.column, func(o origin) bool { return o.Column.Name == "unit_concept_id" })
		if !ofUnit || s.exclude || s.clause.chooses() && s.must || len(s.constants) != 1 || !p.knowsUnit(s) ||
			p.areOtherUnits(s, asked) {
			continue
		}
		if scaled := p.scaledUnder(s.expr); scaled != nil {
			p.report(scaled, "these values are in %s already, as the question's are", units.Shown(asked))
			return
		}
	}
	p.judgeScaledAlways(asked)
}

// unitAsked is UCUM's code of the unit behind the one number of the question that has one, or "".
func (p *pass) unitAsked() string {
	out := ""
	for _, w := range strings.Fields(p.asked) {
		if w = strings.Trim(w, "(),;?"); w == "" || !isDigit(w[0]) {
			continue
		}
		code := p.unitBehind(w)
		if code == "" {
			continue
		}
		if out != "" && out != code {
			return ""
		}
		out = code
	}
	return out
}

// knowsUnit reports whether the vocabulary has the unit that a condition names.
func (p *pass) knowsUnit(s selection) bool {
	n, _ := id(s.constants[0])
	unit, known, err := p.opt.Vocabulary.Concept(p.ctx, n)
	_, isUnit := units.Code(unit.Code)
	return err == nil && known && isUnit
}

// scaledUnder is what a CASE gives under a condition, where that is a value by a factor, or a factor other than one.
func (p *pass) scaledUnder(condition sqltree.Expr) sqltree.Expr {
	var out sqltree.Expr
	sqltree.Walk(p.Tree, func(n sqltree.Node) bool {
		c, ok := n.(*sqltree.Case)
		if !ok {
			return out == nil
		}
		for _, w := range c.Whens {
			at, under := condition.(*sqltree.Compare)
			same := w.If == condition || under && c.Operand != nil && c.Operand == at.Left && w.If == at.Right
			factor, constant := number(w.Then)
			f, scaled := sqltree.Bare(w.Then).(*sqltree.Func)
			if same && (constant && factor != 1 && factor != 0 && p.scales(c) || scaled && p.scalesValue(f)) {
				out = w.Then
			}
		}
		return out == nil
	})
	return out
}

// scales reports whether a CASE is a factor of a value.
func (p *pass) scales(c *sqltree.Case) bool {
	return slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool {
		return (f.Name == "*" || f.Name == "/") && len(f.Args) == 2 &&
			slices.ContainsFunc(f.Args, func(a sqltree.Expr) bool { return sqltree.Bare(a) == sqltree.Expr(c) }) &&
			slices.ContainsFunc(p.columnsIn(f), isValue)
	})
}

// scalesValue reports whether a function is a value by a factor that changes its unit.
func (p *pass) scalesValue(f *sqltree.Func) bool {
	if f.Name != "*" && f.Name != "/" || len(f.Args) != 2 {
		return false
	}
	for i, a := range f.Args {
		n, ok := number(a)
		if ok && n != 0 && n != 1 && all(p.Origins(sqltree.Bare(f.Args[1-i])), isValue) {
			return true
		}
	}
	return false
}

// judgeScaledAlways reports values that are converted whatever their unit, where the question names no other unit than
// that in which it asks: without a database, a factor between units of weight, length or amount is enough.
func (p *pass) judgeScaledAlways(asked string) {
	if p.readsUnits() || p.wordsFor("unit of the data") {
		return
	}
	for _, f := range p.Calls {
		if !p.scalesValue(f) {
			continue
		}
		rel := p.columnsIn(f)[0].Relation
		if p.opt.Units == nil || p.otherUnit(rel, asked) == "" {
			p.report(f, "these values are converted whatever their unit is, and the question asks for %s; look at unit_concept_id", units.Shown(asked))
			return
		}
	}
	for _, t := range p.tests {
		c, ok := t.expr.(*sqltree.Compare)
		if !ok || !all(p.Origins(sqltree.Bare(c.Left)), isValue) {
			continue
		}
		f, ok := sqltree.Bare(c.Right).(*sqltree.Func)
		if ok && (f.Name == "*" || f.Name == "/") && len(f.Args) == 2 && isConstant(f.Args[0]) && isConstant(f.Args[1]) &&
			(p.opt.Units == nil || p.otherUnit(p.Origins(sqltree.Bare(c.Left))[0].Relation, asked) == "") {
			p.report(f, "the number is converted whatever the unit of the values is, and the question asks for %s; look at unit_concept_id", units.Shown(asked))
			return
		}
	}
}
