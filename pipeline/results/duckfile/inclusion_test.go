package duckfile

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/askomop/askomop/pipeline/results"
)

// TestTheTablesOfInclusionRulesAreOHDSIs counts, by hand, four index records of which one meets both rules: what each
// rule lets in, and what it alone keeps out. A second generation takes the place of the first.
func TestTheTablesOfInclusionRulesAreOHDSIs(t *testing.T) {
	s, err := New(filepath.Join(t.TempDir(), "results.duckdb"))
	if err != nil {
		t.Fatal(err)
	}
	lost := 2
	in := &results.Inclusion{Rules: []string{"adults", "women"}, Lost: &lost, Matches: []results.Match{match(0, 0), match(0, 1), match(0, 2), match(0, 3), match(1, 1), match(1, 3)}}
	for run := range 2 {
		g := results.Generation{Run: fmt.Sprint(run), At: time.Now(), People: 1, Rows: 1, Inclusion: in}
		if _, _, err := s.PutGeneration(t.Context(), results.Cohort{Name: "c", Initiated: time.Now()}, g, nil); err != nil {
			t.Fatal(err)
		}
	}
	for query, want := range map[string][]string{
		"SELECT rule_sequence, name FROM cohort_inclusion ORDER BY ALL":                                                 {"[0 adults]", "[1 women]"},
		"SELECT mode_id, inclusion_rule_mask, person_count FROM cohort_inclusion_result WHERE mode_id = 1 ORDER BY ALL": {"[1 1 1]", "[1 3 1]"},
		"SELECT mode_id, rule_sequence, person_count, gain_count, person_total FROM cohort_inclusion_stats ORDER BY ALL": {
			"[0 0 2 1 4]", "[0 1 2 1 4]", "[1 0 2 0 2]", "[1 1 1 1 2]"},
		"SELECT mode_id, base_count, final_count FROM cohort_summary_stats ORDER BY ALL": {"[0 4 1]", "[1 2 1]"},
		"SELECT lost_count FROM cohort_censor_stats":                                     {"[2]"},
	} {
		if got := rowsOf(t, s, query); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", query, got, want)
		}
	}
	if err := s.RemoveCohort(t.Context(), "c"); err != nil {
		t.Fatal(err)
	}
	if left := rowsOf(t, s, "SELECT * FROM cohort_inclusion_stats"); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func match(mode int, mask int64) results.Match {
	return results.Match{Mode: mode, Mask: mask, Number: 1}
}

func rowsOf(t *testing.T, s *Store, query string) (all []string) {
	t.Helper()
	err := s.read(t.Context(), func(ctx context.Context, c *sql.Conn) error {
		rows, err := c.QueryContext(ctx, query)
		if err != nil {
			return err
		}
		defer rows.Close()
		columns, err := rows.Columns()
		if err != nil {
			return err
		}
		for rows.Next() {
			cells := make([]any, len(columns))
			at := make([]any, len(columns))
			for i := range cells {
				at[i] = &cells[i]
			}
			if err := rows.Scan(at...); err != nil {
				return err
			}
			all = append(all, fmt.Sprint(cells))
		}
		return rows.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
