package pipeline

import (
	"testing"

	"github.com/askomop/askomop/omop"
)

func TestSentences(t *testing.T) {
	table := func(rows [][]any, names ...string) *omop.Table {
		tb := &omop.Table{Rows: rows}
		for _, n := range names {
			tb.Columns = append(tb.Columns, omop.Column{Name: n})
		}
		return tb
	}
	for _, tt := range []struct {
		t    *omop.Table
		want string
	}{
		{table([][]any{{int64(446)}}, "patients"), "446 patients."},
		{table([][]any{{int64(1)}}, "patients"), "1 patient."},
		{table([][]any{{"<5"}}, "patients"), "<5 patients."},
		{table([][]any{{int64(12345)}}, "prescriptions"), "12,345 prescriptions."},
		{table([][]any{{27.74, int64(38), int64(137)}}, "percentage", "patients_with_both", "patients"), "27.74 % (38 patients with both, 137 patients)."},
		{table([][]any{{"hidden", "<5", int64(137)}}, "percentage", "patients_with_both", "patients"), "Hidden (<5 patients with both, 137 patients)."},
		{table([][]any{{69.5, int64(171)}}, "average_age", "patients"), "Average age: 69.5 (171 patients)."},
		{table([][]any{{nil}}, "average_age"), "Average age: none, nothing in this database matches."},
		{table(nil, "patients"), "No rows: nothing in this database matches."},
		{table([][]any{{int64(2008), int64(3)}, {int64(2009), int64(9)}}, "year", "patients"), "2009 had the most: 9 patients."},
		{table([][]any{{int64(2016), int64(14)}}, "year", "patients"), "2016: 14 patients."},
		{table([][]any{{"Gout", int64(14)}}, "condition", "patients"), "Gout: 14 patients."},
		{table([][]any{{"White", int64(30)}, {"Black", "<5"}}, "race", "patients"), "White had the most: 30 patients."},
		{table([][]any{{"FEMALE", 7.5}, {"MALE", 7.5}}, "sex", "average_value"), "FEMALE and MALE: average value 7.5 each."},
		{table([][]any{{"A", int64(9)}, {"B", int64(9)}, {"C", int64(9)}, {"D", int64(9)}}, "group", "patients"), "4 rows."},
		{table([][]any{{"mg/dL", 1.4}, {"umol/L", 120.5}}, "unit", "average_value"), "Average value 1.4 in mg/dL; 120.5 in umol/L."},
	} {
		if got := (headline{table: tt.t, roles: namedRoles(tt.t)}).String(); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.t.Rows, got, tt.want)
		}
	}
}

func TestRowsThatWereLeftOutAreSaid(t *testing.T) {
	none := &omop.Table{Columns: []omop.Column{{Name: "patients"}}}
	got := newHeadline(&Run{Table: none, LeftOut: 2}).String()
	if want := "No rows are shown: if there are any, they are there because of few people."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
