package answers

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/cmd/askomop/commands"
	"github.com/askomop/askomop/internal/needs"
)

// sparqlOf asks a query by standard input.
func sparqlOf(t *testing.T, file, query string, flags ...string) cmdtest.Outcome {
	t.Helper()
	args := append([]string{"--db", file, "graph", "query", "-"}, flags...)
	return cmdtest.RunWith(t, commands.Streams{In: strings.NewReader(query)}, args...)
}

const womenWithDrugBeforeBleed = `SELECT (COUNT(DISTINCT ?p) AS ?women) WHERE {
	?p a omop:Person ; omop:has_gender concept:8532 ; omop:has_drug_exposure ?d ; omop:has_condition_occurrence ?c .
	?d omop:has_concept/skos:broader* concept:1118084 ; omop:start_date ?taken .
	?c omop:has_concept/skos:broader* concept:192671 ; omop:start_date ?bled .
	FILTER (?taken < ?bled) }`

func TestGraphQueryAnswersAsSQLDoes(t *testing.T) {
	file := cmdtest.GiBleedFile(t)
	for query, want := range map[string]string{
		womenWithDrugBeforeBleed: "175",
		"SELECT (COUNT(DISTINCT ?p) AS ?n) WHERE { ?p a omop:Person }":                                                                                                     "2694",
		"SELECT (COUNT(DISTINCT ?d) AS ?n) WHERE { ?d a omop:DrugExposure }":                                                                                               "67707", // 63,323 ids
		"SELECT (COUNT(DISTINCT ?p) AS ?n) WHERE { ?p a omop:Person ; omop:has_drug_exposure/omop:has_concept [drug@celecoxib] }":                                          "1844",
		"SELECT (COUNT(DISTINCT ?p) AS ?n) WHERE { ?p a omop:Person ; omop:has_condition_occurrence ?c . ?c omop:has_concept ?k . FILTER (?k IN ([condition@gi bleed])) }": "479",
	} {
		got := sparqlOf(t, file, query, "--format", "csv")
		if lines := strings.Split(got.Out, "\n"); got.Code != 0 || len(lines) < 2 || lines[1] != want {
			t.Errorf("%s: exit code %d, %q, %s; want %s", query, got.Code, got.Out, got.ErrOut, want)
		}
	}
}

func TestGraphQueryShowsNoSinglePeopleAndNoSmallCounts(t *testing.T) {
	file := cmdtest.GiBleedFile(t)
	for _, query := range []string{
		"SELECT ?p ?y WHERE { ?p a omop:Person ; omop:year_of_birth ?y }",
		"SELECT (COUNT(*) AS ?n) WHERE { ?p a omop:Person ; omop:has_condition_occurrence ?c . FILTER (?p = <urn:omop:person:6>) }",
		"SELECT (COUNT(?c) AS ?n) WHERE { <urn:omop:person:6> omop:has_condition_occurrence ?c . ?c a omop:ConditionOccurrence }",
		"SELECT (MIN(?y) AS ?x) (SAMPLE(?p) AS ?who) WHERE { ?p a omop:Person ; omop:year_of_birth ?y }",
		"SELECT (GROUP_CONCAT(STR(?p)) AS ?all) WHERE { ?p a omop:Person }",
		"SELECT ?p (COUNT(?c) AS ?n) WHERE { ?p a omop:Person ; omop:has_condition_occurrence ?c } GROUP BY ?p",
		"SELECT * WHERE { ?p a omop:Person }",
	} {
		if got := sparqlOf(t, file, query); got.Code != commands.ExitAbstained {
			t.Errorf("%s: exit code %d: %s%s", query, got.Code, got.Out, got.ErrOut)
		}
	}
	got := sparqlOf(t, file, "SELECT ?year (COUNT(DISTINCT ?p) AS ?n) WHERE { ?p a omop:Person ; omop:year_of_birth ?year } GROUP BY ?year ORDER BY ?year", "--format", "csv")
	for _, line := range strings.Split(strings.TrimSpace(got.Out), "\n")[1:] {
		if _, n, _ := strings.Cut(line, ","); len(n) == 1 && n < "5" && n != "0" {
			t.Errorf("a small count is shown: %s", line)
		}
	}
	rows := sparqlOf(t, file, "SELECT ?p ?y WHERE { ?p a omop:Person ; omop:year_of_birth ?y } ORDER BY ?p LIMIT 1", "--rows", "--format", "csv")
	if rows.Code != 0 || !regexp.MustCompile(`(?m)^<urn:omop:person:\d+>,\d{4}$`).MatchString(rows.Out) {
		t.Errorf("with --rows: exit code %d: %s%s", rows.Code, rows.Out, rows.ErrOut)
	}
}

// TestFewPeopleStayHiddenInSPARQL asks in many ways about three people, and how many they are.
func TestFewPeopleStayHiddenInSPARQL(t *testing.T) {
	file := cmdtest.GiBleedFile(t)
	const three = "?p a omop:Person ; omop:has_condition_occurrence ?c . ?c omop:has_concept [condition@Chronic paralysis due to lesion of spinal cord] ; omop:start_date ?s . "
	for name, query := range map[string]string{
		"a sum":              "SELECT ((COUNT(DISTINCT ?p) + 1000) AS ?n) WHERE { " + three + "}",
		"words":              `SELECT (CONCAT("n=", STR(COUNT(DISTINCT ?p))) AS ?n) WHERE { ` + three + "}",
		"a condition":        `SELECT (IF(COUNT(DISTINCT ?p) = 3, "three", "other") AS ?n) WHERE { ` + three + "}",
		"having":             "SELECT ?g (1 AS ?one) WHERE { " + three + "?p omop:has_gender ?g } GROUP BY ?g HAVING (COUNT(DISTINCT ?p) > 1)",
		"a sum of ones":      "SELECT (SUM(1) AS ?n) WHERE { " + three + "}",
		"a mean":             "SELECT (AVG(YEAR(?s) - ?b) AS ?n) WHERE { " + three + "?p omop:year_of_birth ?b }",
		"a date":             "SELECT (MIN(?s) AS ?n) WHERE { " + three + "}",
		"a sample":           "SELECT (SAMPLE(?s) AS ?n) WHERE { " + three + "}",
		"a share":            "SELECT (100.0 * ?a / ?b AS ?n) WHERE { { SELECT (COUNT(DISTINCT ?p) AS ?a) WHERE { " + three + "} } { SELECT (COUNT(DISTINCT ?p) AS ?b) WHERE { ?p a omop:Person } } }",
		"a count within":     "SELECT (?k AS ?n) WHERE { { SELECT (COUNT(DISTINCT ?p) AS ?k) WHERE { " + three + "} } }",
		"a filter on counts": "SELECT (COUNT(DISTINCT ?q) AS ?n) WHERE { ?q a omop:Person { SELECT (COUNT(DISTINCT ?p) AS ?k) WHERE { " + three + "} } FILTER (?k = 3) }",
		"a rate":             "SELECT (1000 * COUNT(DISTINCT ?p) / 2694 AS ?n) WHERE { " + three + "}",
		"days":               `SELECT (SUM((?s - "1900-01-01"^^xsd:date) / "P1D"^^xsd:dayTimeDuration) AS ?n) WHERE { ` + three + "}",
		"months later":       `SELECT (MAX(?s + "P6M"^^xsd:yearMonthDuration) AS ?n) WHERE { ` + three + "}",
		"who had it":         "SELECT (SUM(IF(?x, 1, 0)) AS ?n) WHERE { ?p a omop:Person BIND (EXISTS { ?p omop:has_condition_occurrence/omop:has_concept [condition@Chronic paralysis due to lesion of spinal cord] } AS ?x) }",
		"by year of birth":   "SELECT ?b (COUNT(DISTINCT ?p) AS ?n) WHERE { " + three + "?p omop:year_of_birth ?b } GROUP BY ?b",
		"in an order":        "SELECT ?name WHERE { " + three + "?p omop:has_gender/skos:prefLabel ?name } GROUP BY ?name ORDER BY COUNT(?p)",
		"all dates":          "SELECT DISTINCT ?s WHERE { " + three + "}",
		"one string":         "SELECT (GROUP_CONCAT(STR(?s)) AS ?n) WHERE { " + three + "}",
		"an identifier":      `SELECT (COUNT(?c) AS ?n) WHERE { ?p a omop:Person ; omop:has_condition_occurrence ?c FILTER (STRENDS(STR(?p), ":6")) }`,
	} {
		got := sparqlOf(t, file, query, "--format", "csv")
		if got.Code != 0 && got.Code != commands.ExitAbstained {
			t.Errorf("%s: exit code %d: %s", name, got.Code, got.ErrOut)
		}
		for i, line := range strings.Split(strings.TrimSpace(got.Out), "\n") {
			for cell := range strings.SplitSeq(line, ",") {
				if i > 0 && cell != "hidden" && cell != "<5" {
					t.Errorf("%s shows %q", name, line)
				}
			}
		}
	}
}

// TestAttacksInSPARQLAreRefusedOrBounded asks what would read files, write, or never end.
func TestAttacksInSPARQLAreRefusedOrBounded(t *testing.T) {
	file := cmdtest.GiBleedFile(t)
	chain := "?k skos:prefLabel ?x0 . "
	for i := range 60 {
		chain += fmt.Sprintf("BIND (CONCAT(?x%d, ?x%d) AS ?x%d) ", i, i, i+1)
	}
	cross := ""
	for i := range 6 {
		cross += fmt.Sprintf("?p%d a omop:Person . ", i)
	}
	values := strings.Repeat("(concept:1 concept:2) ", 11_000)
	nested := strings.Repeat("OPTIONAL { ?p a omop:Person ", 62) + strings.Repeat("}", 62)
	for name, query := range map[string]string{
		"a server":            "SELECT ?x WHERE { SERVICE <http://127.0.0.1:1/> { ?x ?y ?z } }",
		"a file to load":      "LOAD <file:///etc/passwd>",
		"a file to read":      "SELECT ?x FROM <file:///etc/passwd> WHERE { ?x ?y ?z }",
		"an update":           "DELETE WHERE { ?s ?p ?o }",
		"an update behind":    "SELECT (COUNT(*) AS ?n) WHERE { ?p a omop:Person } ; INSERT DATA { <a> <b> <c> }",
		"another graph":       "SELECT ?x WHERE { GRAPH <file:///etc/passwd> { ?x ?y ?z } }",
		"everything":          "SELECT * WHERE { ?s ?p ?o }",
		"a cross product":     "SELECT (COUNT(*) AS ?n) WHERE { " + cross + "}",
		"doubling":            "SELECT (COUNT(?x60) AS ?n) WHERE { " + chain + "}",
		"a long path":         "SELECT (COUNT(*) AS ?n) WHERE { ?a " + strings.Repeat("skos:broader/", 20_000) + "skos:broader ?b }",
		"a long list":         "SELECT (COUNT(*) AS ?n) WHERE { VALUES (?a ?b) { " + values + "} }",
		"deep options":        "SELECT (COUNT(*) AS ?n) WHERE { ?p a omop:Person " + nested + "}",
		"deep brackets":       "SELECT ((" + strings.Repeat("(", 5000) + "1",
		"a path that repeats": "SELECT (COUNT(*) AS ?n) WHERE { ?a (omop:maps_to|skos:broader)* ?b }",
		"unicode":             "SELECT (COUNT(*) AS ?n) WHERE { ?p a omop:Person \x00\xff }",
		"a quote in a name":   "SELECT (COUNT(*) AS ?n\"; DROP TABLE person; --) WHERE { ?p a omop:Person }",
	} {
		start := time.Now()
		got := sparqlOf(t, file, query)
		if got.Code == 0 {
			t.Errorf("%s: it is answered: %s", name, got.Out)
		}
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("%s: it took %s", name, took)
		}
	}
	harmless := sparqlOf(t, file, `SELECT (COUNT(*) AS ?n) WHERE { ?k skos:prefLabel ?name FILTER (?name = "x'; DROP TABLE person; --" || ?name = "\\' OR 1=1") }`, "--format", "csv")
	if harmless.Code != 0 || strings.TrimSpace(harmless.Out) != "n\n0" {
		t.Errorf("a quote in a string: exit code %d: %q %s", harmless.Code, harmless.Out, harmless.ErrOut)
	}
}

func TestGraphExportNeedsRows(t *testing.T) {
	file := cmdtest.GiBleedFile(t)
	out := filepath.Join(t.TempDir(), "graph.nt")
	if got := cmdtest.Run(t, "--db", file, "graph", "export", out); got.Code != commands.ExitUsage || !strings.Contains(got.ErrOut, "--rows") {
		t.Errorf("exit code %d: %s", got.Code, got.ErrOut)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a file was written")
	}
	if got := cmdtest.Run(t, "--db", file, "graph", "export", out, "--rows", "--base", "https://example.org/"); got.Code != 0 || !strings.Contains(got.ErrOut, "4120461 triples") {
		t.Fatalf("exit code %d: %s", got.Code, got.ErrOut)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data[:4096]), "<https://example.org/person:") || strings.Count(string(data), "\n") != 4120461 {
		t.Errorf("the file begins %s", data[:300])
	}
	if info, err := os.Stat(out); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others can read it: %v", info.Mode())
	}
}

func TestGraphServeSpeaksTheProtocol(t *testing.T) {
	file := cmdtest.GiBleedFile(t)
	ctx, stop := context.WithCancel(context.Background())
	r, w := io.Pipe()
	done := make(chan int, 1)
	go func() {
		done <- commands.Main(ctx, commands.Streams{Out: io.Discard, Err: w}, []string{"askomop", "--db", file, "graph", "serve", "--port", "0"})
	}()
	address := ""
	for lines := bufio.NewScanner(r); address == "" && lines.Scan(); { // what else is said of the start comes first
		address = regexp.MustCompile(`http://127\.0\.0\.1:\d+/sparql`).FindString(lines.Text())
	}
	if address == "" {
		t.Fatal("no address is told")
	}
	go io.Copy(io.Discard, r)
	ask := func(request *http.Request) (int, string) {
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		body, _ := io.ReadAll(response.Body)
		return response.StatusCode, string(body)
	}
	get := func(query, accept string) (int, string) {
		request, _ := http.NewRequest("GET", address+"?query="+url.QueryEscape(query), nil)
		request.Header.Set("Accept", accept)
		return ask(request)
	}
	status, body := get(womenWithDrugBeforeBleed, "application/sparql-results+json")
	var found struct {
		Results struct {
			Bindings []map[string]map[string]string
		}
	}
	if err := json.Unmarshal([]byte(body), &found); err != nil || status != 200 || found.Results.Bindings[0]["women"]["value"] != "175" || found.Results.Bindings[0]["women"]["datatype"] != "http://www.w3.org/2001/XMLSchema#integer" {
		t.Errorf("JSON: %d %s", status, body)
	}
	if status, body := get(womenWithDrugBeforeBleed, "text/csv"); status != 200 || body != "women\r\n175\r\n" {
		t.Errorf("CSV: %d %q", status, body)
	}
	if status, body := get("SELECT ?p WHERE { ?p a omop:Person }", ""); status != http.StatusForbidden {
		t.Errorf("single people: %d %s", status, body)
	}
	if status, body := get("SELECT ?p WHERE { ?p a omop:Persn }", ""); status != http.StatusBadRequest || !strings.Contains(body, "omop:Person meant") {
		t.Errorf("a wrong query: %d %s", status, body)
	}
	if status, _ := get("SELECT (1 AS ?x) {}", "image/png"); status != http.StatusNotAcceptable {
		t.Errorf("pictures: %d", status)
	}
	post, _ := http.NewRequest("POST", address, strings.NewReader(womenWithDrugBeforeBleed))
	post.Header.Set("Content-Type", "application/sparql-query")
	if status, body := ask(post); status != 200 || !strings.Contains(body, `"175"`) {
		t.Errorf("POST: %d %s", status, body)
	}
	update, _ := http.NewRequest("POST", address, strings.NewReader("update=DELETE+WHERE+%7B%7D"))
	update.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if status, _ := ask(update); status != http.StatusForbidden {
		t.Errorf("an update: %d", status)
	}
	elsewhere, _ := http.NewRequest("GET", address+"?query=x", nil)
	elsewhere.Host = "evil.example"
	if status, _ := ask(elsewhere); status != http.StatusForbidden {
		t.Errorf("another host's name: %d", status)
	}
	page, _ := http.NewRequest("GET", address+"?query=x", nil)
	page.Header.Set("Origin", "https://evil.example")
	if status, _ := ask(page); status != http.StatusForbidden {
		t.Errorf("another site's page: %d", status)
	}
	stop()
	if code := <-done; code != 0 {
		t.Errorf("exit code %d", code)
	}
}

func TestAskInSPARQLGivesWhatAskGives(t *testing.T) {
	file := cmdtest.GiBleedFile(t)
	for _, question := range []string{
		"How many people took celecoxib?",
		"How many women had a concussion with no loss of consciousness?",
		"What percentage of patients with atrial fibrillation also had a cerebrovascular accident?",
		"How many patients have viral sinusitis by sex?",
	} {
		bySQL := cmdtest.Run(t, "--db", file, "ask", question, "--json")
		bySPARQL := cmdtest.Run(t, "--db", file, "ask", question, "--json", "--language", "sparql")
		rows := func(out string) string { // the columns' names differ
			var a struct{ Rows json.RawMessage }
			if err := json.Unmarshal([]byte(out), &a); err != nil {
				t.Error(err)
			}
			return string(a.Rows)
		}
		want, got := rows(bySQL.Out), rows(bySPARQL.Out)
		if bySQL.Code != 0 || bySPARQL.Code != 0 || got != want || want == "" {
			t.Errorf("%s: by SQL %q %s, by SPARQL %q %s", question, bySQL.Out, bySQL.ErrOut, bySPARQL.Out, bySPARQL.ErrOut)
		}
	}
	shown := cmdtest.Run(t, "--db", file, "ask", "How many people took celecoxib?", "--language", "sparql")
	if !strings.Contains(shown.Out, "omop:has_drug_exposure") {
		t.Errorf("the SPARQL is not shown: %s", shown.Out)
	}
	refused := cmdtest.Run(t, "--db", file, "ask", "What is the median age at first diagnosis of osteoporosis?", "--language", "sparql")
	if refused.Code != commands.ExitAbstained || !strings.Contains(refused.Out, "without --language sparql") {
		t.Errorf("exit code %d: %s%s", refused.Code, refused.Out, refused.ErrOut)
	}
}

// TestAModelWritesSPARQL has a model misspell a property first and mend it when it is told.
func TestAModelWritesSPARQL(t *testing.T) {
	if _, err := os.Stat("/bin/sh"); err != nil {
		needs.Missing(t, "/bin/sh: %v", err)
	}
	script := filepath.Join(t.TempDir(), "model.sh")
	write := "#!/bin/sh\ncase \"$(cat)\" in\n*'Write no SPARQL'*) echo 'The property is misspelt.';;\n*JSON*) echo '{\"measure\": \"count\", \"cannot\": \"no form\"}';;\n" +
		"*'It failed'*'omop:has_gender meant'*'is misspelt'*) echo 'SELECT (COUNT(DISTINCT ?p) AS ?women) WHERE { ?p a omop:Person ; omop:has_gender concept:8532 }';;\n" +
		"*) echo 'SELECT (COUNT(DISTINCT ?p) AS ?women) WHERE { ?p a omop:Person ; omop:has_genders concept:8532 }';;\nesac\n"
	if err := os.WriteFile(script, []byte(write), 0o700); err != nil {
		t.Fatal(err)
	}
	const question = "How many women are there?"
	type answer struct {
		Status, Message, SPARQL string
		Agreement               float64
		Attempts                int
		Rows                    [][]any
	}
	want := cmdtest.Document[answer](t, "ask", question)
	if want.Status != "answered" || len(want.Rows) != 1 {
		t.Fatalf("without a model: %+v", want)
	}
	for _, flags := range [][]string{{"--writer", "sparql"}, {"--writer", "both-sparql"}, {"--language", "sparql"}, {"--language", "sparql", "--writer", "sql"}} {
		got := cmdtest.Document[answer](t, append([]string{"ask", question, "--llm", "command:" + script}, flags...)...)
		if got.Status != "answered" || fmt.Sprint(got.Rows) != fmt.Sprint(want.Rows) || got.Agreement != 1 {
			t.Errorf("%v: %s %q, %v with agreement %v; want %v", flags, got.Status, got.Message, got.Rows, got.Agreement, want.Rows)
		}
		if alone := slices.Contains(flags, "sql") || flags[1] == "sparql" && flags[0] == "--writer"; alone && (got.Attempts != 2 || !strings.Contains(got.SPARQL, "has_gender ")) {
			t.Errorf("%v: %d attempts, %s", flags, got.Attempts, got.SPARQL)
		}
	}
	printed := cmdtest.OnDemo(t, "ask", question, "--llm", "command:"+script, "--writer", "sparql", "--explain")
	if !strings.Contains(printed.Out, "\nSPARQL\n  SELECT (COUNT(DISTINCT ?p)") || !strings.Contains(printed.Out, "has_genders is not a property") {
		t.Errorf("printed:\n%s", printed.Out)
	}
}
