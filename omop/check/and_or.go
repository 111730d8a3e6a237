package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func andOr() Rule {
	return Rule{
		ID: "and-or", Group: groupStatement, Severity: omop.SeverityWarning,
		Summary: "AND and OR stand side by side without parentheses: AND binds first, so that conditions hold for one alternative only. Silent where the question says so of one (\"of any year\", \"anybody with\").",
		Instead: "Put parentheses around the alternatives, or write IN (…).",
		Wrong:   `SELECT COUNT(DISTINCT p.person_id) AS women FROM person AS p JOIN condition_occurrence AS co ON co.person_id = p.person_id WHERE p.gender_concept_id = 8532 AND co.condition_concept_id IN ([condition@asthma]) OR co.condition_concept_id IN ([condition@bronchitis])`,
		Right:   `SELECT COUNT(DISTINCT p.person_id) AS women FROM person AS p JOIN condition_occurrence AS co ON co.person_id = p.person_id WHERE p.gender_concept_id = 8532 AND (co.condition_concept_id IN ([condition@asthma]) OR co.condition_concept_id IN ([condition@bronchitis]))`,
		check: func(p *pass) {
			depth := parentheses(p.Tree.Text)
			sqltree.Walk(p.Tree, func(n sqltree.Node) bool {
				if or, ok := n.(*sqltree.Or); ok {
					p.unparted(or, depth)
				}
				return true
			})
		},
	}
}

// unparted reports an OR of which one side is an AND without parentheses of its own, whose
// conditions the other side does not have.
func (p *pass) unparted(or *sqltree.Or, depth []int) {
	for i, term := range or.Terms {
		and, ok := term.(*sqltree.And)
		if !ok {
			continue
		}
		for k, other := range or.Terms {
			if k == i || !p.alternatives(and, other, k < i) || p.saysUnbound(and, k < i) {
				continue
			}
			if and, or := p.between(and.Terms[0], and.Terms[1], depth),
				p.betweenTerms(or, i, k, depth); and >= 0 && and == or {
				p.report(other, "AND binds before OR: this alternative is not bound by the conditions that stand with the other; write parentheses")
				return
			}
		}
	}
}

// alternatives reports whether a condition is an alternative of the term of the AND beside which it
// stands, that is: about the same columns, while the AND has conditions on others.
func (p *pass) alternatives(and *sqltree.And, other sqltree.Expr, before bool) bool {
	if p.isFallback(and, other) {
		return false
	}
	beside := and.Terms[len(and.Terms)-1]
	if before {
		beside = and.Terms[0]
	}
	if second, ok := other.(*sqltree.And); ok {
		if p.addsAtEdge(and, second, before) {
			return true
		}
		if repeats(second, and, beside) {
			return false
		}
	}
	// a AND b OR c AND d: what b and c share is where the parentheses were meant
	if second, ok := other.(*sqltree.And); ok {
		other = second.Terms[0]
		if before {
			other = second.Terms[len(second.Terms)-1]
		}
	}
	if _, and2 := other.(*sqltree.And); !and2 && !before && slices.ContainsFunc(and.Terms, p.ofPerson) &&
		!p.ofPerson(other) && p.about(other) != "" && !p.ofPerson(beside) {
		return true // women with the one, or anybody with the other
	}
	if !before && slices.ContainsFunc(and.Terms, p.ofPerson) && isThere(beside) && isThere(other) {
		return true // people of an age with the one, or anybody with the other
	}
	what := p.about(beside)
	if what == "" || what != p.about(other) || isTie(beside, other) {
		return false
	}
	for _, t := range and.Terms {
		if t != beside && p.about(t) != what {
			return true
		}
	}
	return false
}

// saysUnbound reports whether the question says of one alternative, and not of both, that what binds the other does not
// bind it.
//
// Example: of "emergency visits of any year, or inpatient visits of 2010" the year binds the second alone.
func (p *pass) saysUnbound(and *sqltree.And, before bool) bool {
	bound := and.Terms[:len(and.Terms)-1]
	if before {
		bound = and.Terms[1:]
	}
	waivers := []string{"of any value"}
	ofSex := func(e sqltree.Expr) bool {
		return p.ofPerson(e) && all(p.columnsIn(e), func(o origin) bool { return o.Column.Name == "gender_concept_id" })
	}
	each := func(is func(sqltree.Expr) bool) bool {
		return !slices.ContainsFunc(bound, func(e sqltree.Expr) bool { return !is(e) })
	}
	switch {
	case each(p.ofLiteralTime):
		waivers = []string{"of any time"}
	case each(ofSex):
		waivers = []string{"of any person", "of any sex"}
	case each(p.ofPerson):
		waivers = []string{"of any person", "of any age"}
	}
	parts, waived := strings.Split(p.question.text, " or "), 0
	for _, part := range parts {
		if slices.ContainsFunc(waivers, func(w string) bool { return newQuestion(part).has(phrases()[w]...) }) {
			waived++
		}
	}
	return waived > 0 && waived < len(parts)
}

// isFallback reports whether an AND says what holds where the column of the other condition is missing.
// Example: end_date >= x OR end_date IS NULL AND start_date >= x.
func (p *pass) isFallback(and *sqltree.And, other sqltree.Expr) bool {
	return slices.ContainsFunc(and.Terms, func(t sqltree.Expr) bool {
		n, ok := t.(*sqltree.IsNull)
		return ok && !n.Not && p.about(n.Expr) == p.about(other)
	})
}

// repeats reports whether an alternative has each of the conditions that stand with the other's own:
// a AND x OR y AND a.
func repeats(second, and *sqltree.And, own sqltree.Expr) bool {
	return !slices.ContainsFunc(and.Terms, func(t sqltree.Expr) bool {
		return t != own && !slices.ContainsFunc(second.Terms, func(o sqltree.Expr) bool { return sqltree.Equal(o, t) })
	})
}

// addsAtEdge reports whether an AND is about the same columns as one before (or behind) it, in the same order, with one
// more at the outer edge: a AND b OR a AND b AND year is meant for (a AND b OR a AND b) AND year.
func (p *pass) addsAtEdge(longer, shorter *sqltree.And, before bool) bool {
	n := len(shorter.Terms)
	if len(longer.Terms) <= n || n < 2 {
		return false
	}
	same, more := longer.Terms[len(longer.Terms)-n:], longer.Terms[:len(longer.Terms)-n]
	if before {
		same, more = longer.Terms[:n], longer.Terms[n:]
	}
	if slices.ContainsFunc(more, func(e sqltree.Expr) bool { return !p.ofPerson(e) && !p.ofLiteralTime(e) }) {
		return false
	}
	return slices.EqualFunc(same, shorter.Terms, func(a, b sqltree.Expr) bool { return p.about(a) != "" && p.about(a) == p.about(b) })
}

// ofLiteralTime reports whether a condition is about a date, or a part of one, and a literal.
func (p *pass) ofLiteralTime(e sqltree.Expr) bool {
	what, with := compared(e)
	return what != nil && !slices.ContainsFunc(with, func(w sqltree.Expr) bool { return !isConstant(w) }) &&
		p.Within(what, func(x sqltree.Expr) bool { return all(p.Origins(x), hasDate) })
}

// ofPerson reports whether a condition is about who a person is, such as the sex.
func (p *pass) ofPerson(e sqltree.Expr) bool {
	what, with := compared(e)
	if what == nil || !isConstant(with[0]) {
		return false
	}
	ofPerson := func(o origin) bool { return o.TableName() == "person" && identity(o) != personKey }
	if flag, ok := p.Follow(sqltree.Bare(what)).(*sqltree.Case); ok && len(flag.Whens) == 1 && p.flags(flag) {
		return flag.Operand == nil && p.ofPerson(flag.Whens[0].If) ||
			flag.Operand != nil && all(p.Origins(sqltree.Bare(flag.Operand)), ofPerson)
	}
	return all(p.columnsIn(what), ofPerson)
}

// isThere reports whether a condition is that there is a record.
func isThere(e sqltree.Expr) bool {
	switch e := e.(type) {
	case *sqltree.Exists:
		return !e.Not
	case *sqltree.InQuery:
		return !e.Not
	}
	return false
}

// isTie reports whether a OR b AND c is an order by two columns: x < y OR x = y AND …
func isTie(equal, less sqltree.Expr) bool {
	e, ok := equal.(*sqltree.Compare)
	l, also := less.(*sqltree.Compare)
	return ok && also && e.Op == "=" && (l.Op[0] == '<' || l.Op[0] == '>') && l.Op != "<>"
}

// about names the columns that a condition is about; "" where it has none.
func (p *pass) about(e sqltree.Expr) string {
	var out []string
	sqltree.Inspect(e, func(x sqltree.Expr) {
		if c, ok := x.(*sqltree.Column); ok {
			out = append(out, strings.ToLower(strings.Join(c.Names, ".")))
		}
	})
	return strings.Join(out, " ")
}

// parentheses is how many are open at each byte of a text; within literals, names and comments none count.
func parentheses(text string) []int {
	out := make([]int, len(text)+1)
	open := 0
	sqltree.Scan(text, func(i int) {
		switch text[i] {
		case '(':
			open++
		case ')':
			open--
		}
		out[i] = open
	}, func(from, to int) {
		for i := from; i < to; i++ {
			out[i] = open
		}
	})
	return out
}

// between is the least number of parentheses that are open between two expressions, or -1 where a place is unknown.
func (p *pass) between(a, b sqltree.Expr, depth []int) int {
	from, to := place(a), place(b)
	if from > to {
		from, to = to, from
	}
	if from < 0 || to >= len(depth) {
		return -1
	}
	least := depth[from]
	for _, d := range depth[from:to] {
		least = min(least, d)
	}
	return least
}

// betweenTerms is between for the nearest two conditions of two terms of an OR.
func (p *pass) betweenTerms(or *sqltree.Or, i, k int, depth []int) int {
	near := func(e sqltree.Expr, last bool) sqltree.Expr {
		if and, ok := e.(*sqltree.And); ok {
			if last {
				return and.Terms[len(and.Terms)-1]
			}
			return and.Terms[0]
		}
		return e
	}
	return p.between(near(or.Terms[i], i < k), near(or.Terms[k], k < i), depth)
}
