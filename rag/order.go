package rag

import (
	"slices"
	"sort"
	"strings"
)

// relations join what precedes them to the event that follows.
var relations = []string{"after", "before", "while", "during", "sameday", "duration<=", "duration>", "duration>=", "duration<", "duration="}

// settle brings wordings that differ only in order to one form.
func (b *builder) settle() {
	b.lists()
	b.withoutRecords()
	b.top()
	b.people()
	b.distribution()
	b.rotate()
	b.diagnosis()
	b.withinAfter()
	b.starts()
	b.spans()
	b.later()
	b.groupsLast()
	b.conjunction()
}

// withoutRecords reads "no prescription of X" as "not X".
func (b *builder) withoutRecords() {
	for i := 1; i+1 < len(b.parts); i++ {
		if b.parts[i-1].token == "not" && b.parts[i+1].entity >= 0 && slices.Contains([]string{"rx", "record", "dxnoun", "diagnosis"}, b.parts[i].token) {
			b.parts = slices.Delete(b.parts, i, i+1)
		}
	}
}

// rotate brings the intent of a count or a share to the front: "Of patients with X,
// how many took Y" is "how many patients with X took Y", and "After X, how many
// had Y" is "how many had Y after X".
func (b *builder) rotate() {
	at := slices.IndexFunc(b.parts, func(p part) bool { return slices.Contains(intents, p.token) })
	if at <= 0 {
		return
	}
	before := slices.Clone(b.parts[:at])
	after := slices.Clone(b.parts[at:])
	switch {
	case slices.Contains(relations, before[0].token):
		b.parts = append(after, before...)
	case after[0].token == "count" || after[0].token == "share":
		b.parts = append(append([]part{after[0]}, before...), after[1:]...)
	}
}

// diagnosis resolves "after diagnosis" to the first condition that was named, and
// "X … at first diagnosis" to "first diagnosis of X".
func (b *builder) diagnosis() {
	var out []part
	for _, p := range b.parts {
		switch p.token {
		case "afterdx":
			out = append(out, part{"after", -1, -1}, part{"dx", -1, -1})
		case "beforedx":
			out = append(out, part{"before", -1, -1}, part{"dx", -1, -1})
		default:
			out = append(out, p)
		}
	}
	b.parts = out
	for i := 1; i < len(b.parts); i++ {
		if b.parts[i].token == "dxnoun" && b.parts[i-1].entity >= 0 { // "an asthma diagnosis"
			b.parts = slices.Delete(b.parts, i, i+1)
		}
	}
	if n := len(b.parts); n >= 3 && b.has("age") && b.parts[n-1].token == "dxnoun" && b.parts[n-2].token == "first" && b.parts[n-3].entity >= 0 {
		b.parts[n-3], b.parts[n-2] = b.parts[n-2], b.parts[n-3]
		b.parts = b.parts[:n-1]
	}
	dx := b.index("dx")
	cond := b.index("<condition>")
	if dx < 1 || cond < 0 || cond > dx || !slices.Contains(relations, b.parts[dx-1].token) {
		return
	}
	b.anchor(cond, dx)
}

// anchor says of the word at place "at" ("diagnosis", "afterwards") that it means the entity
// named before: a count moves the entity there; a share keeps it in front, where it is the denominator.
func (b *builder) anchor(entity, at int) {
	if b.parts[0].token == "share" {
		b.parts = slices.Delete(b.parts, at, at+1)
		if b.parts[at-1].token == "after" { // "X … Y after diagnosis" is "X later Y"
			b.parts[at-1].token = "later"
		}
		return
	}
	b.parts[at] = b.parts[entity]
	b.parts = slices.Delete(b.parts, entity, entity+1)
}

// withinAfter drops "after" behind a bounded duration: "within 30 days of" and "within 30 days after" are one.
func (b *builder) withinAfter() {
	for i := 0; i+1 < len(b.parts); i++ {
		if b.parts[i].token == "duration<=" && b.parts[i+1].token == "after" {
			b.parts = slices.Delete(b.parts, i+1, i+2)
		}
		if b.parts[i].token == "within" && i+1 < len(b.parts) && strings.HasPrefix(b.parts[i+1].token, "duration") {
			b.parts = slices.Delete(b.parts, i, i+1)
		}
	}
}

// later turns the ways to say of two events that one came after the other into
// "Y after X": "X followed by Y", "X and later Y", "X … Y afterwards", "X … Y within 30 days".
func (b *builder) later() {
	var entities []int
	turns := 0
	if i := b.index("previously"); i > 0 && b.has("before") {
		b.parts = slices.Delete(b.parts, i, i+1) // "an earlier X before Y"
	}
	if n := len(b.parts); n == 4 && b.parts[0].token == "count" && b.parts[1].entity >= 0 && b.parts[2].entity >= 0 && b.parts[3].token == "previously" {
		b.parts = []part{b.parts[0], b.parts[2], {"before", -1, -1}, b.parts[1]} // "X had had Y previously" is "Y before X"
	}
	if i := b.index("previously"); i > 1 && i+2 == len(b.parts) && b.parts[i-1].entity >= 0 && b.parts[i+1].entity >= 0 && b.parts[0].token == "count" && i == 2 {
		b.parts[i].token = "before" // "X, previously Y" is "Y before X"
		b.parts[i-1], b.parts[i+1] = b.parts[i+1], b.parts[i-1]
		return
	}
	for i, p := range b.parts {
		if p.entity >= 0 || p.token == "death" {
			entities = append(entities, i)
		}
		if p.token == "later" || p.token == "followedby" {
			turns++
		}
	}
	if turns > 1 || len(entities) != 2 {
		return
	}
	x, y, last := entities[0], entities[1], len(b.parts)-1
	between := y == x+2 && (b.parts[x+1].token == "later" || b.parts[x+1].token == "followedby")
	switch {
	case between && b.parts[0].token == "share":
		b.parts[x+1].token = "later"
	case between && (last == y || strings.HasPrefix(b.parts[y+1].token, "by:")):
		b.parts[x+1].token = "after"
		b.parts[x], b.parts[y] = b.parts[y], b.parts[x]
	case b.parts[last].token == "later" && last == y+1 && y == x+1 && b.parts[0].token == "share": // share X Y later
		b.parts = append(b.parts[:y:y], part{"later", -1, -1}, b.parts[y])
	case b.parts[last].token == "later" && last == y+1 && y == x+1:
		b.parts[last] = part{"after", -1, -1}
		b.parts = append(b.parts, b.parts[x])
		b.parts = slices.Delete(b.parts, x, x+1)
	case b.parts[last].token == "later" && b.parts[last-1].token == "duration<=":
		b.anchor(x, last)
	case b.parts[last].token == "duration<=" && last == y+1 && y == x+1 && b.parts[0].token == "count":
		b.parts = append(b.parts, b.parts[x])
		b.parts = slices.Delete(b.parts, x, x+1)
	}
}

// starts drops "started" where the relation or the lack of one makes it say the same as "took":
// every question after an exposure is asked from its first day.
func (b *builder) starts() {
	entities := 0
	for _, p := range b.parts {
		if p.entity >= 0 {
			entities++
		}
	}
	if k := b.index("first"); k >= 0 && b.has("age") && b.parts[0].token == "minimum" {
		b.parts = slices.Delete(b.parts, k, k+1) // the youngest at any record is the youngest at the first
	}
	if b.has("age") && !b.has("first") {
		if k := b.index("start"); k >= 0 {
			b.parts[k].token = "first"
		}
	}
	if entities == 1 && !b.has("first") && len(b.parts) > 0 && b.parts[0].token == "count" && slices.ContainsFunc(b.filters, func(c Constraint) bool { return c.Kind == KindYear }) {
		if k := b.index("start"); k >= 0 {
			b.parts[k].token = "first" // who started in a year had the first exposure in it
		}
	}
	year := slices.ContainsFunc(b.filters, func(c Constraint) bool { return c.Kind == KindYear || c.Kind == KindAge })
	related := b.has(relations...)
	b.parts = slices.DeleteFunc(b.parts, func(p part) bool {
		switch p.token {
		case "start":
			return related || entities == 1 && !year && !b.has("by:year", "by:month", "age")
		case "develop":
			return related || entities == 1 || b.has("later")
		}
		return false
	})
}

// groupsLast moves "by sex", "per year" to the end, in one order.
func (b *builder) groupsLast() {
	sort.SliceStable(b.parts, func(i, j int) bool {
		x, y := strings.HasPrefix(b.parts[i].token, "by:"), strings.HasPrefix(b.parts[j].token, "by:")
		if x && y {
			return b.parts[i].token < b.parts[j].token
		}
		return y && !x
	})
}
