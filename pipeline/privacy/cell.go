package privacy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// What is computed from numbers of groups is shown in a few forms, which are what epidemiologists write: a number in
// other units, a share or a rate, a sum or a difference of two, a ratio of products, their roots and logarithms, such
// numbers in a text, and a CASE that leaves small ones out. Each number that a form is made of is judged as if it stood
// in a column of its own. All other functions of them are hidden:
//
//	(SELECT COUNT(*) FROM person) % COUNT(*)    COUNT(*) + 100    COUNT(*) = 3

// ofGroups reports whether a value is made of numbers of groups of people.
func (c column) ofGroups() bool { return c.kind.aggregated() || len(c.headcounts) > 0 }

// person is a value that is shown only as that of people, and not as one of their numbers.
func (v *env) person(c column, what string) column {
	if c.ofGroups() && c.kind != Unproven {
		return notACell(what)
	}
	return c
}

// notACell hides a value with what could be written in its place.
func notACell(what string) column {
	return unproven(fmt.Sprintf("%s is not shown of numbers of people, since it could tell of few; shown are the numbers themselves, their sums, "+
		"the difference and the share of two of them, and each of these times a constant", what))
}

// cell is the value of a function of which an argument is a number of groups.
func (v *env) cell(f *sqltree.Func, parts []column) column {
	if i := slices.IndexFunc(parts, func(c column) bool { return c.kind == Unproven }); i >= 0 {
		return parts[i]
	}
	numbers := 0
	for _, c := range parts {
		if c.ofGroups() {
			numbers++
		}
	}
	first, others := parts[0], true // are constants
	for _, e := range f.Args[1:] {
		others = others && isFixed(e)
	}
	switch name := strings.ToLower(f.Name); {
	case len(parts) != len(f.Args) || slices.ContainsFunc(parts, func(c column) bool { return c.kind == Ident }):
	case name == "/" && len(parts) == 2:
		if others && numbers == 1 {
			return severalTimes(parts[0], parts[1])
		}
		return v.quotient(parts[0], parts[1])
	case v.a.closed && factors(f) > largestFactor:
	case name == "*" && len(parts) == 2 && numbers == 1 && (others || isFixed(f.Args[0])):
		return severalTimes(parts[0], parts[1])
	case name == "*", name == "||", name == "concat":
		return combined(parts...)
	case (name == "-" || name == "+") && len(parts) == 1:
		return combined(parts...)
	case (name == "+" || name == "-") && numbers == len(parts):
		return v.sumOf(parts[0], parts[1])
	case (name == "+" || name == "-") && !slices.ContainsFunc(parts, func(c column) bool { return c.kind.counts() || c.sum }):
		return combined(parts...) // 1 - share
	case !first.ofGroups() || !others && numbers < len(parts):
	case v.a.closed && numbers > 1 && (name == "greatest" || name == "least"):
	case numbers > 1 && (name == "coalesce" || name == "ifnull"), name == "greatest" || name == "least":
		return combined(parts...)
	case name == "coalesce" || name == "ifnull":
		return first
	case name == "nullif" && len(f.Args) == 2 && isZero(f.Args[1]):
		return first
	case numbers > 1:
	case name == "round" || name == "floor" || name == "ceil" || name == "ceiling":
		return madeOf(first)
	case name == "abs":
		return first
	case len(parts) == 1 && (name == "sqrt" || name == "ln" || name == "log" || name == "exp"):
		return combined(parts...)
	}
	if f.Operator {
		return notACell("such arithmetic (" + f.Name + ")")
	}
	return notACell(strings.ToUpper(f.Name))
}

// sumOf is a sum or a difference of two numbers. Where both count, it counts too, and tells both.
func (v *env) sumOf(a, b column) column {
	out := combined(a, b)
	if a.kind.counts() && b.kind.counts() {
		out.kind, out.compound = Records, true
	}
	return out
}

// madeOf is a number that was rounded: it is not a number of people, but made of one.
func madeOf(c column) column {
	if c.kind.counts() {
		return combined(c)
	}
	return c
}

// element is an element of a list, such as one of several quantiles.
func (v *env) element(x *sqltree.Subscript) column {
	c := combined(v.below(x)...)
	if slices.ContainsFunc(x.Args, func(e sqltree.Expr) bool { return !isFixed(e) }) {
		return v.person(c, "an element")
	}
	return c
}

// isFixed reports whether an expression is the same whatever the data.
func isFixed(e sqltree.Expr) bool {
	return !holdsIn(e, func(n sqltree.Node) bool {
		switch n.(type) {
		case sqltree.Query, *sqltree.Column, *sqltree.Star, *sqltree.Position, *sqltree.Placeholder:
			return true
		}
		return false
	})
}

// guards reports whether a CASE looks at numbers of groups only to leave out those that are small, or missing.
func (v *env) guards(x *sqltree.Case) bool {
	return x.Operand == nil && !slices.ContainsFunc(x.Whens, func(w *sqltree.When) bool { return !v.isGuard(w.If) })
}

func (v *env) isGuard(e sqltree.Expr) bool {
	c := v.truth(e)
	switch x := e.(type) {
	case *sqltree.And, *sqltree.Or, *sqltree.Not:
		ok := true
		sqltree.Walk(e, func(n sqltree.Node) bool {
			if n == sqltree.Node(e) {
				return true
			}
			if term, isExpr := n.(sqltree.Expr); isExpr {
				ok = ok && v.isGuard(term)
			}
			return false
		})
		return ok
	case *sqltree.IsNull:
		return true
	case *sqltree.Compare:
		isBound := (isFixed(x.Left) || isFixed(x.Right)) && strings.ContainsAny(x.Op, "<>") && x.Op != "<>"
		return isBound || !c.ofGroups() || v.rows == personRows && c.attributes != nil
	}
	return !c.ofGroups() || v.rows == personRows && c.attributes != nil
}

// quotient is a share or a rate: of each number above and each below, one may count part of the other.
func (v *env) quotient(l, r column) column {
	out := combined(l, r)
	for _, part := range l.headcounts {
		for _, whole := range r.headcounts {
			if part.bound || whole.bound || part.within || whole.within {
				continue
			}
			of := ratio{part: part, whole: whole}
			if l.kind != People || r.kind != People {
				of.rest = restOf(v, whole.of, part.of)
			}
			out.ratios = append(out.ratios, of)
		}
	}
	return out
}

// isText reports whether a type is one of texts.
func isText(name string) bool {
	name, _, _ = strings.Cut(strings.ToUpper(strings.TrimSpace(name)), "(")
	return name == "VARCHAR" || name == "TEXT" || name == "STRING" || name == "CHAR" || name == "BPCHAR"
}
