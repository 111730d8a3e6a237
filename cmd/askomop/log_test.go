package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestEveryRunIsRecordedWithoutItsResult(t *testing.T) {
	onDemo(t)
	home := t.TempDir()
	t.Setenv("ASKOMOP_DB", testDemo())
	run := func(args ...string) outcome {
		return execute(t, nil, Streams{}, append([]string{"--home", home}, args...)...)
	}
	answered := run("ask", "How many patients died each year?")
	if answered.code != 0 || run("ask", "How many patients took zanthoprazine?").code != exitAbstained {
		t.Fatalf("%+v", answered)
	}
	run("ask", "--no-log", "How many patients are in the database?")
	shown := run("log", "show")
	for _, want := range []string{"died each year", "zanthoprazine", "abstained (no_concept)"} {
		if !strings.Contains(shown.out, want) {
			t.Errorf("the list lacks %q:\n%s", want, shown.out)
		}
	}
	if strings.Contains(shown.out, "in the database") {
		t.Errorf("a run with --no-log is recorded:\n%s", shown.out)
	}
	entry := run("log", "show", "1").out
	for _, want := range []string{`"sql": "SELECT`, `"rows": 3`, `"examples"`, `"vocabulary"`, `"min_cell": 5`, `"total"`, `"writer": "compiler"`} {
		if !strings.Contains(entry, want) {
			t.Errorf("the entry lacks %s:\n%s", want, entry)
		}
	}
	var recorded map[string]any
	if err := json.Unmarshal([]byte(entry), &recorded); err != nil {
		t.Fatal(err)
	}
	for _, measured := range []string{"took_ms", "time", "database", "database_state"} { // they may have any digits
		delete(recorded, measured)
	}
	told, err := json.Marshal(recorded)
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, row := range []string{"104", "111"} { // numbers of the result
		if strings.Contains(answered.out, " "+row+" ") {
			seen++
			if strings.Contains(string(told), row) {
				t.Errorf("the result is in the record: %s", entry)
			}
		}
	}
	if seen == 0 {
		t.Errorf("the result has none of the numbers that are looked for: %s", answered.out)
	}
	if found := run("log", "search", "ZANTHO"); !strings.Contains(found.out, "zanthoprazine") || strings.Contains(found.out, "died") {
		t.Errorf("found %s", found.out)
	}
	if out := run("log", "export"); strings.Count(out.out, "\n") != 2 || !strings.Contains(out.out, `"hash":"`) {
		t.Errorf("exported %s", out.out)
	}
	if out := run("log", "export", "--format", "csv"); !strings.HasPrefix(out.out, "seq,time,user") {
		t.Errorf("as CSV: %s", out.out)
	}
	if ok := run("log", "verify"); ok.code != 0 || !strings.HasPrefix(ok.out, "2 entries, 0 faults") {
		t.Errorf("verified: %+v", ok)
	}
	file := filepath.Join(home, "log", "audit-000001.jsonl")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(data), "died each year", "died each week", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if bad := run("log", "verify"); bad.code != exitFailed || !strings.Contains(bad.out, "changed") {
		t.Errorf("a changed entry: %+v", bad)
	}
}

func TestRowsOfPeopleNeedConsent(t *testing.T) {
	onDemo(t)
	query := "SELECT person_id, year_of_birth FROM person ORDER BY person_id LIMIT 3"
	refused := execute(t, nil, Streams{In: strings.NewReader(query)}, "sql", "-")
	if refused.code != exitAbstained || !strings.Contains(refused.out, "--rows") || strings.Contains(refused.out, "│") {
		t.Errorf("without --rows: %+v", refused)
	}
	shown := execute(t, nil, Streams{In: strings.NewReader(query)}, "sql", "-", "--rows", "--format", "csv")
	if shown.code != 0 || strings.Count(shown.out, "\n") != 4 {
		t.Errorf("with --rows: %+v", shown)
	}
}
