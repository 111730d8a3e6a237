package check

import (
	"github.com/askomop/askomop/omop/sqltree"
)

// judgeOpenLengths reports how long exposures last where one without an end is taken to last until today, or until a
// day that is written: a few of them are years long, and carry the mean.
//
// Example: AVG(COALESCE(drug_exposure_end_date, CURRENT_DATE) - drug_exposure_start_date).
func (p *pass) judgeOpenLengths() {
	if p.wordsFor("end may be missing") || p.wordsFor("still going on") {
		return
	}
	for _, f := range p.Calls {
		if f.Name != "-" && !isDateDiff(f) || len(f.Args) < 2 {
			continue
		}
		to, from := f.Args[0], f.Args[1]
		if isDateDiff(f) {
			to, from = f.Args[2], f.Args[1]
		}
		start := p.Origins(p.Follow(sqltree.Bare(from)))
		cut := p.Within(to, func(x sqltree.Expr) bool { g, ok := x.(*sqltree.Func); return ok && isNamed(g, "least", "min") })
		if cut || !all(start, isExposureStart) {
			continue
		}
		if p.Within(to, func(x sqltree.Expr) bool {
			end := p.filledWithADay(x)
			return len(end) == 1 && end[0].Relation == start[0].Relation && isEnd(end[0])
		}) {
			p.report(f, "an exposure without an end lasts until that day here, often for years; "+
				"write COALESCE(end, start + days_supply - 1), or leave it out")
		}
	}
}

func isExposureStart(o origin) bool {
	return isStart(o) && (o.TableName() == "drug_exposure" || o.TableName() == "device_exposure")
}

// filledWithADay is the date for which today, or a day that is written, stands where it is missing; nil where an
// expression is no such thing.
//
// Example: the end of COALESCE(end, CURRENT_DATE) and of CASE WHEN end IS NULL THEN today() ELSE end END.
func (p *pass) filledWithADay(e sqltree.Expr) []origin {
	switch e := e.(type) {
	case *sqltree.Func:
		if isNamed(e, "coalesce", "ifnull", "nvl") && len(e.Args) == 2 && p.isADay(e.Args[1]) {
			return p.Origins(sqltree.Bare(e.Args[0]))
		}
	case *sqltree.Case:
		if len(e.Whens) != 1 || e.Operand != nil || e.Else == nil {
			return nil
		}
		missing, ok := sqltree.Bare(e.Whens[0].If).(*sqltree.IsNull)
		if !ok {
			return nil
		}
		filled, day := e.Else, e.Whens[0].Then
		if missing.Not {
			filled, day = day, filled
		}
		if p.isADay(day) {
			return p.Origins(sqltree.Bare(filled))
		}
	}
	return nil
}

// isADay reports whether an expression is today, or a day that is written.
func (p *pass) isADay(e sqltree.Expr) bool {
	columns := p.Within(e, func(x sqltree.Expr) bool { _, ok := x.(*sqltree.Column); return ok })
	return isConstant(e) && p.isDate(e) || !columns && p.isToday(e)
}
