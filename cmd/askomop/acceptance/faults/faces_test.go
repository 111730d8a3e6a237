package faults

import (
	"bufio"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/cmd/askomop/commands"
	"github.com/askomop/askomop/internal/needs"
)

// aFewHave changes a demo database so that what three people have has numbers and days that nothing else has: 3137 records of malignant lymphoma,
// 4219 devices, a death in 2029 each; two others have no observation period, and one value is 777.77.
var aFewHave = []string{
	"CREATE TEMP TABLE three AS SELECT list(person_id ORDER BY person_id) AS p FROM (SELECT person_id FROM person ORDER BY person_id LIMIT 3)",
	"DELETE FROM condition_occurrence WHERE condition_concept_id = 432571",
	`INSERT INTO condition_occurrence (condition_occurrence_id, person_id, condition_concept_id, condition_start_date, condition_end_date, condition_type_concept_id)
		SELECT 90000000 + i, (SELECT p FROM three)[1 + i % 3], 432571, DATE '2009-02-03', DATE '2009-02-04', 32817 FROM range(3137) t(i)`,
	"DELETE FROM device_exposure",
	`INSERT INTO device_exposure (device_exposure_id, person_id, device_concept_id, device_exposure_start_date, device_type_concept_id)
		SELECT i, (SELECT p FROM three)[1 + i % 3], 0, DATE '2031-05-09', 32817 FROM range(4219) t(i)`,
	"DELETE FROM death",
	"INSERT INTO death (person_id, death_date, death_type_concept_id) SELECT unnest(p), DATE '2029-11-07', 32817 FROM three",
	"DELETE FROM observation_period WHERE person_id IN (SELECT person_id FROM person ORDER BY person_id DESC LIMIT 2)",
	`UPDATE measurement SET value_as_number = 777.77 WHERE measurement_id = (SELECT MIN(m.measurement_id) FROM measurement m WHERE m.measurement_concept_id = 3004249 AND m.person_id = (SELECT p FROM three)[1])`,
}

// ofFew is what nobody may be told who may not see single people.
var ofFew = regexp.MustCompile(`\b(3137|3,137|4219|4,219|2029|2031|777\.77|2 of 300 people|3 of 300)\b`)

func fewDatabase(t *testing.T) (file, home string) {
	t.Helper()
	home = t.TempDir()
	file = filepath.Join(home, "few.duckdb")
	if e := cmdtest.InShell(t, "", "", "db", "demo", "--persons", "300", "--seed", "3", file); e.Code != commands.ExitAnswered {
		t.Fatal(e.ErrOut)
	}
	db, err := sql.Open("duckdb", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	for _, s := range aFewHave {
		if _, err := db.ExecContext(t.Context(), s); err != nil {
			t.Fatalf("%v\n%s", err, s)
		}
	}
	return file, home
}

// TestNoFaceTellsOfFewPeople asks one database on every face and looks through all that it says, and all that it keeps as text.
func TestNoFaceTellsOfFewPeople(t *testing.T) {
	needs.Time(t, "starts some fifty processes")
	db, home := fewDatabase(t)
	in := func(name, text string) string {
		t.Helper()
		file := filepath.Join(home, name)
		if err := os.WriteFile(file, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
		return file
	}
	all := func(args ...string) []string { return append([]string{"--home", home, "--db", db}, args...) }
	lymphoma := "How many patients had malignant lymphoma?"
	byYear := in("by-year.sql", "SELECT EXTRACT(YEAR FROM death_date) AS year, COUNT(DISTINCT person_id) AS patients FROM death GROUP BY 1")
	set := in("set.csv", "id,question,sql\nx,How many devices are there?,SELECT COUNT(*) AS n FROM device_exposure\ny,How many died by year?,\"SELECT EXTRACT(YEAR FROM death_date) AS y, COUNT(*) AS n FROM death GROUP BY 1\"\n")
	alerts := filepath.Join(home, "alerts.txt")
	alert := in("alert.sh", "#!/bin/sh\ncat >> "+alerts+"\n")
	for _, args := range [][]string{
		{"db", "info"}, {"--json", "db", "info"}, {"doctor"}, {"--json", "doctor"},
		{"ask", "--explain", lymphoma}, {"--json", "ask", "How many records of malignant lymphoma are there?"}, {"ask", "--format", "csv", "How many patients died by year?"},
		{"ask", "--format", "markdown", "How many patients died by year?"}, {"ask", "What percentage of patients died?"}, {"ask", "What is the average age at malignant lymphoma?"},
		{"ask", "How many device exposures are there?"}, {"ask", "How many device exposures are there by year?"}, {"ask", "How many patients with malignant lymphoma died?"},
		{"ask", "How many conditions does a patient with malignant lymphoma have on average?"}, {"ask", "When did the last patient die?"}, {"ask", "When was the first device used?"},
		{"ask", "What is the survival after malignant lymphoma?"}, {"ask", "What is the mean systolic blood pressure of patients with malignant lymphoma?"},
		{"ask", "What is the highest systolic blood pressure of patients with malignant lymphoma?"}, {"--json", "ask", "Which conditions have the most records?"},
		{"sql", byYear}, {"--json", "sql", byYear}, {"check", byYear}, {"code", "--domain", "condition", "malignant lymphoma"}, {"code", "--domain", "condition", "--counts", "malignant lymphoma"},
		{"code", "--domain", "condition", "--recommend", "malignant lymphoma"},
		{"vocab", "search", "malignant lymphoma"}, {"vocab", "show", "432571"},
		{"cohort", "add", "lymphoma", "--question", lymphoma, "--yes"}, {"cohort", "add", "all", "--question", "How many patients are there?", "--yes"}, {"cohort", "list"}, {"--json", "cohort", "list"}, {"cohort", "show", "lymphoma"}, {"--json", "cohort", "show", "lymphoma"},
		{"cohort", "show", "all"}, {"cohort", "diff", "all"},
		{"schedule", "add", "lymphoma", "--question", lymphoma, "--cron", "@daily", "--alert", "changes", "--alert", "patients < 100", "--alert-command", alert, "--cohort", "kept", "--yes"},
		{"schedule", "add", "deaths", "--sql", byYear, "--cron", "@daily", "--alert", "changes", "--alert-command", alert, "--yes"},
		{"schedule", "run", "lymphoma"}, {"schedule", "run", "deaths"}, {"schedule", "run", "deaths"}, {"schedule", "list"}, {"schedule", "history", "lymphoma"}, {"--json", "schedule", "history", "deaths"},
		{"schedule", "show", "deaths"}, {"--json", "schedule", "show", "lymphoma"}, {"schedule", "diff", "deaths"}, {"schedule", "export", "deaths"}, {"schedule", "export", "lymphoma"}, {"cohort", "diff", "kept"}, {"cohort", "show", "kept"},
		{"graph", "query", in("1.rq", "SELECT (COUNT(*) AS ?n) WHERE { ?x a omop:DeviceExposure }")}, {"graph", "query", in("2.rq", "SELECT ?d (COUNT(?x) AS ?n) WHERE { ?x a omop:Death ; omop:date ?d } GROUP BY ?d")},
		{"graph", "query", in("3.rq", "SELECT (MAX(?d) AS ?last) WHERE { ?x a omop:Death ; omop:date ?d }")}, {"graph", "query", in("4.rq", "ASK { ?x a omop:Death ; omop:date ?d FILTER(YEAR(?d) = 2029) }")},
		{"eval", "--cases", set, "--name", "few", "--html", filepath.Join(home, "page.html")}, {"eval", "show", "few"}, {"eval", "show", "few", "--json"},
		{"log", "show"}, {"log", "show", "3"}, {"log", "export"},
	} {
		e := cmdtest.InShell(t, "", "", all(args...)...)
		said := e.Out + e.ErrOut
		for _, given := range args { // what was asked is said again
			said = strings.ReplaceAll(said, given, "")
		}
		if found := ofFew.FindString(said); found != "" {
			t.Errorf("%v tells %s:\n%.3000s", args, found, said)
		}
		if e.Code == commands.ExitUsage {
			t.Errorf("%v: %s", args, e.ErrOut)
		}
	}
	if text, err := os.ReadFile(alerts); err != nil || ofFew.Match(text) {
		t.Errorf("the alerts tell %v: %s", err, text)
	}
	lookThroughTexts(t, home)
	t.Run("agents", func(t *testing.T) { agentsAreToldNothing(t, all("mcp")) })
	t.Run("the page", func(t *testing.T) { pageTellsNothing(t, all("serve", "--listen", "127.0.0.1:0")) })
}

// lookThroughTexts looks into all files of text below the home folder.
func lookThroughTexts(t *testing.T, home string) {
	t.Helper()
	files := 0
	for _, pattern := range []string{"*/*.json*", "*/*/*.json*", "*/*/*/*.json*", "*.html", "*/*.log", "*/*.yaml", "*/*/*.md"} {
		found, err := filepath.Glob(filepath.Join(home, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range found {
			if strings.Contains(file, filepath.Join("index", "described-")) { // what the program knows for itself
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			files++
			if tells := ofFew.Find(text); tells != nil {
				t.Errorf("%s holds %s", file, tells)
			}
		}
	}
	if files < 5 {
		t.Errorf("only %d files were looked into", files)
	}
}

// agentsAreToldNothing calls the tools of mcp.
func agentsAreToldNothing(t *testing.T, args []string) {
	c := exec.Command(os.Args[0], args...)
	c.Env = append(os.Environ(), cmdtest.RunVar+"=1")
	to, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	from, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = to.Close()
		_ = c.Wait()
	}()
	answers := bufio.NewReader(from)
	id := 0
	call := func(method string, params any) string {
		t.Helper()
		id++
		text, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "method": method, "params": params})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Fprintf(to, "%s\n", text); err != nil {
			t.Fatal(err)
		}
		for {
			line, err := answers.ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(line, fmt.Sprintf(`"id":%d`, id)) {
				return line
			}
		}
	}
	call("initialize", map[string]any{"protocolVersion": "2025-06-18", "capabilities": map[string]any{}, "clientInfo": map[string]any{"name": "test", "version": "1"}})
	if _, err := fmt.Fprintln(to, `{"jsonrpc":"2.0","method":"notifications/initialized"}`); err != nil {
		t.Fatal(err)
	}
	answered := 0
	for _, tool := range []struct {
		name string
		args map[string]any
	}{
		{"describe_database", nil}, {"ask", map[string]any{"question": "How many patients had malignant lymphoma?"}}, {"ask", map[string]any{"question": "How many device exposures are there?"}},
		{"run_sql", map[string]any{"sql": "SELECT COUNT(*) AS n FROM device_exposure"}}, {"run_sql", map[string]any{"sql": "SELECT MAX(death_date) AS last FROM death"}},
		{"run_sql", map[string]any{"sql": "SELECT AVG(value_as_number) AS mean FROM measurement WHERE value_as_number > 700"}},
		{"run_question", map[string]any{"question": map[string]any{"measure": map[string]any{"kind": "count", "of": "records"}, "population": map[string]any{"entry": map[string]any{"domain": "device"}}}}},
		{"cohort_list", nil}, {"cohort_show", map[string]any{"name": "lymphoma"}}, {"schedule_list", nil}, {"schedule_show", map[string]any{"name": "deaths"}}, {"schedule_show", map[string]any{"name": "lymphoma"}},
		{"concept_set", map[string]any{"text": "malignant lymphoma", "domain": "condition"}}, {"find_concepts", map[string]any{"text": "malignant lymphoma"}}, {"check_sql", map[string]any{"sql": "SELECT COUNT(*) AS n FROM death WHERE death_date > DATE '2020-01-01'"}},
	} {
		if tool.args == nil {
			tool.args = map[string]any{}
		}
		line := call("tools/call", map[string]any{"name": tool.name, "arguments": tool.args})
		if found := ofFew.FindString(line); found != "" {
			t.Errorf("%s %v tells %s: %.2000s", tool.name, tool.args, found, line)
		}
		if strings.Contains(line, `"structuredContent"`) {
			answered++
		}
	}
	if answered < 8 {
		t.Errorf("only %d tools answered", answered)
	}
}

// pageTellsNothing opens the pages that say something of the database.
func pageTellsNothing(t *testing.T, args []string) {
	c := exec.Command(os.Args[0], args...)
	c.Env = append(os.Environ(), cmdtest.RunVar+"=1", "ASKOMOP_SERVE_TOKEN=a-token-of-the-environment")
	errOut, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = c.Process.Signal(os.Interrupt)
		_ = c.Wait()
	}()
	link := ""
	for lines := bufio.NewScanner(errOut); link == "" && lines.Scan(); {
		link, _ = strings.CutPrefix(lines.Text(), "Open ")
		if !strings.HasPrefix(link, "http") {
			link = ""
		}
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Jar: jar, Timeout: time.Minute}
	at, err := url.Parse(link)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{at.RequestURI(), "/", "/cohorts", "/cohorts/lymphoma", "/cohorts/all", "/schedules", "/schedules/deaths", "/schedules/lymphoma"} {
		r, err := client.Get(at.Scheme + "://" + at.Host + path)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(r.Body)
		r.Body.Close()
		if err != nil || r.StatusCode >= 500 || len(body) == 0 {
			t.Errorf("%s: %s, %d bytes, %v", path, r.Status, len(body), err)
		}
		if found := ofFew.Find(body); found != nil {
			t.Errorf("%s tells %s: %.3000s", path, found, body)
		}
	}
}
