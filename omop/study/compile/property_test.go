package compile_test

import (
	"database/sql"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/omop/study/studytest"
)

// What holds of every rate, share and survival, whatever the data: the events and the days at risk of the strata add up to those of the
// whole, shares lie between 0 and 100, a survival falls and a cumulative incidence rises, and who had the outcome, died, left and stays
// are all people.
func TestMeasuresHoldTheirLaws(t *testing.T) {
	number := 300
	if testing.Short() {
		number = 80
	}
	db := emptyDatabase(t)
	held := map[study.Kind]int{}
	for i := range number {
		r := rand.New(rand.NewPCG(3, uint64(i)))
		if i%40 == 0 {
			fill(t, db, studytest.NewWorld(r, 30))
		}
		q := studytest.NewQuestionOverTime(r)
		parts := columnsOf(t, db, q)
		why := ""
		switch q.Measure.Kind {
		case study.Rate:
			whole := q.Clone()
			whole.Strata = nil
			all := columnsOf(t, db, whole)
			for _, name := range []string{"person_days", numerator(all)} {
				if a, b := sum(parts[name]), sum(all[name]); a != b {
					why = fmt.Sprintf("%s of the parts is %g, of the whole %g", name, a, b)
				}
			}
		case study.Survival, study.CumulativeIncidence:
			why = curveLaws(q, parts)
		}
		if slices.ContainsFunc(parts["percentage"], func(x float64) bool { return x < 0 || x > 100 }) {
			why = fmt.Sprintf("shares of %v", parts["percentage"])
		}
		if why != "" {
			t.Errorf("question %d: %s\n%s", i, why, q)
		}
		held[q.Measure.Kind]++
	}
	if len(held) != 5 {
		t.Errorf("only %v were looked at", held)
	}
}

// curveLaws says which law an estimate over time breaks. Rows are of one group after the other, each by its days.
func curveLaws(q *study.Question, c map[string][]float64) string {
	n := len(q.Measure.Times)
	for i, x := range c["percentage"] {
		events := c[numerator(c)][i] + c["censored"][i] + c["still_at_risk"][i]
		if dead, ok := c["deaths_before"]; ok {
			events += dead[i]
		}
		if by := c["median_events"]; by != nil && (by[i] > c["all_events"][i] || c["low_events"][i] > by[i] ||
			by[i] > c["high_events"][i] || by[i]+c["median_left"][i] > c["patients"][i]) {
			return fmt.Sprintf("row %d: %g had it up to the median, %g in all", i, by[i], c["all_events"][i])
		}
		if events != c["patients"][i] {
			return fmt.Sprintf("row %d: %g people end in some way, of %g", i, events, c["patients"][i])
		}
		if i%n == 0 {
			continue
		}
		if before := c["percentage"][i-1]; q.Measure.Kind == study.Survival && x > before || q.Measure.Kind != study.Survival && x < before {
			return fmt.Sprintf("from %g to %g", before, x)
		}
	}
	return ""
}

func numerator(c map[string][]float64) string {
	for _, name := range []string{"deaths", "outcomes", "new_patients", "new_events", "visits", "records", "prescriptions", "procedures"} {
		if _, ok := c[name]; ok {
			return name
		}
	}
	return ""
}

// columnsOf runs a question and returns its numbers by column, those behind its intervals too.
func columnsOf(t *testing.T, db *sql.DB, q *study.Question) map[string][]float64 {
	t.Helper()
	plan, err := compile.Compile(q, compile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := query(db, plan.SQL)
	if err != nil {
		t.Fatalf("%v\n%s", err, plan.SQL)
	}
	out := map[string][]float64{}
	for _, row := range got.Rows {
		for i, v := range row {
			if i >= len(plan.Columns) || plan.Columns[i].Role != compile.Stratum {
				out[got.Columns[i].Name] = append(out[got.Columns[i].Name], float(v))
			}
		}
	}
	return out
}

func sum(xs []float64) float64 {
	all := 0.0
	for _, x := range xs {
		if !math.IsNaN(x) { // of nobody
			all += x
		}
	}
	return all
}
