package duckdb

import (
	"slices"
	"strings"
	"testing"
)

// catalogued returns the names of DuckDB's functions by kind: "table", "scalar", "aggregate", …
func catalogued(t *testing.T) map[string][]string {
	t.Helper()
	e := open(t, newFile(t), Options{})
	rows, err := e.DB().QueryContext(t.Context(), "SELECT DISTINCT function_type, function_name FROM duckdb_functions() WHERE internal")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	names := make(map[string][]string)
	for rows.Next() {
		var kind, name string
		if err := rows.Scan(&kind, &name); err != nil {
			t.Fatal(err)
		}
		names[kind] = append(names[kind], name)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return names
}

func TestEveryAllowedFunctionExists(t *testing.T) {
	// The parser gives these names to what has a syntax of its own; they are in no catalog.
	syntax := []string{
		"coalesce", "ifnull", "isnull", "try", "grouping", "row", "position", "current_time", "current_timestamp", "localtime", "localtimestamp", "unnest", "nullif", "error_if_null",
	}
	known := catalogued(t)
	exists := func(name string) bool {
		for _, names := range known {
			if slices.Contains(names, name) {
				return true
			}
		}
		return slices.Contains(syntax, name)
	}
	for name := range functions().calls {
		if !exists(name) {
			t.Errorf("functions.txt allows %s, which DuckDB does not have", name)
		}
	}
	for name := range functions().tables {
		if !slices.Contains(known["table"], name) {
			t.Errorf("functions.txt allows the table function %s, which DuckDB does not have", name)
		}
	}
}

func TestTheAggregatesOfAnalysisAreAllowed(t *testing.T) {
	// Left out on purpose: they give another result each time, depend on how rows are
	// split, or show a value's internal form.
	not := []string{"reservoir_quantile", "approx_top_k", "fill", "histogram_exact", "bitstring_agg", "count_star"}
	for _, name := range catalogued(t)["aggregate"] {
		if !functions().calls[name] && !slices.Contains(not, name) {
			t.Errorf("the aggregate %s is neither allowed nor left out on purpose", name)
		}
	}
}

func TestDangerousFunctionsAreNotAllowed(t *testing.T) {
	known := catalogued(t)
	dangerous := []string{
		"read_", "parquet_", "sniff_", "glob", "query", "json_execute", "json_serialize", "json_deserialize", "sql_auto", "duckdb_", "pragma_",
		"pg_", "current_setting", "getvariable", "which_secret", "enable_", "disable_", "checkpoint", "force_", "truncate_", "write_log",
		"nextval", "currval", "setseed", "sleep", "repeat", "lpad", "rpad", "printf", "format", "list_resize", "array_resize", "seq_scan", "arrow_scan",
		"test_", "__internal",
	}
	found := 0
	for kind, names := range known {
		for _, name := range names {
			if !slices.ContainsFunc(dangerous, func(prefix string) bool { return strings.HasPrefix(name, prefix) }) {
				continue
			}
			found++
			if functions().calls[name] || functions().tables[name] {
				t.Errorf("the %s function %s is allowed", kind, name)
			}
		}
	}
	if found < 100 {
		t.Errorf("only %d functions of DuckDB were looked at", found)
	}
	for _, name := range known["table"] {
		if functions().tables[name] && !slices.Contains([]string{"range", "generate_series", "unnest"}, name) {
			t.Errorf("the table function %s is allowed", name)
		}
	}
}

func TestRefusalsHaveAReason(t *testing.T) {
	for name, want := range map[string]string{
		"read_csv_auto": "it reads files", "duckdb_settings": "it shows the database's settings or structure", "abc": "it is not on the list of functions for analysis",
	} {
		if got := refusal(name); got != want {
			t.Errorf("%s is refused because %q, want %q", name, got, want)
		}
	}
}
