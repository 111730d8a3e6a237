package tables

import (
	"context"

	"github.com/askomop/askomop/pipeline/results"
)

// inclusionTables hold what OHDSI's tools show of a cohort's inclusion rules: of its newest generation.
var inclusionTables = []string{"cohort_inclusion", "cohort_inclusion_result", "cohort_inclusion_stats",
	"cohort_summary_stats", "cohort_censor_stats"}

// putInclusion writes the numbers of a cohort's rules in the place of earlier ones. As Circe does, it writes those of
// the rules where there are rules, and those of calendar time where there is one.
func putInclusion(ctx context.Context, q Querier, cohort int64, in *results.Inclusion) error {
	for _, table := range inclusionTables {
		if _, err := q.ExecContext(ctx, "DELETE FROM "+table+" WHERE cohort_definition_id = $1", cohort); err != nil {
			return err
		}
	}
	if in == nil {
		return nil
	}
	for i, name := range in.Rules {
		if _, err := q.ExecContext(ctx, "INSERT INTO cohort_inclusion VALUES ($1, $2, $3, $4)", cohort, i, name,
			""); err != nil {
			return err
		}
	}
	if in.Lost != nil {
		if _, err := q.ExecContext(ctx, "INSERT INTO cohort_censor_stats VALUES ($1, $2)", cohort,
			*in.Lost); err != nil {
			return err
		}
	}
	if len(in.Rules) == 0 {
		return nil
	}
	for _, m := range in.Matches {
		if _, err := q.ExecContext(ctx, "INSERT INTO cohort_inclusion_result VALUES ($1, $2, $3, $4)", cohort, m.Mode,
			m.Mask, m.Number); err != nil {
			return err
		}
	}
	for mode := range 2 {
		if err := putMode(ctx, q, cohort, in, mode); err != nil {
			return err
		}
	}
	return nil
}

// putMode writes the sums over the matches of a mode.
func putMode(ctx context.Context, q Querier, cohort int64, in *results.Inclusion, mode int) error {
	all := int64(1)<<len(in.Rules) - 1
	var total, final int64
	met, gained := make([]int64, len(in.Rules)), make([]int64, len(in.Rules))
	for _, m := range in.Matches {
		if m.Mode != mode {
			continue
		}
		total += m.Number
		if m.Mask == all {
			final += m.Number
		}
		for i := range in.Rules {
			if m.Mask&(1<<i) != 0 {
				met[i] += m.Number
			}
			if m.Mask == all&^(1<<i) { // all but this one
				gained[i] += m.Number
			}
		}
	}
	for i := range in.Rules {
		if _, err := q.ExecContext(ctx, "INSERT INTO cohort_inclusion_stats VALUES ($1, $2, $3, $4, $5, $6)", cohort, i,
			mode, met[i], gained[i], total); err != nil {
			return err
		}
	}
	_, err := q.ExecContext(ctx, "INSERT INTO cohort_summary_stats VALUES ($1, $2, $3, $4)", cohort, mode, total, final)
	return err
}
