package eval

import (
	"testing"
	"time"

	"github.com/askomop/askomop/omop"
)

// table builds a result of column names and rows.
func table(columns []string, rows ...[]any) *omop.Table {
	t := &omop.Table{Rows: rows}
	for _, c := range columns {
		t.Columns = append(t.Columns, omop.Column{Name: c})
	}
	for _, r := range t.Rows {
		for i, v := range r {
			if n, ok := v.(int); ok {
				r[i] = int64(n)
			}
		}
	}
	return t
}

func row(cells ...any) []any        { return cells }
func cols(names ...string) []string { return names }
func one(name string, v any) *omop.Table {
	return table(cols(name), row(v))
}

// TestResultsThatAnswerAlike holds what counts as the same answer, by hand-made pairs of results.
func TestResultsThatAnswerAlike(t *testing.T) {
	day := time.Date(2009, 3, 1, 0, 0, 0, 0, time.UTC)
	cases := []struct {
		name      string
		want, got *omop.Table
		same      bool
		ordered   bool
	}{
		// One number.
		{name: "the same count", want: one("patients", 446), got: one("patients", 446), same: true},
		{name: "the same count under another name", want: one("patients", 446), got: one("n", 446), same: true},
		{name: "a count 9 % larger", want: one("patients", 100), got: one("n", 109), same: true},
		{name: "a count exactly 10 % larger", want: one("patients", 100), got: one("n", 110), same: true},
		{name: "a count exactly 10 % smaller", want: one("patients", 100), got: one("n", 90), same: true},
		{name: "a count 11 % larger", want: one("patients", 100), got: one("n", 111)},
		{name: "a count 11 % smaller", want: one("patients", 100), got: one("n", 89)},
		{name: "a small count off by one", want: one("patients", 3), got: one("n", 4)},
		{name: "ten of ten and eleven", want: one("patients", 10), got: one("n", 11), same: true},
		{name: "zero is zero", want: one("patients", 0), got: one("n", 0), same: true},
		{name: "one is not zero", want: one("patients", 0), got: one("n", 1)},
		{name: "zero is not one", want: one("patients", 1), got: one("n", 0)},
		{name: "a float of the same value", want: one("patients", 446), got: one("n", 446.0), same: true},
		{name: "a number written as text", want: one("patients", 1234), got: one("n", "1,234"), same: true},
		{name: "the sign counts", want: one("change", 5.0), got: one("change", -5.0)},
		{name: "a negative number within 10 %", want: one("change", -50.0), got: one("change", -47.0), same: true},
		{name: "an average within 10 %", want: one("average_age", 69.5), got: one("avg", 67.0), same: true},
		{name: "visits a year are no year", want: one("visits_per_patient_year", 7.5107), got: one("n", 7.51), same: true},
		{name: "a text is no number", want: one("patients", 5), got: one("n", "many")},
		{name: "a factor of ten", want: one("rate_per_1000_person_years", 5.2), got: one("rate", 52.0)},
		{name: "a factor of a thousand", want: one("rate_per_1000_person_years", 5.2), got: one("rate", 0.0052)},

		// NULL.
		{name: "NULL and NULL", want: one("average_age", nil), got: one("avg", nil), same: true},
		{name: "NULL is not zero", want: one("average_age", nil), got: one("avg", 0)},
		{name: "zero is not NULL", want: one("patients", 0), got: one("n", nil)},

		// Shares and percentages.
		{name: "a share as a percentage", want: one("share", 0.42), got: one("percentage", 42.0), same: true},
		{name: "a percentage as a share", want: one("percentage", 42.0), got: one("share", 0.42), same: true},
		{name: "a share with a percent sign", want: one("share", 0.42), got: one("share", "42 %"), same: true},
		{name: "a percentage with a percent sign", want: one("percentage", 42), got: one("p", "42%"), same: true},
		{name: "a percent sign in the reference", want: one("percentage", "42 %"), got: one("share", 0.42), same: true},
		{name: "a share within 10 %", want: one("share", 0.42), got: one("percentage", 45.0), same: true},
		{name: "another share", want: one("share", 0.42), got: one("percentage", 52.0)},
		{name: "the complement of a share", want: one("percentage", 42.0), got: one("percentage", 58.0)},
		{name: "a count is no share", want: one("patients", 1), got: one("n", 100)},
		{name: "a count is no percentage of itself", want: one("patients", 42), got: one("n", 0.42)},
		{name: "an average is no share", want: one("average_visits", 0.5), got: one("n", 50.0)},
		{name: "shares by group as percentages", want: table(cols("gender", "share"), row("F", 0.25), row("M", 0.5)), got: table(cols("gender", "percent"), row("M", 50.0), row("F", 25.0)), same: true},
		{name: "shares by group, one not scaled", want: table(cols("gender", "share"), row("F", 0.25), row("M", 0.5)), got: table(cols("gender", "percent"), row("M", 50.0), row("F", 0.25))},

		// Columns.
		{name: "an extra column", want: one("patients", 446), got: table(cols("n", "total"), row(446, 1000)), same: true},
		{name: "an extra column in front", want: one("patients", 446), got: table(cols("total", "n"), row(1000, 446)), same: true},
		{name: "a missing column", want: table(cols("women", "men"), row(30, 46)), got: one("women", 30)},
		{name: "columns in another order", want: table(cols("women", "men"), row(30, 46)), got: table(cols("men", "women"), row(46, 30)), same: true},
		{name: "one column cannot stand for two", want: table(cols("women", "men"), row(30, 30)), got: one("n", 30)},
		{name: "two columns of one value need two", want: table(cols("women", "men"), row(30, 30)), got: table(cols("a", "b"), row(30, 30)), same: true},
		{name: "numerator and denominator may be missing", want: table(cols("percentage", "patients_with_both", "patients"), row(27.7, 38, 137)), got: one("share", 27.7), same: true},
		{name: "the share itself may not", want: table(cols("percentage", "patients_with_both", "patients"), row(27.7, 38, 137)), got: table(cols("both", "all"), row(38, 137))},
		{name: "a wrong numerator beside the right share", want: table(cols("percentage", "patients_with_both", "patients"), row(27.7, 38, 137)), got: table(cols("share", "n"), row(27.7, 99)), same: true},
		{name: "a second average may not be missing", want: table(cols("average_age", "median_age"), row(69.5, 71.0)), got: one("avg", 69.5)},
		{name: "the tolerance finds the nearer of two columns", want: table(cols("a", "b"), row(100, 105)), got: table(cols("x", "y"), row(105, 110)), same: true},
		{name: "no column is used twice, however near", want: table(cols("a", "b"), row(100, 105)), got: table(cols("x", "y"), row(102, 300))},

		// Rows.
		{name: "rows in another order", want: table(cols("year", "n"), row(2008, 3), row(2009, 9)), got: table(cols("year", "n"), row(2009, 9), row(2008, 3)), same: true},
		{name: "a missing year", want: table(cols("year", "n"), row(2008, 3), row(2009, 0), row(2010, 9)), got: table(cols("year", "n"), row(2008, 3), row(2010, 9))},
		{name: "an extra row", want: table(cols("year", "n"), row(2008, 3)), got: table(cols("year", "n"), row(2008, 3), row(2009, 9))},
		{name: "a total in a row of its own", want: table(cols("gender", "n"), row("F", 3), row("M", 4)), got: table(cols("gender", "n"), row("F", 3), row("M", 4), row("all", 7))},
		{name: "years are not within 10 % of each other", want: table(cols("year", "n"), row(2008, 30), row(2009, 30)), got: table(cols("year", "n"), row(2009, 30), row(2010, 30))},
		{name: "years without a telling name", want: table(cols("x", "n"), row(2008, 30), row(2009, 30)), got: table(cols("y", "n"), row(2010, 30), row(2011, 30))},
		{name: "values swapped between groups", want: table(cols("gender", "n"), row("F", 30), row("M", 60)), got: table(cols("gender", "n"), row("F", 60), row("M", 30))},
		{name: "groups within 10 %", want: table(cols("gender", "n"), row("F", 30), row("M", 60)), got: table(cols("n", "gender"), row(62, "M"), row(31, "F")), same: true},
		{name: "a duplicate row is a row", want: table(cols("drug", "n"), row("a", 1), row("b", 1)), got: table(cols("drug", "n"), row("a", 1), row("a", 1))},
		{name: "rows told apart by nothing but near numbers", want: table(cols("n", "m"), row(100, 10), row(104, 20)), got: table(cols("n", "m"), row(103, 10), row(101, 20)), same: true},
		{name: "two results without rows", want: table(cols("drug")), got: table(cols("x", "y")), same: true},
		{name: "no rows against some", want: table(cols("drug")), got: one("drug", "aspirin")},
		{name: "some rows against none", want: one("drug", "aspirin"), got: table(cols("drug"))},
		{name: "columns agree, rows do not", want: table(cols("a", "b"), row("x", "1st"), row("y", "2nd")), got: table(cols("a", "b"), row("x", "2nd"), row("y", "1st"))},

		// Order.
		{name: "the order that was asked for", want: table(cols("drug", "n"), row("a", 90), row("b", 50)), got: table(cols("drug", "n"), row("a", 90), row("b", 50)), ordered: true, same: true},
		{name: "another order than was asked for", want: table(cols("drug", "n"), row("a", 90), row("b", 50)), got: table(cols("drug", "n"), row("b", 50), row("a", 90)), ordered: true},
		{name: "ties may stand either way", want: table(cols("drug", "n"), row("a", 90), row("b", 50), row("c", 50)), got: table(cols("drug", "n"), row("a", 90), row("c", 50), row("b", 50)), ordered: true, same: true},
		{name: "an order by name", want: table(cols("drug"), row("a"), row("b"), row("c")), got: table(cols("drug"), row("c"), row("b"), row("a")), ordered: true},

		// Texts, dates, truth values.
		{name: "the case of texts", want: one("drug", "Aspirin"), got: one("drug", "aspirin"), same: true},
		{name: "blanks around texts", want: one("drug", "aspirin 81 MG"), got: one("drug", " aspirin  81 mg "), same: true},
		{name: "other texts", want: one("drug", "aspirin"), got: one("drug", "aspirin 81 MG")},
		{name: "the forms of a sex", want: table(cols("gender", "n"), row("FEMALE", 3), row("MALE", 4)), got: table(cols("sex", "n"), row("F", 3), row("M", 4)), same: true},
		{name: "sexes swapped", want: table(cols("gender", "n"), row("FEMALE", 30), row("MALE", 40)), got: table(cols("sex", "n"), row("M", 30), row("F", 40))},
		{name: "the dash of age groups", want: table(cols("age_group", "n"), row("60-69", 3)), got: table(cols("age_group", "n"), row("60–69", 3)), same: true},
		{name: "other age groups", want: table(cols("age_group", "n"), row("60-69", 3)), got: table(cols("age_group", "n"), row("60-64", 3))},
		{name: "a date and its text", want: one("first_date", day), got: one("d", "2009-03-01"), same: true},
		{name: "a date and a midnight", want: one("first_date", day), got: one("d", "2009-03-01 00:00:00"), same: true},
		{name: "a day later", want: one("first_date", day), got: one("d", day.AddDate(0, 0, 1))},
		{name: "concept ids are no measures", want: table(cols("drug_concept_id", "n"), row(1112807, 3)), got: table(cols("id", "n"), row(1112808, 3))},
		{name: "a truth value and 1", want: one("died", true), got: one("died", 1), same: true},
		{name: "true is not false", want: one("died", true), got: one("died", false)},
	}
	if len(cases) < 60 {
		t.Fatalf("%d pairs of results; at least 60 are to be held", len(cases))
	}
	for _, tt := range cases {
		t.Run(tt.name, func(t *testing.T) {
			got := Equivalent(tt.want, tt.got, Rule{Tolerance: DefaultTolerance, Ordered: tt.ordered})
			if got.Same != tt.same {
				t.Errorf("same: %t (%s), want %t", got.Same, got.Reason, tt.same)
			}
			if got.Same != (got.Reason == "") {
				t.Errorf("verdict %+v: a difference has a reason, and nothing else has", got)
			}
		})
	}
}

func TestToleranceIsTheCallers(t *testing.T) {
	want, got := one("patients", 100), one("n", 104)
	if Equivalent(want, got, Rule{Tolerance: 0.03}).Same || !Equivalent(want, got, Rule{Tolerance: 0.05}).Same {
		t.Error("104 for 100 is within 5 % and not within 3 %")
	}
}

func TestACutResultIsNotCompared(t *testing.T) {
	cut := one("patients", 1)
	cut.Truncated = true
	if v := Equivalent(cut, one("n", 1), Rule{}); v.Same {
		t.Error("a result that was cut passes for equal")
	}
	if v := Equivalent(one("n", 1), nil, Rule{}); v.Same || v.Reason != "there is no result" {
		t.Errorf("no result: %+v", v)
	}
}

func TestQuestionsThatAskForAnOrder(t *testing.T) {
	for q, want := range map[string]bool{
		"List the drugs sorted by number of patients.":   true,
		"Which conditions are there, most common first?": true,
		"Rank the states by prevalence.":                 true,
		"What are the 10 most common drugs?":             false,
		"Drugs in descending order of use":               true,
		"How many patients per year?":                    false,
	} {
		if got := AsksForOrder(q); got != want {
			t.Errorf("%q: %t, want %t", q, got, want)
		}
	}
}

func TestALargeResultIsComparedInTime(t *testing.T) {
	want, got := table(cols("person_id", "n")), table(cols("n", "id"))
	for i := range 10_000 {
		want.Rows = append(want.Rows, row(int64(i), int64(i%7)))
		got.Rows = append(got.Rows, row(int64(6-i%7), int64(9_999-i)))
	}
	start := time.Now()
	if Equivalent(want, got, Rule{Tolerance: 0.1}).Same {
		t.Error("different numbers pass for equal")
	}
	for i := range got.Rows {
		got.Rows[i][0] = int64((9_999 - i) % 7)
	}
	if v := Equivalent(want, got, Rule{Tolerance: 0.1}); !v.Same {
		t.Error(v.Reason)
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("10,000 rows take %s", took)
	}
}
