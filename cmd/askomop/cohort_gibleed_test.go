package main

import (
	"database/sql"
	"encoding/csv"
	"errors"
	"strings"
	"testing"

	driverduckdb "github.com/duckdb/duckdb-go/v2"

	"github.com/askomop/askomop/app"
)

const celecoxibBleed = "How many patients had a gastrointestinal hemorrhage after they started celecoxib?"

// TestTheCohortOfBleedsAfterCelecoxib holds the 355 people, their dates against SQL of its own, and that
// a second run makes a second generation of the same.
func TestTheCohortOfBleedsAfterCelecoxib(t *testing.T) {
	file := gibleedFile(t)
	t.Setenv("ASKOMOP_HOME", t.TempDir())
	t.Setenv("ASKOMOP_DB", file)
	must(t, "schedule", "add", "bleeds", "--cron", "@monthly", "--question", celecoxibBleed, "--cohort", "celecoxib-bleed", "--yes")
	for range 2 {
		must(t, "schedule", "run", "bleeds")
	}
	c := mustJSON[app.CohortDocument](t, "cohort", "show", "celecoxib-bleed")
	if len(c.Generations) != 2 {
		t.Fatalf("%d generations", len(c.Generations))
	}
	for _, g := range c.Generations {
		steps := g.Attrition
		if g.People != 355.0 || g.Rows != 355.0 || steps[len(steps)-1].People != 355.0 || steps[1].People != 1844.0 {
			t.Errorf("generation %d: %v people, %v rows, attrition %v", g.Number, g.People, g.Rows, steps)
		}
	}
	d := mustJSON[map[string]any](t, "cohort", "diff", "celecoxib-bleed")
	if d["came"] != 0.0 || d["went"] != 0.0 || d["moved"] != 0.0 || d["people_after"] != 355.0 {
		t.Errorf("diff %v", d)
	}
	compareWithBleeds(t, file, must(t, "cohort", "export", "celecoxib-bleed", "--rows").out)
	if got := execute(t, nil, Streams{}, "cohort", "export", "celecoxib-bleed"); got.code != exitUsage || got.out != "" {
		t.Errorf("people were shown without --rows: %d %s", got.code, got.out)
	}

	women := mustJSON[rowsOnly](t, "ask", "In cohort celecoxib-bleed, how many women are there?")
	same := must(t, "ask", "How many women had a gastrointestinal hemorrhage after they started celecoxib?", "--format", "csv")
	if n := women.Rows[0][0].(float64); !strings.Contains(same.out, jsonNumber(n)) {
		t.Errorf("%v women in the cohort, asked: %s", n, same.out)
	}
	asked := must(t, "ask", "In cohort celecoxib-bleed, how many patients had osteoporosis?", "--explain")
	if !strings.Contains(asked.out, "[cohort@celecoxib-bleed]") {
		t.Errorf("the cohort is not named: %s", asked.out)
	}
	if got := execute(t, nil, Streams{}, "ask", "In cohort celecoxib, how many patients had osteoporosis?"); got.code != exitFailed || !strings.Contains(got.errOut, "askomop cohort list") {
		t.Errorf("an unknown cohort: %d %s", got.code, got.errOut)
	}
	if got := execute(t, nil, Streams{}, "schedule", "add", "sexes", "--cron", "@daily", "--question", "How many patients had osteoporosis by sex?", "--cohort", "x", "--yes"); got.code != exitFailed ||
		!strings.Contains(got.errOut, "one number") {
		t.Errorf("a cohort of groups: %d %s", got.code, got.errOut)
	}
}

func jsonNumber(n float64) string { return app.ExactFloat(n) }

// compareWithBleeds holds that the cohort's people and dates are those that SQL written for the purpose gives.
func compareWithBleeds(t *testing.T, file, exported string) {
	t.Helper()
	connector, err := driverduckdb.NewConnector(file+"?access_mode=read_only", nil)
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(connector)
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	rows, err := db.Query(`SELECT b.person_id, min(b.condition_start_date)::VARCHAR FROM condition_occurrence AS b
		WHERE b.condition_concept_id = 192671 AND b.condition_start_date >
			(SELECT min(d.drug_exposure_start_date) FROM drug_exposure AS d WHERE d.person_id = b.person_id AND d.drug_concept_id IN (1118084, 1118088))
		GROUP BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for rows.Next() {
		var id, day string
		if err := rows.Scan(&id, &day); err != nil {
			t.Fatal(err)
		}
		want[id] = day
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		t.Fatal(err)
	}
	got, err := csv.NewReader(strings.NewReader(exported)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 356 || len(want) != 355 {
		t.Fatalf("%d lines, %d people by hand", len(got), len(want))
	}
	for _, line := range got[1:] {
		if want[line[1]] != line[2] || line[3] < line[2] {
			t.Errorf("person %s is in from %s to %s, bled on %s", line[1], line[2], line[3], want[line[1]])
		}
	}
}
