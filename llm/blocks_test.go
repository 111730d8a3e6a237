package llm_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/llmtest"
)

func TestSQLBlock(t *testing.T) {
	for _, c := range []struct{ name, answer, want string }{
		{"a block", "Here it is:\n```sql\nSELECT 1\n```\nIt counts.", "SELECT 1"},
		{"capital letters and carriage returns", "```SQL\r\nSELECT 1\r\nFROM t\r\n```\r\n", "SELECT 1\nFROM t"},
		{"another word for SQL", "```postgresql\nSELECT 1\n```", "SELECT 1"},
		{"tildes", "~~~sql\nSELECT 1\n~~~", "SELECT 1"},
		{"more marks, with fewer within", "````sql\nSELECT '```'\n````", "SELECT '```'"},
		{"indented in a list", "1. So:\n   ```sql\n   SELECT 1\n   ```", "SELECT 1"},
		{"the last of several", "```sql\nSELECT 1\n```\nBetter:\n```sql\nSELECT 2\n```", "SELECT 2"},
		{"SQL before the last block", "```sql\nSELECT 1\n```\nOutput:\n```text\n1\n```", "SELECT 1"},
		{"no language", "```\nWITH x AS (SELECT 1) SELECT * FROM x\n```", "WITH x AS (SELECT 1) SELECT * FROM x"},
		{"no block", "\n-- count\nselect count(*) from person\n", "-- count\nselect count(*) from person"},
		{"parentheses", "(SELECT 1) UNION (SELECT 2)", "(SELECT 1) UNION (SELECT 2)"},
		{"placeholders", "```sql\nSELECT 1 WHERE x IN ([condition@type 2 `diabetes`])\n```", "SELECT 1 WHERE x IN ([condition@type 2 `diabetes`])"},
		{"thoughts of Magistral", "[THINK]```sql\nSELECT 0\n```[/THINK]SELECT 1", "SELECT 1"},
		{"thoughts of Command", "<|START_THINKING|>SELECT 0<|END_THINKING|>\nSELECT 1", "SELECT 1"},
		{"thoughts of Kimi", "◁think▷SELECT 0◁/think▷SELECT 1", "SELECT 1"},
		{"thoughts of Gemma", "<|channel>thought\nSELECT 0<channel|>SELECT 1", "SELECT 1"},
		{"thoughts of Seed", "<seed:think>SELECT 0</seed:think>SELECT 1", "SELECT 1"},
		{"channels", "<|channel|>analysis<|message|>SELECT 0<|end|><|start|>assistant<|channel|>final <|constrain|>json<|message|>SELECT 1<|return|>", "SELECT 1"},
		{"a mark in a text", "SELECT '</reasoning>'", "SELECT '</reasoning>'"},
		{"thoughts before", "<think>```sql\nSELECT 0\n``` no…</think>\n```sql\nSELECT 1\n```", "SELECT 1"},
		{"code within a line", "```SELECT 0``` is wrong.\n```sql\nSELECT 1\n```", "SELECT 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, err := llm.SQLBlock(c.answer); err != nil || got != c.want {
				t.Errorf("SQLBlock = %q, %v, want %q", got, err, c.want)
			}
		})
	}
	for name, answer := range map[string]string{
		"empty":                  "",
		"words":                  "I can't answer this.",
		"words about selecting":  "To select patients, use the table person.",
		"a block that is open":   "```sql\nSELECT COUNT(*) FROM person",
		"an open block after":    "```sql\nSELECT 1\n```\nand\n```sql\nSELECT 2",
		"an empty block":         "```sql\n```",
		"another language":       "```python\nprint(1)\n```",
		"thoughts without end":   "<think>SELECT 1",
		"a block of no query":    "```\nDROP TABLE person\n```",
		"SQL only after a block": "```text\nx\n```\nSELECT 1",
	} {
		if got, err := llm.SQLBlock(answer); !errors.Is(err, llm.ErrInvalid) {
			t.Errorf("%s: SQLBlock = %q, %v, want ErrInvalid", name, got, err)
		}
	}
}

type verdict struct {
	ID     int    `json:"id"`
	Accept bool   `json:"accept"`
	Why    string `json:"why"`
}

func TestJSONBlock(t *testing.T) {
	want := verdict{7, true, "a {brace}"}
	const object = `{"id":7,"accept":true,"why":"a {brace}","news":[1]}`
	for name, answer := range map[string]string{
		"alone":               object,
		"with space":          "\n " + object + "\n",
		"in a block":          "Sure:\n```json\n" + object + "\n```",
		"in a bare block":     "```\n" + object + "\n```\nDone.",
		"within words":        "As in [1], the answer is " + object + ". Is that {clear}?",
		"after thoughts":      "<think>{\"id\":1}</think>" + object,
		"after an open brace": "{ I think: " + object,
	} {
		var got verdict
		if err := llm.JSONBlock(answer, &got); err != nil || got != want {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	for name, answer := range map[string]string{
		"empty":            "",
		"words":            "I do not know.",
		"half":             `{"id":7,"accept":tr`,
		"half in a block":  "```json\n{\"id\":7,",
		"another form":     `{"id":"seven"}`,
		"a list":           `[1,2]`,
		"an open block":    "```json\n" + object,
		"a number in text": "it is 7",
	} {
		var got verdict
		if err := llm.JSONBlock(answer, &got); !errors.Is(err, llm.ErrInvalid) {
			t.Errorf("%s: %+v, %v, want ErrInvalid", name, got, err)
		}
	}
	var list []int
	if err := llm.JSONBlock("The ids: [3, 4]", &list); err != nil || len(list) != 2 {
		t.Errorf("list = %v, %v", list, err)
	}
}

func TestBlocksReadLongAnswersFast(t *testing.T) {
	for _, part := range []string{"[", "{", "```\n", "`", "<think>", "{\"a\":", "(", "-- \n", "/*"} {
		long := strings.Repeat(part, 1<<20/len(part))
		start := time.Now()
		llm.SQLBlock(long)
		var v any
		llm.JSONBlock(long, &v)
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("%q repeated to a megabyte took %s", part, took)
		}
	}
}

func FuzzSQLBlock(f *testing.F) {
	for _, s := range []string{"```sql\nSELECT 1\n```", "~~~~\nWITH x", "<think>a</think>SELECT 1", "````\n```\n````", "-- x\n/* */ (select"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, answer string) {
		sql, err := llm.SQLBlock(answer)
		if (err == nil) == (sql == "") {
			t.Fatalf("SQLBlock(%q) = %q, %v", answer, sql, err)
		}
		if err != nil {
			return
		}
		if !strings.Contains(strings.ReplaceAll(answer, "\r", ""), strings.SplitN(strings.ReplaceAll(sql, "\r", ""), "\n", 2)[0]) {
			t.Errorf("SQLBlock(%q) = %q, which is not in it", answer, sql)
		}
	})
}

func FuzzJSONBlock(f *testing.F) {
	for _, s := range []string{`{"a":[1,"}"]}`, "```json\n[]\n```", "x [1] {\"b\":null} y", "{{[["} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, answer string) {
		var raw json.RawMessage
		if err := llm.JSONBlock(answer, &raw); err == nil && !json.Valid(raw) {
			t.Errorf("JSONBlock(%q) = %q, which is no JSON", answer, raw)
		}
	})
}

func TestParseSchema(t *testing.T) {
	for text, says := range map[string]string{
		``:                  "reading the schema",
		`{"type":"string"}`: "must be an object",
		`{"type":"object","properties":{"a":{"type":"list"}}}`:                                  `type "list"`,
		`{"type":"object","properties":{"a":null}}`:                                             "$.a is null",
		`{"type":"object","required":["b"]}`:                                                    `"b"`,
		`{"type":"object","properties":{"a":{"type":"array"}}}`:                                 "unknown items",
		`{"type":"object","properties":{"a":{"type":"string","minLength":1}}}`:                  "minLength",
		`{"type":"object","properties":{"a":{"type":"array","items":{"type":["string","x"]}}}}`: "reading the schema",
	} {
		if _, err := llm.ParseSchema(text); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("ParseSchema(%s): %v, want %q in it", text, err, says)
		}
	}
	strict, err := llm.ParseSchema(llmtest.Schema)
	if err != nil || !strict.Strict() || *strict.AdditionalProperties {
		t.Errorf("ParseSchema = %+v, %v", strict, err)
	}
	loose, err := llm.ParseSchema(`{"type":"object","properties":{"a":{"type":"array","items":{"type":"object","properties":{"b":{"type":"string"}}}}},"required":["a"]}`)
	if err != nil || loose.Strict() {
		t.Errorf("an optional property below a list passes for strict: %v", err)
	}
}

func TestSchemaCheck(t *testing.T) {
	s, err := llm.ParseSchema(`{"type":"object","properties":{"n":{"type":"integer"},"x":{"type":"number"},"ok":{"type":"boolean"},
		"kind":{"type":"string","enum":["a","b"]},"list":{"type":"array","items":{"type":"object","properties":{"id":{"type":"integer"}},"required":["id"]}}},"required":["n"]}`)
	if err != nil {
		t.Fatal(err)
	}
	for value, says := range map[string]string{
		`{"n":1}`: "",
		`{"n":1,"x":1.5,"ok":true,"kind":"b","list":[{"id":2,"more":[]}],"news":null}`: "",
		`{}`:                           `no "n"`,
		`{"n":1.5}`:                    "$.n",
		`{"n":"1"}`:                    "$.n should be of type integer",
		`{"n":null}`:                   "null",
		`{"n":1,"kind":"c"}`:           "none of a, b",
		`{"n":1,"list":[{"id":1},{}]}`: `$.list[1] has no "id"`,
		`{"n":1,"ok":"true"}`:          "$.ok",
		`[]`:                           "$ should be of type object",
		`{"n":1`:                       "EOF",
	} {
		err := s.Check([]byte(value))
		if (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("Check(%s) = %v, want %q in it", value, err, says)
		}
	}
}

func TestSPARQLBlock(t *testing.T) {
	for _, c := range []struct{ name, answer, want string }{
		{"a block", "Here:\n```sparql\nSELECT ?x WHERE { ?x a omop:Person }\n```", "SELECT ?x WHERE { ?x a omop:Person }"},
		{"no language, prefixes first", "```\n# people\nPREFIX x: <urn:x>\nSELECT ?x WHERE { ?x a x:y }\n```", "# people\nPREFIX x: <urn:x>\nSELECT ?x WHERE { ?x a x:y }"},
		{"no block", "select (COUNT(*) AS ?n) where { ?p a omop:Person }", "select (COUNT(*) AS ?n) where { ?p a omop:Person }"},
		{"beside SQL", "```sparql\nSELECT 1\n```\nwhich is\n```sql\nSELECT 2\n```", "SELECT 1"},
	} {
		if got, err := llm.SPARQLBlock(c.answer); err != nil || got != c.want {
			t.Errorf("%s: SPARQLBlock = %q, %v, want %q", c.name, got, err, c.want)
		}
	}
	for _, answer := range []string{"", "```sql\nSELECT 1\n```", "```sparql\nSELECT", "WITH x AS (SELECT 1) SELECT * FROM x"} {
		if got, err := llm.SPARQLBlock(answer); !errors.Is(err, llm.ErrInvalid) {
			t.Errorf("SPARQLBlock(%q) = %q, %v, want ErrInvalid", answer, got, err)
		}
	}
}
