package coding

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/vocab"
)

// drug codes the words of a drug: a class, a brand, an ingredient, or an
// ingredient that the vocabulary knows only from its products. ok is false where none of these is found.
func (s *session) drug(ctx context.Context) (set ConceptSet, ok bool, err error) {
	for _, products := range []bool{false, true} { // a salt's ingredient comes before the products that list the salt
		for _, text := range s.drugWordings() {
			if set, ok, err = s.drugFrom(ctx, drugHits(s.vocabulary.Lookup(text), products)); ok || err != nil {
				return set, ok, err
			}
		}
	}
	text := vocab.Normalize(s.entity.Text)
	for _, find := range []func(string) []vocab.Hit{s.sameWords, s.misspelt} {
		if set, ok, err = s.drugFrom(ctx, find(text)); ok || err != nil {
			return set, ok, err
		}
	}
	for _, find := range []func(context.Context) (ConceptSet, bool, error){s.combinationAsWritten, s.vaccines} {
		if set, ok, err = find(ctx); ok || err != nil {
			return set, ok, err
		}
	}
	return s.rereadDrug(ctx)
}

// drugHits leaves out package labels and codes of dispensed packs, which name one
// product where words mean an ingredient, and products that only list what was asked for unless those are wanted.
func drugHits(hits []vocab.Hit, products bool) []vocab.Hit {
	return slices.DeleteFunc(slices.Clone(hits), func(h vocab.Hit) bool {
		return h.Concept.Vocabulary == "SPL" || h.Concept.Vocabulary == "NDC" || !products && h.Kind == vocab.KindProduct
	})
}

// rereadDrug codes a drug by what its words say in full: without strength, form and route, with
// its shorthand written out and its words cut short completed.
func (s *session) rereadDrug(ctx context.Context) (ConceptSet, bool, error) {
	if s.knownClass() {
		return ConceptSet{}, false, nil // of which the vocabulary has no member
	}
	var other reading
	for _, r := range s.readings() {
		if r.cost == 0 || slices.Contains(r.kinds, "unknown") || s.tooShort(r) || r.refuse != "" {
			continue
		}
		before := len(s.notes)
		set, ok, err := s.drugReading(ctx, r)
		if err != nil {
			return ConceptSet{}, ok, err
		}
		if !ok {
			s.notes = s.notes[:before]
			continue
		}
		if r.guess > 0 {
			if other = s.otherDrug(r); other.text != "" {
				return ConceptSet{}, true, &NoConceptError{Entity: s.entity, Ambiguous: true,
					Reason: fmt.Sprintf("it may be cut short from, or misspelt for, %q or %q", r.text, other.text), Nearest: set.Concepts[:1]}
			}
		}
		if s.narrows(r) {
			if narrowed, ok, err := s.narrowed(ctx, r, set, before); ok || err != nil {
				return narrowed, true, err
			}
		}
		if s.isGivenSo(r, set) {
			s.note("every product of it in this vocabulary is given as is said; records of the ingredient alone are in, too")
			r.wider, r.kinds = nil, nil
		}
		if reason := s.refusal(r); reason != "" {
			return ConceptSet{}, true, &NoConceptError{Entity: s.entity, Reason: reason, Nearest: set.Concepts[:1]}
		}
		s.noteReading(r)
		set.Notes = s.notes
		for i, m := range set.Concepts {
			if !strings.HasPrefix(m.Why, "descendant of") {
				set.Concepts[i].Why = fmt.Sprintf("read as %q: %s", r.text, m.Why)
			}
		}
		return set, true, nil
	}
	return ConceptSet{}, false, nil
}

const notAsWritten = "no product is surely of the strength and form that are written"

// narrowed codes a reading by its products of the strength and form that are written; notes are those from before it
// was coded without. It abstains where there are products to choose from and none is as written: not all of them are
// meant.
func (s *session) narrowed(ctx context.Context, r reading, set ConceptSet, notes int) (ConceptSet, bool, error) {
	w := s.writtenOnce()
	var products []labelled
	distinguished := false
	for _, o := range s.readings() {
		if len(products) > 0 || !s.narrows(o) || o.guess > 0 && o.text != r.text {
			continue
		}
		same := ConceptSet{}
		if o.text == r.text {
			same = set
		}
		pools, err := s.measured(ctx, s.pools(o), same)
		if err != nil {
			return ConceptSet{}, true, err
		}
		of, others := s.asWritten(pools, strings.Contains(o.text, " / "))
		if distinguished = distinguished || others; len(of) > 0 {
			products, r = of, o
		}
	}
	reason := notAsWritten
	var choices []choice
	for _, p := range products {
		choices = append(choices, choice{p.Concept, strengthReason(p, r.text), 1 - r.cost, rankLay})
	}
	switch {
	case w.sure(products) || len(products) > 0 && len(w.amounts) == 0:
		s.notes = s.notes[:notes]
		if len(w.form) == 0 {
			s.note("no form is written: every product of this strength is in")
		}
		narrowed, err := s.expandDrug(ctx, choices)
		return narrowed, true, err
	case s.isOfOthers(products, set):
		reason = fmt.Sprintf("the products of %q are of other strengths", r.text)
	case !w.demands(strings.Contains(r.text, " / ")) || !distinguished && s.isIngredient(set.Chosen[0].ID):
		return ConceptSet{}, false, nil
	}
	if len(w.salts) > 1 {
		reason = "it may be " + strings.Join(w.salts, " or ")
	}
	e := &NoConceptError{Entity: s.entity, Reason: fmt.Sprintf("%s; for every strength and form code %q", reason, r.text), Nearest: set.Concepts[:1]}
	if len(choices) > 0 {
		e.Nearest = membersOf(choices)
	}
	return ConceptSet{}, true, e
}

// isIngredient reports whether a concept is an ingredient: other drugs are already narrower, and not by what is
// written.
func (s *session) isIngredient(id int64) bool {
	known := s.vocabulary.Concepts([]int64{id})
	return len(known) == 1 && known[0].Class == "Ingredient"
}

func (s *session) drugReading(ctx context.Context, r reading) (ConceptSet, bool, error) {
	for _, text := range []string{r.text, vocab.BaseIngredient(r.text)} {
		hits := slices.DeleteFunc(drugHits(s.vocabulary.Lookup(text), false), func(h vocab.Hit) bool {
			return r.guess > 0 &&
				(h.Kind == vocab.KindAbbreviation || isClass(h) ||
					h.Kind == vocab.KindBrand && namesSalt(s.entity.Text))
		})
		if set, ok, err := s.drugFrom(ctx, hits); ok || err != nil {
			return set, ok, err
		}
	}
	if !strings.Contains(r.text, "/") {
		return ConceptSet{}, false, nil
	}
	return s.combination(ctx, r.text)
}

// namesSalt reports whether a salt is among the words: what stands before it is a substance, and no brand cut short, as
// zinc chloride is not Zinacef.
func namesSalt(text string) bool {
	for w := range strings.FieldsSeq(vocab.Normalize(text)) {
		if saltWritten(w) != "" || vocab.BaseIngredient("x "+w) == "x" {
			return true
		}
	}
	return false
}

// otherDrug is a reading by another guess that names a drug as well, and not a product of the same.
func (s *session) otherDrug(r reading) reading {
	for _, o := range s.readings() {
		if o.guess > 0 && o.text != r.text && !strings.HasPrefix(o.text, r.text+" ") && o.cost <= r.cost+s.doubt(r) && !slices.Contains(o.kinds, "unknown") &&
			len(s.vocabulary.Lookup(o.text)) > 0 {
			return o
		}
	}
	return reading{}
}

// drugWordings are the text as it is, without a last word such as "therapy", and without the salt.
func (s *session) drugWordings() []string {
	text := vocab.Normalize(s.entity.Text)
	wordings := []string{text}
	if at := strings.LastIndexByte(text, ' '); at > 0 {
		if listed().treatments.has(text[at+1:]) {
			wordings = append(wordings, text[:at])
		}
	}
	last := wordings[len(wordings)-1]
	if base := vocab.BaseIngredient(last); base != last {
		wordings = append(wordings, base)
	}
	return wordings
}

// drugFrom codes what a text was found to be. Products of a brand come before
// the brand's ingredient, and an ingredient before other concepts of its name.
func (s *session) drugFrom(ctx context.Context, hits []vocab.Hit) (ConceptSet, bool, error) {
	byKind := map[vocab.TermKind][]vocab.Hit{}
	var direct []vocab.Hit
	for _, h := range hits {
		byKind[h.Kind] = append(byKind[h.Kind], h)
		if h.Kind < vocab.KindBrand && h.Concept.Class != "Brand Name" {
			direct = append(direct, h)
		}
	}
	if classed := byKind[vocab.KindClass]; len(classed) > 0 {
		choices, err := s.class(classed)
		if err != nil {
			return ConceptSet{}, true, err
		}
		set, err := s.expandDrug(ctx, choices)
		return set, true, err
	}
	if choices := s.choices(direct); len(choices) > 0 {
		set, err := s.ingredient(ctx, choices)
		return set, true, err
	}
	if brand := byKind[vocab.KindBrand]; len(brand) > 0 {
		set, err := s.brand(ctx, brand)
		return set, true, err
	}
	if products := byKind[vocab.KindProduct]; len(products) > 0 {
		set, err := s.products(ctx, products)
		return set, true, err
	}
	return ConceptSet{}, false, nil
}

// ingredient codes concepts that bear the name; where one is an ingredient it is meant.
func (s *session) ingredient(ctx context.Context, choices []choice) (ConceptSet, error) {
	ingredients := slices.DeleteFunc(slices.Clone(choices), func(c choice) bool {
		return c.concept.Class != "Ingredient" || c.rank != choices[0].rank
	})
	if len(ingredients) > 0 {
		choices = ingredients
	}
	picked, err := s.pick(ctx, choices)
	if err != nil {
		return ConceptSet{}, err
	}
	return s.expandDrug(ctx, picked)
}

// products codes an ingredient that has no concept of its own in this vocabulary, by the products whose names list it.
func (s *session) products(ctx context.Context, hits []vocab.Hit) (ConceptSet, error) {
	var choices []choice
	for _, h := range hits {
		why := "product name lists " + h.Term
		if h.Score < 1 {
			why += fmt.Sprintf(", similar to %q", s.entity.Text)
		}
		choices = append(choices, choice{h.Concept, why, h.Score, rankLay})
	}
	s.note("this vocabulary has no ingredient concept for %q: the products whose names list it are taken", s.entity.Text)
	return s.expandDrug(ctx, choices)
}

// expandDrug adds to ingredients and products what lies below them, and the
// products whose systematic names list an ingredient where the hierarchy does not speak of them.
func (s *session) expandDrug(ctx context.Context, choices []choice) (ConceptSet, error) {
	set := ConceptSet{Entity: s.entity, Concepts: chosen(choices), Chosen: membersOf(choices)}
	ids := make([]int64, len(choices))
	of := map[int64]choice{}
	for i, c := range choices {
		ids[i], of[c.concept.ID] = c.concept.ID, c
	}
	closure, err := s.vocabulary.Descendants(ctx, ids)
	if err != nil {
		return ConceptSet{}, fmt.Errorf("code %s: %w", s.entity, err)
	}
	below := descendants(closure, of)
	listed, err := s.listedProducts(ctx, ingredients(choices, closure), append(slices.Clone(set.Concepts), below...))
	if err != nil {
		return ConceptSet{}, err
	}
	below = append(below, listed...)
	slices.SortStableFunc(
		below,
		func(a, b Member) int { return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)) },
	)
	if set.Concepts = append(set.Concepts, below...); len(set.Concepts) == 0 {
		return ConceptSet{}, s.emptyClass(choices)
	}
	if s.vocabulary.Hierarchy() != vocab.HierarchyAncestors || s.vocabulary.Info().Partial {
		s.note("this database has no complete concept_ancestor: products are found through concept_relationship, as far as it goes, and by the ingredients that their names list")
	}
	set.Notes, set.Source = s.notes, s.source
	return set, nil
}

// ingredients are those among the choices and below them.
func ingredients(choices []choice, closure vocab.Closure) []choice {
	var found []choice
	for _, c := range choices {
		if c.concept.Class == "Ingredient" {
			found = append(found, c)
		}
	}
	for _, d := range closure.Descendants {
		if d.Concept.Class == "Ingredient" && d.Concept.IsStandard() {
			found = append(found, choice{concept: d.Concept, score: 1})
		}
	}
	return found
}

// listedProducts returns the products that list one of the ingredients and are not in the set
// yet. Where concept_ancestor is whole it is right, and only products that it does not place are added.
func (s *session) listedProducts(ctx context.Context, ingredients []choice, have []Member) ([]Member, error) {
	in := map[int64]bool{}
	for _, m := range have {
		in[m.ID] = true
	}
	var found []Member
	var ids []int64
	for _, c := range ingredients {
		for _, h := range s.vocabulary.Products(vocab.Normalize(c.concept.Name)) {
			if h.Kind == vocab.KindProduct && !in[h.Concept.ID] {
				in[h.Concept.ID] = true
				found = append(found, member(h.Concept, "product name lists "+h.Term, c.score))
				ids = append(ids, h.Concept.ID)
			}
		}
	}
	if s.vocabulary.Info().Partial {
		return found, nil
	}
	placed, err := s.vocabulary.Placed(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("code %s: %w", s.entity, err)
	}
	return slices.DeleteFunc(found, func(m Member) bool { return placed[m.ID] }), nil
}
