package rag

import (
	"slices"
	"strings"
)

// intents say what is asked for.
var intents = []string{"count", "howoften", "share", "rate", "average", "median", "minimum", "maximum", "sum", "list", "distribution", "trend", "prevalence", "incidence", "top="}

// top brings a ranking to the front, and to one form: "the 10 most common drugs", "which
// 10 drugs are most common", "list the top 10 drugs".
func (b *builder) top() {
	at := b.index("top=")
	if at < 0 {
		return
	}
	ranking := b.parts[at]
	b.parts = slices.Delete(b.parts, at, at+1)
	if k := b.index("number"); k >= 0 && len(b.m.Constraints[ranking.constraint].Values) <= 1 && b.value(ranking) == "" {
		ranking.constraint = b.parts[k].constraint
		b.parts = slices.Delete(b.parts, k, k+1)
	}
	if k := b.index("list"); k >= 0 {
		b.parts = slices.Delete(b.parts, k, k+1)
	}
	b.parts = slices.Insert(b.parts, 0, ranking)
}

// people notes that records or ranks are of the people with something, where that could be another thing than the
// records with it: "inpatient visits of patients with gout" are more than "inpatient visits with gout".
func (b *builder) people() {
	n := 0
	for _, p := range b.parts {
		if p.entity >= 0 {
			n++
		}
	}
	if b.has("top=") && b.ofPeople() || n > 1 && b.has("records") && b.ofPeople() {
		b.push("people", -1, -1)
	}
}

// ofPeople reports whether the question names people: "the most common drugs of patients on warfarin" are other
// than the most common drugs of a class.
func (b *builder) ofPeople() bool {
	last := -1
	for i, it := range b.m.Reading.items {
		if it.entity >= 0 {
			last = i
		}
	}
	if last+1 < len(b.m.Reading.items) && b.m.Reading.items[last+1].token == "person" {
		last++ // "the most common drugs of gout patients"
	}
	return slices.ContainsFunc(b.m.Reading.items[:last+1], func(it item) bool {
		return it.token == "person" || it.constraint >= 0 && b.m.Constraints[it.constraint].OfPerson()
	})
}

// distribution turns "the distribution of X by sex" and "how many X, broken down by sex" into "count X by sex".
func (b *builder) distribution() {
	grouped := slices.ContainsFunc(b.parts, func(p part) bool { return strings.HasPrefix(p.token, "by:") })
	at := b.index("distribution")
	if at < 0 || !grouped || b.has("share", "average", "median", "sum", "minimum", "maximum", "rate") {
		return
	}
	b.parts = slices.Delete(b.parts, at, at+1)
	if !b.has("count") {
		b.parts = slices.Insert(b.parts, 0, part{"count", -1, -1})
	}
}

// spans drops the small words of "the days between the first X and the first Y" and "the time from X to Y":
// both are the time from the first record of the one to that of the other.
func (b *builder) spans() {
	if !b.has("time") || !b.has("between", "from") {
		return
	}
	b.parts = slices.DeleteFunc(b.parts, func(p part) bool {
		return slices.Contains([]string{"between", "from", "first", "start"}, p.token)
	})
}
