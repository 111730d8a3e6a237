package privacy

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// A score is a sum of flags, such as the number of somebody's diseases. Its mean tells how many flags all people have
// together, and of no flag how many people have it: of 30 people with gout and one with polio,
//
//	AVG(gout + polio)
//
// says that there are 31 diagnoses. So a rare flag is no reason to hide it. It is shown where enough people differ from
// any one number, be it 0, as those differ who have a flag, or as many as there are flags, as those do who lack one;
// for the flags of each weight by themselves, since 100 * gout + polio tells of both. This holds while nothing else of
// the statement tells of single flags: beside AVG(gout) the difference is that of the one. Then each flag is that of
// enough people, as any condition is.

// flagSum is the flags of one weight in a score, added up on a row.
type flagSum struct {
	weight float64
	at     pin
}

// isScore reports whether an expression is a sum of flags, and no flag itself. What all people have of it is a number
// of people of each.
func (v *env) isScore(e sqltree.Expr) bool {
	n := v.number(e)
	return n != nil && len(n.score) > 0 && !v.indicates(e)
}

// isOfFewWeights reports whether a score beside numbers of people is one of them, each up to so many times.
func (n *number) isOfFewWeights() bool {
	return !slices.ContainsFunc(n.score, func(f flagSum) bool {
		return f.weight != math.Trunc(f.weight) || math.Abs(f.weight) > timesTaken
	})
}

// flagOf is a condition as a score of one flag.
func flagOf(weight float64, condition sqltree.Expr) []flagSum {
	return []flagSum{{weight, valuePin(&sqltree.Cast{Expr: condition, Type: "INTEGER"})}}
}

// flagsOf is a CASE of constants as a score with a flag for each of them but 0: SUM(CASE WHEN … THEN 1 ELSE 2 END) is
// a number of people and twice another.
func flagsOf(x *sqltree.Case, results []sqltree.Expr) []flagSum {
	var out []flagSum
	for _, e := range results {
		w, ok := literal(e)
		if !ok && !isNull(e) {
			return nil
		}
		isIt := func(f flagSum) bool { return f.weight == w }
		if w == 0 || slices.ContainsFunc(out, isIt) {
			continue
		}
		condition := holds(x)
		if !oneConstant(results...) {
			condition = &sqltree.Compare{Op: "=", Left: x, Right: e}
		}
		out = append(out, flagOf(w, condition)...)
	}
	return out
}

func constantOf(weight float64) sqltree.Expr {
	return &sqltree.Constant{Kind: sqltree.Decimal, Text: strconv.FormatFloat(weight, 'f', -1, 64)}
}

// addedScores is the score that is a sum or a difference of scores and constants, such as 2 - (died::INT).
func addedScores(f *sqltree.Func, ns []*number) []flagSum {
	var terms []*number
	for i, n := range ns {
		sign := 1.0
		if (f.Name == "-" || f.Name == "subtract") && (i > 0 || len(ns) == 1) {
			sign = -1
		}
		copied := *n
		if w, ok := literal(f.Args[i]); ok && n.constant {
			copied.score = flagOf(w, &sqltree.Constant{Kind: sqltree.Bool, Text: "true"})
		}
		copied.score = weighed(copied.score, sign)
		terms = append(terms, &copied)
	}
	return addScores(terms)
}

// addScores is the score that is the sum of several; nil where one of them is none.
func addScores(ns []*number) []flagSum {
	var out []flagSum
	for _, n := range ns {
		if n.score == nil {
			return nil
		}
		for _, f := range n.score {
			if i := slices.IndexFunc(out, func(o flagSum) bool { return o.weight == f.weight }); i >= 0 {
				out[i].at = addPins(out[i].at, f.at)
			} else {
				out = append(out, f)
			}
		}
	}
	return out
}

func addPins(a, b pin) pin {
	return pin{isValue: true, at: a.at.made(func(x sqltree.Expr) (sqltree.Expr, error) {
		y, err := b.at.people()
		return calc("+", x, y), err
	})}
}

// weighed is a score with each flag's weight multiplied.
func weighed(score []flagSum, factor float64) []flagSum {
	return eachSum(score, func(f flagSum) flagSum { return flagSum{f.weight * factor, f.at} })
}

// eachPin is a score with each sum of flags taken elsewhere: to the person of a record, or to the query around.
func eachPin(score []flagSum, of func(pin) pin) []flagSum {
	return eachSum(score, func(f flagSum) flagSum { return flagSum{f.weight, of(f.at)} })
}

func eachSum(score []flagSum, of func(flagSum) flagSum) []flagSum {
	var out []flagSum
	for _, f := range score {
		out = append(out, of(f))
	}
	return out
}

// staysSum reports whether an aggregate of a score of so many weights is the sum of the same aggregate of each weight's
// flags.
func staysSum(function string, weights int) bool {
	switch strings.ToLower(function) {
	case "max", "min":
		return weights == 1
	case "sum", "any_value":
		return true
	}
	return false
}

const ofConstants = "what adds up several constants is several numbers of people in one; each is shown by itself, and so is a score, such as the sum of CASE WHEN … THEN 1 ELSE 0 END"

// isOfConstants reports whether a number is one of several constants that can't be taken apart into flags.
func (n *number) isOfConstants() bool { return n.flag && len(n.score) == 0 }

// orZero is a value with 0 where there is none.
func (p pin) orZero() pin {
	zero := func(e sqltree.Expr) sqltree.Expr { return call("coalesce", e, sqltree.NewInt(0)) }
	return pin{isValue: true, at: p.at.rewritten(zero)}
}

// ofScore are the people by whom the mean of a score is shown: where nothing else tells of its flags those who differ
// from any one number of them, and those of the flags' own conditions otherwise.
func (v *env) ofScore(condition sqltree.Expr, n *number) []*headcount {
	var out []*headcount
	when := func(alone bool, at *headcount) {
		out = append(out, &headcount{people: func() (sqltree.Expr, error) {
			if v.a.tellsOneScore() != alone {
				return call("max", &sqltree.Constant{Kind: sqltree.Null}), nil
			}
			return at.people()
		}})
	}
	for _, p := range n.pins {
		when(false, v.peoplePinned(condition, p.at))
	}
	for _, f := range n.score {
		when(true, v.fewestBeside(condition, f.at))
	}
	var whole pin
	for i, f := range n.score {
		times := pin{isValue: true, at: f.at.at.rewritten(func(e sqltree.Expr) sqltree.Expr {
			return scaled(e, strconv.FormatFloat(f.weight, 'f', -1, 64))
		})}
		if i == 0 {
			whole = times
		} else {
			whole = addPins(whole, times)
		}
	}
	whole.about = v.about(n)
	// Beside a deviation, kinds of it are told.
	return append(out, whole.at.made(func(sqltree.Expr) (sqltree.Expr, error) {
		if v.a.mostTold(whole.about) == 2 {
			return &sqltree.Constant{Kind: sqltree.Null}, nil
		}
		return v.fewestAlike(condition, whole).people()
	}))
}

// fewestBeside is how many people differ from the value that most have.
func (v *env) fewestBeside(condition sqltree.Expr, p pin) *headcount {
	return p.at.made(func(e sqltree.Expr) (sqltree.Expr, error) {
		counts, err := v.countsByResidue(e, condition)
		if err != nil {
			return nil, err
		}
		beside := calc("-", sum(counts...), call("greatest", counts...))
		few := &sqltree.Between{Expr: differentOf(e, condition), Low: sqltree.NewInt(2), High: sqltree.NewInt(residues)}
		return &sqltree.Case{Whens: []*sqltree.When{
			{If: and(few, sharesResidue(e, condition)), Then: sqltree.NewInt(1)}}, Else: beside}, nil
	})
}

// told is an aggregate over rows of people: the SELECT that it stands in and what it is made of, "" for a number of all
// people or records.
type told struct {
	in   *env
	form string
}

// noteAggregate notes what an aggregate over rows of people is made of.
func (v *env) noteAggregate(f *sqltree.Func, arg column) {
	if v.a.told == nil {
		v.a.told = map[told]bool{}
	}
	t := told{in: v}
	if all := kindOf(f.Name) == counting && f.Filter == nil && (argument(f) == nil || arg.kind == Ident); !all {
		own := &sqltree.Func{Name: "of", Args: f.Args, Distinct: f.Distinct, Filter: f.Filter}
		if isQuantile(f) {
			own.Args = []sqltree.Expr{argument(f)}
		}
		t.form, _ = sqltree.FormatNode(own)
	}
	v.a.told[t] = true
}

// tellsOneScore reports whether all that the statement tells of people is made of one expression, beside how many they
// are.
func (a *analysis) tellsOneScore() bool {
	first, any := told{}, false
	for t := range a.told {
		switch {
		case any && t.in != first.in || first.form != "" && t.form != "" && t.form != first.form:
			return false
		case !any || t.form != "":
			first, any = t, true
		}
	}
	return true
}
