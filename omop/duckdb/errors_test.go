package duckdb

import (
	"errors"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop"
)

func TestErrorsNameTheirPlace(t *testing.T) {
	e := open(t, newFile(t), Options{})
	long := "SELECT " + strings.Repeat("year_of_birth + ", 20) + "yaer_of_birth" + strings.Repeat(" + year_of_birth", 20) + " FROM person"
	tests := []struct {
		name, sql    string
		line, column int
		message      string
	}{
		{"syntax", "SELECT 1\nFROM person WHERE WHERE", 2, 19, "syntax error"},
		{"unknown column", "SELECT p.person_id\nFROM person AS p\nWHERE p.yaer_of_birth > 1950", 3, 7, "year_of_birth"},
		{"unknown table", "SELECT *\n  FROM persn", 2, 8, `Did you mean "person"`},
		{"unknown function", "SELECT DATEADD(day, 1, death_date) FROM death", 1, 8, "dateadd"},
		{"behind other letters", "SELECT 'ääää', yaer FROM person", 1, 16, "yaer"},
		{"long line", long, 1, strings.Index(long, "yaer") + 1, "year_of_birth"},
		{"forbidden function", "SELECT 1,\n  read_text('x') FROM person", 2, 3, "it reads files"},
		{"forbidden table function", "SELECT * FROM\nread_csv('x')", 2, 1, "it reads files"},
		{"placeholder", "SELECT 1 FROM person\nWHERE gender_concept_id IN ([condition@x])", 2, 29, "have not been looked up"},
		{"unclosed placeholder", "SELECT 1 WHERE 1 IN ([drug@x", 1, 22, "not closed"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, queried := e.Query(t.Context(), tt.sql, omop.Limit{})
			for what, err := range map[string]error{"Check": e.Check(t.Context(), tt.sql), "Query": queried} {
				var query *omop.QueryError
				if !errors.As(err, &query) {
					t.Fatalf("%s: error is %v, want a *QueryError", what, err)
				}
				if query.Line != tt.line || query.Column != tt.column {
					t.Errorf("%s: place is %d:%d, want %d:%d in %v", what, query.Line, query.Column, tt.line, tt.column, err)
				}
				if !strings.Contains(err.Error(), tt.message) {
					t.Errorf("%s: message is %q, want %q in it", what, err, tt.message)
				}
				if strings.Contains(query.Err.Error(), "LINE ") || query.SQL != tt.sql {
					t.Errorf("%s: the error still has the excerpt or another text: %q", what, query.Err)
				}
			}
		})
	}
}

func TestAnErrorAtRunTimeIsAQueryError(t *testing.T) {
	e := open(t, newFile(t), Options{})
	text := "SELECT CAST(name AS INTEGER) FROM person"
	if err := e.Check(t.Context(), text); err != nil {
		t.Fatalf("Check ran the statement: %v", err)
	}
	_, err := e.Query(t.Context(), text, omop.Limit{})
	var query *omop.QueryError
	if !errors.As(err, &query) || !strings.Contains(err.Error(), "Could not convert") {
		t.Errorf("error is %v, want a *QueryError about the conversion", err)
	}
	if errors.Is(err, omop.ErrForbidden) || errors.Is(err, omop.ErrNotSelect) {
		t.Errorf("%v pretends to be a refusal", err)
	}
}
