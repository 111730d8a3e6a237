package privacy

import (
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
)

// fine is how a summand is cut, as far as it makes a difference beside others.
type fine struct {
	unit  string // whatever column is cut: "year", "floor(date / 10)"; "" where none is
	which string // of several records or tables: the first, the last
	span  bool   // it is a span between two dates that is cut as a whole
}

// fineOf says how a number that is not a sum is cut. Inner is what a whole sum that is cut is made of.
func (v *env) fineOf(e sqltree.Expr, inner summands) fine {
	return fine{unit: v.cutUnit(e), which: v.whichOf(e), span: inner.isSpan()}
}

// cutUnit is the unit that a number is cut to.
func (v *env) cutUnit(e sqltree.Expr) string {
	switch x := e.(type) {
	case *sqltree.Column:
		if unit, isBirth := strings.CutSuffix(strings.ToLower(x.Name()), "_of_birth"); isBirth {
			return unit
		}
	case *sqltree.Extract:
		return v.partUnit(x.Field, x.From)
	case *sqltree.Func:
		switch name := strings.ToLower(x.Name); {
		case len(x.Args) == 2 && (name == "date_part" || name == "datepart"):
			return v.partUnit(v.form(x.Args[0]), x.Args[1])
		case len(x.Args) == 1 && (name == "year" || name == "quarter" || name == "month" || name == "day"):
			return v.partUnit(name, x.Args[0])
		}
	}
	n := v.number(e)
	if n == nil || slices.ContainsFunc(n.steps, func(s step) bool { return !s.limit }) || isMultiplied(n) {
		return v.formWithoutNames(e)
	}
	return ""
}

// isMultiplied reports whether a number is a product of two.
func isMultiplied(n *number) bool {
	return len(union(n.columns, nil)) < len(n.columns) || len(n.columns) > 1
}

// partUnit is the unit of a part of a date.
func (v *env) partUnit(field string, date sqltree.Expr) string {
	unit := strings.Trim(strings.ToLower(field), "'")
	if form := v.formWithoutNames(date); form != "x" {
		unit += " of " + form
	}
	return unit
}

// formWithoutNames is the form of an expression with "x" for each recorded column.
func (v *env) formWithoutNames(e sqltree.Expr) string {
	return wordText.ReplaceAllStringFunc(v.form(e), func(word string) string {
		if _, ok := recorded()[word]; ok {
			return "x"
		}
		return word
	})
}

var wordText = lazyregexp.New(`\w+`)

// whichOf says of which records and tables the columns of an expression are, where there are several.
func (v *env) whichOf(e sqltree.Expr) string {
	var which []string
	sqltree.Walk(e, func(n sqltree.Node) bool {
		switch x := n.(type) {
		case sqltree.Query:
			return false
		case *sqltree.Case:
			if isOneOfSeveral(x) {
				which = append(which, ofCase)
			}
		case *sqltree.Func:
			if len(x.Args) == 1 && choosesRecord(x.Name) {
				which = append(which, strings.ToLower(x.Name))
			}
		case *sqltree.Column:
			which = append(which, v.sourceAmong(x))
			if n := v.resolve(x).number; n != nil {
				for s := range n.summands {
					which = append(which, s.which)
				}
			}
		}
		return true
	})
	return strings.Join(strings.Fields(strings.Join(union(which, nil), " ")), " ")
}

// sourceAmong is the name of the table that a column is of, where another one has the like.
func (v *env) sourceAmong(x *sqltree.Column) string {
	src, _, ok := v.findSource(x)
	if !ok {
		return ""
	}
	isLike := func(o *source) bool {
		isQuery := o.q != nil && src.q != nil && o.rows() == personRows
		return o != src && (isQuery || o.q == nil && src.q == nil && o.knows(x.Name()))
	}
	if slices.ContainsFunc(v.sources, isLike) {
		return strings.ToLower(src.name)
	}
	return ""
}

// coarse are summands whatever records they are of, and whatever part of a date.
func (of summands) coarse() summands {
	out := summands{}
	for s, k := range of {
		out[summand{of: s.of, form: s.form}] += k
	}
	return out
}

// each are summands that are cut or chosen in another way.
func (of summands) each(change func(*summand)) summands {
	out := summands{}
	for s, k := range of {
		change(&s)
		out[s] += k
	}
	return out
}

// inUnit are years of dates as other units since some day: months are not parts of a year then.
func (of summands) inUnit(unit string) summands {
	unit = strings.TrimSuffix(strings.Trim(unit, "'"), "s")
	return of.each(func(s *summand) {
		if unit != "year" {
			s.unit = unit + "s since" + strings.TrimPrefix(s.unit, "year")
		}
	})
}

// chosenBy are those of one record of several.
func (of summands) chosenBy(function string) summands {
	return of.each(func(s *summand) { s.which = strings.TrimSpace(s.which + " " + function) })
}

// isDated reports whether a summand is of dates.
func (s summand) isDated() bool {
	return slices.ContainsFunc(strings.Fields(s.of), func(column string) bool {
		t := recorded()[column]
		return t == schema.Date || t == schema.Datetime || column == ofBirth
	})
}

// isBirth reports whether it is of a date of birth.
func (s summand) isBirth() bool { return slices.Contains(strings.Fields(s.of), ofBirth) }

func (of summands) has(is func(summand) bool) bool {
	for s, k := range of {
		if math.Abs(k) > 1e-9 && is(s) {
			return true
		}
	}
	return false
}

func (s summand) isCut() bool { return s.unit != "" }

// isSpan reports whether a sum is one of spans between dates of records: of each unit as much is taken off as is added.
// From a birth on it is an age.
func (of summands) isSpan() bool {
	units := map[string]float64{}
	for s, k := range of {
		switch {
		case !s.isDated() || s.isBirth():
			return false
		case !s.span:
			units[s.unit] += k
		}
	}
	for _, k := range units {
		if math.Abs(k) > 1e-9 {
			return false
		}
	}
	return len(of) > 0
}

// isTimes reports whether a sum is another one, times a number.
func (of summands) isTimes(other summands) bool {
	var times float64
	for s, k := range of {
		if math.Abs(k) > 1e-9 {
			times = other[s] / k
			break
		}
	}
	if times == 0 { // also of a sum of nothing that is recorded
		return false
	}
	left := maps.Clone(other)
	for s, k := range of {
		left[s] -= times * k
	}
	return !left.has(func(summand) bool { return true })
}

// sharesColumn reports whether two sums are of the same that is recorded.
func (of summands) sharesColumn(other summands) bool {
	return of.has(func(s summand) bool {
		return other.has(func(o summand) bool {
			return slices.ContainsFunc(strings.Fields(s.of),
				func(c string) bool { return slices.Contains(strings.Fields(o.of), c) })
		})
	})
}

// hasUnitsOf reports whether all summands of two sums are cut to one unit, and weigh alike.
func (of summands) hasUnitsOf(other summands) bool {
	var unit string
	var weight float64
	for s, k := range of {
		unit, weight = s.unit, math.Abs(k)
	}
	isOther := func(all summands) bool {
		return all.has(func(s summand) bool { return s.unit != unit || math.Abs(math.Abs(all[s])-weight) > 1e-9 })
	}
	return !isOther(of) && !isOther(other)
}

// Parts of a date that begin anew, as the day of a month does, count people in another way: of stays,
//
//	SUM(DAY(visit_end_date)) - SUM(DAY(visit_start_date))    SUM(visit_end_date - visit_start_date)
//	                                                  104                                       134
//
// 134 - 104 = 30 says that one went over the end of April. The same follows where all start on the same day, from any
// number of records that is as long as the stays (days_supply), and from dates that are the same in another table.

// beginsAnew reports whether a sum holds a part of a date of records that is no number of units since some day, as
// years are, or 12 times these and months.
func (of summands) beginsAnew() bool {
	type date struct{ of, which string }
	years, monthsLeft := map[date]float64{}, map[date]float64{}
	for s, k := range of {
		at := date{s.of, s.which}
		switch {
		case math.Abs(k) < 1e-9 || !s.isDated() || s.isBirth():
		case s.unit == "year":
			years[at] += k
		case s.unit == "month":
			monthsLeft[at] += 12 * k
		case s.unit == "quarter":
			monthsLeft[at] += 4 * k
		case partsAnew.MatchString(sinceSomeDay.ReplaceAllString(s.unit, "")):
			return true
		}
	}
	for at, k := range monthsLeft {
		if math.Abs(k-years[at]) > 1e-9 {
			return true
		}
	}
	return false
}

var (
	sinceSomeDay = lazyregexp.New(`date_?(trunc|diff|sub)\('\w+'|\w+ since\b`)
	partsAnew    = lazyregexp.New(`\b(month|quarter|day|dayof\w+|week\w*|dow|doy|isodow|hour|minute|second)s?\b`)
)
