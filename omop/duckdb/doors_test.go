package duckdb

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop"
)

var update = flag.Bool("update", false, "rewrite testdata/doors.txt")

// doors are the functions of this DuckDB that can do more than compute, and its
// settings: every table function and pragma, every scalar that is not a function of its arguments alone.
func doors(t *testing.T, e *Engine) []string {
	t.Helper()
	rows, err := e.DB().QueryContext(t.Context(), `
		SELECT DISTINCT function_type || ' ' || function_name FROM duckdb_functions()
		WHERE internal AND (function_type NOT IN ('scalar', 'aggregate', 'macro') OR has_side_effects OR stability <> 'CONSISTENT')
		UNION ALL SELECT 'setting ' || name FROM duckdb_settings() ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var door string
		if err := rows.Scan(&door); err != nil {
			t.Fatal(err)
		}
		out = append(out, door)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// A new version of DuckDB brings new functions and settings. Nothing of them is allowed
// by itself, but each has to be looked at: what does it reach, and what does the second wall do about it?
func TestNoDoorIsNew(t *testing.T) {
	got := strings.Join(doors(t, open(t, newFile(t), Options{})), "\n") + "\n"
	const file = "testdata/doors.txt"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	known := strings.Split(string(want), "\n")
	for door := range strings.Lines(got) {
		if door = strings.TrimSpace(door); !slices.Contains(known, door) {
			t.Errorf("this DuckDB has a new %s: look at what it reaches, add an attack, then go test ./omop/duckdb -run Door -update", door)
		}
	}
}

// Every function of DuckDB that is not on the list is called, in an expression and in
// FROM, with up to three arguments, and has to be refused by the gate, whatever DuckDB would say.
func TestEveryDoorIsShut(t *testing.T) {
	path := newFile(t)
	before := sum(t, path)
	e := open(t, path, Options{})
	// What SQL writes as COUNT(*) and LIKE.
	syntax := []string{"count_star", "~~", "!~~", "~~*", "!~~*"}
	tried := 0
	shut := func(sql string) {
		t.Helper()
		tried++
		err := e.Check(t.Context(), sql)
		var query *omop.QueryError
		if !errors.As(err, &query) || query.Err.Error() == "" {
			t.Errorf("not refused: %s (%v)", sql, err)
		}
	}
	for kind, names := range catalogued(t) {
		for _, name := range names {
			quoted := `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
			args := []string{"", "'x'", "'x', 'y'"}
			if kind != "table" && kind != "table_macro" && kind != "pragma" && !functions().calls[name] && !slices.Contains(syntax, name) {
				for _, a := range args {
					shut(fmt.Sprintf("SELECT %s(%s)", quoted, a))
				}
			}
			if !functions().tables[name] {
				shut(fmt.Sprintf("SELECT * FROM %s('x')", quoted))
			}
			if kind == "pragma" {
				shut("PRAGMA " + name)
				shut("CALL " + name + "()")
			}
		}
	}
	for _, door := range doors(t, e) {
		if name, ok := strings.CutPrefix(door, "setting "); ok {
			shut("SET " + name + " = 1")
			shut("RESET " + name)
			shut("PRAGMA " + name + " = 1")
			shut("SELECT current_setting('" + name + "')")
		}
	}
	if tried < 1500 {
		t.Errorf("only %d doors were tried", tried)
	}
	if sum(t, path) != before {
		t.Error("the database file has changed")
	}
}

// Below the gate no setting can be changed but those that only say where names are looked for.
func TestSettingsAreLockedBelowTheGate(t *testing.T) {
	e := open(t, newFile(t), Options{})
	for _, door := range doors(t, e) {
		name, ok := strings.CutPrefix(door, "setting ")
		if !ok || name == "schema" || name == "search_path" {
			continue
		}
		if _, err := e.DB().ExecContext(t.Context(), "SET "+name+" = (SELECT current_setting('"+name+"'))"); err == nil {
			t.Errorf("SET %s was allowed", name)
		}
		if _, err := e.DB().ExecContext(t.Context(), "RESET "+name); err == nil {
			t.Errorf("RESET %s was allowed", name)
		}
	}
}

// A function that is allowed gives the same for the same arguments, or the time of the query.
func TestAllowedFunctionsHaveNoEffects(t *testing.T) {
	clock := []string{"current_date", "now", "today", "get_current_timestamp", "transaction_timestamp"}
	for _, door := range doors(t, open(t, newFile(t), Options{})) {
		kind, name, _ := strings.Cut(door, " ")
		if kind == "scalar" && functions().calls[name] && !slices.Contains(clock, name) {
			t.Errorf("%s is allowed, and is more than a function of its arguments", name)
		}
	}
}
