package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// What a question says only to leave nothing open, and of which a statement need have no trace: who is included,
// whether or not, what a concept does not stand for, what is summed up afterwards.

// saidAsIncluded reports whether a phrase of the question only says that what it names is there, too.
//
// Example: "dead ones included", "including those who have died", "whether dead or alive".
func (p *pass) saidAsIncluded(phrase string) bool {
	w, of := p.question.words, strings.Fields(phrase)
	said := false
	included := func(x string) bool { return isWordFor("is included", x) }
	for i := 0; i+len(of) <= len(w); i++ {
		if !slices.Equal(w[i:i+len(of)], of) {
			continue
		}
		end := i + len(of)
		said = true
		if !slices.ContainsFunc(w[max(0, i-5):i], included) && !slices.ContainsFunc(w[end:min(len(w), end+4)],
			included) &&
			!p.asks(phrase+" or alive", "alive or "+phrase, phrase+" or living", "living or "+phrase, phrase+" or not") {
			return false
		}
	}
	return said
}

// shownApart reports whether "without" or "no" only names a group that is shown beside others: "rows without a unit
// apart", "those with no unit as a row of their own".
func (p *pass) shownApart() bool {
	w := p.question.words
	apart := func(x string) bool { return isWordFor("shown apart", x) }
	for i, word := range w {
		if (word == "without" || word == "no") &&
			(slices.ContainsFunc(w[i+1:min(len(w), i+8)], apart) || slices.ContainsFunc(w[max(0, i-5):i], apart)) {
			return true
		}
	}
	return false
}

// withoutKinds reports whether "without" only tells what a concept does not stand for: "the generic tablet, without the
// branded product".
func (p *pass) withoutKinds() bool {
	w := p.question.words
	at := slices.Index(w, "without")
	return at >= 0 && slices.ContainsFunc(w[at+1:min(len(w), at+5)],
		func(x string) bool { return isWordFor("kinds of a product", x) })
}

// inBrackets reports whether a name stands only in brackets in the question: it explains what stands before them.
func (p *pass) inBrackets(name string) bool {
	text := strings.ToLower(p.asked)
	at := strings.Index(text, strings.ToLower(name))
	if at < 0 {
		return false
	}
	return strings.Count(text[:at], "(") > strings.Count(text[:at], ")") && !strings.Contains(text[at+len(name):], strings.ToLower(name))
}

// sumsUpGroups reports whether the one number of a statement is taken over groups by a part of a date, or by a column
// of a series of dates: the mean of monthly numbers, the sum of yearly ones.
func (p *pass) sumsUpGroups() bool {
	s := p.Result.Scope
	if s == nil || len(s.Tree.List) != 1 {
		return false
	}
	f, ok := p.essence(s.Tree.List[0].Expr).(*sqltree.Func)
	if !ok || !aggregates[f.Name] {
		return false
	}
	if f.Distinct && p.Within(f.Args[0], func(x sqltree.Expr) bool { return all(p.Origins(x), hasDate) }) {
		return true // COUNT(DISTINCT (person_id, YEAR(d)))
	}
	return slices.ContainsFunc(p.Scopes, func(in *scope) bool {
		if in != s && in.Tree.Distinct && p.groupsByDate(in) {
			return true // SELECT DISTINCT person_id, YEAR(d)
		}
		return in != s && slices.ContainsFunc(in.Tree.GroupBy.Exprs, func(e sqltree.Expr) bool {
			by := numbered(e, in)
			dated := p.Within(p.Follow(by), func(x sqltree.Expr) bool { return all(p.Origins(x), hasDate) })
			return dated || len(p.Origins(by)) == 0 && !isConstant(by)
		})
	})
}

// groupsByDate reports whether a SELECT puts out a part of a date.
func (p *pass) groupsByDate(s *scope) bool {
	return slices.ContainsFunc(s.Tree.List, func(i *sqltree.Item) bool {
		return p.Within(i.Expr, func(x sqltree.Expr) bool { return all(p.Origins(x), hasDate) })
	})
}

// isAgeThen reports whether a number is a year of the question, or an age, of which both a year of birth is held that
// is their difference: of "who turn 70 in 2010", year_of_birth = 1940.
func (p *pass) isAgeThen(n int, h heldNumbers) bool {
	return p.readsColumn("person.year_of_birth") && slices.ContainsFunc(p.question.words, func(w string) bool {
		m, err := strconv.Atoi(w)
		return err == nil && namesYear(max(n, m)) && !namesYear(min(n, m)) && h.years[max(n, m)-min(n, m)]
	})
}

// countsSchema reports whether a number of the question counts what the schema has: "the four main event tables".
func (p *pass) countsSchema(n int) bool {
	w := p.question.words
	for i, word := range w {
		m, ok := asNumber(word)
		if ok && m == n && slices.ContainsFunc(w[i+1:min(len(w), i+4)],
			func(x string) bool { return isWordFor("counts of the schema", x) }) {
			return true
		}
	}
	return false
}

// saysNumber reports whether a number stands among the words of the question.
func (p *pass) saysNumber(n int) bool {
	return slices.ContainsFunc(p.question.words, func(w string) bool {
		m, ok := asNumber(w)
		return ok && m == n
	})
}
