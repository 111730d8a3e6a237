package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/app/tools"
)

// newApp is askomop on a small demo database of its own.
func newApp(t *testing.T) *app.App {
	t.Helper()
	dir := t.TempDir()
	db := filepath.Join(dir, "cdm.duckdb")
	a, err := app.New(app.Settings{DB: db, Home: dir}, app.Host{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := a.MakeDemo(t.Context(), db, 400, app.DemoSeed); err != nil {
		t.Fatal(err)
	}
	return a
}

// connect returns a session of the SDK's own client.
func connect(t *testing.T, a *app.App) *mcp.ClientSession {
	t.Helper()
	here, there := mcp.NewInMemoryTransports()
	server, err := NewServer(a, "test").Connect(t.Context(), there, nil)
	if err != nil {
		t.Fatal(err)
	}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil).Connect(t.Context(), here, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		session.Close()
		_ = server.Wait() // a call that was called off may still write what it was
	})
	return session
}

func call(t *testing.T, s *mcp.ClientSession, name string, input map[string]any) (*mcp.CallToolResult, map[string]any) {
	t.Helper()
	got, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: input})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	doc, _ := got.StructuredContent.(map[string]any)
	return got, doc
}

// keep keeps a cohort definition and a schedule, to be looked at.
func keep(t *testing.T, a *app.App) {
	t.Helper()
	text, err := a.ExportAtlas(t.Context(), "", "How many patients with atrial fibrillation took warfarin?")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "afib.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := a.ImportCohorts(t.Context(), file, "afib"); err != nil {
		t.Fatal(err)
	}
	s, err := a.NewSchedule(t.Context(), "weekly", app.ScheduleOptions{Cron: "@weekly"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Freeze(t.Context(), s, app.Origin{Question: "How many patients have hypertension?"}, app.FreezeOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := a.Schedules().Put(s, false); err != nil {
		t.Fatal(err)
	}
}

func TestEachToolAnswersByItsSchema(t *testing.T) {
	inputs := map[string]map[string]any{
		"ask": {"question": "How many patients have hypertension?"}, "read_question": {"question": "How many women took metformin?"},
		"run_question":  {"study_question": map[string]any{"measure": map[string]any{"kind": "count"}, "population": map[string]any{}}},
		"find_concepts": {"text": "warfarin"}, "concept_set": {"text": "type 2 diabetes", "domain": "condition"},
		"check_sql": {"sql": "SELECT COUNT(*) AS patients FROM condition_occurrence"}, "run_sql": {"sql": "SELECT COUNT(*) AS people FROM person"},
		"compute": {"expression": "(120 - 35) / 4.5"}, "describe_table": {"table": "person"}, "describe_database": {}, "library_search": {"text": "readmission"}, "cohort_list": {}, "schedule_list": {},
		"cohort_show": {"name": "afib"}, "cohort_export": {"question": "How many women with atrial fibrillation took warfarin within 90 days of it?"}, "schedule_show": {"name": "weekly"},
	}
	a := newApp(t)
	keep(t, a)
	s := connect(t, a)
	for _, tool := range tools.All() {
		input, ok := inputs[tool.Name]
		if !ok {
			t.Errorf("%s is not tried", tool.Name)
			continue
		}
		got, doc := call(t, s, tool.Name, input)
		if got.IsError || doc == nil {
			t.Errorf("%s: %+v", tool.Name, got.Content[0])
			continue
		}
		if err := resolve(t, tool.Output).Validate(doc); err != nil {
			t.Errorf("%s: its result is not of its schema: %v", tool.Name, err)
		}
	}
	listed, err := s.ListTools(t.Context(), nil)
	if err != nil || len(listed.Tools) != len(tools.All()) {
		t.Fatalf("%d tools, %v", len(listed.Tools), err)
	}
	for _, tool := range listed.Tools {
		if tool.Annotations == nil || !tool.Annotations.ReadOnlyHint {
			t.Errorf("%s does not say that it only reads", tool.Name)
		}
	}
}

func resolve(t *testing.T, s *jsonschema.Schema) *jsonschema.Resolved {
	t.Helper()
	r, err := s.CloneSchemas().Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestAQuestionThatIsReadCanBeEditedAndRun(t *testing.T) {
	s := connect(t, newApp(t))
	_, read := call(t, s, "read_question", map[string]any{"question": "How many women have hypertension?"})
	_, women := call(t, s, "run_question", map[string]any{"study_question": read["study_question"]})
	q := read["study_question"].(map[string]any)
	delete(q["population"].(map[string]any), "criteria")
	_, all := call(t, s, "run_question", map[string]any{"study_question": q})
	few, many := women["rows"].([]any)[0].([]any)[0].(float64), all["rows"].([]any)[0].([]any)[0].(float64)
	if few <= 0 || many <= few {
		t.Errorf("%v women, %v people", few, many)
	}
}

func TestARefusalIsAResultAndWrongInputIsAnErrorOfTheCall(t *testing.T) {
	s := connect(t, newApp(t))
	got, doc := call(t, s, "ask", map[string]any{"question": "How many patients took zanthoprazine?"})
	if got.IsError || doc["status"] != "abstained" || !strings.Contains(doc["message"].(string), "zanthoprazine") {
		t.Errorf("got %v", doc)
	}
	for name, input := range map[string]map[string]any{
		"ask": {}, "read_question": {"question": 3}, "run_sql": {"sql": "SELECT 1", "rows": true}, "concept_set": {"text": []any{}},
		"run_question": {"study_question": map[string]any{"measure": map[string]any{"kind": "guess"}, "population": map[string]any{}}},
	} {
		if got, _ := call(t, s, name, input); !got.IsError {
			t.Errorf("%s %v is answered", name, input)
		}
	}
	if _, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "drop_table"}); err == nil {
		t.Error("a tool that is not there was called")
	}
}

func TestNoToolShowsSinglePeopleOrWrites(t *testing.T) {
	s := connect(t, newApp(t))
	for _, sql := range []string{"SELECT * FROM person", "SELECT person_id FROM death", "SELECT year_of_birth, COUNT(*) AS n FROM person GROUP BY year_of_birth",
		"DROP TABLE person", "SELECT 1; DELETE FROM person", "SELECT * FROM read_text('/etc/passwd')"} {
		_, doc := call(t, s, "run_sql", map[string]any{"sql": sql})
		if doc["status"] != "answered" {
			continue
		}
		for _, row := range doc["rows"].([]any) {
			for _, cell := range row.([]any)[1:] {
				if n, ok := cell.(float64); ok && n > 0 && n < 5 {
					t.Errorf("%s: %v is shown", sql, row)
				}
			}
		}
		if !strings.Contains(sql, "GROUP BY") {
			t.Errorf("%s is answered: %v", sql, doc["rows"])
		}
	}
}

func TestResourcesAndPromptsAreRead(t *testing.T) {
	s := connect(t, newApp(t))
	for _, uri := range []string{"askomop://study-question/schema", "askomop://rules", "askomop://library"} {
		got, err := s.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri})
		if err != nil || !json.Valid([]byte(got.Contents[0].Text)) || len(got.Contents[0].Text) < 1000 {
			t.Errorf("%s: %v", uri, err)
		}
	}
	got, err := s.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: "study", Arguments: map[string]string{"question": "How common is gout?"}})
	if err != nil || !strings.Contains(got.Messages[0].Content.(*mcp.TextContent).Text, "How common is gout?") {
		t.Errorf("%v, %v", got, err)
	}
}

func TestOverHTTPATokenIsNeeded(t *testing.T) {
	server := httptest.NewServer(Handler(NewServer(newApp(t), "test"), "secret"))
	defer server.Close()
	post := func(token, body string, header ...string) int {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept", "application/json, text/event-stream")
		if token != "" {
			req.Header.Set("Authorization", "Bearer "+token)
		}
		for i := 0; i+1 < len(header); i += 2 {
			req.Header.Set(header[i], header[i+1])
		}
		if host := req.Header.Get("Host"); host != "" {
			req.Host = host
		}
		res, err := server.Client().Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		return res.StatusCode
	}
	hello := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	for name, tc := range map[string]struct {
		got, want int
	}{
		"the right token": {post("secret", hello), 200}, "none": {post("", hello), 401}, "a wrong one": {post("Secret", hello), 401},
		"another origin": {post("secret", hello, "Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"), 403},
		"another host":   {post("secret", hello, "Host", "evil.example"), 403},
	} {
		if tc.got != tc.want {
			t.Errorf("%s: %d, want %d", name, tc.got, tc.want)
		}
	}
	if got := post("secret", `{"jsonrpc":"2.0","id":1,"method":"`+strings.Repeat("x", 2<<20)+`"}`); got < 400 {
		t.Errorf("a body of 2 MB: %d", got)
	}
}

func TestACallThatIsCalledOffEnds(t *testing.T) {
	s := connect(t, newApp(t))
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	start := time.Now()
	_, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "run_sql", Arguments: map[string]any{
		"sql": "SELECT COUNT(*) AS n FROM concept AS a JOIN concept AS b ON a.concept_id <> b.concept_id " +
			"JOIN concept AS c ON c.concept_id <> b.concept_id JOIN concept AS d ON d.concept_id <> c.concept_id"}})
	if err == nil || time.Since(start) > 5*time.Second {
		t.Errorf("%v after %v", err, time.Since(start))
	}
}

// TestStatementsThatFailOnTheDataAreFew holds that an agent cannot ask bit by bit by what fails: of statements that fail on the data a
// session has three, of those that are wrong as many as it likes, and another session has its own.
func TestStatementsThatFailOnTheDataAreFew(t *testing.T) {
	a := newApp(t)
	s := connect(t, a)
	run := func(s *mcp.ClientSession, sql string) string {
		got, doc := call(t, s, "run_sql", map[string]any{"sql": sql})
		if got.IsError {
			return got.Content[0].(*mcp.TextContent).Text
		}
		return doc["status"].(string)
	}
	const fails = "SELECT COUNT(*) AS n FROM person WHERE CAST('x' || year_of_birth AS INTEGER) > 0"
	for range 5 {
		if got := run(s, "SELECT nobody FROM person"); got != "failed" {
			t.Fatalf("a wrong name: %s", got)
		}
	}
	for i := range 5 {
		got := run(s, fails)
		if refused := strings.Contains(got, "three statements"); refused != (i >= 3) {
			t.Errorf("try %d: %s", i+1, got)
		}
	}
	if got := run(connect(t, a), "SELECT COUNT(*) AS n FROM person"); got != "answered" {
		t.Errorf("another session: %s", got)
	}
}

// What went wrong is told with a next step that an agent can take: a tool, not a command or a flag.
func TestAgentsAreToldWhatTheyCanDo(t *testing.T) {
	s := connect(t, newApp(t))
	for _, tc := range []struct {
		tool string
		in   map[string]any
		says string
	}{
		{"cohort_show", map[string]any{"name": "nobody"}, "see cohort_list"},
		{"schedule_show", map[string]any{"name": "nothing"}, "see schedule_list"},
		{"cohort_export", map[string]any{}, "give the question that it answers, as question"},
		{"run_sql", map[string]any{"sql": "SELECT person_id FROM person"}, "Ask for counts."},
		{"ask", map[string]any{"question": "How many patients took zanthoprazine?"}, "zanthoprazine"},
		{"ask", map[string]any{"question": "In cohort nobody, how many women are there?"}, "see cohort_list"},
		{"ask", map[string]any{"question": strings.Repeat("why ", 600)}, "at most 2000 letters"},
		{"ask", map[string]any{"q": "How many patients?"}, "it takes question"},
		{"describe_table", map[string]any{"name": "person"}, "it takes table"},
	} {
		got, doc := call(t, s, tc.tool, tc.in)
		text := fmt.Sprint(doc)
		if doc == nil {
			text = got.Content[0].(*mcp.TextContent).Text
		}
		if !strings.Contains(text, tc.says) || strings.Contains(text, "--") || strings.Contains(text, "askomop cohort") || strings.Contains(text, "vocab search") {
			t.Errorf("%s %v: %s; want %q", tc.tool, tc.in, text, tc.says)
		}
	}
}
