package coding_test

import (
	"context"
	"slices"
	"testing"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/vocab/vocabtest"
)

// The same names are coded with concept_ancestor and without: what is still
// accepted without it must be the set that the hierarchy gives, but for concepts due to the one asked for.
func TestWithoutAncestorsItIsTheSameSetOrNone(t *testing.T) {
	whole := vocabtest.Sample(t, needs.GiBleed)
	bare := vocabtest.Sample(t, needs.GiBleed)
	vocabtest.Exec(t, bare, "DELETE FROM concept_ancestor")
	vocabtest.Exec(t, bare, "DELETE FROM concept_relationship WHERE relationship_id IN ('Is a', 'Subsumes')")
	with := coding.NewRules(vocabtest.Open(t, whole), coding.Options{})
	without := coding.NewRules(vocabtest.Open(t, bare), coding.Options{})
	rows, err := whole.Query(`SELECT concept_name, lower(domain_id) FROM concept WHERE standard_concept = 'S'
		AND domain_id IN ('Condition', 'Drug', 'Procedure', 'Measurement', 'Visit') AND concept_name <> 'Inert Ingredients' ORDER BY concept_id`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	same, abstained := 0, 0
	for rows.Next() {
		var e coding.Entity
		if err := rows.Scan(&e.Text, &e.Domain); err != nil {
			t.Fatal(err)
		}
		want, err := with.Code(context.Background(), e)
		if err != nil {
			continue
		}
		got, err := without.Code(context.Background(), e)
		if err != nil {
			abstained++
			continue
		}
		a, b := got.IDs(), want.IDs()
		slices.Sort(a)
		slices.Sort(b)
		if !slices.Equal(a, b) {
			t.Errorf("%s: %d concepts without ancestors, %d with: %v, %v", e, len(a), len(b), a, b)
			continue
		}
		same++
	}
	t.Logf("%d the same, %d abstained", same, abstained)
}
