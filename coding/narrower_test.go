package coding

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/vocab"
	"github.com/askomop/askomop/vocab/vocabtest"
)

const narrowerHead = `# Which concepts the hierarchy has below others though their names do not show it, for databases without a hierarchy. Two columns, tab-separated:
#   wider     concept_id
#   narrower  concept_ids separated by ;
# Made of CONCEPT_ANCESTOR, "Is a" and "Subsumes" of OHDSI's public samples, by: go test ./coding -run NarrowerIsDerived -update
`

// belowInSample pairs standard concepts of one domain, the wider one first, by the sample's hierarchy.
const belowInSample = `WITH RECURSIVE up AS (
		SELECT concept_id_2 AS wider, concept_id_1 AS narrower FROM concept_relationship WHERE relationship_id = 'Is a' AND coalesce(CAST(invalid_reason AS VARCHAR), '') = ''
		UNION SELECT concept_id_1, concept_id_2 FROM concept_relationship WHERE relationship_id = 'Subsumes' AND coalesce(CAST(invalid_reason AS VARCHAR), '') = ''
	), below AS (
		SELECT wider, narrower FROM up UNION SELECT u.wider, b.narrower FROM up AS u JOIN below AS b ON b.wider = u.narrower
	), pairs AS (
		SELECT wider, narrower FROM below UNION SELECT ancestor_concept_id, descendant_concept_id FROM concept_ancestor
	)
	SELECT a.concept_id, a.concept_name, d.concept_id, d.concept_name FROM pairs AS p
	JOIN concept AS a ON a.concept_id = p.wider JOIN concept AS d ON d.concept_id = p.narrower
	WHERE a.concept_id <> d.concept_id AND a.domain_id = d.domain_id AND a.domain_id IN ('Condition', 'Procedure', 'Observation', 'Measurement')
		AND a.standard_concept = 'S' AND d.standard_concept = 'S' AND a.vocabulary_id = 'SNOMED' AND d.vocabulary_id = 'SNOMED'`

// TestNarrowerIsDerived holds that narrower.tsv says what the public samples say, all of it and nothing else.
func TestNarrowerIsDerived(t *testing.T) {
	below := map[int64]map[int64]bool{}
	for _, sample := range []string{needs.Athena, needs.GiBleed, needs.Synthea} {
		rows, err := vocabtest.Sample(t, sample).Query(belowInSample)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			var wider, narrower int64
			var wide, narrow string
			if err := rows.Scan(&wider, &wide, &narrower, &narrow); err != nil {
				t.Fatal(err)
			}
			if showsInName(wide, narrow) {
				continue
			}
			if below[wider] == nil {
				below[wider] = map[int64]bool{}
			}
			below[wider][narrower] = true
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	}
	var b strings.Builder
	b.WriteString(narrowerHead)
	for _, wider := range slices.Sorted(maps.Keys(below)) {
		fmt.Fprintf(&b, "%d\t%s\n", wider, strings.ReplaceAll(strings.Trim(fmt.Sprint(slices.Sorted(maps.Keys(below[wider]))), "[]"), " ", ";"))
	}
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile("narrower.tsv", []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if b.String() != narrowerTSV {
		t.Error("narrower.tsv is not what the samples say; run this test with -update")
	}
}

// showsInName reports whether a name holds all words of a wider one, so that it is found by them.
func showsInName(wider, narrower string) bool {
	have := strings.Fields(vocab.Normalize(narrower))
	for w := range strings.FieldsSeq(vocab.Normalize(wider)) {
		if !fills(w) && !slices.Contains(have, w) {
			return false
		}
	}
	return true
}

func TestPublicDescendantsAreThoseOfTheWholeId(t *testing.T) {
	table := "# a\n12\t3;4\n123\t5\n"
	if got := publicDescendants(table, 12); !slices.Equal(got, []int64{3, 4}) {
		t.Errorf("of 12: %v", got)
	}
	if got := publicDescendants(table, 1); got != nil {
		t.Errorf("of 1: %v", got)
	}
	epilepsyBelowSeizures := slices.Contains(publicDescendants(narrowerTSV, 4029498), 380378)
	if !epilepsyBelowSeizures {
		t.Error("Epilepsy is not below Seizure disorder")
	}
}
