package commands_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/cmd/askomop/commands"
	"github.com/askomop/askomop/omop/check"
)

const (
	goodSQL  = "SELECT COUNT(DISTINCT person_id) AS patients FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin])\n"
	countSQL = "SELECT COUNT(*) AS patients\nFROM condition_occurrence\n"
	keySQL   = "SELECT COUNT(DISTINCT p.person_id) AS patients\nFROM person p JOIN visit_occurrence v ON v.visit_occurrence_id = p.person_id\n"
)

// sqlFolder writes a folder of SQL: a good file, one with a warning, one with an error, and what is to be left alone.
func sqlFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"good.sql": goodSQL, "deep/er/count.sql": countSQL, "deep/key, wrong.SQL": keySQL,
		"notes.txt": "DROP TABLE person", ".hidden/x.sql": "DROP TABLE person",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func checkJSON(t *testing.T, in string, args ...string) ([]commands.FileFinding, int) {
	t.Helper()
	got := cmdtest.RunWith(t, commands.Streams{In: strings.NewReader(in)}, append([]string{"check", "--format", "json"}, args...)...)
	var found []commands.FileFinding
	if err := json.Unmarshal([]byte(got.Out), &found); err != nil {
		t.Fatalf("%v: %s%s", err, got.Out, got.ErrOut)
	}
	return found, got.Code
}

func TestCheckReadsFilesFoldersAndStandardInput(t *testing.T) {
	cmdtest.UseDemo(t)
	dir := sqlFolder(t)
	good := filepath.Join(dir, "good.sql")
	found, code := checkJSON(t, countSQL, good, filepath.Join(dir, "deep"), "-")
	var got []string
	for _, f := range found {
		name, err := filepath.Rel(dir, f.File)
		if err != nil || f.File == "-" {
			name = f.File
		}
		got = append(got, filepath.ToSlash(name)+" "+f.Rule)
		if f.Instead == "" {
			t.Errorf("%s does not say what to do instead", f.Rule)
		}
	}
	want := []string{"deep/er/count.sql count-patients", "deep/key, wrong.SQL person-key", "- count-patients"}
	if code != commands.ExitFailed || strings.Join(got, "; ") != strings.Join(want, "; ") {
		t.Errorf("exit code %d, found %q, want %q", code, got, want)
	}
	if found, code := checkJSON(t, "", good); code != commands.ExitAnswered || len(found) != 0 {
		t.Errorf("a good file: %d %v", code, found)
	}
	for _, args := range [][]string{{}, {t.TempDir()}, {"--rules", good}, {"--dialect", "cobol", good}, {"--format", "csv", good}} {
		if got := cmdtest.Run(t, append([]string{"check"}, args...)...); got.Code != commands.ExitUsage {
			t.Errorf("check %v: exit code %d, %s", args, got.Code, got.ErrOut)
		}
	}
	if got := cmdtest.Run(t, "check", filepath.Join(dir, "missing.sql")); got.Code != commands.ExitFailed || !strings.Contains(got.ErrOut, "missing.sql") {
		t.Errorf("a missing file: %d %s", got.Code, got.ErrOut)
	}
}

func TestSeveritiesComeFromFlagEnvironmentAndFile(t *testing.T) {
	cmdtest.UseDemo(t)
	file := filepath.Join(sqlFolder(t), "deep", "er", "count.sql")
	config := filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(config, []byte("severity: [count-patients=error, limit-order=off]\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	severity := func(args ...string) string {
		found, _ := checkJSON(t, "", append(args, file)...)
		if len(found) == 0 {
			return "none"
		}
		return found[0].Severity
	}
	if got := severity(); got != "warning" {
		t.Errorf("of its own: %s", got)
	}
	if got := severity("--severity", "count-patients=off"); got != "none" {
		t.Errorf("by flag: %s", got)
	}
	if got := severity("--config", config); got != "error" {
		t.Errorf("by file: %s", got)
	}
	t.Setenv("ASKOMOP_SEVERITY", "limit-order=off,count-patients=info")
	if got := severity("--config", config); got != "info" {
		t.Errorf("by environment: %s", got)
	}
	for _, bad := range []string{"count-patients", "count-patient=off", "count-patients=loud", "x=off"} {
		if got := cmdtest.Run(t, "check", "--severity", bad, file); got.Code != commands.ExitUsage {
			t.Errorf("--severity %s: exit code %d, %s", bad, got.Code, got.ErrOut)
		}
	}
}

func TestCheckAnnotatesForGitHub(t *testing.T) {
	cmdtest.UseDemo(t)
	dir := sqlFolder(t)
	t.Chdir(dir)
	got := cmdtest.Run(t, "check", "--format", "github", "./deep")
	want := "::warning file=deep/er/count.sql,line=1,col=8,title=askomop count-patients::this counts records, not people; write COUNT(DISTINCT person_id)%0AWrite COUNT(DISTINCT person_id).\n" +
		"::error file=deep/key%2C wrong.SQL,line=2,col=64,title=askomop person-key::"
	if !strings.HasPrefix(got.Out, want) {
		t.Errorf("printed\n%s\nwant\n%s", got.Out, want)
	}
}

func TestCheckWritesSARIF(t *testing.T) {
	cmdtest.UseDemo(t)
	t.Chdir(sqlFolder(t))
	got := cmdtest.RunWith(t, commands.Streams{In: strings.NewReader("SELECT (")}, "check", "--format", "sarif", ".", "-")
	var log commands.SARIFDocument
	dec := json.NewDecoder(strings.NewReader(got.Out))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&log); err != nil {
		t.Fatalf("%v\n%s", err, got.Out)
	}
	if log.Version != "2.1.0" || log.Schema == "" || len(log.Runs) != 1 {
		t.Fatalf("version %q, schema %q, %d runs", log.Version, log.Schema, len(log.Runs))
	}
	run := log.Runs[0]
	if len(run.Tool.Driver.Rules) != len(check.Rules())+3 || len(run.Artifacts) != 4 || len(run.Results) != 3 {
		t.Fatalf("%d rules, %d files, %d results", len(run.Tool.Driver.Rules), len(run.Artifacts), len(run.Results))
	}
	for i, want := range []struct{ rule, level, uri string }{
		{"count-patients", "warning", "deep/er/count.sql"}, {"person-key", "error", "deep/key,%20wrong.SQL"}, {"parse", "error", "stdin"},
	} {
		r := run.Results[i]
		place := r.Locations[0].Physical
		if r.RuleID != want.rule || run.Tool.Driver.Rules[r.RuleIndex].ID != want.rule || r.Level != want.level || r.Message.Text == "" ||
			place.Artifact.URI != want.uri || place.Region == nil || place.Region.StartLine < 1 || place.Region.StartColumn < 1 {
			t.Errorf("result %d is %+v at %+v, want %+v", i, r, place, want)
		}
	}
	for _, r := range run.Tool.Driver.Rules {
		if r.ID == "" || r.Short.Text == "" || !strings.Contains("error warning note", r.Configuration.Level) {
			t.Errorf("a rule is incomplete: %+v", r)
		}
	}
}

func TestCheckReadsOtherDialects(t *testing.T) {
	cmdtest.UseDemo(t)
	const sql = "SELECT TOP 5 COUNT(*) AS patients FROM condition_occurrence WHERE DATEDIFF(day, condition_start_date, condition_start_date) = 0"
	if found, code := checkJSON(t, sql, "--dialect", "duckdb", "-"); code != commands.ExitFailed || len(found) != 1 || found[0].Rule != "parse" {
		t.Errorf("as DuckDB's: %d %+v", code, found)
	}
	found, code := checkJSON(t, sql, "--dialect", "sqlserver", "-")
	if code != commands.ExitAnswered || len(found) == 0 || found[0].Rule != "count-patients" {
		t.Errorf("as SQL Server's: %d %+v", code, found)
	}
}

func TestCheckIsStricterWithGeneratedSQL(t *testing.T) {
	cmdtest.UseDemo(t)
	const sql = "SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_source_value LIKE '250%'"
	if _, code := checkJSON(t, sql, "-"); code != commands.ExitAnswered {
		t.Errorf("a person's: %d", code)
	}
	if _, code := checkJSON(t, sql, "--generated", "-"); code != commands.ExitFailed {
		t.Errorf("a program's: %d", code)
	}
}

func TestCheckKnowsTheYearsOfTheDatabaseThatIsNamed(t *testing.T) {
	cmdtest.UseDemo(t)
	demo, err := filepath.Glob(filepath.Join(cmdtest.Home(), "demo", "*.duckdb"))
	if err != nil || len(demo) != 1 {
		t.Fatalf("%v, %v", demo, err)
	}
	const sql = "SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE YEAR(condition_start_date) = 2031"
	found, _ := checkJSON(t, sql, "--db", demo[0], "-")
	if len(found) != 1 || found[0].Rule != "year-range" || !strings.Contains(found[0].Message, "2008 to 2010") {
		t.Errorf("found %+v", found)
	}
	if found, _ := checkJSON(t, sql, "-"); len(found) != 0 {
		t.Errorf("with no database named: %+v", found)
	}
}

// forgetBirthdays takes the day of birth of some people away, as in databases that were made anonymous.
func forgetBirthdays(t *testing.T, file string) {
	t.Helper()
	db, err := sql.Open("duckdb", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("UPDATE person SET day_of_birth = NULL, birth_datetime = NULL WHERE person_id % 3 = 0"); err != nil {
		t.Fatal(err)
	}
}

// Each rule's documented examples are found, and not accused, where the user stands: on a
// database that has what the rule needs, in a dialect where it applies.
func TestEveryRulesExamplesHoldOnTheCommandLine(t *testing.T) {
	cmdtest.UseDemo(t)
	path := filepath.Join(t.TempDir(), "examples.duckdb")
	if got := cmdtest.Run(t, "db", "demo", "--persons", "300", path); got.Code != 0 {
		t.Fatal(got.ErrOut)
	}
	forgetBirthdays(t, path)
	for _, r := range check.Rules() {
		t.Run(r.ID, func(t *testing.T) {
			for _, dialect := range []string{"duckdb", "sqlserver"} {
				if dialect != "duckdb" && r.ID != "integer-division" {
					continue
				}
				args := []string{"--db", path, "--dialect", dialect, "-"}
				found, _ := checkJSON(t, strings.ReplaceAll(r.Wrong, "//", map[string]string{"duckdb": "//", "sqlserver": "/"}[dialect]), args...)
				if !slices.ContainsFunc(found, func(f commands.FileFinding) bool {
					return f.Rule == r.ID || f.Rule == check.ParseRule && r.ID == "select-only"
				}) {
					t.Errorf("in %s: not found in %s\nfound %+v", dialect, r.Wrong, found)
				}
				if dialect != "duckdb" {
					continue
				}
				found, _ = checkJSON(t, r.Right, args...)
				for _, f := range found {
					if f.Severity != "info" {
						t.Errorf("in %s: %s accuses %s", dialect, f.Rule, r.Right)
					}
				}
			}
		})
	}
}

func TestOneBadFileDoesNotEndTheCheckOfAFolder(t *testing.T) {
	cmdtest.UseDemo(t)
	dir := sqlFolder(t)
	for name, text := range map[string]string{"empty.sql": " \n", "wrong.sql": "SELECT (", "huge.sql": strings.Repeat("SELECT 1;", 1<<20)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	found, code := checkJSON(t, "", dir)
	var got []string
	for _, f := range found {
		got = append(got, filepath.Base(f.File)+" "+f.Rule)
	}
	want := []string{"count.sql count-patients", "key, wrong.SQL person-key", "empty.sql parse", "huge.sql parse", "wrong.sql parse"}
	if code != commands.ExitFailed || !slices.Equal(got, want) {
		t.Errorf("exit code %d, found %q, want %q", code, got, want)
	}
}

// The demo database records LDL cholesterol in mg/dL: a threshold in mmol/L is converted, and one in U/L, which would
// find nobody, asks nothing of it. Values whose unit only the source names count in that unit, and are not converted,
// which is said.
func TestAUnitThatIsNotRecordedIsNotAnsweredWithNobody(t *testing.T) {
	converted := cmdtest.OnDemo(t, "ask", "How many patients had an LDL cholesterol above 3 mmol/L?")
	if same := cmdtest.OnDemo(t, "ask", "How many patients had an LDL cholesterol above 115.999 mg/dL?"); converted.Code != commands.ExitAnswered ||
		firstLine(converted.Out) != "1,862 patients." || firstLine(same.Out) != "1,873 patients." ||
		!strings.Contains(converted.Out, "3 mmol/L is 115.999 mg/dL") ||
		!strings.Contains(converted.Out, `values in "mg/dL" without a unit concept are left out`) {
		t.Errorf("converted: exit code %d\n%s%s\nin the recorded unit:\n%s", converted.Code, converted.Out, converted.ErrOut, same.Out)
	}
	got := cmdtest.OnDemo(t, "ask", "How many patients had an LDL cholesterol above 3 U/L?")
	if got.Code != commands.ExitAbstained || !strings.Contains(got.Out+got.ErrOut, "milligram per deciliter") {
		t.Errorf("exit code %d\n%s%s", got.Code, got.Out, got.ErrOut)
	}
	if got := cmdtest.OnDemo(t, "ask", "How many patients had an LDL cholesterol above 130 mg/dL?"); got.Code != commands.ExitAnswered {
		t.Errorf("in the recorded unit: exit code %d\n%s", got.Code, got.Out)
	}
}

func TestTheRulesPageIsCurrent(t *testing.T) {
	got := cmdtest.Run(t, "check", "--rules")
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "checks.md"))
	if err != nil {
		t.Fatal(err)
	}
	if got.Code != 0 || got.Out != string(page) {
		t.Error("docs/checks.md is not what check --rules prints; write it again: go tool -modfile=tools/go.mod task docs")
	}
}

func TestCheckFixMendsFilesAndStandardInput(t *testing.T) {
	cmdtest.UseDemo(t)
	file := filepath.Join(sqlFolder(t), "deep", "er", "count.sql")
	if got := cmdtest.Run(t, "check", "--fix", file); got.Code != commands.ExitAnswered || !strings.Contains(got.ErrOut, "Mended 1 place") {
		t.Errorf("exit code %d: %s%s", got.Code, got.Out, got.ErrOut)
	}
	text, err := os.ReadFile(file)
	if want := "SELECT COUNT(DISTINCT condition_occurrence.person_id) AS patients\nFROM condition_occurrence\n"; err != nil || string(text) != want {
		t.Errorf("%v: %s", err, text)
	}
	got := cmdtest.RunWith(t, commands.Streams{In: strings.NewReader("SELECT COUNT(*) AS n FROM death WHERE cause_concept_id = NULL")}, "check", "--fix", "-")
	if got.Out != "SELECT COUNT(*) AS n FROM death WHERE cause_concept_id IS NULL" || got.Code != commands.ExitAnswered {
		t.Errorf("exit code %d: %s%s", got.Code, got.Out, got.ErrOut)
	}
}

func TestTheDialectIsGuessedAndSaid(t *testing.T) {
	cmdtest.UseDemo(t)
	const sql = "SELECT TOP 5 COUNT(*) AS patients FROM condition_occurrence WHERE DATEDIFF(day, condition_start_date, GETDATE()) < 30"
	got := cmdtest.RunWith(t, commands.Streams{In: strings.NewReader(sql)}, "check", "-")
	if !strings.Contains(got.ErrOut, "- is read as sqlserver, for SELECT TOP") || !strings.Contains(got.Out, "count-patients") {
		t.Errorf("%s%s", got.Out, got.ErrOut)
	}
}

func TestCheckServesAnEditor(t *testing.T) {
	cmdtest.UseDemo(t)
	message := func(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }
	in := message(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`) +
		message(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.sql","text":"SELECT COUNT(*) AS patients FROM condition_occurrence"}}}`)
	got := cmdtest.RunWith(t, commands.Streams{In: strings.NewReader(in)}, "check", "--lsp")
	if got.Code != commands.ExitAnswered || !strings.Contains(got.Out, `"codeActionProvider":true`) || !strings.Contains(got.Out, `"code":"count-patients"`) {
		t.Errorf("exit code %d: %s%s", got.Code, got.Out, got.ErrOut)
	}
}

// What contradicts the question is said: that of the flag, else that of the comment before the statement.
func TestCheckComparesSQLWithItsQuestion(t *testing.T) {
	cmdtest.UseDemo(t)
	const men = "SELECT COUNT(*) AS n FROM person WHERE gender_concept_id = 8507\n"
	for _, tt := range []struct {
		name, sql string
		args      []string
		found     bool
	}{
		{"without a question", men, nil, false},
		{"in a comment", "-- How many women are there?\n" + men, nil, true},
		{"by the flag", men, []string{"--question", "How many women are there?"}, true},
		{"the flag before the comment", "-- question: How many women are there?\n" + men, []string{"--question", "How many men are there?"}, false},
		{"with a remark in brackets", men, []string{"--question", "How many women (by the registry's own coding) are there?"}, true},
		{"in a comment of another dialect", "-- question: How many women are there?\nSELECT COUNT(*) AS n FROM [dbo].[person] WHERE gender_concept_id = 8507\n", nil, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found, _ := checkJSON(t, tt.sql, append(tt.args, "-")...)
			got := slices.ContainsFunc(found, func(f commands.FileFinding) bool { return f.Rule == "other-question" })
			if got != tt.found {
				t.Errorf("found %v", found)
			}
		})
	}
}

// On the database that is named, the statement and its question are run, and what their results tell is said: only what
// may be shown of them.
func TestCheckRunsTheSQLBesideItsQuestion(t *testing.T) {
	cmdtest.UseDemo(t)
	demo, err := filepath.Glob(filepath.Join(cmdtest.Home(), "demo", "*.duckdb"))
	if err != nil || len(demo) != 1 {
		t.Fatalf("%v, %v", demo, err)
	}
	const hypertension = "SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN ([condition@hypertension])"
	for _, tt := range []struct {
		name, question, sql string
		args                []string
		severity            string
		says                string
	}{
		{"its own question", "How many patients had hypertension?", hypertension, nil, "", ""},
		{"another, which is named", "How many patients had a first diagnosis of hypertension in 2009?",
			hypertension + " AND condition_start_date BETWEEN DATE '2009-01-01' AND DATE '2009-12-31'", nil,
			"warning", "It is the answer to: Among all people, the number who had a diagnosis of hypertension in 2009"},
		{"both numbers", "How many patients had hypertension in 2009?", hypertension + " AND condition_start_date BETWEEN DATE '2009-01-01' AND DATE '2009-12-30'", []string{"--min-cell", "0"},
			"warning", "this gives "},
		{"numbers that are too near", "How many patients had hypertension in 2009?", hypertension + " AND condition_start_date BETWEEN DATE '2009-01-01' AND DATE '2009-12-30'", []string{"--min-cell", "500"}, "warning", "on the people of the demonstration database, who are made up"},
		{"records of few people between the numbers", "How many drug exposures were there?", "SELECT COUNT(*) AS exposures FROM drug_exposure JOIN person p USING (person_id) WHERE p.year_of_birth <> 1976", nil,
			"warning", "this gives another number than its question, which is understood as"},
		{"records of many people between the numbers", "How many drug exposures were there?", "SELECT COUNT(*) AS exposures FROM drug_exposure JOIN person p USING (person_id) WHERE p.year_of_birth < 1950", nil,
			"warning", "this gives 2"},
		{"numbers that are hidden", "How many patients had hypertension in 2009?", hypertension + " AND condition_start_date BETWEEN DATE '2009-01-01' AND DATE '2009-06-30'", []string{"--min-cell", "1000000"},
			"warning", "on the people of the demonstration database, who are made up, this gives "},
		{"a form that is not shown of people's data", "How many patients had hypertension (320128) and stroke (443454)?",
			"SELECT COUNT(*) AS patients FROM (SELECT person_id, LIST(condition_concept_id) AS codes FROM condition_occurrence GROUP BY person_id) WHERE LIST_HAS_ANY(codes, [320128, 443454])", nil,
			"warning", "on the people of the demonstration database, who are made up, this gives "},
		{"one group of several", "How many patients had hypertension by sex?", "SELECT CASE gender_concept_id WHEN 8507 THEN 'male' ELSE 'female' END AS sex, COUNT(DISTINCT person_id) AS patients FROM condition_occurrence JOIN person USING (person_id) WHERE condition_concept_id IN ([condition@hypertension]) AND NOT (gender_concept_id = 8507 AND condition_start_date > DATE '2009-06-30') GROUP BY 1", nil,
			"warning", "this gives another number than its question for male"},
		{"a remark in brackets", "How many patients had a first diagnosis of hypertension in 2009 (by the registry's own coding)?",
			hypertension + " AND condition_start_date BETWEEN DATE '2009-01-01' AND DATE '2009-12-31'", nil,
			"warning", "It is the answer to: Among all people, the number who had a diagnosis of hypertension in 2009"},
		{"a remark in brackets that may be why", "How many patients had hypertension in 2009 (by the registry's own coding)?",
			hypertension + " AND condition_start_date BETWEEN DATE '2009-01-01' AND DATE '2009-06-30'", nil, "", ""},
		{"values whose unit only the source names", "What is the average of each person's most recent LDL cholesterol result?",
			"SELECT AVG(value_as_number) AS ldl FROM (SELECT value_as_number, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY measurement_date DESC, measurement_id DESC) AS k FROM measurement WHERE measurement_concept_id IN ([measurement@LDL cholesterol]) AND value_as_number IS NOT NULL) AS m WHERE k = 1", nil,
			"", ""},
		{"one side of a time around an event", "How many people had a fall within 14 days before or after an emergency room visit?",
			"SELECT COUNT(DISTINCT o.person_id) AS n FROM observation AS o JOIN visit_occurrence AS v ON v.person_id = o.person_id AND v.visit_concept_id = 9203 WHERE o.observation_concept_id = 436583 AND o.observation_date BETWEEN v.visit_start_date AND v.visit_start_date + 14", nil,
			"warning", "from 14 days before the day to 14 days after the day of it"},
		{"not to be run", "How many patients had a first diagnosis of hypertension in 2009?", hypertension, []string{"--run=false"}, "", ""},
		{"not understood", "How many patients had hypertension on a sunny day?", hypertension, nil, "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found, _ := checkJSON(t, tt.sql, append(tt.args, "--db", demo[0], "--question", tt.question, "-")...)
			severity, message := "", ""
			for _, f := range found {
				if f.Rule == "other-result" {
					severity, message = f.Severity, f.Message
				}
			}
			if severity != tt.severity || !strings.Contains(message, tt.says) {
				t.Errorf("%s: %q, want %s: %q", severity, message, tt.severity, tt.says)
			}
		})
	}
	without, _ := checkJSON(t, hypertension+" AND condition_start_date > DATE '2009-12-30'", "--question", "How many patients had hypertension?", "-")
	tried := func(f commands.FileFinding) bool {
		return f.Rule == "other-result" && strings.Contains(f.Message, "demonstration database")
	}
	if !slices.ContainsFunc(without, tried) {
		t.Errorf("with no database named, it is not tried on the demonstration database: %v", without)
	}
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
