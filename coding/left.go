package coding

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/vocab"
)

// People tells how many people the concepts that a set leaves out have.
type People interface {
	// People returns how many people have a record of any of the concepts, as it may be shown ("1,204", "fewer than
	// 5"), and nothing where nobody has.
	People(ctx context.Context, ids []int64) (shown string, err error)
}

// group is concepts that a set leaves out for one reason.
type group struct {
	what string // as in "creatinine in urine"
	ids  []int64
}

// mostGroups bounds what is said about concepts that are left out.
const mostGroups = 4

// tellLeft notes what was left out of a set and lies near: tests of the same component, and concepts whose names hold
// the words. With a database only what records have is told, and how many people have it.
func (s *session) tellLeft(ctx context.Context, set *ConceptSet) error {
	groups := s.leftTests(set)
	if !s.tests && s.options.People != nil && s.options.Usage != nil {
		var err error
		if groups, err = s.namedAlike(ctx, set); err != nil {
			return err
		}
	}
	told := 0
	for _, g := range groups {
		if told == mostGroups {
			break
		}
		if s.options.People == nil {
			told++
			s.note("not in the set: %s (%s)", g.what, plural(len(g.ids), "concept", "concepts"))
			continue
		}
		shown, err := s.options.People.People(ctx, g.ids)
		if err != nil {
			return fmt.Errorf("code %s: count the people of what is left out: %w", s.entity, err)
		}
		if shown != "" {
			told++
			s.note("not in the set: %s, which %s people have", g.what, shown)
		}
	}
	set.Notes = s.notes
	return nil
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// leftTests groups the tests that were left out by what tells them from those that are in.
func (s *session) leftTests(set *ConceptSet) []group {
	in := setOf(set)
	var groups []group
	for _, t := range s.left {
		if in[t.concept.ID] {
			continue
		}
		what := t.label
		switch {
		case t.challenge:
			what += " after something was given, or in a position"
		case inBlood(t.specimen):
			what += " in blood"
		case t.specimen == "":
			what += " in a specimen that is not said"
		case t.specimen != "":
			what += " in " + t.specimen
		}
		if t.property != "" && !isAmount(t.property) {
			what += fmt.Sprintf(" [%s]", t.property)
		}
		i := slices.IndexFunc(groups, func(g group) bool { return g.what == what })
		if i < 0 {
			i, groups = len(groups), append(groups, group{what: what})
		}
		groups[i].ids = append(groups[i].ids, t.concept.ID)
		in[t.concept.ID] = true
	}
	below := slices.DeleteFunc(slices.Clone(s.below), func(id int64) bool { return in[id] })
	if len(below) > 0 && s.options.People != nil {
		groups = append(groups, group{"what SNOMED files below " + set.Chosen[0].Name + " under other names", below})
	}
	return groups
}

// namedAlike are the standard concepts outside a set whose names hold all words of the text and that records have, each
// a group of its own.
func (s *session) namedAlike(ctx context.Context, set *ConceptSet) ([]group, error) {
	words := strings.Join(slices.DeleteFunc(strings.Fields(vocab.Normalize(s.entity.Text)), fills), " ")
	if words == "" || s.domain == "Visit" {
		return nil, nil
	}
	in := setOf(set)
	var near []vocab.Concept
	for _, h := range s.vocabulary.WithWords(words, s.ofDomain(), maxNarrower) {
		if !in[h.Concept.ID] && !opposite(h.Term, words) && !asCause(h.Term, words) {
			near = append(near, h.Concept)
		}
	}
	near, err := s.used(ctx, near)
	if err != nil {
		return nil, err
	}
	var groups []group
	for _, c := range near {
		groups = append(groups, group{fmt.Sprintf("%s (%d)", c.Name, c.ID), []int64{c.ID}})
	}
	return groups, nil
}

func setOf(set *ConceptSet) map[int64]bool {
	in := make(map[int64]bool, len(set.Concepts))
	for _, m := range set.Concepts {
		in[m.ID] = true
	}
	return in
}
