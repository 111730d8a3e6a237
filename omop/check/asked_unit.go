package check

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/units"
)

// judgeUnitNamed reports values that are compared with a number of the question, as it stands there with its unit,
// while the database has them in another one. Without a database, a unit in which few of them are is enough.
//
// Example: of "a temperature of 100 °F or more", value_as_number >= 100 of values in Cel.
func (p *pass) judgeUnitNamed() {
	if p.readsUnits() {
		return
	}
	for _, t := range p.tests {
		what, with := comparedWithAny(t.expr)
		column := p.valueBehind(what, 0)
		if column == nil || !all(p.Origins(column), isValue) {
			continue
		}
		for _, e := range with {
			c, ok := sqltree.Bare(e).(*sqltree.Constant)
			if !ok {
				continue
			}
			asked := p.unitBehind(c.Text)
			if has := p.otherUnit(p.Origins(column)[0].Relation, asked); has != "" {
				p.report(t.expr, "the question's %s is in %s, and %s; convert the number", c.Text, units.Shown(asked), has)
				return
			}
		}
	}
}

// comparedWithAny is compared, also of 150 < ANY (SELECT value_as_number …).
func comparedWithAny(e sqltree.Expr) (what sqltree.Expr, with []sqltree.Expr) {
	if q, ok := e.(*sqltree.Quantified); ok {
		return &sqltree.Subquery{Query: q.Query}, []sqltree.Expr{q.Left}
	}
	return compared(e)
}

// valueBehind is the column of which an expression is one of the values, as they are recorded: MAX(value_as_number),
// or a query that gives one. It is nil for what is computed.
func (p *pass) valueBehind(e sqltree.Expr, depth int) *sqltree.Column {
	if e == nil || depth > 10 {
		return nil
	}
	switch e := p.Follow(sqltree.Bare(e)).(type) {
	case *sqltree.Column:
		return e
	case *sqltree.Window:
		return p.valueBehind(e.Func, depth+1)
	case *sqltree.Func:
		if sqltree.PassesFirst[e.Name] && len(e.Args) > 0 {
			return p.valueBehind(e.Args[0], depth+1)
		}
	case *sqltree.Subquery:
		if r := p.Subs[e.Query]; r != nil && len(r.Columns) == 1 && r.Columns[0].Expr != nil {
			return p.valueBehind(r.Columns[0].Expr, depth+1)
		}
	}
	return nil
}

// judgeUnitChosen reports values that a condition chooses in another unit than that behind the question's number which
// is held here: 11.1 of "11.1 mmol/L" beside unit_concept_id = 8840. They may be converted on the way.
func (p *pass) judgeUnitChosen(h heldNumbers) {
	if p.opt.Vocabulary == nil || p.calls("*", "/") {
		return
	}
	var chosen []selection
	for _, s := range p.selections {
		isUnit := func(o origin) bool { return o.Column.Name == "unit_concept_id" }
		if !s.exclude && s.must && (all(s.column, isUnit) || all(s.column, func(o origin) bool {
			if !isConceptCode(o) {
				return false
			}
			columns, _ := p.chosen(o.Relation.Origin("concept_id"))
			return all(columns, isUnit)
		})) {
			chosen = append(chosen, s)
		}
	}
	for n := range h.all {
		asked := p.unitBehind(strconv.FormatFloat(n, 'f', -1, 64))
		same := func(s selection) bool { return !p.areOtherUnits(s, asked) }
		if asked != "" && len(chosen) > 0 && !slices.ContainsFunc(chosen, same) {
			p.report(chosen[0].expr, "the question's unit is %s, and these values have another", units.Shown(asked))
			return
		}
	}
}

// unitBehind is UCUM's code of the unit that stands behind a number in the question, or "".
func (p *pass) unitBehind(n string) string {
	for rest := p.asked; ; {
		at := strings.Index(rest, n)
		if at < 0 {
			return ""
		}
		alone := at == 0 || !isDigit(rest[at-1]) && rest[at-1] != '.'
		rest = rest[at+len(n):]
		if !alone || rest != "" && isDigit(rest[0]) {
			continue
		}
		w := strings.Fields(strings.TrimLeft(rest, "-"))
		if len(w) > 1 && strings.HasPrefix(strings.ToLower(w[0]), "deg") {
			w = w[1:]
		}
		for _, take := range []int{2, 1} {
			if len(w) < take {
				continue
			}
			text := strings.TrimRight(strings.Join(w[:take], " "), "?,.;:)")
			if code, ok := units.Code(text); ok && len(text) > 1 && !isWordFor("no unit", strings.ToLower(text)) {
				return code
			}
		}
	}
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// otherUnit says in which unit the values of a relation are, where it is another than the one asked for; "" where it is
// the same, or can't be told.
func (p *pass) otherUnit(rel *relation, asked string) string {
	rows, _ := p.chosenConcepts(rel)
	if asked == "" || len(rows.ids) == 0 || p.opt.Vocabulary == nil {
		return ""
	}
	if p.opt.Units == nil {
		if slices.Contains([]string{"[degF]", "[lb_av]", "[in_i]", "[ft_i]"}, asked) {
			return "nothing here looks at the unit of the values"
		}
		return ""
	}
	recorded, ok := p.opt.Units(p.ctx, rows.ids)
	if !ok || len(recorded) != 1 {
		return ""
	}
	unit, known, err := p.opt.Vocabulary.Concept(p.ctx, recorded[0])
	measured, named, err2 := p.opt.Vocabulary.Concept(p.ctx, rows.ids[0])
	if p.err = cmp.Or(p.err, err, err2); p.err != nil || !known || !named {
		return ""
	}
	component, _, _ := strings.Cut(measured.Name, " ")
	to, err := units.Convert(unit.Code, asked, component)
	if err != nil || to.Offset == 0 && 0.999 < to.Factor && to.Factor < 1.001 {
		return ""
	}
	return "the values here are in " + units.Shown(unit.Code)
}

// inOtherUnit are brackets that say a number with a unit: "(that is 2 mg/dL)" behind "above 176.8 micromol/L".
var inOtherUnit = lazyregexp.New(`(?i)\s*\((?:that is|i\.e\.|=|equal to|equals|or|about),?\s*[0-9.,]+\s*([^\s()]+)\)`)

// withoutOtherUnits is a question without what it says again in another unit.
func withoutOtherUnits(asked string) string {
	for _, said := range inOtherUnit.FindAllStringSubmatch(asked, -1) {
		if _, known := units.Code(said[1]); known && daysIn[strings.ToLower(said[1])] == 0 { // not "a month (that is 30 days)"
			asked = strings.Replace(asked, said[0], "", 1)
		}
	}
	return asked
}
