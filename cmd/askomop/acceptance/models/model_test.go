package models

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/llm/command"
)

// scriptVar names the folder in which the scripted model keeps what it was asked.
// Where it is set, the test binary is that model.
const scriptVar = "ASKOMOP_TEST_SCRIPT"

// scriptedModel is a program that gets one request as JSON on standard input, keeps
// it, and answers as a model would that knows this one question.
func scriptedModel(dir string) error {
	var req command.Request
	if err := json.NewDecoder(os.Stdin).Decode(&req); err != nil {
		return err
	}
	kept, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	// What goes over the wire is kept as the program got it, with the prompts as people read them.
	text := fmt.Sprintf("%s\n%s\n%s\n", req.System, req.User, req.Schema)
	if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%03d.txt", len(kept))), []byte(text), 0o600); err != nil {
		return err
	}
	answer, err := scriptedAnswer(req)
	if err != nil {
		return err
	}
	prompt, completion := len(text), len(answer)
	return json.NewEncoder(os.Stdout).Encode(command.Answer{Text: answer, PromptTokens: prompt, CompletionTokens: completion})
}

// The three templates that the scripted model writes, one after the other. The
// first breaks a rule, the second fails on the data, with a person's source value in the error.
const (
	ruleBreakingSQL = `SELECT COUNT(DISTINCT c.person_id) AS patients
FROM condition_occurrence AS c
JOIN drug_exposure AS d ON d.person_id = c.person_id
WHERE c.condition_concept_id = [condition@gastrointestinal hemorrhage]
  AND d.drug_concept_id IN ([drug@celecoxib])`
	rightSQL = `WITH started AS (
  SELECT d.person_id, MIN(d.drug_exposure_start_date) AS first_date
  FROM drug_exposure AS d
  WHERE d.drug_concept_id IN ([drug@celecoxib])
  GROUP BY d.person_id
)
SELECT COUNT(DISTINCT c.person_id) AS patients
FROM condition_occurrence AS c
JOIN started AS s ON s.person_id = c.person_id
WHERE c.condition_concept_id IN ([condition@gastrointestinal hemorrhage])
  AND c.condition_start_date > s.first_date`
	failingSQL = `WITH started AS (
  SELECT d.person_id, MIN(d.drug_exposure_start_date) AS first_date
  FROM drug_exposure AS d
  WHERE d.drug_concept_id IN ([drug@celecoxib])
  GROUP BY d.person_id
)
SELECT COUNT(DISTINCT CAST(p.person_source_value AS INTEGER)) AS patients
FROM condition_occurrence AS c
JOIN started AS s ON s.person_id = c.person_id
JOIN person AS p ON p.person_id = c.person_id
WHERE c.condition_concept_id IN ([condition@gastrointestinal hemorrhage])
  AND c.condition_start_date > s.first_date`
)

const scriptedQuestion = "How many patients had a gastrointestinal hemorrhage after they started celecoxib?"

// scriptedAnswer tells the stages apart by what is asked for, as a person would.
func scriptedAnswer(req command.Request) (string, error) {
	sql := func(text string) string { return "Here it is.\n```sql\n" + text + ";\n```\n" }
	switch {
	case strings.Contains(string(req.Schema), "entities"):
		return `{"entities": [{"text": "gastrointestinal hemorrhage", "domain": "condition"}, {"text": "celecoxib", "domain": "drug"}]}`, nil
	case strings.Contains(string(req.Schema), "decisions"):
		return scriptedDecisions(req.User), nil
	case strings.Contains(req.User, evalQuestion):
		return sql(evalSQL), nil
	case strings.Contains(req.User, evalPeople):
		return sql("SELECT COUNT(*) AS people FROM person"), nil
	case strings.Contains(req.User, evalRefused):
		return "CANNOT ANSWER (out_of_scope): genes are not recorded.", nil
	case strings.Contains(req.System, "most likely wrong"):
		return "Line 4 compares with one value where a list belongs.", nil
	case strings.Contains(req.System, "You word the result"):
		return "355 patients had a gastrointestinal hemorrhage after they started celecoxib.", nil
	case strings.Contains(req.User, "person_source_value AS INTEGER"):
		return sql(rightSQL) + "Assumption: after is a later day than that of the first celecoxib.", nil
	case strings.Contains(req.User, "YOUR LAST QUERY"):
		return sql(failingSQL), nil
	case strings.Contains(req.User, "THE QUESTION"):
		return sql(ruleBreakingSQL), nil
	}
	return "", fmt.Errorf("the script has no answer to: %s", req.User)
}

// scriptedDecisions accepts the candidates that bear the name asked for.
func scriptedDecisions(user string) string {
	type decision struct {
		ID     int64  `json:"id"`
		Accept bool   `json:"accept"`
		Why    string `json:"why"`
	}
	words := ""
	var all []decision
	for line := range strings.Lines(user) {
		var asked struct{ Words string }
		var c struct {
			ID   int64
			Name string
		}
		if json.Unmarshal([]byte(line), &asked) == nil && asked.Words != "" {
			words = asked.Words
		}
		if json.Unmarshal([]byte(line), &c) == nil && c.ID != 0 {
			all = append(all, decision{c.ID, strings.EqualFold(c.Name, words), "bears the name or not"})
		}
	}
	text, err := json.Marshal(map[string]any{"decisions": all})
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// markedGiBleed is the public sample with ids and source values of its people that
// nothing else can be mistaken for.
func markedGiBleed(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "gibleed.duckdb")
	if got := cmdtest.Run(t, "db", "load", needs.Sample(t, needs.GiBleed), "--to", file); got.Code != 0 {
		t.Fatalf("loading: %s", got.ErrOut)
	}
	db, err := sql.Open("duckdb", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.QueryContext(t.Context(), `SELECT table_name, column_name, column_name IN ('person_id', 'visit_occurrence_id') FROM information_schema.columns
		WHERE column_name LIKE '%_source_value' OR column_name IN ('person_id', 'visit_occurrence_id') ORDER BY ALL`)
	if err != nil {
		t.Fatal(err)
	}
	var updates []string
	for rows.Next() {
		var table, column string
		var id bool
		if err := rows.Scan(&table, &column, &id); err != nil {
			t.Fatal(err)
		}
		value := "'SRC' || rowid || 'X'"
		if id {
			value = column + " + 900000000000"
		}
		updates = append(updates, fmt.Sprintf("UPDATE %s SET %s = %s WHERE %[2]s IS NOT NULL", table, column, value))
	}
	if err := rows.Err(); err != nil || len(updates) < 40 {
		t.Fatalf("%d columns to mark, %v", len(updates), err)
	}
	for _, u := range updates {
		if _, err := db.ExecContext(t.Context(), u); err != nil {
			t.Fatalf("%s: %v", u, err)
		}
	}
	return file
}

// TestAScriptedModelGoesTheWholeWay takes a question through every stage that asks
// a model, and reads what went over the wire.
func TestAScriptedModelGoesTheWholeWay(t *testing.T) {
	file := markedGiBleed(t)
	t.Setenv("ASKOMOP_HOME", t.TempDir())
	wire := t.TempDir()
	t.Setenv(scriptVar, wire)
	base, embedded := embeddingServer(t)
	t.Setenv("ASKOMOP_EMBEDDER", "openai:embed-test@"+base)
	t.Setenv("ASKOMOP_ENTITY_EMBEDDER", "openai:embed-test@"+base)
	if got := cmdtest.Run(t, "--db", file, "vocab", "index"); got.Code != 0 {
		t.Fatalf("embedding the names of concepts: %s", got.ErrOut)
	}
	model := fmt.Sprintf("command:%q", os.Args[0])
	got := cmdtest.Run(t, "--db", file, "ask", scriptedQuestion, "--llm", model, "--llm-command-format", "json",
		"--masker", "llm", "--worded", "--explain", "--json", "--writer", "sql")
	texts := strings.Join(embedded(), "\n")
	if err := os.WriteFile(filepath.Join(wire, "embedded.txt"), []byte(texts), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"How many patients had a asthma after they started aspirin?", "\ncelecoxib"} {
		if !strings.Contains(texts, want) {
			t.Errorf("%q was not embedded", want)
		}
	}
	var run struct {
		app.Answer
		Took map[string]float64 `json:"took_ms"`
	}
	if err := json.Unmarshal([]byte(got.Out), &run); err != nil {
		t.Fatalf("%v: exit code %d, %s%s", err, got.Code, got.Out, got.ErrOut)
	}
	t.Run("stage by stage", func(t *testing.T) { checkStages(t, run.Answer, model) })
	for _, stage := range []string{"mask", "retrieve", "write", "check", "code", "execute", "answer"} {
		if _, ok := run.Took[stage]; !ok {
			t.Errorf("no time for %s", stage)
		}
	}
	t.Run("over the wire", func(t *testing.T) { checkWire(t, file, wire, run.Answer) })
}

func checkStages(t *testing.T, run app.Answer, model string) {
	if run.Status != "answered" || fmt.Sprint(run.Rows) != "[[355]]" || run.Answer != "355 patients had a gastrointestinal hemorrhage after they started celecoxib." {
		t.Fatalf("%s %s %s: %v, %q", run.Status, run.Reason, run.Message, run.Rows, run.Answer)
	}
	if run.Writer != model || run.Masked != "How many patients had a <CONDITION> after they started <DRUG>?" || len(run.Entities) != 2 || len(run.Examples) != 5 {
		t.Errorf("writer %s, masked %q, entities %+v, %d examples", run.Writer, run.Masked, run.Entities, len(run.Examples))
	}
	if run.Attempts != 3 || len(run.Tries) != 3 || run.Template != rightSQL || !strings.Contains(run.Prompt, "YOUR LAST QUERY") {
		t.Fatalf("%d attempts, %d tries, template %s", run.Attempts, len(run.Tries), run.Template)
	}
	for i, want := range []string{"placeholder-place", "Conversion Error", ""} {
		try := run.Tries[i]
		if !strings.Contains(try.Problem, want) || (try.Problem == "") != (want == "") || (try.Cause == "") != (want == "") || try.Prompt == "" {
			t.Errorf("attempt %d: problem %q, cause %q", i+1, try.Problem, try.Cause)
		}
	}
	for _, s := range run.Concepts {
		if len(s.Concepts) == 0 || !strings.HasPrefix(s.Concepts[0].Why, "accepted by the model: ") {
			t.Errorf("%s: %+v", s.Placeholder, s.Concepts)
		}
	}
	if len(run.Concepts) != 2 || strings.Contains(run.SQL, "@") || run.Tokens.Prompt < 1000 || run.Tokens.Completion < 100 {
		t.Errorf("%d concept sets, tokens %+v, SQL %s", len(run.Concepts), run.Tokens, run.SQL)
	}
	if !slices.ContainsFunc(run.Warnings, func(w app.Finding) bool { return strings.Contains(w.Message, "later day") }) {
		t.Errorf("the model's assumption is not told: %+v", run.Warnings)
	}
}

// checkWire looks for values of single people in all that the model was sent.
func checkWire(t *testing.T, file, wire string, run app.Answer) {
	entries, err := os.ReadDir(wire)
	if err != nil {
		t.Fatal(err)
	}
	var sent strings.Builder
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(wire, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		sent.Write(text)
	}
	// mask, three writings with two causes, the codes of the two entities in the second and in the third, the answer's words
	if len(entries) < 8 || strings.Count(sent.String(), "THE QUESTION") != 3 || !strings.Contains(sent.String(), `"rows":[["355"]]`) {
		t.Fatalf("%d requests; not every stage has asked", len(entries))
	}
	if !strings.Contains(sent.String(), "Conversion Error") {
		t.Fatal("the error on the data was not told at all: the test would find nothing")
	}
	everything := sent.String() + fmt.Sprint(run.Tries)
	for what, pattern := range map[string]string{"id": `9000\d{8}`, "source value": `SRC\d+X`, "date of an event": `(19|20)\d\d-\d\d-\d\d`} {
		for _, found := range regexp.MustCompile(pattern).FindAllString(everything, -1) {
			if found != "2010-01-31" { // the dialect's example
				t.Errorf("%s %s went over the wire", what, found)
			}
		}
	}
	for value := range personValues(t, file) {
		if strings.Contains(everything, value) {
			t.Errorf("%q of a person went over the wire", value)
		}
	}
}

// personValues are the ids, birth dates and source values of people, as text.
func personValues(t *testing.T, file string) map[string]bool {
	t.Helper()
	db, err := sql.Open("duckdb", file+"?access_mode=read_only")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.QueryContext(t.Context(), `SELECT person_id::VARCHAR FROM person UNION SELECT strftime(birth_datetime, '%Y-%m-%d') FROM person
		UNION SELECT person_source_value FROM person UNION SELECT visit_occurrence_id::VARCHAR FROM visit_occurrence UNION SELECT condition_source_value FROM condition_occurrence`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	values := map[string]bool{}
	for rows.Next() {
		var v sql.NullString
		if err := rows.Scan(&v); err != nil {
			t.Fatal(err)
		}
		if v.String != "" {
			values[v.String] = true
		}
	}
	if err := rows.Err(); err != nil || len(values) < 5000 {
		t.Fatalf("%d values of people, %v", len(values), err)
	}
	return values
}
