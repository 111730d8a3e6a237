package privacy

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// An average of numbers of which there are two is a share: of 19 people who were born in 1906 and 1907, a mean of
// 1906.79 says that 4 were born in 1906, and
//
//	AVG(FLOOR((year_of_birth - 1907) / 100.0))
//
// says how many of all were born before 1907. So a sum, an average or the like is shown where each of so few values is
// that of enough people. Two values follow from a number and an average, three from their variance too.

// pin is what must hold of the people whose numbers are added up. It is a condition that holds for enough of them or
// for nobody, or a value: where there are few different ones, each is that of enough people.
type pin struct {
	at      *headcount // an expression on a row
	isValue bool
	isCut   bool   // a value that was cut to whole units, at places that its author chose
	isHalf  bool   // of a condition that holds of those who have all values, and of others who have not
	isWhole bool   // a condition whose halves are counted
	isSplit bool   // of a condition under which a number is made in another way: see splits.go
	isAll   bool   // a value: the whole number, and no part of it
	isLeft  bool   // a value: how much a number is made smaller or larger by, of those of whom it is: see limits.go
	about   string // what it is made of: see facts.go
}

// rowPin is a condition on a row as a pin.
func rowPin(e sqltree.Expr) pin {
	return pin{at: &headcount{people: func() (sqltree.Expr, error) { return sqltree.Clone(e), nil }}}
}

// valuePin is a number on a row as a pin, and cutPin one that was cut.
func valuePin(e sqltree.Expr) pin { return pin{at: rowPin(e).at, isValue: true} }

func cutPin(e sqltree.Expr) pin { return pin{at: rowPin(e).at, isValue: true, isCut: true} }

// elsewhere is a pin as another query sees it.
func (p pin) elsewhere(at *headcount) pin {
	p.at, p.about = at, ""
	return p
}

// withValue is a number with one expression in the place of the values that it was made of.
func (n *number) withValue(p pin) *number {
	if n == nil || n.constant {
		return n
	}
	copied := *n
	copied.pins = slices.DeleteFunc(slices.Clone(n.pins), func(p pin) bool { return p.isValue })
	copied.pins = append(copied.pins, p)
	return &copied
}

// columnNumber is the number in a column, with its value unless a query below has told it.
func (v *env) columnNumber(x *sqltree.Column) *number {
	n := v.resolve(x).number
	if n == nil || n.constant || n.common || n.flag ||
		slices.ContainsFunc(n.pins, func(p pin) bool { return p.isValue }) {
		return n
	}
	if n.date {
		return n.withValue(valuePin(day(x)))
	}
	return n.withValue(valuePin(x))
}

// wholePins are those of a number as a whole: that it is not 0, since an average of zeros and one stay of 17 days is
// that stay, and that it is not one of two.
func (n *number) wholePins(e sqltree.Expr) []pin {
	if n.constant || n.common || n.date || isTimed(n) {
		return nil
	}
	whole := valuePin(e)
	whole.isAll = true
	return []pin{rowPin(sign(e, "<>")), whole}
}

// mostValues is of how many values a number can be made for each of them to be looked at.
const mostValues = 3

// withoutManyValues leaves the parts of a number out that is made of many values, such as the share of days that
// somebody's supplies cover: its average tells of the whole only, which has a pin of its own, and to look at all parts
// costs more memory than the query.
func withoutManyValues(pins []pin) []pin {
	isPart := func(p pin) bool { return p.isValue && !p.isCut }
	parts := 0
	for _, p := range pins {
		if isPart(p) {
			parts++
		}
	}
	if parts <= mostValues {
		return pins
	}
	return slices.DeleteFunc(slices.Clone(pins), isPart)
}

// day is a date as a number.
func day(date sqltree.Expr) sqltree.Expr {
	return sum(scaled(part("YEAR", date), "372"), scaled(part("MONTH", date), "31"), part("DAY", date))
}

// calendarUnit is the unit of the calendar that a date falls into, as a number.
func calendarUnit(unit string, date sqltree.Expr) sqltree.Expr {
	year := part("YEAR", date)
	switch strings.ToLower(unit) {
	case "year", "years", "decade", "century":
		return year
	case "quarter", "quarters":
		return sum(scaled(year, "4"), part("QUARTER", date))
	case "month", "months":
		return sum(scaled(year, "12"), part("MONTH", date))
	}
	return day(date)
}

// fewestAlike is the smallest number of people who are alike in a value, where there are few different ones.
func (v *env) fewestAlike(condition sqltree.Expr, p pin) *headcount {
	return p.at.made(func(e sqltree.Expr) (sqltree.Expr, error) {
		switch most := v.a.mostTold(p.about); {
		case most > residues:
			return sqltree.NewInt(1), nil
		case !p.isCut && most == 2:
			return fewerOfTwo(e, condition), nil
		default:
			return v.fewestByResidue(e, condition, most)
		}
	})
}

// fewerOfTwo is the smaller number of rows where there are two values: then, and only then, the variance is the product
// of how far the mean is from either.
func fewerOfTwo(e, condition sqltree.Expr) sqltree.Expr {
	of := func(function string) sqltree.Expr {
		return aggregateOf(function, condition, &sqltree.Cast{Expr: sqltree.Clone(e), Type: "DOUBLE"})
	}
	above, below := calc("-", of("avg"), of("min")), calc("-", of("max"), of("avg"))
	width := calc("-", of("max"), of("min"))
	off := call("abs", calc("-", of("var_pop"), calc("*", above, below)))
	isTwo := and(sign(width, ">"),
		&sqltree.Compare{Op: "<=", Left: off,
			Right: calc("*", calc("*", width, width), &sqltree.Constant{Kind: sqltree.Decimal, Text: "0.000001"})})
	fewer := calc("/", calc("*", of("count"), call("least", above, below)), width)
	return &sqltree.Case{Whens: []*sqltree.When{{If: isTwo, Then: call("round", fewer)}}}
}

// fewKinds is 1 where numbers are of three or four kinds and hardly any are above the smallest, or below the largest,
// so that their sum says which they are: that six people have 15 records, and each two at least, are three more in all.
// If one had these, or three had one each, there would be two kinds, and nothing shown; so one has three and one has
// four.
func (v *env) fewKinds(e, condition sqltree.Expr) *headcount {
	return &headcount{within: true, people: func() (sqltree.Expr, error) {
		of := func(function string) sqltree.Expr {
			return aggregateOf(function, condition, &sqltree.Cast{Expr: sqltree.Clone(e), Type: "DOUBLE"})
		}
		kinds := aggregateOf("approx_count_distinct", condition, sqltree.Clone(e))
		beyond := calc("*", of("count"), call("least", calc("-", of("avg"), of("min")), calc("-", of("max"), of("avg"))))
		steps := calc("*", beyond, calc("-", sqltree.Clone(kinds), sqltree.NewInt(1))) // of their average height
		few := calc("*", sqltree.NewInt(int64(2*v.a.min)), calc("-", of("max"), of("min")))
		isFew := and(&sqltree.Between{Expr: kinds, Low: sqltree.NewInt(3), High: sqltree.NewInt(4)},
			&sqltree.Compare{Op: "<", Left: steps, Right: few})
		return &sqltree.Case{Whens: []*sqltree.When{{If: isFew, Then: sqltree.NewInt(1)}}}, nil
	}}
}

// fewestByResidue counts the people by residue, where there are as few values as the statement could tell the people
// of.
func (v *env) fewestByResidue(e, condition sqltree.Expr, most int64) (sqltree.Expr, error) {
	counts, err := v.countsByResidue(e, condition)
	if err != nil {
		return nil, err
	}
	for i, n := range counts {
		counts[i] = call("nullif", n, sqltree.NewInt(0))
	}
	different := differentOf(e, condition)
	few := &sqltree.Between{Expr: different, Low: sqltree.NewInt(2), High: sqltree.NewInt(most)}
	return &sqltree.Case{Whens: []*sqltree.When{
		{If: and(few, sharesResidue(e, condition)), Then: sqltree.NewInt(1)},
		{If: few, Then: call("least", counts...)}}}, nil
}

// differentOf counts the different values.
func differentOf(e, condition sqltree.Expr) sqltree.Expr {
	n := aggregateOf("count", condition, e)
	n.Distinct = true
	return n
}

// sharesResidue is the condition that two values have the same residue, as 1906 and 1917 have. Then few people who have
// one of them would be counted with the many who have the other.
func sharesResidue(e, condition sqltree.Expr) sqltree.Expr {
	return &sqltree.Compare{Op: "<", Left: differentOf(residue(e), condition), Right: differentOf(e, condition)}
}

// countsByResidue counts the people by what is left of a value divided by a prime that years, days and doses seldom
// share.
func (v *env) countsByResidue(e, condition sqltree.Expr) ([]sqltree.Expr, error) {
	persons, err := v.personExprs()
	if err != nil {
		return nil, err
	}
	count := v.peopleWhere
	if _, isColumn := persons[0].(*sqltree.Column); !isColumn { // to look everybody up eleven times is too much
		count = rowsWhere
	}
	var counts []sqltree.Expr
	for rest := range int64(residues) {
		n, err := count(and(condition,
			&sqltree.Compare{Op: "=", Left: residue(e), Right: sqltree.NewInt(rest)})).people()
		if err != nil {
			return nil, err
		}
		counts = append(counts, n)
	}
	return counts, nil
}

const residues = 11

// residue is what is left of hundredths of a value when they are divided by residues.
func residue(e sqltree.Expr) sqltree.Expr {
	whole := &sqltree.Cast{Expr: call("floor", scaled(sqltree.Clone(e), "100")), Type: "BIGINT"}
	rest := func(e sqltree.Expr) sqltree.Expr { return calc("%", e, sqltree.NewInt(residues)) }
	return rest(sum(rest(whole), sqltree.NewInt(residues)))
}

// picksValues reports whether a statement picks values one by one, as year_of_birth IN (1906, 1907, 1979) does: then an
// average tells of three.
func picksValues(s *sqltree.Statement) bool {
	return holdsIn(s, func(n sqltree.Node) bool {
		switch x := n.(type) {
		case *sqltree.Or:
			return true
		case *sqltree.In:
			return len(x.List) > 1 && !ofConcepts(x.Expr)
		}
		return false
	})
}

// ofConcepts reports whether an expression is a column of concepts: a list of them chooses records, and no numbers.
func ofConcepts(e sqltree.Expr) bool {
	c, ok := e.(*sqltree.Column)
	return ok && strings.HasSuffix(c.Name(), "concept_id")
}
