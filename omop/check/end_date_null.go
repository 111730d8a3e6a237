package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func endDate() Rule {
	return Rule{
		ID: "end-date-null", Group: groupTime, Severity: omop.SeverityWarning,
		Summary: "An end date is used as if it were always there; records without one drop out. Or one that is missing is taken for today, and the exposure lasts for years.",
		Instead: "Write COALESCE(end, start), or say with IS NOT NULL that they are left out.",
		Wrong:   `SELECT COUNT(DISTINCT de.person_id) AS patients FROM drug_exposure AS de JOIN condition_occurrence AS co ON co.person_id = de.person_id WHERE co.condition_concept_id IN ([condition@bronchitis]) AND de.drug_exposure_start_date BETWEEN co.condition_start_date AND co.condition_end_date`,
		Right:   `SELECT COUNT(DISTINCT de.person_id) AS patients FROM drug_exposure AS de JOIN condition_occurrence AS co ON co.person_id = de.person_id WHERE co.condition_concept_id IN ([condition@bronchitis]) AND de.drug_exposure_start_date BETWEEN co.condition_start_date AND COALESCE(co.condition_end_date, co.condition_start_date)`,
		check: func(p *pass) {
			p.judgeOpenLengths()
			reported := map[origin]bool{}
			say := func(n sqltree.Node, c *sqltree.Column) {
				for _, o := range p.Origins(c) {
					if isOpenEnd(o) && !reported[o] && !p.minded(o) {
						reported[o] = true
						p.report(n, "%s can be missing, and then the record drops out here; write COALESCE, or IS NOT NULL", o)
					}
				}
			}
			for _, b := range p.bounds {
				switch { // what is still going on is lost where the end must come later
				case b.op == ">" || b.op == ">=":
					say(b.test.expr, b.first)
				case b.op == "<" || b.op == "<=":
					say(b.test.expr, b.second)
				}
			}
			for _, t := range p.tests {
				if c := p.endsWithin(t); c != nil {
					say(t.expr, c)
					p.judgeEndMissingHere(t, c)
				}
			}
			for _, f := range p.Calls {
				if c := p.subtracted(f); c != nil {
					say(f, c)
				}
			}
		},
	}
}

// judgeEndMissingHere reports an end that the CDM wants and this database has not in all records, where it makes a
// difference to who was there on a day.
func (p *pass) judgeEndMissingHere(t *test, c *sqltree.Column) {
	from := p.Origins(c)
	if p.opt.Compare == nil || len(from) != 1 || isOpenEnd(from[0]) || !isEnd(from[0]) || p.minded(from[0]) {
		return
	}
	table, own := from[0].Relation.Table, p.Refs[c].Relation
	name, at := strings.Join(c.Names, "."), place(c)
	if own != from[0].Relation || at < 0 || !strings.HasPrefix(p.Tree.Text[at:], name) {
		return
	}
	qualifier := strings.TrimSuffix(name, c.Name())
	other := qualifier + table.StartDate
	if hasColumn(own, "days_supply") {
		other += " + CAST(COALESCE(" + qualifier + "days_supply, 1) AS INTEGER) - 1"
	}
	with := p.Tree.Text[:at] + "COALESCE(" + name + ", " + other + ")" + p.Tree.Text[at+len(name):]
	found, err := p.opt.Compare(p.ctx, p.Tree.Text, with)
	if p.err = err; err == nil && found.Known && !found.Same {
		p.report(t.expr, "%s is missing in some records here, and they drop out; write COALESCE, with the start and days_supply where there is one", from[0])
	}
}

// isOpenEnd reports whether the column is the end of an event, which the CDM lets be missing.
func isOpenEnd(o origin) bool {
	return isEvent(o.Relation.Table) && hasDate(o) && !o.Column.Required && strings.Contains(o.Column.Name, "end_date")
}

// minded reports whether the statement thinks of the column's NULLs anywhere, or its question asks for those that have
// an end date.
func (p *pass) minded(o origin) bool {
	if p.asks("an end date", "end dates", "a recorded end", "an end recorded") {
		return true
	}
	has := func(e sqltree.Expr) bool { return slices.Contains(p.Origins(sqltree.Bare(e)), o) }
	if slices.ContainsFunc(p.tests, func(t *test) bool {
		n, ok := t.expr.(*sqltree.IsNull)
		return ok && has(n.Expr)
	}) {
		return true
	}
	return slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool {
		if f.Name != "coalesce" && f.Name != "ifnull" || len(f.Args) < 2 {
			return false
		}
		return slices.ContainsFunc(f.Args, has) ||
			slices.ContainsFunc(f.Args[:len(f.Args)-1], func(a sqltree.Expr) bool { return p.Within(a, has) })
	})
}

// endsWithin returns the end that a condition wants on or after a literal day, where another wants the start on or
// before one: the two ask what went on within a period, and what has no end may have.
func (p *pass) endsWithin(t *test) *sqltree.Column {
	// a day BETWEEN start AND end
	if b, ok := t.expr.(*sqltree.Between); ok && t.joint && !t.not && !b.Not && isConstant(b.Expr) {
		low, high := p.Origins(sqltree.Bare(b.Low)), p.Origins(sqltree.Bare(b.High))
		if c, plain := sqltree.Bare(b.High).(*sqltree.Column); plain && all(low, isStart) && all(high, isEnd) {
			return c
		}
	}
	end, rel := p.onSideOf(t, ">")
	if end == nil || rel == nil || rel.Table == nil || rel.Table.StartDate == "" {
		return nil
	}
	for _, o := range p.tests {
		if start, other := p.onSideOf(o, "<"); start != nil && other == rel && o.scope == t.scope &&
			o.clause == t.clause && slices.Contains(p.Origins(start), rel.Origin(rel.Table.StartDate)) {
			return end
		}
	}
	return nil
}

// onSideOf reads a condition under no OR that compares a column by < or <=, or > or >=, with a literal.
func (p *pass) onSideOf(t *test, op string) (*sqltree.Column, *relation) {
	e, ok := t.expr.(*sqltree.Compare)
	if !ok || !t.joint || t.not {
		return nil, nil
	}
	what, with, is := e.Left, e.Right, e.Op
	if isConstant(what) {
		what, with, is = with, what, flipped(is)
	}
	c, ok := sqltree.Bare(what).(*sqltree.Column)
	if !ok || !isConstant(with) || is[:1] != op || is == "<>" || p.Refs[c] == nil {
		return nil, nil
	}
	return c, p.Refs[c].Relation
}

// subtracted returns the column from which a call subtracts a date, or nil.
func (p *pass) subtracted(f *sqltree.Func) *sqltree.Column {
	if b, ok := p.difference(f); ok && !b.absolute {
		return b.first
	}
	if f.Name == "-" && len(f.Args) == 2 && p.isDate(f.Args[1]) {
		c, _ := sqltree.Bare(f.Args[0]).(*sqltree.Column)
		return c
	}
	return nil
}
