package coding

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/vocab"
)

// What a product holds is in DRUG_STRENGTH; where that says nothing of it, it is read from the product's name. The
// name "Metformin 500 MG Oral Tablet" and the row {metformin, 500, mg} say the same; where they differ the row holds,
// and the reason says so.

// measured puts the strengths of DRUG_STRENGTH in the place of those in names, and adds to the pools what the set holds
// beside them: products whose names can't be read, and those of a class.
func (s *session) measured(ctx context.Context, pools [][]labelled, set ConceptSet) ([][]labelled, error) {
	var ids []int64
	pooled := map[int64]bool{}
	for _, pool := range pools {
		for _, p := range pool {
			ids, pooled[p.ID] = append(ids, p.ID), true
		}
	}
	for _, m := range set.Concepts {
		if !pooled[m.ID] {
			ids = append(ids, m.ID)
		}
	}
	rows, err := s.vocabulary.Strengths(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("code %s: %w", s.entity, err)
	}
	if len(rows) == 0 {
		return pools, nil
	}
	out := make([][]labelled, len(pools))
	for i, pool := range pools {
		for _, p := range pool {
			out[i] = append(out[i], p.measuredBy(rows[p.ID]))
		}
	}
	return withRest(out, s.restOf(set, rows, pooled)), nil
}

// restOf are the products of a set that no pool has, those of brands last.
func (s *session) restOf(set ConceptSet, rows map[int64][]vocab.Strength, pooled map[int64]bool) []labelled {
	var rest []labelled
	for _, c := range s.vocabulary.Concepts(set.IDs()) {
		if pooled[c.ID] || len(rows[c.ID]) == 0 || c.Class == "Ingredient" || strings.HasPrefix(c.Name, "{") {
			continue
		}
		p, _ := readLabel(c)
		if len(p.form) == 0 {
			name, _, _ := strings.Cut(c.Name, " [")
			p.form = strings.Fields(vocab.Normalize(vocab.DoseForm(name)))
		}
		if p = p.measuredBy(rows[c.ID]); p.byTable {
			rest = append(rest, p)
		}
	}
	slices.SortStableFunc(rest, func(a, b labelled) int { return len(a.Brand) - len(b.Brand) })
	return rest
}

// withRest adds products to the last pool, or makes it.
func withRest(pools [][]labelled, rest []labelled) [][]labelled {
	switch {
	case len(rest) == 0:
	case len(pools) == 0:
		pools = append(pools, rest)
	default:
		pools[len(pools)-1] = append(pools[len(pools)-1], rest...)
	}
	return pools
}

// measuredBy is the product with the strength that its rows of DRUG_STRENGTH give, or as it is where one of them has
// none that can be compared.
func (p labelled) measuredBy(rows []vocab.Strength) labelled {
	var amounts []amount
	var packed amount
	of := map[int64]bool{}
	for _, r := range rows {
		a, in := strengthOf(r)
		if a.unit == "" || of[r.Ingredient.ID] { // twice in packs
			return p
		}
		of[r.Ingredient.ID] = true
		amounts = append(amounts, a)
		if in != (amount{}) {
			packed = in
		}
	}
	if len(amounts) == 0 {
		return p
	}
	if len(p.Ingredients) != len(rows) {
		p.Ingredients = nil
		for _, r := range rows {
			p.Ingredients = append(p.Ingredients, r.Ingredient.Name)
		}
	}
	if named := p; len(named.amounts) > 0 {
		p.differs = !named.has(amounts) || len(amounts) != len(named.amounts)
	}
	p.amounts, p.byTable, p.box = amounts, true, rows[0].BoxSize
	if packed != (amount{}) {
		p.packed = packed
	}
	return p
}

// strengthOf is what a row gives in RxNorm's units, and what a package holds, where it tells that: 40 mg in 0.4 mL are
// 100 MG/ML in a package of 0.4 ML.
func strengthOf(r vocab.Strength) (strength, packed amount) {
	if r.Amount > 0 {
		factor, unit := inRxNorm(r.AmountUnit)
		return amount{value: r.Amount * factor, unit: unit}, amount{}
	}
	factor, unit := inRxNorm(r.NumeratorUnit)
	if unit == "" || r.Numerator <= 0 {
		return amount{}, amount{}
	}
	in, of := inRxNorm(r.DenominatorUnit)
	held := max(r.Denominator, 0) * in
	if held == 0 || held == 1 {
		return amount{value: r.Numerator * factor, unit: unit, in: of}, amount{}
	}
	return amount{value: r.Numerator * factor / held, unit: unit, in: of}, amount{value: held, unit: of}
}

// strengthReason says of a product why it is the one that is written, and by what its strength is known.
func strengthReason(p labelled, of string) string {
	why := "product of " + of + " with the strength or form that is written"
	switch {
	case p.differs:
		return why + ", by drug_strength, which differs from its name"
	case p.byTable:
		return why + ", by drug_strength"
	case len(p.amounts) > 0:
		return why + ", by its name"
	}
	return why
}
