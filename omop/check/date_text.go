package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func dateText() Rule {
	return Rule{
		ID: "date-text", Group: groupTime, Severity: omop.SeverityWarning,
		Summary: "Dates are put in order, or compared, as texts that begin with the day or the month: 31/01/2008 stands behind 01/12/2010.",
		Instead: "Take the date itself, or write the year first.",
		Wrong:   `SELECT person_id, ARG_MAX(condition_concept_id, STRFTIME(condition_start_date, '%d/%m/%Y')) AS latest FROM condition_occurrence GROUP BY person_id`,
		Right:   `SELECT person_id, ARG_MAX(condition_concept_id, condition_start_date) AS latest FROM condition_occurrence GROUP BY person_id`,
		check: func(p *pass) {
			for _, e := range p.putInOrder() {
				if p.beginsWithDay(e) {
					p.report(e, "as a text that begins with the day or the month, a date does not stand in the order of time; take the date itself")
					return
				}
			}
		},
	}
}

// putInOrder lists the expressions by which rows or values are put in order, and those that are compared by size. The
// order in which a result is shown decides nothing.
func (p *pass) putInOrder() []sqltree.Expr {
	var out []sqltree.Expr
	add := func(list []*sqltree.Order) {
		for _, o := range list {
			out = append(out, o.Expr)
		}
	}
	for _, s := range p.Scopes {
		if s.Tree.Limit != nil || len(s.Tree.DistinctOn) > 0 {
			add(s.Tree.OrderBy)
		}
		for _, w := range windowsOf(s) {
			add(w.OrderBy)
		}
	}
	for _, f := range p.Calls {
		add(f.OrderBy)
		switch {
		case isNamed(f, "min", "max") && len(f.Args) == 1:
			out = append(out, f.Args[0])
		case isNamed(f, "arg_min", "arg_max", "argmin", "argmax", "min_by", "max_by") && len(f.Args) == 2:
			out = append(out, f.Args[1])
		}
	}
	for _, t := range p.tests {
		switch e := t.expr.(type) {
		case *sqltree.Compare:
			if sideOf(e.Op) != 0 {
				out = append(out, e.Left, e.Right)
			}
		case *sqltree.Between:
			out = append(out, e.Expr)
		}
	}
	return out
}

// beginsWithDay reports whether an expression is a date as a text whose year stands behind its day or month.
func (p *pass) beginsWithDay(e sqltree.Expr) bool {
	f, ok := p.Follow(sqltree.Bare(e)).(*sqltree.Func)
	if !ok || !slices.ContainsFunc(p.columnsIn(f), hasDate) {
		return false
	}
	var year, day int
	switch f.Name {
	case "strftime", "to_char", "date_format", "format_datetime":
		i := slices.IndexFunc(f.Args, isConstant)
		if i < 0 {
			return false
		}
		format := sqltree.Bare(f.Args[i]).(*sqltree.Constant).Text
		year, day = strings.IndexAny(format, "yY"), strings.IndexAny(format, "dmbDM")
	case "||", "concat", "concat_ws":
		parts := joinedTexts(f)
		year = slices.IndexFunc(parts, func(a sqltree.Expr) bool { return p.Within(a, isYear) })
		day = slices.IndexFunc(parts, func(a sqltree.Expr) bool {
			return p.Within(a, func(x sqltree.Expr) bool { return isPartOfDate(x, "day") || isPartOfDate(x, "month") })
		})
	default:
		return false
	}
	return day >= 0 && day < year
}

// joinedTexts lists the texts that are put together, from the left.
func joinedTexts(e sqltree.Expr) []sqltree.Expr {
	f, ok := sqltree.Bare(e).(*sqltree.Func)
	if !ok || f.Name != "||" && f.Name != "concat" && f.Name != "concat_ws" {
		return []sqltree.Expr{e}
	}
	var out []sqltree.Expr
	for _, a := range f.Args {
		out = append(out, joinedTexts(a)...)
	}
	return out
}
