package duckdb

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop"
)

func idsFrom(start, n int) string {
	ids := make([]string, n)
	for i := range ids {
		ids[i] = fmt.Sprint(start + i)
	}
	return strings.Join(ids, ", ")
}

func TestAbridgeTakesOnlyIdsOut(t *testing.T) {
	long := idsFrom(40_000_000, 1000)
	tests := []struct{ name, text, want string }{
		{"a long list", "SELECT 1 WHERE x IN (" + long + ") AND y in (\n" + long + ")", "SELECT 1 WHERE x IN (40000000) AND y in (\n40000000)"},
		{"a short list", "SELECT 1 WHERE x IN (1, 2, 3)", "SELECT 1 WHERE x IN (1, 2, 3)"},
		{"arguments", "SELECT range(" + long + ")", "SELECT range(" + long + ")"},
		{"arguments of a longer name", "SELECT asin(" + long + ")", "SELECT asin(" + long + ")"},
		{"other than ids", "WHERE x IN (" + long + ", f(1))", "WHERE x IN (" + long + ", f(1))"},
		{"values", "VALUES (" + long + ")", "VALUES (" + long + ")"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := abridge(tt.text); got != tt.want {
				t.Errorf("got %.200q, want %.200q", got, tt.want)
			}
		})
	}
}

func TestLongConceptSetsRunWithAllTheirIds(t *testing.T) {
	e := open(t, newFile(t), Options{})
	text := "SELECT COUNT(*) FROM person WHERE person_id IN (" + idsFrom(0, 700) + ") AND person_id NOT IN (" + idsFrom(0, 200) + ")"
	table, err := e.Query(t.Context(), text, omop.Limit{})
	if err != nil {
		t.Fatal(err)
	}
	if table.Rows[0][0] != int64(500) {
		t.Errorf("count is %v, want 500", table.Rows[0][0])
	}
	// A fault behind the list still has its place in the text as written.
	for _, fault := range []string{"read_text('x')", "yaer", "nosuch(1)"} {
		wrong := text + " AND " + fault + " = 1"
		var query *omop.QueryError
		if err := e.Check(t.Context(), wrong); !errors.As(err, &query) || query.Column != len(text)+6 {
			t.Errorf("%s: error is %v, want it at column %d", fault, err, len(text)+6)
		}
	}
}
