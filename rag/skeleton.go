package rag

import (
	"slices"
	"strconv"
	"strings"
)

// A skeleton is what a question asks, apart from the entities and numbers it asks
// it of. Two questions with the same skeleton are answered by the same query with other
// values: "How many women with asthma took albuterol?" and "Count the patients on
// metformin who have diabetes" are both "count condition drug".
//
// Filters of the population are not part of it; they are carried over one by one.
type skeleton struct {
	tokens  []string
	slots   []slot       // the entity or constraint behind tokens[i]
	filters []Constraint // sex, race, ethnicity, state, age, year: what may be added or dropped
}

// slot points from a token to what it stands for; both are -1 for a plain word.
type slot struct{ entity, constraint int }

func (s skeleton) key() string { return strings.Join(s.tokens, " ") }

// skeletonOf reduces a masked question to its skeleton.
func skeletonOf(m Masked) skeleton {
	b := builder{m: m}
	for i := range m.Reading.items {
		b.add(i)
	}
	b.share()
	b.settle()
	b.everybody()
	sk := skeleton{filters: bounded(bounded(b.filters, KindYear), KindAge)}
	for _, p := range b.parts {
		sk.tokens = append(sk.tokens, p.token)
		sk.slots = append(sk.slots, slot{p.entity, p.constraint})
	}
	return sk
}

// bounded joins a lower and an upper bound of one kind: "after 1985 and before 1990" is between 1986 and 1989.
func bounded(filters []Constraint, kind Kind) []Constraint {
	var rest, found []Constraint
	for _, f := range filters {
		if f.Kind == kind {
			found = append(found, f)
		} else {
			rest = append(rest, f)
		}
	}
	if len(found) != 2 {
		return filters
	}
	low, high := found[0], found[1]
	if strings.HasPrefix(low.Op, "<") {
		low, high = high, low
	}
	if !strings.HasPrefix(low.Op, ">") || !strings.HasPrefix(high.Op, "<") {
		return filters
	}
	from, err1 := strconv.Atoi(low.Values[0])
	to, err2 := strconv.Atoi(high.Values[0])
	if err1 != nil || err2 != nil {
		return filters
	}
	if low.Op == ">" {
		from++
	}
	if high.Op == "<" {
		to--
	}
	low.Op, low.Values = "between", []string{strconv.Itoa(from), strconv.Itoa(to)}
	low.Text += " and " + high.Text
	return append(rest, low)
}

// everybody keeps "how many had it?" apart from "how many people are there?".
func (b *builder) everybody() {
	if len(b.parts) != 1 || b.parts[0].token != "count" {
		return
	}
	named := slices.ContainsFunc(b.items(), func(it item) bool {
		return it.token == "person" || it.constraint >= 0 && b.m.Constraints[it.constraint].OfPerson()
	})
	if !named || slices.ContainsFunc(b.items(), func(it item) bool { return it.token == tokenNone && it.text == "it" }) {
		b.push("nobody", -1, -1)
	}
}

// part is a token on its way into a skeleton.
type part struct {
	token              string
	entity, constraint int
}

type builder struct {
	m       Masked
	parts   []part
	filters []Constraint
}

func (b *builder) push(token string, entity, constraint int) {
	b.parts = append(b.parts, part{token, entity, constraint})
}

// items are the pieces of the question that is built from.
func (b *builder) items() []item { return b.m.Reading.items }

func (b *builder) has(tokens ...string) bool {
	for _, p := range b.parts {
		if slices.Contains(tokens, p.token) {
			return true
		}
	}
	return false
}

// value is the first value of a part's constraint.
func (b *builder) value(p part) string {
	if vs := b.m.Constraints[p.constraint].Values; len(vs) > 0 {
		return vs[0]
	}
	return ""
}

func (b *builder) index(token string) int {
	return slices.IndexFunc(b.parts, func(p part) bool { return p.token == token })
}
