package rag

import (
	"slices"
	"strings"
)

// share settles of whom a share is taken, where a question about one names entities.
//
//	what percentage of patients with X took Y       of those with X
//	what percentage of patients had X and took Y    of all: "joint"
//	the share of Y takers among patients with X     of those with X: X comes first
//	what percentage of X is in women                of records: "nopeople"
func (b *builder) share() {
	at := slices.IndexFunc(b.items(), func(it item) bool { return it.token == "share" })
	if at < 0 {
		return
	}
	var entities []int
	for i, it := range b.items() {
		if it.entity >= 0 {
			entities = append(entities, i)
		}
	}
	if len(entities) == 0 {
		return
	}
	if among := b.among(at, entities); among > 0 {
		b.denominatorFirst(at, among)
		return
	}
	attached, finite := b.attached(entities[0])
	switch {
	case !attached:
		b.push("nopeople", -1, -1)
	case finite && len(entities) > 1:
		k := b.index("share")
		b.parts = slices.Insert(b.parts, k+1, part{"joint", -1, -1})
	}
}

// among returns the item that begins the denominator behind the share and behind
// an entity: "among patients", "in women"; or 0.
func (b *builder) among(share int, entities []int) int {
	its := b.items()
	if n := len(slices.DeleteFunc(slices.Clone(its[share:]), func(it item) bool { return it.text != "among" })); n > 1 {
		return 0 // "among those who did and among those who did not" compares
	}
	for i := share + 1; i < len(its); i++ {
		if its[i].token != tokenNone || !slices.Contains([]string{"among", "amongst", "in"}, its[i].text) || !b.peopleFollow(i) {
			continue
		}
		before := slices.ContainsFunc(entities, func(e int) bool { return share < e && e < i })
		after := slices.ContainsFunc(entities, func(e int) bool { return e > i })
		if before && after {
			return i
		}
	}
	return 0
}

// peopleFollow reports whether people are the next thing after item i.
func (b *builder) peopleFollow(i int) bool {
	for _, it := range b.items()[i+1:] {
		if it.token != tokenNone || it.text == "those" {
			return it.token == "person" || it.text == "those" || it.constraint >= 0 && b.m.Constraints[it.constraint].OfPerson()
		}
	}
	return false
}

// denominatorFirst moves what comes after "among" in front of what comes before. A
// filter of people in front ("the share of women with X among …") belongs to the numerator alone.
func (b *builder) denominatorFirst(share, among int) {
	for _, it := range b.items()[share:among] {
		if it.constraint >= 0 && b.m.Constraints[it.constraint].IsFilter() {
			b.push("numerator", -1, -1)
		}
	}
	first := slices.IndexFunc(b.parts, func(p part) bool { return p.entity >= 0 && b.itemOf(p.entity) > among })
	k := b.index("share")
	if first < 0 || k < 0 || first < k {
		return
	}
	numerator := slices.Clone(b.parts[k+1 : first])
	denominator := slices.Clone(b.parts[first:])
	b.parts = append(append(b.parts[:k+1], denominator...), numerator...)
}

// itemOf returns the item that holds an entity.
func (b *builder) itemOf(entity int) int {
	return slices.IndexFunc(b.items(), func(it item) bool { return it.entity == entity })
}

// attached reports whether people are tied to the entity at item i ("patients with gout", "gout patients"),
// and whether by a finite verb, which says something of all of them ("patients had gout").
func (b *builder) attached(i int) (attached, finite bool) {
	its := b.items()
	if i+1 < len(its) && its[i+1].token == "person" {
		return true, false
	}
	if next := slices.IndexFunc(its[i+1:], func(it item) bool { return it.token != tokenNone }); next > 0 && its[i+1+next].token == "person" && its[i+1].text != "of" {
		return true, false // "gout in the population"
	}
	relative := false
	for k := i - 1; k >= 0; k-- {
		it := its[k]
		switch {
		case it.token == "person", it.text == "those", it.text == "how common is", it.constraint >= 0 && b.m.Constraints[it.constraint].OfPerson():
			return true, finite && !relative
		case it.constraint >= 0 && b.m.Constraints[it.constraint].IsFilter():
		case it.token == "share": // "of all patients, what percent have gout"
			return slices.ContainsFunc(its[:k], func(it item) bool { return it.token == "person" }), finite
		case it.entity >= 0:
			return false, false
		case slices.Contains([]string{"who", "whom", "whose", "that", "which"}, it.text):
			relative = true
		case isFinite(it.text):
			finite = true
		}
	}
	return false, false
}

// isFinite reports whether a phrase has a verb that makes a clause of its own.
func isFinite(phrase string) bool {
	return slices.ContainsFunc(strings.Fields(phrase), func(w string) bool {
		return slices.Contains([]string{
			"had", "have", "has", "is", "are", "was", "were", "do", "does", "did", "took", "take", "takes", "received", "receive", "receives",
			"underwent", "undergo", "got", "get", "used", "use", "developed", "develop", "suffer", "suffered", "suffers", "experienced", "started", "began",
		}, w)
	})
}
