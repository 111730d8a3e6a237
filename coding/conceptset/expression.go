// Package conceptset is the concept set as OHDSI keeps it: an expression of concepts to
// include and to leave out, each with or without its descendants and what maps to it. It resolves
// expressions on a vocabulary, reads and writes the JSON of ATLAS, stores sets by name and version, and
// remembers what a person has decided about single concepts.
//
// It knows the vocabulary and how sets are coded; it knows nothing of SQL or patients.
package conceptset

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/vocab"
)

// Item is one concept of an expression.
type Item struct {
	Concept     vocab.Concept
	Exclude     bool // what the item stands for is taken out of the set
	Descendants bool // with what lies below it
	Mapped      bool // with the source concepts that map to it
	Why         string
}

// Expression says what a concept set holds.
type Expression struct{ Items []Item }

// Of returns the expression of a coded set: what the words stand for, with descendants, and what was
// added to it by name.
func Of(set coding.ConceptSet, v *vocab.Vocabulary) Expression {
	var e Expression
	add := func(m coding.Member) {
		if slices.ContainsFunc(e.Items, func(i Item) bool { return i.Concept.ID == m.ID }) {
			return
		}
		c, err := v.Concept(m.ID)
		if err != nil {
			c = vocab.Concept{ID: m.ID, Name: m.Name, Vocabulary: m.Vocabulary, Code: m.Code, Standard: "S"}
		}
		e.Items = append(e.Items, Item{Concept: c, Descendants: true, Why: m.Why})
	}
	for _, m := range set.Chosen {
		add(m)
	}
	for _, m := range set.Concepts {
		if !strings.HasPrefix(m.Why, descendantOf) {
			add(m)
		}
	}
	for _, m := range set.LeftOut {
		add(m)
		if i := &e.Items[len(e.Items)-1]; i.Concept.ID == m.ID {
			i.Exclude = true
		}
	}
	return e
}

const descendantOf = "descendant of "

// Resolved is what an expression comes to on one vocabulary.
type Resolved struct {
	Members []coding.Member // the items' own concepts first, then the others by name
	Missing []Item          // items whose concept the vocabulary does not hold
	Notes   []string        // what is lost for want of a hierarchy
}

// IDs are the concept ids in order.
func (r Resolved) IDs() []int64 {
	ids := make([]int64, len(r.Members))
	for i, m := range r.Members {
		ids[i] = m.ID
	}
	return ids
}

// Resolve returns the concepts of the expression, each with why it is in: what the included items stand
// for without what the excluded ones stand for. Of descendants those count that records can hold.
func (e Expression) Resolve(ctx context.Context, v *vocab.Vocabulary) (Resolved, error) {
	var r Resolved
	in, out := map[int64]coding.Member{}, map[int64]bool{}
	unplaced := 0
	for _, item := range e.Items {
		c, err := v.Concept(item.Concept.ID)
		if err != nil {
			r.Missing = append(r.Missing, item)
			continue
		}
		members, known, err := standsFor(ctx, v, c, item)
		if err != nil {
			return Resolved{}, err
		}
		if item.Descendants && !known {
			unplaced++
		}
		for _, m := range members {
			if item.Exclude {
				out[m.ID] = true
			} else if old, ok := in[m.ID]; !ok || strings.HasPrefix(old.Why, descendantOf) && m.ID == c.ID {
				in[m.ID] = m
			}
		}
	}
	if unplaced > 0 {
		r.Notes = append(r.Notes,
			fmt.Sprintf("%d of %d items stand alone: this vocabulary's hierarchy (%s) says nothing of them", unplaced,
				len(e.Items), v.Hierarchy()))
	}
	r.Members = e.ordered(in, out)
	return r, nil
}

// ordered puts the items' own concepts first, in the order of the items, and the others by name.
func (e Expression) ordered(in map[int64]coding.Member, out map[int64]bool) []coding.Member {
	var members []coding.Member
	for _, item := range e.Items {
		if m, ok := in[item.Concept.ID]; ok && !out[m.ID] {
			members = append(members, m)
			out[m.ID] = true
		}
	}
	var rest []coding.Member
	for id, m := range in {
		if !out[id] {
			rest = append(rest, m)
		}
	}
	slices.SortFunc(rest, func(a, b coding.Member) int {
		return cmp.Or(cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), cmp.Compare(a.ID, b.ID))
	})
	return append(members, rest...)
}

// standsFor returns the concepts of one item; known is false where the hierarchy says nothing of it.
func standsFor(ctx context.Context, v *vocab.Vocabulary, c vocab.Concept,
	item Item) (members []coding.Member, known bool, err error) {
	why := cmp.Or(item.Why, "item")
	members, known = []coding.Member{memberOf(c, why)}, true
	if c.Standard == "C" && !item.Exclude {
		members = nil // a class stands in no record itself
	}
	if item.Descendants {
		closure, err := v.Descendants(ctx, []int64{c.ID})
		if err != nil {
			return nil, false, err
		}
		known = len(closure.Unknown) == 0
		for _, d := range closure.Descendants {
			if d.Concept.IsStandard() && d.Concept.Invalid == "" {
				members = append(members, memberOf(d.Concept, descendantOf+c.Name))
			}
		}
	}
	if !item.Mapped {
		return members, known, nil
	}
	ids := make([]int64, len(members))
	names := map[int64]string{}
	for i, m := range members {
		ids[i], names[m.ID] = m.ID, m.Name
	}
	sources, err := v.MappedFrom(ctx, ids)
	if err != nil {
		return nil, false, err
	}
	for _, s := range sources {
		members = append(members, memberOf(s.Source, "maps to "+names[s.Target]))
	}
	return members, known, nil
}

func memberOf(c vocab.Concept, why string) coding.Member {
	return coding.Member{ID: c.ID, Name: c.Name, Vocabulary: c.Vocabulary, Code: c.Code, Why: why, Score: 1}
}
