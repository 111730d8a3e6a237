package privacy

import (
	"fmt"
	"math/bits"

	"github.com/askomop/askomop/omop/sqltree"
)

// A print of some people is a number that adds up as they do: that of a whole is the sum of those of its parts. So from
// the prints of numbers in sight it is seen whether these, added up and taken off each other, are the number of a few
// people, whatever the SQL says of how they hang together. Of 30 women and 20 men, and of 7 and 40 of two races,
//
//	30 + 20 - 7 - 40 = 3
//
// is the number of three people, and their print says so; that 30 - 28 is 2 where the 28 are other people says nothing.
// Each person has a digit of the print, by the person's id; the print of three people has digits that come to three,
// which that of a difference of others hardly ever has.

// printBits is the size of a print: what is larger is cut off.
const printBits = 51

// printBase is the bits of a digit: it holds what is not shown, and a negative one is another.
func printBase(min int) int { return bits.Len(uint(3 * max(1, min))) }

// mostPrinted is the largest smallest number of people for which prints have digits enough.
const mostPrinted = 1000

// hashed is a number that differs where several things together, or a text, do: of the digits of their hash.
func hashed(e sqltree.Expr) sqltree.Expr {
	if row, ok := e.(*sqltree.Func); ok && row.Name == "row" {
		e = call("concat_ws", append([]sqltree.Expr{&sqltree.Constant{Kind: sqltree.String, Text: "-"}}, row.Args...)...)
	}
	hash := call("md5", &sqltree.Cast{Expr: e, Type: "VARCHAR"})
	out, factor := sqltree.Expr(sqltree.NewInt(0)), uint64(1)
	for i := range int64(8) {
		digit := call("ascii", call("substr", sqltree.Clone(hash), sqltree.NewInt(i+1), sqltree.NewInt(1)))
		out = sum(out, calc("*", &sqltree.Cast{Expr: digit, Type: "BIGINT"}, whole10(fmt.Sprint(factor))))
		factor = factor * 1_000_003 % (1 << 33)
	}
	return out
}

// printWhere is the print of the people whose records meet a condition, nil for all.
func (v *env) printWhere(condition sqltree.Expr) *headcount {
	if v.isOneEach() {
		return v.rowPrint(condition)
	}
	return v.printOf(condition, func(person sqltree.Expr) sqltree.Expr { return person })
}

// rowPrint is the print of the rows that meet a condition, each with its person's digit.
func (v *env) rowPrint(condition sqltree.Expr) *headcount { return v.printOf(condition, nil) }

// printOf is the print of what an expression made of the person's id tells apart, nil for the rows.
func (v *env) printOf(condition sqltree.Expr, apart func(person sqltree.Expr) sqltree.Expr) *headcount {
	return &headcount{people: func() (sqltree.Expr, error) {
		persons, err := v.personExprs()
		if err != nil {
			return nil, err
		} else if len(persons) > 1 {
			return nil, errMixed
		}
		digit := v.digit(persons[0])
		if apart != nil { // so that no two are the same
			own := &sqltree.Cast{Expr: calc("%", sqltree.Clone(apart(persons[0])), whole10("8589934592")), Type: "DECIMAL(38,0)"}
			digit = calc("+", calc("*", own, printSize()), digit)
		}
		n := aggregateOf("sum", condition, digit)
		n.Distinct = apart != nil
		return cutOff(n), nil
	}}
}

// digit is that of a person in a print.
func (v *env) digit(person sqltree.Expr) sqltree.Expr {
	base := printBase(v.a.min)
	id := func() sqltree.Expr { // whose square is too large for ids of 32 bits
		return &sqltree.Cast{Expr: calc("%", sqltree.Clone(person), whole10("1000003")), Type: "BIGINT"}
	}
	mixed := calc("%", calc("*", calc("%", calc("*", id(), id()), whole10("1000003")), whole10("7919")), whole10("10007"))
	place := calc("%", call("abs", mixed), whole10(fmt.Sprint(printBits/base)))
	return &sqltree.Cast{Expr: call("power", whole10(fmt.Sprint(1<<base)), place), Type: "BIGINT"}
}

// sumPrint is the print of records of which each person's number is summed up.
func (v *env) sumPrint(f *sqltree.Func) *headcount {
	return &headcount{people: func() (sqltree.Expr, error) {
		persons, err := v.personExprs()
		if err != nil {
			return nil, err
		}
		return cutOff(aggregateOf("sum", f.Filter, calc("*", sqltree.Clone(argument(f)), v.digit(persons[0])))), nil
	}}
}

func whole10(text string) sqltree.Expr { return &sqltree.Constant{Kind: sqltree.Int, Text: text} }

func printSize() sqltree.Expr { return whole10(fmt.Sprint(uint64(1) << printBits)) }

// cutOff keeps a sum of prints to their size.
func cutOff(e sqltree.Expr) sqltree.Expr {
	return &sqltree.Cast{Expr: calc("%", e, printSize()), Type: "BIGINT"}
}

// addPrints gives a number of records their print, and the sum of numbers of people of groups the sum of theirs.
func (v *env) addPrints(f *sqltree.Func, arg, out column) {
	if len(out.numbers) == 0 {
		return
	}
	at := out.numbers[0]
	_, isPlain := argument(f).(*sqltree.Column)
	across := ""
	switch k := kindOf(f.Name); {
	case !isPlain || !arg.kind.counts() || len(arg.numbers) != 1:
	case k == summing:
		across = "sum"
	case k == extreme && v.isOfAll(argument(f)): // a total that stands beside each row
		across = "max"
	}
	if across != "" {
		of := arg.numbers[0]
		if across == "max" {
			at.of = of.of
		}
		if at.behind != nil && of.behind != nil && of.behind.print != nil {
			behind := *at.behind
			behind.print = v.wrapped(across, of.behind.print, f.Filter).rewritten(cutOff)
			at.behind = &behind
		}
		if of.print != nil {
			at.print = v.wrapped(across, of.print, f.Filter).rewritten(cutOff)
		}
		return
	}
	if isMean(f.Name) || kindOf(f.Name) == summing {
		at.score = v.isScore(argument(f))
		v.a.addsScores = v.a.addsScores || at.score
		if v.isCountOfPerson(argument(f)) || at.score && v.number(argument(f)).isOfFewWeights() {
			at.print = v.sumPrint(f)
			return
		}
	}
	counted, isColumn := argument(f).(*sqltree.Column)
	for _, at := range out.numbers {
		known := at.unit == ofRecords && at.of != nil && at.of.env == v && !at.of.some
		switch {
		case known && f.Distinct && isColumn && v.namesRecords(counted):
			at.print = v.printOf(at.of.all, func(sqltree.Expr) sqltree.Expr { return counted })
		case known && f.Distinct && !isColumn && v.namesRecords(argument(f)):
			at.print = v.printOf(at.of.all, func(sqltree.Expr) sqltree.Expr { return hashed(argument(f)) })
		case known && !f.Distinct && (kindOf(f.Name) == counting || v.isUnit(argument(f)) || isConstant(argument(f))):
			at.print = v.rowPrint(at.of.all)
		}
	}
}

// isPrintOf reports whether a print is that of n people, each as often as times says.
func (s *sheet) isPrintOf(n int64, print uint64, times int64) bool {
	if n <= 0 || n%times != 0 || n/times >= s.n {
		return false
	}
	base := printBase(s.min)
	if digits := print & (1<<(printBits/base*base) - 1); int64(bits.OnesCount64(digits)) > n { // a digit has fewer
		return false
	}
	for range printBits / base {
		digit := int64(print & (1<<base - 1))
		if digit%times != 0 {
			return false
		}
		n -= digit
		print >>= base
	}
	return n == 0
}

// isTimes reports whether a print is that of n people, each of them so many times, with digits from one on.
func (s *sheet) isTimes(print uint64, n, times int64, from int) bool {
	if n == 0 {
		return print&(1<<printBits-1) == 0
	}
	for base := printBase(s.min); from < printBits/base; from++ {
		if s.isTimes(print-uint64(times)<<(from*base), n-1, times, from) {
			return true
		}
	}
	return false
}

// isExchange reports whether a print is that of a few people less that of a few others: the sums of two groups that
// differ in so few tell of these.
func (s *sheet) isExchange(print uint64) bool {
	base := printBase(s.min)
	var came, went int64
	for range printBits / base {
		digit := int64(print & (1<<base - 1))
		if print >>= base; digit < 1<<(base-1) {
			came += digit
			continue
		}
		went += 1<<base - digit
		print++ // it had borrowed
	}
	return came+went > 0 && came < s.n && went < s.n
}

// isOfFew reports whether the people of a print, who may be in it several times, can be few.
func (s *sheet) isOfFew(print uint64) bool {
	base, people := printBase(s.min), 0
	for range printBits / base {
		if print&(1<<base-1) != 0 {
			people++
		}
		print >>= base
	}
	return int64(people) < s.n
}
