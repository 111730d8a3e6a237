package compile

import (
	"database/sql"
	"strings"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"

	"github.com/askomop/askomop/omop/study"
)

func TestPeopleAreNamedWhereTheVocabularyLacksTheirConcepts(t *testing.T) {
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, tt := range []struct{ vocabulary, id, column, want string }{
		{"CAST(NULL AS VARCHAR)", "8527", "race_concept_id", "White"},
		{"CAST(NULL AS VARCHAR)", "38003563", "ethnicity_concept_id", "Hispanic or Latino"},
		{"CAST(NULL AS VARCHAR)", "44814653", "race_concept_id", "44814653"},
		{"'Weiß'", "8527", "race_concept_id", "Weiß"},
		{"CAST(NULL AS VARCHAR)", "8532", "gender_concept_id", "8532"},
	} {
		var got string
		name := nameOf(tt.vocabulary, tt.id, usualNames[tt.column], "CAST("+tt.id+" AS VARCHAR)")
		if err := db.QueryRow("SELECT " + name).Scan(&got); err != nil || got != tt.want {
			t.Errorf("%s %s is named %q (%v), want %q", tt.column, tt.id, got, err, tt.want)
		}
	}
}

// The columns of a result are named by what is counted, and stand in SQL without quotes.
func TestWhatIsCountedIsOneWord(t *testing.T) {
	for d, table := range domains {
		if strings.ContainsAny(table.records+table.name+table.short, " -\"") || table.records == "" {
			t.Errorf("%s: %+v", d, table)
		}
		q := &study.Question{Measure: study.Measure{Kind: study.Count, Of: study.Records}, Population: study.Cohort{Entry: &study.Event{Domain: d}}}
		if d == study.KeptCohort {
			q.Population.Entry.Concepts = []study.Entity{{Text: "x"}}
		}
		if _, err := Compile(q, Options{}); err != nil {
			t.Errorf("%s: %v", d, err)
		}
	}
}
