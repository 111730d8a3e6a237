package privacy

import (
	"strings"
	"testing"

	"github.com/askomop/askomop/omop"
)

func TestCountsAreRoundedAndSharesAreThoseOfRoundedCounts(t *testing.T) {
	db := clinic(t)
	for _, tt := range []struct{ name, query, want string }{
		{"counts", `SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1 ORDER BY 1`, "8515 <5; 8516 5; 8527 40"},
		{"a share", `SELECT 100.0 * COUNT(*) FILTER (WHERE race_concept_id = 8516) / COUNT(*) AS pct FROM person WHERE year_of_birth < 1988`, "10"},
		{"a share after its counts", `SELECT COUNT(*) AS n, COUNT(*) FILTER (WHERE race_concept_id = 8516) AS k, ROUND(100.0 * COUNT(*) FILTER (WHERE race_concept_id = 8516) / COUNT(*), 2) AS pct FROM person WHERE race_concept_id <> 8515`, "45 5 11.11"},
		{"a share in whole percent", `SELECT ROUND(100.0 * COUNT(*) FILTER (WHERE race_concept_id = 8527) / COUNT(*)) AS pct FROM person WHERE race_concept_id <> 8515`, "89"},
		{"a share in parts of one", `SELECT 1.0 * COUNT(*) FILTER (WHERE race_concept_id = 8527) / COUNT(*) AS share FROM person WHERE race_concept_id <> 8515`, "0.8889"},
		{"a share in another unit", `SELECT 37.0 * COUNT(*) FILTER (WHERE race_concept_id = 8527) / COUNT(*) AS share FROM person WHERE race_concept_id <> 8515`, "hidden"},
		{"a logarithm", `SELECT LN(COUNT(*)) AS l FROM person`, "hidden"},
		{"an average", `SELECT gender_concept_id, AVG(year_of_birth) AS y FROM person GROUP BY 1 ORDER BY 1`, "8507 1968.5; 8532 1965.5"},
		{"what is not understood", `SELECT COUNT(*) + 7 AS n, GREATEST(COUNT(*), 3) AS g, COUNT(*) % 7 AS m FROM person`, "hidden hidden hidden"},
		{"none", `SELECT COUNT(*) AS n FROM person WHERE year_of_birth > 2020`, "0"},
	} {
		for _, least := range []int{5, 0} {
			if least == 0 {
				tt.want = strings.ReplaceAll(tt.want, "<5", "5") // 3 are 5
			}
			p := Read(parser{db}.parse(t, tt.query), least)
			p.Round = 5
			text, ok, err := p.Wide()
			if err != nil {
				t.Fatal(err)
			}
			if !ok {
				text = tt.query
			}
			table := run(t, db, text)
			p.Hide(table)
			if got := shownRows(table); got != tt.want {
				t.Errorf("%s, --min-cell %d: shows %s, want %s", tt.name, least, got, tt.want)
			}
		}
	}
}

func TestTheRolesOfACompiledQueryAreProofEnough(t *testing.T) {
	table := &omop.Table{Columns: make([]omop.Column, 6), Rows: [][]any{
		{"Asian", int64(2), 20.0, 61.5, int64(2), int64(10)},
		{"Black", int64(12), 40.0, 55.0, int64(12), int64(30)},
		{"White", int64(48), 96.0, 57.0, int64(48), int64(50)},
	}}
	p := Compiled([]Known{{"race", Group, -1, -1, false, 0, nil}, {"patients", Persons, 4, -1, false, 0, nil}, {"percentage", Estimate, 5, 4, false, 0, nil}, {"mean", Estimate, 4, -1, false, 0, nil}}, 2, 5)
	p.Hide(table)
	if got, want := shownRows(table), "Asian <5 hidden hidden; Black 12 40 55; White 48 hidden 57"; got != want {
		t.Errorf("shows %s, want %s", got, want)
	}
	untold := &omop.Table{Columns: make([]omop.Column, 1), Rows: [][]any{{3.5}}}
	Compiled([]Known{{"mean", Estimate, -1, -1, false, 0, nil}}, 0, 5).Hide(untold)
	if got := shownRows(untold); got != "hidden" {
		t.Errorf("an estimate of unknown people shows %s", got)
	}
}

func TestWhatIsNoShareIsHiddenWhereCountsAreRounded(t *testing.T) {
	table := &omop.Table{Columns: make([]omop.Column, 5), Rows: [][]any{{97.22, int64(86), int64(3308), 2.6, 74.1}}}
	p := Compiled([]Known{{Name: "survival", Role: Estimate, People: 2, Part: 1}, {Name: "deaths", Role: Persons, People: 1, Part: -1}, {Name: "patients", Role: Persons, People: 2, Part: -1},
		{Name: "percentage", Role: Estimate, People: 2, Part: 1}, {Name: "mean", Role: Estimate, People: 2, Part: -1}}, 0, 5)
	p.Round = 5
	p.Hide(table)
	if got, want := shownRows(table), "hidden 85 3310 2.6 74.1"; got != want {
		t.Errorf("shows %s, want %s", got, want)
	}
}
