package coding

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/vocab"
)

// A mention may say how a drug is given: of "oral anticoagulants" heparin is none, and of "systemic corticosteroids" a
// cream is none. What RxNorm's dose form says is given otherwise is left out of the set. Ingredients and components
// have no form: they stay where a product of them is given so, since records may hold them for it.

// routes are the ways in which a drug is given, by the words of dose forms that tell them.
type routes map[string]bool

// routesIn are the ways that a text asks for.
func routesIn(text string) routes {
	asked := routes{}
	for w := range strings.FieldsSeq(vocab.Normalize(text)) {
		for _, form := range listed().administrations[w] {
			asked[form] = true
		}
	}
	return asked
}

// givenAs are the drugs of a text that begins or ends with how they are given: "oral metformin", "vancomycin iv".
func (s *session) givenAs(normalised string) []vocab.Hit {
	drug := withoutRoute(normalised)
	if drug == normalised {
		return nil
	}
	return slices.DeleteFunc(s.vocabulary.Lookup(drug), func(h vocab.Hit) bool {
		return h.Concept.Domain != "Drug" || h.Kind == vocab.KindCode
	})
}

// withoutRoute leaves out the words at either end of a normalised text that say how a drug is given.
func withoutRoute(normalised string) string {
	words := strings.Fields(normalised)
	for len(words) > 1 && len(listed().administrations[words[0]]) > 0 {
		words = words[1:]
	}
	for len(words) > 1 && len(listed().administrations[words[len(words)-1]]) > 0 {
		words = words[:len(words)-1]
	}
	return strings.Join(words, " ")
}

// isGivenSo reports whether only how a drug is given was taken away from a reading, and all products of the set
// are given so: of metformin, "oral" takes nothing away.
func (s *session) isGivenSo(r reading, set ConceptSet) bool {
	text := vocab.Normalize(s.entity.Text)
	if s.domain != "Drug" || !r.widens() || withoutRoute(text) == text || withoutRoute(text) != r.text {
		return false
	}
	asked, products := routesIn(s.entity.Text), 0
	for _, m := range set.Concepts {
		ways := waysIn(m.Name)
		if len(ways) == 0 {
			continue
		}
		if products++; !slices.ContainsFunc(ways, func(w string) bool { return asked[w] }) {
			return false
		}
	}
	return products > 0
}

// waysIn is what the dose form in a product's name says of how it is given; empty where the name has none. A tablet is
// swallowed unless it is said to go elsewhere.
func waysIn(name string) []string {
	var told, solid []string
	for w := range strings.FieldsSeq(vocab.Normalize(name)) {
		switch stands := listed().formRoutes[w]; {
		case len(stands) > 0:
			solid = append(solid, stands...)
		case listed().formRoutes.has(w):
			told = append(told, w)
		}
	}
	if len(told) > 0 {
		return told
	}
	return solid
}

// ofRoute leaves out of a set what is given in another way than the mention says.
func (s *session) ofRoute(set ConceptSet) (ConceptSet, error) {
	asked := routesIn(s.entity.Text)
	if len(asked) == 0 {
		return set, nil
	}
	var given, otherwise, formless []Member
	for _, m := range set.Concepts {
		switch form := waysIn(m.Name); {
		case len(form) == 0:
			formless = append(formless, m)
		case slices.ContainsFunc(form, func(w string) bool { return asked[w] }):
			given = append(given, m)
		default:
			otherwise = append(otherwise, m)
		}
	}
	if len(otherwise) == 0 {
		return set, nil
	}
	for _, m := range formless {
		if len(set.Chosen) > 1 && holdsAny(otherwise, m) && !holdsAny(given, m) {
			otherwise = append(otherwise, m)
		}
	}
	if len(given) == 0 && (len(set.Chosen) > 1 || len(formless) == 0) {
		return ConceptSet{}, &NoConceptError{Entity: s.entity, Nearest: set.Chosen[:min(1, len(set.Chosen))],
			Reason: "this vocabulary has no product of it that is given as is said; leave out how it is given to have all"}
	}
	out := setOf(&ConceptSet{Concepts: otherwise})
	drop := func(m Member) bool { return out[m.ID] }
	set.Concepts, set.LeftOut = slices.DeleteFunc(slices.Clone(set.Concepts), drop), otherwise
	s.notes = slices.DeleteFunc(s.notes, func(n string) bool { return n == noteEveryForm })
	s.noteLeftOut(set, len(given) == 0)
	set.Chosen, set.Notes = slices.DeleteFunc(slices.Clone(set.Chosen), drop), s.notes
	return set, nil
}

// noteLeftOut says what a way of giving has left out of a set, the ingredients by name: records may hold them too.
func (s *session) noteLeftOut(set ConceptSet, none bool) {
	s.note("not in the set: %s, by their names given in another way than is said (such as %s)",
		plural(len(set.LeftOut), "concept", "concepts"), set.LeftOut[0].Name)
	var ingredients []string
	for _, m := range set.LeftOut {
		if slices.ContainsFunc(set.Chosen, func(c Member) bool { return c.ID == m.ID }) && len(waysIn(m.Name)) == 0 {
			ingredients = append(ingredients, m.Name)
		}
	}
	if len(ingredients) > 0 {
		s.note("not in the set, since this vocabulary has only products of it that are given otherwise: %s",
			strings.Join(ingredients, ", "))
	}
	if none {
		s.note("this vocabulary has no product that is given as is said: only records without a dose form can be in")
	}
}

// holdsAny reports whether one of the products is made of what a concept without a dose form names: of the component
// with its strength, of the ingredient.
func holdsAny(products []Member, of Member) bool {
	name, _, _ := strings.Cut(strings.ToLower(of.Name), " [")
	isComponent := len(vocab.ParseProduct(of.Name).Ingredients) > 0
	return slices.ContainsFunc(products, func(p Member) bool {
		if isComponent {
			return strings.Contains(strings.ToLower(p.Name), name)
		}
		return slices.ContainsFunc(vocab.ParseProduct(p.Name).Ingredients, func(i string) bool {
			return strings.EqualFold(i, of.Name) ||
				strings.EqualFold(vocab.BaseIngredient(i), vocab.BaseIngredient(of.Name))
		})
	})
}
