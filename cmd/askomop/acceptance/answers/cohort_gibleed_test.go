package answers

import (
	"database/sql"
	"encoding/csv"
	"errors"
	"strings"
	"testing"

	driverduckdb "github.com/duckdb/duckdb-go/v2"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/cmd/askomop/commands"
)

const celecoxibBleed = "How many patients had a gastrointestinal hemorrhage after they started celecoxib?"

// TestTheCohortOfBleedsAfterCelecoxib holds the 355 people, their dates against SQL of its own, and that
// a second run makes a second generation of the same.
func TestTheCohortOfBleedsAfterCelecoxib(t *testing.T) {
	file := cmdtest.GiBleedFile(t)
	t.Setenv("ASKOMOP_HOME", t.TempDir())
	t.Setenv("ASKOMOP_DB", file)
	cmdtest.Must(t, "schedule", "add", "bleeds", "--cron", "@monthly", "--question", celecoxibBleed, "--cohort", "celecoxib-bleed", "--yes")
	for range 2 {
		cmdtest.Must(t, "schedule", "run", "bleeds")
	}
	c := cmdtest.MustJSON[app.CohortDocument](t, "cohort", "show", "celecoxib-bleed")
	if len(c.Generations) != 2 {
		t.Fatalf("%d generations", len(c.Generations))
	}
	for _, g := range c.Generations {
		steps := g.Attrition
		if g.People != 355.0 || g.Rows != 355.0 || steps[len(steps)-1].People != 355.0 || steps[1].People != 1844.0 {
			t.Errorf("generation %d: %v people, %v rows, attrition %v", g.Number, g.People, g.Rows, steps)
		}
	}
	d := cmdtest.MustJSON[map[string]any](t, "cohort", "diff", "celecoxib-bleed")
	if d["came"] != 0.0 || d["went"] != 0.0 || d["moved"] != 0.0 || d["people_after"] != 355.0 {
		t.Errorf("diff %v", d)
	}
	compareWithBleeds(t, file, cmdtest.Must(t, "cohort", "export", "celecoxib-bleed", "--rows").Out)
	if got := cmdtest.Run(t, "cohort", "export", "celecoxib-bleed"); got.Code != commands.ExitUsage || got.Out != "" {
		t.Errorf("people were shown without --rows: %d %s", got.Code, got.Out)
	}

	women := cmdtest.MustJSON[cmdtest.Answer](t, "ask", "In cohort celecoxib-bleed, how many women are there?")
	same := cmdtest.Must(t, "ask", "How many women had a gastrointestinal hemorrhage after they started celecoxib?", "--format", "csv")
	if n := women.Rows[0][0].(float64); !strings.Contains(same.Out, jsonNumber(n)) {
		t.Errorf("%v women in the cohort, asked: %s", n, same.Out)
	}
	asked := cmdtest.Must(t, "ask", "In cohort celecoxib-bleed, how many patients had osteoporosis?", "--explain")
	if !strings.Contains(asked.Out, "[cohort@celecoxib-bleed]") {
		t.Errorf("the cohort is not named: %s", asked.Out)
	}
	if got := cmdtest.Run(t, "ask", "In cohort celecoxib, how many patients had osteoporosis?"); got.Code != commands.ExitFailed || !strings.Contains(got.ErrOut, "askomop cohort list") {
		t.Errorf("an unknown cohort: %d %s", got.Code, got.ErrOut)
	}
	if got := cmdtest.Run(t, "schedule", "add", "sexes", "--cron", "@daily", "--question", "How many patients had osteoporosis by sex?", "--cohort", "x", "--yes"); got.Code != commands.ExitFailed ||
		!strings.Contains(got.ErrOut, "one number") {
		t.Errorf("a cohort of groups: %d %s", got.Code, got.ErrOut)
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
