package compile_test

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	_ "github.com/duckdb/duckdb-go/v2"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/omop/study/studytest"
)

// Random questions on random small databases have the answers that a loop over people in Go finds. ASKOMOP_RANDOM is
// how many are asked, ASKOMOP_SEED where they begin.
func TestRandomQuestionsAreAnsweredAsTheEvaluatorDoes(t *testing.T) {
	askRandomly(t, studytest.NewQuestion, (*studytest.World).Evaluate)
}

// The same of rates, prevalences and survival, which the evaluator counts day by day.
func TestRandomRatesAndSurvivalAreThoseOfTheEvaluator(t *testing.T) {
	askRandomly(t, studytest.NewQuestionOverTime, (*studytest.World).EvaluateOverTime)
}

// The same of concepts that are listed: of any record, or of a person's first of each concept.
func TestRandomListsAreThoseOfTheEvaluator(t *testing.T) {
	askRandomly(t, studytest.NewListQuestion, (*studytest.World).Evaluate)
}

type evaluator func(*studytest.World, *study.Question) []studytest.Row

func askRandomly(t *testing.T, ask func(*rand.Rand) *study.Question, evaluate evaluator) {
	t.Helper()
	number, seed := 400, uint64(1)
	if testing.Short() {
		number = 100
	}
	if n, err := strconv.Atoi(os.Getenv("ASKOMOP_RANDOM")); err == nil {
		number = n
	}
	if n, err := strconv.ParseUint(os.Getenv("ASKOMOP_SEED"), 10, 64); err == nil {
		seed = n
	}
	db := emptyDatabase(t)
	refused := map[string]int{}
	var world *studytest.World
	asked, failed := 0, 0
	for i := range number {
		r := rand.New(rand.NewPCG(seed, uint64(i)))
		if i%50 == 0 {
			world = studytest.NewWorld(r, 30)
			fill(t, db, world)
		}
		q := ask(r)
		plan, err := compile.Compile(q, compile.Options{})
		var no *compile.Unsupported
		if errors.As(err, &no) {
			refused[no.Field+": "+no.Why]++
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		asked++
		if why := disagreement(db, world, q, plan, evaluate); why != "" {
			failed++
			text, _ := json.Marshal(q)
			t.Errorf("seed %d, question %d: %s\n%s\n%s", seed, i, why, text, plan.SQL)
			if failed > 5 {
				break
			}
		}
	}
	t.Logf("%d questions, %d refused", asked, number-asked)
	for why, n := range refused {
		t.Logf("%4d %s", n, why)
	}
	if asked < number/2 {
		t.Errorf("only %d of %d questions are compiled", asked, number)
	}
}

func emptyDatabase(t *testing.T) *sql.DB {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	model, err := schema.For("5.4")
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range model.Tables {
		if _, err := db.Exec(table.DDL()); err != nil {
			t.Fatal(err)
		}
	}
	return db
}

func fill(t *testing.T, db *sql.DB, w *studytest.World) {
	t.Helper()
	for _, table := range []string{"person", "observation_period", "visit_occurrence", "condition_occurrence", "drug_exposure", "procedure_occurrence", "measurement", "death"} {
		if _, err := db.Exec("DELETE FROM " + table); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := db.Exec(strings.Join(w.SQL(), ";\n")); err != nil {
		t.Fatal(err)
	}
}

// disagreement says in what the compiled SQL differs from the evaluator.
func disagreement(db *sql.DB, w *studytest.World, q *study.Question, plan *compile.Plan, evaluate evaluator) string {
	got, err := query(db, plan.SQL)
	if err != nil {
		return err.Error()
	}
	people, err := query(db, plan.People)
	if err != nil {
		return "its people: " + err.Error() + "\n" + plan.People
	}
	want, have := map[string][]float64{}, map[string][]float64{}
	for _, row := range evaluate(w, q) {
		want[strings.Join(row.Strata, " ")] = row.Numbers
	}
	for _, row := range got.Rows {
		var key []string
		var numbers []float64
		for i, c := range plan.Columns { // of row, which may hold more for the intervals
			switch {
			case c.Name == "unit": // the world's values have none
			case c.Role == compile.Stratum && c.Name == "age_group":
				low, _, _ := strings.Cut(text(row[i]), "-")
				key = append(key, low)
			case c.Role == compile.Stratum:
				key = append(key, keyOf(row[i]))
			case shown(q, plan, i):
				numbers = append(numbers, float(row[i]))
			}
		}
		have[strings.Join(key, " ")] = numbers
	}
	if units := slices.ContainsFunc(plan.Columns, func(c compile.Column) bool { return c.Name == "unit" }); units && len(have) == 0 && len(q.Strata) == 0 {
		have[""] = []float64{math.NaN()}
	}
	if len(have) != len(got.Rows) && len(got.Rows) > 0 || !maps.EqualFunc(want, have, func(a, b []float64) bool { return slices.EqualFunc(a, b, near) }) {
		for key, numbers := range want { // what differs is enough
			if slices.EqualFunc(have[key], numbers, near) {
				delete(want, key)
				delete(have, key)
			}
		}
		return fmt.Sprintf("want %v\ngot  %v\n%s", want, have, w)
	}
	return peopleFit(plan, got, people)
}

// shown are the columns that the evaluator computes: the first number of counts and statistics, else all.
func shown(q *study.Question, plan *compile.Plan, i int) bool {
	if q.Measure.Kind == study.Count || q.Measure.Kind == study.Number {
		return i == plan.FirstNumber()
	}
	return true
}

// ids are those of the names that the compiler knows without a vocabulary, which the worlds lack.
var ids = map[string]string{"White": "8527", "Black or African American": "8516", "Hispanic or Latino": "38003563", "Not Hispanic or Latino": "38003564"}

// keyOf is a value of a stratum as the evaluator writes it.
func keyOf(v any) string {
	if id, ok := ids[fmt.Sprint(v)]; ok {
		return id
	}
	if d, ok := v.(time.Time); ok {
		return d.Format(time.DateOnly)
	}
	return fmt.Sprint(v)
}

// near reports whether two numbers are the same up to the rounding of averages to one decimal, and of text to six digits.
func near(a, b float64) bool {
	return math.Abs(a-b) <= max(0.0501, 5e-6*math.Abs(b)) || math.IsNaN(a) && math.IsNaN(b)
}

func float(v any) float64 {
	f, err := strconv.ParseFloat(text(v), 64)
	if err != nil {
		return math.NaN()
	}
	return f
}

func query(db *sql.DB, template string) (*omop.Table, error) {
	statement, err := sqltree.Render(template, func(p sqltree.Placeholder) (string, error) {
		id, ok := studytest.Names[study.Domain(p.Domain)][p.Text]
		if !ok {
			return "", fmt.Errorf("no %s is named %q", p.Domain, p.Text)
		}
		return strconv.FormatInt(id, 10), nil
	})
	if err != nil {
		return nil, err
	}
	rows, err := db.Query(statement)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	out := &omop.Table{}
	for _, n := range names {
		out.Columns = append(out.Columns, omop.Column{Name: n})
	}
	for rows.Next() {
		values, into := make([]any, len(names)), make([]any, len(names))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		out.Rows = append(out.Rows, values)
	}
	return out, rows.Err()
}
