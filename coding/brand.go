package coding

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/vocab"
)

// brand codes a brand: the products that bear it, else the ingredient that it
// stands for. Products of the brand that no record has give way to the
// ingredient, since most sources record what was dispensed under generic concepts.
func (s *session) brand(ctx context.Context, hits []vocab.Hit) (ConceptSet, error) {
	choices, bears := s.brandChoices(hits)
	name := hits[0].Term
	if len(choices) == 0 {
		return ConceptSet{}, s.abstain(name + " is a brand without standard products in this vocabulary")
	}
	if !bears {
		s.note("this vocabulary has no products of the brand %s: it is taken as its ingredient, whatever the brand", name)
		return s.expandDrug(ctx, choices)
	}
	before := len(s.notes)
	s.note("%s is taken as the products of that brand, not as every product of its ingredient", name)
	set, err := s.expandDrug(ctx, choices)
	if err != nil || s.options.Usage == nil {
		return set, err
	}
	counts, err := s.options.Usage.Used(ctx, set.IDs())
	if err != nil {
		return ConceptSet{}, fmt.Errorf("code %s: look for concepts in the data: %w", s.entity, err)
	}
	ingredient, ok := onlyIngredient(choices)
	if len(counts) > 0 || !ok {
		return set, nil
	}
	ingredients := s.choices(s.vocabulary.Lookup(vocab.Normalize(ingredient)))
	if len(ingredients) == 0 {
		return set, nil
	}
	for i := range ingredients {
		ingredients[i].why = "ingredient of the brand " + name
	}
	s.notes = s.notes[:before]
	s.note("no record has a product of the brand %s: it is taken as its ingredient, whatever the brand", name)
	return s.ingredient(ctx, ingredients)
}

// brandChoices turns hits of a brand into choices; bears is set where products bear the brand in their names.
func (s *session) brandChoices(hits []vocab.Hit) (choices []choice, bears bool) {
	for _, h := range hits {
		why := "ingredient of the brand " + h.Term
		if h.Concept.Class != "Ingredient" {
			why = "contains the ingredient of the brand " + h.Term
		}
		if strings.EqualFold(vocab.ParseProduct(h.Concept.Name).Brand, h.Term) {
			why, bears = "product of the brand "+h.Term, true
		}
		for _, c := range s.standard(h) {
			choices = append(choices, choice{c.concept, why, h.Score, rankLay})
		}
	}
	if !bears {
		fewestFirst(choices)
	}
	return choices, bears
}

// fewestFirst puts products that hold less beside what was asked for before those that hold more.
func fewestFirst(products []choice) {
	slices.SortStableFunc(products, func(a, b choice) int {
		return len(vocab.ParseProduct(a.concept.Name).Ingredients) - len(vocab.ParseProduct(b.concept.Name).Ingredients)
	})
}

// onlyIngredient returns the ingredient that all of the products have and no other.
func onlyIngredient(products []choice) (string, bool) {
	only := ""
	for _, c := range products {
		for _, ingredient := range vocab.ParseProduct(c.concept.Name).Ingredients {
			base := vocab.BaseIngredient(ingredient)
			if only != "" && !strings.EqualFold(only, base) {
				return "", false
			}
			only = base
		}
	}
	return only, only != ""
}

// joined separates the ingredients of a combination: "amoxicillin / clavulanate", "oxycodone-acetaminophen".
var joined = lazyregexp.New(`\s*/\s*|\s*\+\s*|-`)

// combination codes ingredients given together by the products whose names list them all.
func (s *session) combination(ctx context.Context, text string) (ConceptSet, bool, error) {
	parts := joined.Split(strings.TrimSpace(text), -1)
	if len(parts) < 2 {
		return ConceptSet{}, false, nil
	}
	common := s.common(parts)
	if len(common) == 0 {
		return ConceptSet{}, false, nil
	}
	var choices []choice
	for _, h := range common {
		choices = append(choices, choice{h.Concept, "product name lists " + strings.Join(parts, " and "), 1, rankLay})
	}
	fewestFirst(choices)
	s.note("%s is taken as the products that hold these ingredients together", s.entity.Text)
	set, err := s.expandDrug(ctx, choices)
	return set, true, err
}

// combinationAsWritten codes the whole mention as a combination.
func (s *session) combinationAsWritten(ctx context.Context) (ConceptSet, bool, error) {
	return s.combination(ctx, s.entity.Text)
}

// common returns the products whose names list all of the ingredients.
func (s *session) common(ingredients []string) []vocab.Hit {
	var common []vocab.Hit
	for i, name := range ingredients {
		before := map[int64]bool{}
		for _, h := range common {
			before[h.Concept.ID] = true
		}
		common = slices.DeleteFunc(
			slices.Clone(s.productsOf(name)),
			func(h vocab.Hit) bool { return i > 0 && !before[h.Concept.ID] },
		)
	}
	return common
}

// productsOf returns the products whose names list an ingredient, by any of its names. There may be thousands.
func (s *session) productsOf(ingredient string) []vocab.Hit {
	text := vocab.Normalize(ingredient)
	return s.found.products.once(text, func() []vocab.Hit {
		var products []vocab.Hit
		seen := map[int64]bool{}
		add := func(hits []vocab.Hit) {
			for _, h := range hits {
				if h.Kind == vocab.KindProduct && !seen[h.Concept.ID] {
					seen[h.Concept.ID] = true
					products = append(products, h)
				}
			}
		}
		add(s.vocabulary.Products(text))
		for _, c := range s.choices(s.vocabulary.Lookup(text)) {
			if c.concept.Class == "Ingredient" {
				add(s.vocabulary.Products(vocab.Normalize(c.concept.Name)))
			}
		}
		return products
	})
}
