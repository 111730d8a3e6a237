package schedule

import (
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop"
)

func byYear(rows ...[]any) *omop.Table {
	return &omop.Table{
		Columns: []omop.Column{{Name: "year", Type: "BIGINT"}, {Name: "sex", Type: "VARCHAR"}, {Name: "patients", Type: "BIGINT"}, {Name: "share", Type: "DOUBLE"}},
		Rows:    rows,
	}
}

func TestCompareFindsWhatCameWentAndChanged(t *testing.T) {
	before := byYear([]any{int64(2008), "F", int64(100), 10.0}, []any{int64(2008), "M", int64(50), 5.0}, []any{int64(2009), "F", "<5", "hidden"})
	after := byYear([]any{int64(2008), "F", int64(130), 10.0}, []any{int64(2009), "F", int64(20), 2.5}, []any{int64(2009), "M", int64(9), 1.0})
	d := Compare(before, after)
	if !slices.Equal(d.Keys, []string{"year", "sex"}) {
		t.Fatalf("keys %v", d.Keys)
	}
	if len(d.Came) != 1 || !slices.Equal(d.Came[0].Key, []string{"2009", "M"}) || len(d.Went) != 1 || d.Went[0].Key[1] != "M" {
		t.Errorf("came %v, went %v", d.Came, d.Went)
	}
	var lines []string
	for _, c := range d.Changed {
		lines = append(lines, c.String())
	}
	want := []string{"2008, F: patients 100 → 130 (+30.0 %)", "2009, F: patients <5 → 20", "2009, F: share hidden → 2.5"}
	if !slices.Equal(lines, want) {
		t.Errorf("changed %q, want %q", lines, want)
	}
	// A number by which the rows are grouped names them, whatever it is called.
	code := func(rows ...[]any) *omop.Table {
		return &omop.Table{Columns: []omop.Column{{Name: "gender", Type: "INTEGER"}, {Name: "patients", Type: "BIGINT"}}, Rows: rows}
	}
	d = Compare(code([]any{int64(8507), int64(4)}, []any{int64(8532), int64(9)}), code([]any{int64(8532), int64(9)}, []any{int64(8507), int64(5)}), "gender")
	if len(d.Changed) != 1 || d.Changed[0].String() != "8507: patients 4 → 5 (+25.0 %)" || d.Same != 1 {
		t.Errorf("grouped by a code: %+v", d)
	}
	if d := Compare(after, after); !d.Empty() || d.Same != 3 {
		t.Errorf("a result differs from itself: %+v", d)
	}
	if d := Compare(number(1), after); len(d.Different) == 0 || len(d.Changed) != 0 {
		t.Errorf("different columns: %+v", d)
	}
}

func TestAlertRules(t *testing.T) {
	cases := []struct {
		rule          string
		before, after any
		fires         bool
	}{
		{"patients changes > 20%", int64(100), int64(121), true},
		{"patients changes > 20%", int64(100), int64(120), false},
		{"patients changes >= 20%", int64(100), int64(120), true},
		{"patients changes > 20%", int64(100), int64(79), true},
		{"patients rises > 20%", int64(100), int64(79), false},
		{"patients falls by > 20%", int64(100), int64(79), true},
		{"patients rises > 10", int64(100), int64(111), true},
		{"patients changes > 20%", int64(0), int64(1), true},
		{"patients changes > 20%", int64(0), int64(0), false},
		{"patients changes > 20%", "<5", int64(100), true}, // at least from 4
		{"patients changes > 20%", "<5", int64(5), true},   // at least 25 %
		{"patients changes > 30%", "<5", int64(5), false},  // it may have been 4
		{"patients changes > 20%", "<5", "<5", false},
		{"patients falls > 50%", int64(5), "<5", false},
		{"changes", int64(100), int64(101), true},
		{"changes", int64(100), int64(100), false},
		{"changes > 1", int64(100), int64(101), false},
		{"visits changes > 1%", int64(1), int64(100), false}, // no such column
		{"patients < 50", int64(1), int64(49), true},
		{"patients < 50", int64(1), int64(50), false},
		{"patients < 50", int64(1), "<5", true},
		{"patients < 3", int64(100), "<5", false}, // it may be 4
		{"patients >= 50", int64(1), int64(50), true},
		{"rows changes > 0", int64(1), int64(2), false},
		{"empty", int64(1), int64(0), true},
		{"empty", int64(1), int64(1), false},
	}
	for _, c := range cases {
		rules, err := ParseRules([]string{c.rule})
		if err != nil {
			t.Fatal(err)
		}
		table := func(v any) *omop.Table {
			return &omop.Table{Columns: []omop.Column{{Name: "patients", Type: "BIGINT"}}, Rows: [][]any{{v}}}
		}
		after := table(c.after)
		got := rules[0].fired(Record{Status: Answered}, after, Compare(table(c.before), after))
		if (got != "") != c.fires {
			t.Errorf("%s, %v → %v: %q", c.rule, c.before, c.after, got)
		}
	}
	for _, bad := range []string{"", "sometimes", "patients > many", "changes > -5", "patients % 5", "patients changes 20%"} {
		if _, err := ParseRules([]string{bad}); err == nil || !strings.Contains(err.Error(), "--alert") {
			t.Errorf("%q: %v", bad, err)
		}
	}
	failed, _ := ParseRules([]string{"failure", "stale", "changes"})
	rec := Record{Status: Failed, Message: "no such column", Stale: []string{"gone: Asthma"}}
	if failed[0].fired(rec, nil, nil) == "" || failed[1].fired(rec, nil, nil) == "" || failed[2].fired(rec, nil, nil) != "" {
		t.Error("a failed run: failure and stale fire, changes does not")
	}
	rows, _ := ParseRules([]string{"rows rises > 50%"})
	if got := rows[0].fired(Record{}, nil, &Diff{Before: 2, After: 4}); !strings.Contains(got, "2 → 4") {
		t.Errorf("rows: %q", got)
	}
}
