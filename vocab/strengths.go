package vocab

import (
	"context"
	"fmt"
	"strconv"
)

// Strength is a row of DRUG_STRENGTH: how much of one ingredient a drug product holds, as an amount (500 mg) or as a
// concentration (40 mg in 0.4 mL). A value that the row lacks is 0, a unit that the vocabulary lacks is empty.
type Strength struct {
	Ingredient                                 Concept
	Amount, Numerator, Denominator             float64
	AmountUnit, NumeratorUnit, DenominatorUnit string // UCUM's codes
	BoxSize                                    int
}

// Strengths returns the valid rows of DRUG_STRENGTH of each drug, by ingredient. It holds no entry for a drug of which
// the table says nothing, and is empty without the table.
func (v *Vocabulary) Strengths(ctx context.Context, drugs []int64) (map[int64][]Strength, error) {
	found := map[int64][]Strength{}
	if len(drugs) == 0 || v.tables.none() {
		return found, ctx.Err()
	}
	if _, err := v.tables.open(ctx); err != nil {
		return nil, fmt.Errorf("read DRUG_STRENGTH: %w", err)
	}
	if v.tables.empty(ctx, "drug_strength") {
		return found, ctx.Err()
	}
	query := "SELECT CAST(drug_concept_id AS BIGINT), CAST(ingredient_concept_id AS BIGINT), " +
		text("amount_value") + ", " + text("amount_unit_concept_id") + ", " +
		text("numerator_value") + ", " + text("numerator_unit_concept_id") + ", " +
		text("denominator_value") + ", " + text("denominator_unit_concept_id") + ", " + text("box_size") +
		" FROM drug_strength WHERE CAST(drug_concept_id AS BIGINT) IN " + list(drugs) + " AND " + valid +
		" ORDER BY 1, 2"
	err := v.tables.each(ctx, query, func(scan func(...any) error) error {
		var drug, ingredient int64
		var values, units [3]string
		var box string
		if err := scan(&drug, &ingredient, &values[0], &units[0], &values[1], &units[1], &values[2], &units[2],
			&box); err != nil {
			return err
		}
		i, held := v.index.ordinal(ingredient)
		if !held {
			return nil
		}
		found[drug] = append(found[drug], Strength{
			Ingredient: v.index.concept(i),
			Amount:     number(values[0]), AmountUnit: v.unit(units[0]),
			Numerator: number(values[1]), NumeratorUnit: v.unit(units[1]),
			Denominator: number(values[2]), DenominatorUnit: v.unit(units[2]),
			BoxSize: int(number(box)),
		})
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read DRUG_STRENGTH: %w", err)
	}
	return found, nil
}

// number reads a value that was selected as text; one that is none is 0, as one that is missing.
func number(s string) float64 {
	n, err := strconv.ParseFloat(s, 64)
	if err != nil || n != n {
		return 0
	}
	return n
}

// unit is UCUM's code of a unit's concept.
func (v *Vocabulary) unit(id string) string {
	n := number(id)
	if i, held := v.index.ordinal(int64(n)); n != 0 && held {
		if c := v.index.concept(i); c.Vocabulary == "UCUM" {
			return c.Code
		}
	}
	return ""
}
