package commands_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/cmd/askomop/commands"
)

func TestEveryRunIsRecordedWithoutItsResult(t *testing.T) {
	cmdtest.UseDemo(t)
	home := t.TempDir()
	t.Setenv("ASKOMOP_DB", cmdtest.Demo())
	run := func(args ...string) cmdtest.Outcome {
		return cmdtest.Run(t, append([]string{"--home", home}, args...)...)
	}
	answered := run("ask", "How many patients died each year?")
	if answered.Code != 0 || run("ask", "How many patients took zanthoprazine?").Code != commands.ExitAbstained {
		t.Fatalf("%+v", answered)
	}
	run("ask", "--no-log", "How many patients are in the database?")
	shown := run("log", "show")
	for _, want := range []string{"died each year", "zanthoprazine", "abstained (no_concept)"} {
		if !strings.Contains(shown.Out, want) {
			t.Errorf("the list lacks %q:\n%s", want, shown.Out)
		}
	}
	if strings.Contains(shown.Out, "in the database") {
		t.Errorf("a run with --no-log is recorded:\n%s", shown.Out)
	}
	entry := run("log", "show", "1").Out
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
		if strings.Contains(answered.Out, " "+row+" ") {
			seen++
			if strings.Contains(string(told), row) {
				t.Errorf("the result is in the record: %s", entry)
			}
		}
	}
	if seen == 0 {
		t.Errorf("the result has none of the numbers that are looked for: %s", answered.Out)
	}
	if found := run("log", "search", "ZANTHO"); !strings.Contains(found.Out, "zanthoprazine") || strings.Contains(found.Out, "died") {
		t.Errorf("found %s", found.Out)
	}
	if out := run("log", "export"); strings.Count(out.Out, "\n") != 2 || !strings.Contains(out.Out, `"hash":"`) {
		t.Errorf("exported %s", out.Out)
	}
	if out := run("log", "export", "--format", "csv"); !strings.HasPrefix(out.Out, "seq,time,user") {
		t.Errorf("as CSV: %s", out.Out)
	}
	if ok := run("log", "verify"); ok.Code != 0 || !strings.HasPrefix(ok.Out, "2 entries, 0 faults") {
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
	if bad := run("log", "verify"); bad.Code != commands.ExitFailed || !strings.Contains(bad.Out, "changed") {
		t.Errorf("a changed entry: %+v", bad)
	}
}

func TestRowsOfPeopleNeedConsent(t *testing.T) {
	cmdtest.UseDemo(t)
	query := "SELECT person_id, year_of_birth FROM person ORDER BY person_id LIMIT 3"
	refused := cmdtest.RunWith(t, commands.Streams{In: strings.NewReader(query)}, "sql", "-")
	if refused.Code != commands.ExitAbstained || !strings.Contains(refused.Out, "--rows") || strings.Contains(refused.Out, "│") {
		t.Errorf("without --rows: %+v", refused)
	}
	shown := cmdtest.RunWith(t, commands.Streams{In: strings.NewReader(query)}, "sql", "-", "--rows", "--format", "csv")
	if shown.Code != 0 || strings.Count(shown.Out, "\n") != 4 {
		t.Errorf("with --rows: %+v", shown)
	}
}
