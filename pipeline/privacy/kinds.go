package privacy

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// How many kinds of something there are is shown of what many people have, such as conditions, years of birth or months
// of visits: it tells of many what they have in common. But
//
//	COUNT(DISTINCT CASE WHEN died THEN birth_datetime ELSE DATE '1900-01-01' END)
//
// tells how many have died, although everybody is counted. So what is counted must be as it was recorded, or a part of
// that, and not chosen by a formula.

// recordedForm says what an expression is, where it is as it was recorded or a part of that; "" otherwise.
func (v *env) recordedForm(e sqltree.Expr) string {
	switch x := e.(type) {
	case *sqltree.Column:
		return v.resolve(x).recorded
	case *sqltree.Cast:
		return v.partOf(x.Type, x.Expr)
	case *sqltree.Extract:
		return v.partOf(x.Field, x.From)
	case *sqltree.Func:
		switch name := strings.ToLower(x.Name); name {
		case "/", "//": // FLOOR(100 / (year_of_birth - 1937)) would be the same for all but those born about then
			if len(x.Args) == 2 && isConstant(x.Args[1]) {
				return v.partOf(name, x.Args...)
			}
		case "min", "max", "any_value", "first", "last": // of a person's or a group's
			if x.Filter != nil || len(x.Args) != 1 {
				return ""
			}
			return v.recordedForm(x.Args[0])
		case "date_trunc", "datetrunc", "date_part", "datepart", "date_diff", "datediff", "year", "quarter", "month",
			"week", "day", "dayofweek", "strftime", "last_day",
			"floor", "round", "ceil", "-", "row", "||", "concat", "concat_ws", "lower", "upper", "trim",
			"left", "substr", "substring":
			return v.partOf(name, x.Args...)
		}
	}
	return ""
}

// partOf is what is made of expressions, of which one at least is recorded and the others constants.
func (v *env) partOf(how string, of ...sqltree.Expr) string {
	form, recorded := how, false
	for _, e := range of {
		if c, ok := e.(*sqltree.Constant); ok {
			form += " " + c.Text
			continue
		}
		part := v.recordedForm(e)
		if part == "" {
			return ""
		}
		form, recorded = form+" ("+part+")", true
	}
	if !recorded {
		return ""
	}
	return form
}

const notRecorded = "how many kinds there are of what a formula chooses tells of few people; COUNT(DISTINCT …) of a column as it is recorded, or of its year or month, is shown"

// kinds is a number of kinds of what people have.
func (v *env) kinds(f *sqltree.Func, condition sqltree.Expr) column {
	for _, e := range f.Args[:min(1, len(f.Args))] {
		if c, ok := e.(*sqltree.Case); ok && len(c.Whens) == 1 && (c.Else == nil || isNull(c.Else)) {
			e = c.Whens[0].Then // the others are not counted
		}
		if v.recordedForm(e) == "" && !v.onlyConstants(e) {
			return unproven(notRecorded)
		}
	}
	each, why := v.eachWay(f, condition)
	if why != "" {
		return unproven(why)
	}
	behind := append(v.joinPins(condition), v.peopleWhere(condition))
	if v.a.closed {
		behind = append(behind, v.besideAlone(f, condition))
	}
	return column{kind: Measure, headcounts: append(behind, each...)}
}

// besideAlone hides a number of kinds of which hardly any is that of two people or of two records: of 60 people who
// died on 59 days each but two died alone.
func (v *env) besideAlone(f *sqltree.Func, condition sqltree.Expr) *headcount {
	return v.peopleWhere(condition).made(func(people sqltree.Expr) (sqltree.Expr, error) {
		rows, err := rowsWhere(condition).people()
		if err != nil {
			return nil, err
		}
		hardlyMore := func(n sqltree.Expr) sqltree.Expr {
			return &sqltree.Between{Expr: calc("-", n, sqltree.Clone(sqltree.Expr(f))), Low: sqltree.NewInt(0),
				High: sqltree.NewInt(int64(v.a.min - 1))}
		}
		isMost := &sqltree.Compare{Op: ">", Right: sqltree.Clone(people),
			Left: calc("*", sqltree.Clone(sqltree.Expr(f)), sqltree.NewInt(2))}
		alone := and(isMost, &sqltree.Or{Terms: []sqltree.Expr{hardlyMore(people), hardlyMore(rows)}})
		return &sqltree.Case{Whens: []*sqltree.When{{If: alone, Then: sqltree.NewInt(1)}}}, nil
	})
}

// onlyConstants reports whether an expression is one of some constants, such as an age group: there is no more to tell
// than that anybody has one.
func (v *env) onlyConstants(e sqltree.Expr) bool {
	switch x := e.(type) {
	case *sqltree.Case:
		return (x.Else == nil || isPlainConstant(x.Else)) &&
			!slices.ContainsFunc(x.Whens, func(w *sqltree.When) bool { return !isPlainConstant(w.Then) })
	case *sqltree.Column:
		return v.resolve(x).named
	}
	return isCondition(e) || isPlainConstant(e)
}

func isPlainConstant(e sqltree.Expr) bool { _, ok := e.(*sqltree.Constant); return ok }

// countOfGroups is a number of groups, such as of conditions that anybody had: it is shown where enough people are in
// one of them.
func (v *env) countOfGroups(f *sqltree.Func, expr sqltree.Expr, arg column) column {
	recorded := f.Distinct && arg.recorded != ""
	if !recorded && slices.ContainsFunc(v.sources,
		func(s *source) bool { return s.rows() == groupRows && !s.q.groupsAreRecorded() }) {
		return unproven(notRecorded)
	}
	out := column{kind: Measure, headcounts: v.groupHeadcounts("max", and(f.Filter, present(expr)))}
	if len(out.headcounts) == 0 {
		return unproven("the people behind the groups that it counts can't be told")
	}
	return out
}

// groupsAreRecorded reports whether the rows of a query are groups of people who are alike in what is recorded of them.
func (q *query) groupsAreRecorded() bool {
	v := q.env
	if v == nil {
		return !slices.ContainsFunc(q.inputs,
			func(in *query) bool { return in.rows == groupRows && !in.groupsAreRecorded() })
	}
	alike := slices.Clone(v.sel.GroupBy.Exprs)
	for i, item := range v.sel.List {
		if v.sel.Distinct || v.sel.GroupBy.All && !aggregates(item.Expr) {
			alike = append(alike, v.sel.List[i].Expr)
		}
	}
	if v.agg && v.rows == personRows || v.sel.Distinct {
		return !slices.ContainsFunc(alike, func(e sqltree.Expr) bool {
			e = v.groupedExpr(e)
			return v.recordedForm(e) == "" && !v.onlyConstants(e)
		})
	}
	return !slices.ContainsFunc(v.sources,
		func(s *source) bool { return s.rows() == groupRows && (s.q == nil || !s.q.groupsAreRecorded()) })
}
