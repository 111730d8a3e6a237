package eval

import (
	"math"
	"strings"
	"testing"
)

func near(a, b float64) bool { return math.Abs(a-b) < 0.005 }

// TestReliabilityReproducesTheWorkedExample holds the example that the EHRSQL shared task gives.
func TestReliabilityReproducesTheWorkedExample(t *testing.T) {
	outcomes := []int{OutcomeRight, OutcomeNone, OutcomeWrong, OutcomeRight, OutcomeWrong, OutcomeRight, OutcomeWrong}
	for c, want := range map[float64]float64{0: 42.857, 5: -171.43, 10: -385.71, float64(len(outcomes)): -257.14} {
		sum := 0.0
		for _, o := range outcomes {
			sum += reliabilityOf(o, c)
		}
		if got := 100 * sum / float64(len(outcomes)); !near(got, want) {
			t.Errorf("RS(%g) = %.3f, want %.3f", c, got, want)
		}
	}
}

func TestPrecisionRecallF1(t *testing.T) {
	for _, tt := range []struct {
		hits, found, wanted int
		want                PRF
	}{
		{8, 10, 16, PRF{0.8, 0.5, 0.615385}},
		{3, 3, 3, PRF{1, 1, 1}},
		{0, 4, 2, PRF{0, 0, 0}},
		{0, 0, 5, PRF{0, 0, 0}},
		{0, 0, 0, PRF{0, 0, 0}},
	} {
		got := NewPRF(tt.hits, tt.found, tt.wanted)
		if !near(got.Precision, tt.want.Precision) || !near(got.Recall, tt.want.Recall) || !near(got.F1, tt.want.F1) {
			t.Errorf("%d hits of %d found and %d wanted: %+v, want %+v", tt.hits, tt.found, tt.wanted, got, tt.want)
		}
	}
}

func TestOverlapCountsMembersOfBothOnce(t *testing.T) {
	if got := overlap([]int64{1, 2, 3, 9}, []int64{1, 2, 3, 4, 5, 6}); got != 3 {
		t.Errorf("%d", got)
	}
}

// TestReciprocalRank holds the usual example: ranks 3, 2 and 1 have an MRR of 11/18.
func TestReciprocalRank(t *testing.T) {
	sum := 0.0
	for _, rank := range []int{3, 2, 1} {
		sum += ReciprocalRank(rank)
	}
	if got := sum / 3; !near(got, 11.0/18) {
		t.Errorf("MRR = %g", got)
	}
	if ReciprocalRank(0) != 0 {
		t.Error("what was not found has a rank")
	}
}

func TestSpansAreScoredByPlaceAndByDomain(t *testing.T) {
	wanted := []Span{{"condition", "gout", 10, 14}, {"drug", "aspirin", 20, 27}}
	found := []Span{{"condition", "gout", 10, 14}, {"measurement", "aspirin", 20, 27}, {"drug", "asp", 20, 23}}
	if places, domains := SpanHits(found, wanted); places != 2 || domains != 1 {
		t.Errorf("%d places, %d domains", places, domains)
	}
}

func TestLogicFormAndStructure(t *testing.T) {
	const reference = `SELECT COUNT(DISTINCT p.person_id) AS patients -- people
FROM person AS p WHERE p.year_of_birth > 1950 AND x IN ([condition@type 2 diabetes]) AND s = 'MA';`
	for _, tt := range []struct {
		name, sql string
		lf, st    bool
	}{
		{"itself", reference, true, true},
		{"blanks, case and comments", "select count( distinct P.person_id ) as patients from person as p\nwhere p.year_of_birth>1950 /* why */ and x in ([condition@Type 2 diabetes]) and s='MA'", true, true},
		{"another number", "SELECT COUNT(DISTINCT p.person_id) AS patients FROM person AS p WHERE p.year_of_birth > 1980 AND x IN ([condition@type 2 diabetes]) AND s = 'MA'", false, true},
		{"another string and entity", "SELECT COUNT(DISTINCT p.person_id) AS patients FROM person AS p WHERE p.year_of_birth > 1950 AND x IN ([condition@gout]) AND s = 'ma'", false, true},
		{"another domain", "SELECT COUNT(DISTINCT p.person_id) AS patients FROM person AS p WHERE p.year_of_birth > 1950 AND x IN ([drug@type 2 diabetes]) AND s = 'MA'", false, false},
		{"another operator", "SELECT COUNT(DISTINCT p.person_id) AS patients FROM person AS p WHERE p.year_of_birth >= 1950 AND x IN ([condition@type 2 diabetes]) AND s = 'MA'", false, false},
		{"nothing", "", false, false},
	} {
		if lf, st := LogicForm(reference, tt.sql), Structure(reference, tt.sql); lf != tt.lf || st != tt.st {
			t.Errorf("%s: LF %t, ST %t; want %t, %t", tt.name, lf, st, tt.lf, tt.st)
		}
	}
}

func TestExactExecution(t *testing.T) {
	want := table(cols("drug", "n"), row("a", 3), row("b", 4))
	for name, tt := range map[string]struct {
		columns []string
		rows    [][]any
		same    bool
	}{
		"another order of rows":    {cols("x", "y"), [][]any{row("b", 4), row("a", 3)}, true},
		"a number within 10 %":     {cols("x", "y"), [][]any{row("b", 4), row("a", 3.1)}, false},
		"another order of columns": {cols("x", "y"), [][]any{row(4, "b"), row(3, "a")}, false},
		"an extra column":          {cols("x", "y", "z"), [][]any{row("b", 4, 1), row("a", 3, 1)}, false},
		"a duplicate":              {cols("x", "y"), [][]any{row("a", 3), row("a", 3)}, false},
	} {
		if got := ExactExecution(want, table(tt.columns, tt.rows...)); got != tt.same {
			t.Errorf("%s: %t, want %t", name, got, tt.same)
		}
	}
}

// TestMcNemarIsExact holds p-values of the binomial distribution with one half; those of more digits are what
// statsmodels 0.15 gives: mcnemar([[0, better], [worse, 0]], exact=True).
func TestMcNemarIsExact(t *testing.T) {
	for _, tt := range []struct {
		better, worse int
		want          float64
	}{
		{0, 0, 1}, {5, 5, 1}, {1, 0, 1}, {6, 0, 0.03125}, {10, 2, 0.038574}, {2, 10, 0.038574}, {8, 3, 0.226563},
		{5, 1, 0.21875}, {30, 12, 0.0079158973349}, {60, 41, 0.0727570068775}, {100, 70, 0.0258443875813}, {250, 201, 0.0237002517426},
	} {
		if got := McNemar(tt.better, tt.worse); math.Abs(got-tt.want) > 1e-6 {
			t.Errorf("%d better, %d worse: p = %.6f, want %.6f", tt.better, tt.worse, got, tt.want)
		}
	}
	if p := McNemar(4000, 3000); math.IsNaN(p) || p > 1e-20 {
		t.Errorf("7000 changes: p = %g", p)
	}
}

func TestBootstrapIntervals(t *testing.T) {
	var clusters [][]float64
	for i := range 100 {
		clusters = append(clusters, []float64{float64(i % 2), 1})
	}
	mean := func(s []float64) float64 { return 100 * s[0] / s[1] }
	value, low, high := Bootstrap(clusters, mean, 1)
	// The normal approximation for 50 of 100: 50 ± 9.8.
	if value != 50 || math.Abs(low-40.2) > 2 || math.Abs(high-59.8) > 2 {
		t.Errorf("%g (%g to %g)", value, low, high)
	}
	if _, l, h := Bootstrap(clusters, mean, 1); l != low || h != high {
		t.Error("the same seed gives another interval")
	}
	var pairs [][]float64 // the same cases, asked in two wordings that always end alike
	for _, c := range clusters {
		pairs = append(pairs, []float64{2 * c[0], 2})
	}
	if _, l, h := Bootstrap(pairs, mean, 1); math.Abs((h-l)-(high-low)) > 0.001 {
		t.Error("asking everything twice narrows the interval")
	}
}

func TestLogicFormAndStructureOfSPARQL(t *testing.T) {
	const reference = "SELECT (COUNT(DISTINCT ?p) AS ?n) WHERE { ?p a omop:Person ; omop:has_drug_exposure ?d . ?d omop:has_concept [drug@Aspirin] ; omop:start_date ?s FILTER (?s > \"2010-01-01\"^^xsd:date && 5 < 7) }"
	for _, tt := range []struct {
		got    string
		lf, st bool
	}{
		{reference, true, true},
		{"select (count(DISTINCT ?who) AS ?patients) # people\nwhere { ?who a omop:Person ; omop:has_drug_exposure ?x . ?x omop:has_concept [drug@aspirin] ; omop:start_date ?y filter (?y > \"2010-01-01\"^^xsd:date && 5 < 7) }", true, true},
		{strings.ReplaceAll(strings.ReplaceAll(reference, "Aspirin", "ibuprofen"), "2010", "2011"), false, true},
		{strings.ReplaceAll(reference, "5", "6"), false, true},
		{strings.ReplaceAll(reference, "?d omop", "?p omop"), false, false},
		{strings.ReplaceAll(reference, "start_date", "end_date"), false, false},
		{strings.ReplaceAll(reference, "[drug@", "[condition@"), false, false},
		{strings.ReplaceAll(reference, ">", "<"), false, false},
		{"", false, false},
	} {
		if lf, st := LogicFormSPARQL(reference, tt.got), StructureSPARQL(reference, tt.got); lf != tt.lf || st != tt.st {
			t.Errorf("%s: LF %v, ST %v, want %v, %v", tt.got, lf, st, tt.lf, tt.st)
		}
	}
	if LogicFormSPARQL("", "") || StructureSPARQL("", "") {
		t.Error("what has no reference is like nothing")
	}
}

// The bounds are those of scipy.stats.binomtest(0, 24).proportion_ci() and (50, 50).
func TestWhatAllAgreeOnHasAnExactInterval(t *testing.T) {
	if low, high := ofAll(0, 24); low != 0 || math.Abs(high-14.2473598) > 1e-6 {
		t.Errorf("0 of 24: %g to %g", low, high)
	}
	if low, high := ofAll(100, 50); math.Abs(low-92.8878264) > 1e-6 || high != 100 {
		t.Errorf("50 of 50: %g to %g", low, high)
	}
	if low, high := ofAll(40, 5); low != 40 || high != 40 {
		t.Errorf("2 of 5 in each cluster: %g to %g", low, high)
	}
}
