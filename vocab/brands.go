package vocab

import (
	"context"
	"fmt"
)

// brandOf is a brand and one ingredient that RxNorm gives it. Example: {"Lipitor", atorvastatin}.
type brandOf struct {
	name       string
	ingredient int64
}

// readBrands reads the brands of RxNorm with their ingredients, from the Brand Name concepts and their "Brand name of".
// They stand for a brand of which the vocabulary holds no product. A brand of several ingredients is left to its
// products: none of the ingredients alone is the brand.
func (t *tables) readBrands(ctx context.Context, b *builder) error {
	if t.empty(ctx, "concept_relationship") {
		return nil
	}
	query := "SELECT DISTINCT " + text("b.concept_name") +
		" AS name, CAST(i.concept_id AS BIGINT) AS ingredient FROM " +
		"(SELECT concept_id_1, concept_id_2 FROM concept_relationship WHERE relationship_id = 'Brand name of' AND " + valid + ") AS r JOIN " +
		"concept AS b ON CAST(b.concept_id AS BIGINT) = CAST(r.concept_id_1 AS BIGINT) AND b.concept_class_id = 'Brand Name' JOIN " +
		"concept AS i ON CAST(i.concept_id AS BIGINT) = CAST(r.concept_id_2 AS BIGINT) AND i.concept_class_id = 'Ingredient' AND i.standard_concept = 'S'" +
		" ORDER BY name, ingredient"
	var all []brandOf
	err := t.each(ctx, query, func(scan func(...any) error) error {
		var of brandOf
		err := scan(&of.name, &of.ingredient)
		all = append(all, of)
		return err
	})
	if err != nil {
		return fmt.Errorf("read 'Brand name of' of CONCEPT_RELATIONSHIP: %w", err)
	}
	return b.addBrands(all)
}

// addBrands adds brands of one ingredient as its terms; all are sorted by name.
func (b *builder) addBrands(all []brandOf) error {
	for i, of := range all {
		several := i > 0 && all[i-1].name == of.name || i+1 < len(all) && all[i+1].name == of.name
		concept, ok := b.ordinal(of.ingredient)
		text := Normalize(of.name)
		if several || !ok || text == "" {
			continue
		}
		rec := appendTermRecord(nil, text, originRelated, concept, KindBrand, b.store(of.name), clip16(len(of.name)))
		if err := b.terms.add(rec); err != nil {
			return err
		}
	}
	return nil
}
