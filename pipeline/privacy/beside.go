package privacy

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// Two sums of dates beside each other tell their difference, and where they are cut that is a number of people:
//
//	SUM(YEAR(visit_start_date))  SUM(YEAR(visit_end_date))
//	                     402201                     402203
//
// says that two visits went over a New Year; and years beside months since 1900 tell the months, of which people whom a
// range of days leaves have two. So of sums that are cut in different ways the first is shown, and another one where
//
//   - both are cut to the same units, over the same rows, and their difference and sum would be shown as well: ages at
//     the start and at the end;
//   - one is a point in time or an age and the other a span: an age beside months of follow-up.
//
// There are to be more kinds of each than could be told by what the other one says.

// toldSum is a sum or an average of numbers that the statement tells.
type toldSum struct {
	in    *env
	rows  string // which it is made of, of those of the SELECT
	arg   sqltree.Expr
	form  string
	of    summands
	exact bool
}

// toldSum is what an aggregate adds up.
func (v *env) toldSum(f *sqltree.Func, arg sqltree.Expr) *toldSum {
	t := &toldSum{in: v, arg: arg, form: v.form(arg)}
	var rows []sqltree.Expr
	if f.Filter != nil {
		rows = append(rows, f.Filter)
	}
	t.of, t.exact = v.summands(bare(arg, &rows))
	t.exact = t.exact || len(t.of) == 1 // a limit changes nothing of what is added up
	t.form += v.whichOf(arg)
	if all := and(rows...); all != nil {
		t.rows, _ = sqltree.FormatNode(all)
	}
	return t
}

// bare is the one number that an expression is, be it limited, or of some rows alone.
func bare(e sqltree.Expr, rows *[]sqltree.Expr) sqltree.Expr {
	var parts []sqltree.Expr
	switch x := e.(type) {
	case *sqltree.Case:
		if parts = append(results(x), x.Else); x.Else == nil {
			parts = results(x)
		}
		for _, w := range x.Whens {
			*rows = append(*rows, w.If)
		}
	case *sqltree.Func:
		if !slices.Contains([]string{"coalesce", "ifnull", "least", "greatest", "nullif", "abs"}, x.Name) {
			return e
		}
		parts = slices.Clone(x.Args)
	case *sqltree.Cast:
		if !isWhole(x.Type) {
			return bare(x.Expr, rows)
		}
		return e
	default:
		return e
	}
	parts = slices.DeleteFunc(parts, isFixed)
	if len(parts) != 1 {
		return e
	}
	return bare(parts[0], rows)
}

func (t *toldSum) isDated() bool { return t.of.has(summand.isDated) }
func (t *toldSum) isOfBirth() bool {
	return !t.of.has(func(s summand) bool { return !s.isBirth() })
}
func (t *toldSum) isCut() bool  { return t.of.has(summand.isCut) }
func (t *toldSum) isSpan() bool { return t.exact && t.of.isSpan() }

// isLike reports whether two sums are of the same, be it of other rows.
func (t *toldSum) isLike(o *toldSum) bool {
	if t.exact && o.exact {
		return t.of.isTimes(o.of)
	}
	return !t.exact && !o.exact && t.form == o.form
}

// besideness is what it takes to show a sum beside another one.
type besideness uint8

const (
	apart   besideness = iota // nothing: neither tells of the other
	ofPairs                   // many different pairs of the two
	ofKinds                   // more kinds of each than the other tells of
	asked                     // that, and that their difference would be shown
	never
)

// beside says what it takes to show a sum beside another one.
func (t *toldSum) beside(o *toldSum) besideness {
	switch {
	case t.isLike(o):
		return apart
	case t.of.beginsAnew() && !o.isOfBirth() || o.of.beginsAnew() && !t.isOfBirth():
		if t.isOtherPart(o) && t.of.sharesColumn(o.of) {
			return ofPairs
		}
		return never
	case t.isDated() != o.isDated():
		return apart
	case !t.isDated():
		return t.besideNumber(o)
	case !t.isCut() && !o.isCut() && (t.isSpan() && o.isSpan() || !t.exact || !o.exact):
		return apart
	case t.isSpan() != o.isSpan() || t.in.readsApart(o.in):
		return ofKinds
	case t.isCut() != o.isCut() && t.isSpan() && !t.of.sharesColumn(o.of):
		return ofKinds
	case t.mayBeAsked(o):
		return asked
	case t.isOtherPart(o):
		return ofPairs
	}
	return never
}

// isOtherPart reports whether two sums are those of the year, the month or the day of a recorded date, and of another
// of these: of many pairs of a year and a month, both sums tell no more than each.
func (t *toldSum) isOtherPart(o *toldSum) bool {
	part := func(t *toldSum) string {
		for s := range t.of {
			if len(t.of) == 1 && t.exact && t.in == o.in && t.rows == o.rows && s.which == "" && !s.span {
				return s.unit
			}
		}
		return ""
	}
	isPart := func(unit string) bool { return unit == "year" || unit == "month" || unit == "day" }
	return isPart(part(t)) && isPart(part(o)) && part(t) != part(o)
}

// besideNumber is the same of numbers that are not dates. Cuts of one column are judged in cuts.go.
func (t *toldSum) besideNumber(o *toldSum) besideness {
	switch {
	case !t.isCut() || !o.isCut() || t.of.sharesColumn(o.of):
		return apart
	case !t.exact || !o.exact || !t.of.hasUnitsOf(o.of):
		return ofKinds
	case t.mayBeAsked(o):
		return asked
	}
	return never
}

// mayBeAsked reports whether the difference of two sums can be: they are of one unit and made of the same rows, but for
// those without a number.
func (t *toldSum) mayBeAsked(o *toldSum) bool {
	return t.exact && o.exact && t.of.hasUnitsOf(o.of) && t.in == o.in && t.rows == o.rows
}

// mostBeside is how many sums that are cut alike may stand beside each other: of three, the first and the last less
// twice the second would have to be asked, too.
const mostBeside = 2

// mayStandBeside reports whether sums may be shown beside those that the statement tells, and notes them.
func (v *env) mayStandBeside(f *sqltree.Func) bool {
	if k := kindOf(f.Name); !v.a.closed || k != summing && k != averaging || isQuantile(f) {
		return true
	}
	told := slices.Clone(v.a.toldSums)
	for _, arg := range f.Args {
		t := v.toldSum(f, arg)
		others := 0
		for i, o := range told {
			how := t.beside(o)
			isFirst := !slices.ContainsFunc(told[:i], o.isLike)
			if how == asked && isFirst {
				others++
			}
			if how == never || others == mostBeside {
				return false
			}
		}
		if t.mixes() {
			return false
		}
		told = append(told, t)
	}
	v.a.toldSums = told
	return true
}

// How a number is one of several: which one, by the record of a UNION of the same tables, or by a CASE.
const (
	ofUnion = "union"
	ofCase  = "case"
)

// mixes reports whether a number is one of several dates of a record, by what a list, or a UNION, repeats it by. Then
// the groups of that are sums beside each other.
func (t *toldSum) mixes() bool {
	isOf := func(how string) bool {
		return t.of.has(func(s summand) bool { return slices.Contains(strings.Fields(s.which), how) })
	}
	return t.isDated() && (isOf(ofUnion) || isOf(ofCase) && len(t.in.allRepetitions()) > 0)
}

// isOneOfSeveral reports whether a CASE takes one of several numbers that people have.
func isOneOfSeveral(x *sqltree.Case) bool {
	isNone := func(e sqltree.Expr) bool { return e == nil || isFixed(e) }
	return len(slices.DeleteFunc(append(results(x), x.Else), isNone)) > 1
}

// readsApart reports whether two SELECTs read records of people in other tables each.
func (v *env) readsApart(o *env) bool {
	own, others := v.a.tablesIn(v.sel, v.scope), v.a.tablesIn(o.sel, o.scope)
	isRead := func(table string) bool { return slices.Contains(others, table) }
	return v != o && len(own) > 0 && len(others) > 0 && !slices.ContainsFunc(own, isRead)
}

// tablesIn are the tables of people's records that a query reads, that of the people themselves aside.
func (a *analysis) tablesIn(q sqltree.Node, sc scope) []string {
	var out []string
	sqltree.Walk(q, func(n sqltree.Node) bool {
		if t, ok := n.(*sqltree.BaseTable); ok {
			name := strings.ToLower(t.Name)
			if named := sc[name]; named != nil && named.node != q {
				out = append(out, a.tablesIn(named.node, sc)...)
			} else if !withoutPeople(name) && name != "person" {
				out = append(out, name)
			}
		}
		return true
	})
	return out
}

// ofSumsBeside are the people who must be enough for a sum to be shown beside others.
func (v *env) ofSumsBeside(f *sqltree.Func, condition sqltree.Expr) []*headcount {
	if k := kindOf(f.Name); !v.a.closed || k != summing && k != averaging || isQuantile(f) {
		return nil
	}
	var out []*headcount
	for _, arg := range f.Args {
		t := v.toldSum(f, arg)
		for _, o := range v.a.toldSums {
			switch t.beside(o) {
			case asked:
				out = append(out, v.ofTwoSums(f, t, o)...)
			case ofPairs:
				out = append(out, v.ofFewPairs(t, o, condition))
			}
		}
		if t.isCut() {
			out = append(out, v.ofManyKinds(t, condition))
		}
	}
	return out
}

// ofFewPairs is 1 where there are so few different pairs of two numbers that both sums could tell how many have each.
func (v *env) ofFewPairs(t, o *toldSum, condition sqltree.Expr) *headcount {
	return &headcount{people: func() (sqltree.Expr, error) {
		pair := sum(scaled(sqltree.Clone(t.arg), "10000"), sqltree.Clone(o.arg))
		different := differentOf(pair, condition)
		few := &sqltree.Between{Expr: different, Low: sqltree.NewInt(2), High: sqltree.NewInt(residues)}
		return &sqltree.Case{Whens: []*sqltree.When{{If: few, Then: sqltree.NewInt(1)}}}, nil
	}}
}

// mostKindsBeside is of how many kinds numbers may be for two sums and a count of them to tell how many have each.
const mostKindsBeside = 4

// ofManyKinds is 1 where there are so few kinds of numbers that what else the statement tells of dates would tell how
// many have each: another sum beside them, or numbers of people by another date. Of the years in which stays end,
//
//	SUM(YEAR(visit_end_date))  COUNT(*) FILTER (WHERE YEAR(visit_start_date) = 2010)  … = 2011)
//
// tells how many went over a New Year.
func (v *env) ofManyKinds(t *toldSum, condition sqltree.Expr) *headcount {
	return &headcount{people: func() (sqltree.Expr, error) {
		isBeside := func(o *toldSum) bool { return t.beside(o) > ofPairs }
		switch looks, each := t.looksBeside(); {
		case each:
			return sqltree.NewInt(1), nil
		case looks == 0 && !slices.ContainsFunc(v.a.toldSums, isBeside):
			return &sqltree.Constant{Kind: sqltree.Null}, nil
		default:
			most := int64(max(mostKindsBeside, looks+2))
			few := &sqltree.Between{Expr: differentOf(sqltree.Clone(t.arg), condition), Low: sqltree.NewInt(2),
				High: sqltree.NewInt(most)}
			return &sqltree.Case{Whens: []*sqltree.When{{If: few, Then: sqltree.NewInt(1)}}}, nil
		}
	}}
}

// looksBeside is how many numbers of people the statement tells by dates of records, beside a sum of such; each is
// whether it tells them for each value of another date.
func (t *toldSum) looksBeside() (looks int, each bool) {
	isOfRecords := func(s summand) bool { return s.isDated() && s.of != ofBirth }
	if !t.of.has(isOfRecords) {
		return 0, false
	}
	if t.of.beginsAnew() && slices.ContainsFunc(t.in.a.looks, look.isOfSpan) {
		return 1, true
	}
	for f := range t.in.a.facts {
		if of := (summand{of: f.about}); f.look && isOfRecords(of) {
			looks++
			each = each || f.what == anyKind && !t.of.sharesColumn(summands{of: 1})
		}
	}
	return looks, each
}

// ofTwoSums are the people by whom the difference and the sum of two numbers would be shown.
func (v *env) ofTwoSums(f *sqltree.Func, t, o *toldSum) []*headcount {
	isNot := func(t *toldSum) sqltree.Expr { return &sqltree.IsNull{Expr: sqltree.Clone(t.arg)} }
	oneAlone := &sqltree.Compare{Op: "<>", Left: isNot(t), Right: isNot(o)}
	out := []*headcount{v.peopleWhere(and(f.Filter, oneAlone))}
	both := and(f.Filter, present(t.arg), present(o.arg))
	for _, operator := range []string{"-", "+"} {
		number := func(t *toldSum) sqltree.Expr { return &sqltree.Cast{Expr: sqltree.Clone(t.arg), Type: "DOUBLE"} }
		together := calc(operator, number(t), number(o))
		out = append(out, v.peopleWhere(and(both, sign(together, "<>"))), v.fewestOrBeside(both, together))
	}
	return out
}

// fewestOrBeside is how many people have the rarest of a few different numbers; of more, how many differ from the
// number that most have, or fewer.
func (v *env) fewestOrBeside(condition, e sqltree.Expr) *headcount {
	return &headcount{people: func() (sqltree.Expr, error) {
		fewest, err := v.fewestByResidue(e, condition, mostKindsBeside)
		if err != nil {
			return nil, err
		}
		counts, err := v.countsByResidue(e, condition)
		beside := calc("-", sum(counts...), call("greatest", counts...))
		return call("least", beside, fewest), err
	}}
}
