package check

import (
	"strconv"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func yearRange() Rule {
	return Rule{
		ID: "year-range", Group: groupTime, Severity: omop.SeverityWarning,
		Summary: "The statement asks for years that the database does not reach.",
		Instead: "Ask for years within the database's own.",
		Wrong:   `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_start_date >= DATE '2190-01-01'`,
		Right:   `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE EXTRACT(YEAR FROM condition_start_date) = 2009`,
		check: func(p *pass) {
			if p.opt.Years == nil || p.asks("data quality", "after the last year", "database's last year", "in the future") {
				return // who looks for what lies outside has to name it
			}
			first, last, ok, asked := 0, 0, false, false
			beyond := func(n sqltree.Node, outside func() bool) {
				if !asked { // the database is asked only where a year is named
					first, last, ok = p.opt.Years(p.ctx)
					asked = true
				}
				if ok && outside() {
					p.report(n, "the database has the years %d to %d only", first, last)
				}
			}
			for _, t := range p.tests {
				if t.not {
					continue
				}
				switch e := t.expr.(type) {
				case *sqltree.Compare:
					what, op, with := e.Left, e.Op, e.Right
					if isConstant(what) {
						what, op, with = e.Right, flipped(e.Op), e.Left
					}
					if y, ok := p.yearOf(what, with); ok {
						beyond(e, func() bool {
							return y > last && (op == "=" || op[0] == '>') ||
								y < first && (op == "=" || op == "<" || op == "<=")
						})
					}
				case *sqltree.Between:
					low, okLow := p.yearOf(e.Expr, e.Low)
					high, okHigh := p.yearOf(e.Expr, e.High)
					if !e.Not && (okLow || okHigh) {
						beyond(e, func() bool { return okLow && low > last || okHigh && high < first })
					}
				}
			}
		},
	}
}

// yearOf returns the year with which an event's date, or its year, is compared.
func (p *pass) yearOf(what, with sqltree.Expr) (int, bool) {
	if f, ok := sqltree.Bare(with).(*sqltree.Func); ok && f.Name == "make_date" && len(f.Args) == 3 {
		y, fixed := number(f.Args[0])
		return int(y), fixed && p.ofEventDate(what)
	}
	c, ok := sqltree.Bare(with).(*sqltree.Constant)
	if !ok {
		return 0, false
	}
	event := func(o origin) bool { return o.Relation.Table.IsEvent() && hasDate(o) }
	switch x := p.Follow(sqltree.Bare(what)).(type) {
	case *sqltree.Extract:
		n, ok := c.Int64()
		return int(n), ok && x.Field == "YEAR" && all(p.Origins(x.From), event)
	case *sqltree.Func:
		if x.Name == "year" && len(x.Args) == 1 {
			n, ok := c.Int64()
			return int(n), ok && all(p.Origins(x.Args[0]), event)
		}
	}
	if c.Kind != sqltree.Date && c.Kind != sqltree.Timestamp && c.Kind != sqltree.String || !isISO(c.Text) {
		return 0, false
	}
	if _, instead, _ := p.Reach(sqltree.Bare(what)); len(instead) > 0 {
		return 0, false // an open end, for which a far day stands
	}
	n, err := strconv.Atoi(c.Text[:4])
	return n, err == nil && all(p.Origins(sqltree.Bare(what)), event)
}

// ofEventDate reports whether an expression is the date of an event, or the year or month in which it lies.
func (p *pass) ofEventDate(e sqltree.Expr) bool {
	e = sqltree.Bare(p.Follow(sqltree.Bare(e)))
	if f, ok := e.(*sqltree.Func); ok && f.Name == "date_trunc" && len(f.Args) == 2 {
		e = sqltree.Bare(f.Args[1])
	}
	return all(p.Origins(e), func(o origin) bool { return o.Relation.Table.IsEvent() && hasDate(o) })
}
