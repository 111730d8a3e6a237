package foreign_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/xuri/excelize/v2"

	"github.com/askomop/askomop/eval/foreign"
)

// read reads a set of one file, or of what is in the folder "set".
func read(t *testing.T, name string, opt foreign.Options, files map[string]string) ([]foreign.Case, error) {
	t.Helper()
	fsys := fstest.MapFS{}
	for n, content := range files {
		fsys[n] = &fstest.MapFile{Data: []byte(content)}
	}
	return foreign.Read(fsys, name, opt)
}

func columns(t *testing.T, text string) foreign.Columns {
	t.Helper()
	c, err := foreign.ParseColumns(text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func same(t *testing.T, got []foreign.Case, err error, want ...foreign.Case) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("cases\n%+v\nwant\n%+v", got, want)
	}
}

func TestSheetsAreReadByTheirColumns(t *testing.T) {
	const sheet = "\ufeffNo,QUESTION,PARA A,PARA B,SQL IDS,SQL HOLDERS\n" +
		"q7,How many had asthma?,Count asthma.,,\"SELECT 1;\n\",\"SELECT x FROM t WHERE c IN ([condition@asthma])\"\n" +
		",,,,,\n" +
		"q8,Who is ill?,,,null,\n"
	opt := foreign.Options{Columns: columns(t, "id=No,question=question,paraphrase=PARA A,paraphrase=PARA B,sql=SQL IDS,template=SQL HOLDERS")}
	got, err := read(t, "a.csv", opt, map[string]string{"a.csv": sheet})
	same(t, got, err,
		foreign.Case{ID: "q7", Question: "How many had asthma?", Paraphrases: []string{"Count asthma."}, SQL: "SELECT 1",
			Template: "SELECT x FROM t WHERE c IN ([condition@asthma])", Answerable: true, Source: "a.csv:2"},
		foreign.Case{ID: "q8", Question: "Who is ill?", Source: "a.csv:5"})
}

func TestUsualColumnsNeedNoMapping(t *testing.T) {
	got, err := read(t, "a.tsv", foreign.Options{}, map[string]string{
		"a.tsv": "Question\tParaphrase_1\tMasked Question\tSQL\nHow many had asthma?\tCount asthma.\tHow many had <C>?\tSELECT x FROM t WHERE c IN ([condition@asthma])\n"})
	same(t, got, err, foreign.Case{ID: "1", Question: "How many had asthma?", Paraphrases: []string{"Count asthma."}, Masked: "How many had <C>?",
		Template: "SELECT x FROM t WHERE c IN ([condition@asthma])", Answerable: true, Source: "a.tsv:2"})
}

func TestWorkbooksAreReadBySheet(t *testing.T) {
	book := excelize.NewFile()
	if _, err := book.NewSheet("Set"); err != nil {
		t.Fatal(err)
	}
	for cell, v := range map[string]any{"A1": "ID", "B1": "Question", "C1": "Query", "A2": 12, "B2": "How many?", "C2": "SELECT 1", "A4": 13, "B4": "Why?", "C4": "NULL"} {
		if err := book.SetCellValue("Set", cell, v); err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	if err := book.Write(&b); err != nil {
		t.Fatal(err)
	}
	got, err := read(t, "a.xlsx", foreign.Options{Sheet: "Set"}, map[string]string{"a.xlsx": b.String()})
	same(t, got, err,
		foreign.Case{ID: "12", Question: "How many?", SQL: "SELECT 1", Answerable: true, Source: "a.xlsx, sheet Set, row 2"},
		foreign.Case{ID: "13", Question: "Why?", Source: "a.xlsx, sheet Set, row 4"})
	if _, err := read(t, "a.xlsx", foreign.Options{Sheet: "Other"}, map[string]string{"a.xlsx": b.String()}); err == nil || !strings.Contains(err.Error(), "Sheet1 Set") {
		t.Errorf("a missing sheet: %v, want an error that names those there are", err)
	}
}

func TestEHRSQLNullMeansUnanswerable(t *testing.T) {
	files := map[string]string{
		"data.json":  `{"version": "1", "data": [{"id": "a", "question": "How many?", "template": "How many {x}?"}, {"id": "b", "question": "Why?"}, {"id": "c", "question": "Where?"}]}`,
		"label.json": `{"a": "SELECT 1", "b": "null", "c": null}`,
		"old.json":   `[{"id": 1234567890123456789, "question": "How many?", "query": "SELECT 1", "is_impossible": false}, {"id": 2, "question": "Why?", "query": null, "is_impossible": true}]`,
	}
	got, err := read(t, "data.json", foreign.Options{Labels: "label.json"}, files)
	same(t, got, err,
		foreign.Case{ID: "a", Question: "How many?", SQL: "SELECT 1", Answerable: true, Source: "data.json, entry 1"},
		foreign.Case{ID: "b", Question: "Why?", Source: "data.json, entry 2"},
		foreign.Case{ID: "c", Question: "Where?", Source: "data.json, entry 3"})
	got, err = read(t, "old.json", foreign.Options{}, files)
	same(t, got, err,
		foreign.Case{ID: "1234567890123456789", Question: "How many?", SQL: "SELECT 1", Answerable: true, Source: "old.json, entry 1"},
		foreign.Case{ID: "2", Question: "Why?", Source: "old.json, entry 2"})
}

func TestJSONLinesKeepParaphrasesAndGoOnPastFaults(t *testing.T) {
	got, err := read(t, "a.jsonl", foreign.Options{}, map[string]string{
		"a.jsonl": `{"question": "How many?", "paraphrases": ["Count.", "Number?"], "sql": "SELECT 1"}` + "\n{oops\n" + `{"question": "Why?", "sql": null}` + "\n" + `{"question": "What?"}`})
	if err == nil || !strings.Contains(err.Error(), "a.jsonl:2: ") || !strings.Contains(err.Error(), "a.jsonl:4: there is no SQL") {
		t.Errorf("faults %v, want those of lines 2 and 4", err)
	}
	same(t, got, nil,
		foreign.Case{ID: "1", Question: "How many?", Paraphrases: []string{"Count.", "Number?"}, SQL: "SELECT 1", Answerable: true, Source: "a.jsonl:1"},
		foreign.Case{ID: "2", Question: "Why?", Source: "a.jsonl:3"})
}

func TestWhatWasWrittenIsReadAgain(t *testing.T) {
	got, err := read(t, "a.jsonl", foreign.Options{}, map[string]string{
		"a.jsonl": `{"id":"x","question":"How many?","masked":"How many?","sql_template":"SELECT x FROM t WHERE c IN ([drug@a])","sql":"SELECT 1","problems":["p"],"answerable":true,"source":"b"}` + "\n" + `{"id":"y","question":"Why?","answerable":false,"source":"b"}`})
	same(t, got, err,
		foreign.Case{ID: "x", Question: "How many?", Masked: "How many?", SQL: "SELECT 1", Template: "SELECT x FROM t WHERE c IN ([drug@a])",
			Problems: []string{"p"}, Answerable: true, Source: "a.jsonl:1"},
		foreign.Case{ID: "y", Question: "Why?", Source: "a.jsonl:2"})
}

func TestFoldersOfPagesAndQueries(t *testing.T) {
	got, err := read(t, "set", foreign.Options{}, map[string]string{
		"set/README.txt":  "nothing",
		"set/C01.md":      "<!---\nName: C01 Find the oldest patients\n-->\n# C01: Find\n## Description\nText\n## Query\n```sql\nSELECT 1;\n```\n## How many are there?\n```sql\nSELECT 2\n```\n```r\nx\n```\n",
		"set/b/count.sql": "-- How many patients\n-- are there?\n\nSELECT COUNT(*) FROM person;\n",
		"set/b/pair.sql":  "-- id: own-form\n-- question: How many?\n-- paraphrase: Count.\n-- paraphrase: Number?\n-- topic: count\nSELECT 3;\n",
	})
	same(t, got, err,
		foreign.Case{ID: "C01", Question: "Find the oldest patients", SQL: "SELECT 1", Answerable: true, Source: "set/C01.md:8"},
		foreign.Case{ID: "C01-2", Question: "How many are there?", SQL: "SELECT 2", Answerable: true, Source: "set/C01.md:12"},
		foreign.Case{ID: "count", Question: "How many patients are there?", SQL: "SELECT COUNT(*) FROM person", Answerable: true, Source: "set/b/count.sql"},
		foreign.Case{ID: "own-form", Question: "How many?", Paraphrases: []string{"Count.", "Number?"}, SQL: "SELECT 3", Topic: "count", Answerable: true, Source: "set/b/pair.sql"})
}

func TestMistakesAreNamed(t *testing.T) {
	for name, tc := range map[string]struct {
		file, content, columns, want string
	}{
		"a missing column":   {"a.csv", "q,s\n1,2\n", "question=Q,sql=sequel", `there is no column "sequel"; the columns are q, s`},
		"no question":        {"a.csv", "a,b\n1,2\n", "", "name it with question=COLUMN"},
		"a repeated id":      {"a.csv", "id,question,sql\n1,a,b\n1,c,d\n", "", "a.csv:3: the id 1 is also that of a.csv:2"},
		"an unknown file":    {"a.pdf", "x", "", `not ".pdf"`},
		"an empty set":       {"a.json", "[]", "", "a.json has no questions"},
		"an unclosed block":  {"a.md", "# Why?\n```sql\nSELECT 1", "", "a.md:2: nothing closes this block"},
		"text for an object": {"a.json", "[3]", "", "a.json, entry 1: an entry is an object"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := read(t, tc.file, foreign.Options{Columns: columns(t, tc.columns)}, map[string]string{tc.file: tc.content})
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("error %v, want %q", err, tc.want)
			}
		})
	}
	for text, want := range map[string]string{"question": "field=COLUMN", "title=x": `unknown field "title"`, "sql=a,sql=b": "given twice"} {
		if _, err := foreign.ParseColumns(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", text, err, want)
		}
	}
}

func TestSheetsOfSpreadsheetsAreReadAsTheyWriteThem(t *testing.T) {
	const want = "How many have Ménière?"
	utf16 := []byte{0xff, 0xfe}
	for _, c := range "question,sql\n" + want + ",SELECT 1\n" {
		utf16 = append(utf16, byte(c), byte(c>>8))
	}
	for name, text := range map[string]string{
		"semicolons":   "question;sql\n" + want + ";\"SELECT 1\"\n",
		"tabs":         "question\tsql\n" + want + "\tSELECT 1\n",
		"windows-1252": "question,sql\nHow many have M\xe9ni\xe8re?,SELECT 1\n",
		"utf-16":       string(utf16),
		"a mark":       "\ufeffquestion,sql\n" + want + ",SELECT 1\n",
	} {
		got, err := read(t, "a.csv", foreign.Options{}, map[string]string{"a.csv": text})
		if err != nil || len(got) != 1 || got[0].Question != want || got[0].SQL != "SELECT 1" {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

func TestNothingIsCutOffInSilence(t *testing.T) {
	got, err := read(t, "a.csv", foreign.Options{}, map[string]string{"a.csv": "question,sql\nHow many?,SELECT 1, 2\nWhy?,null,,\n"})
	if err == nil || !strings.Contains(err.Error(), "a.csv:2: it has 3 columns, the header 2") || len(got) != 1 || got[0].Question != "Why?" {
		t.Errorf("a query with a comma and no quotes: %+v, %v", got, err)
	}
	for name, text := range map[string]string{
		"a.json": `{"question": "a", "sql": "SELECT 1"}` + "\n" + `{"question": "b", "sql": "SELECT 1"}`,
		"b.json": `[{"question": "a", "sql": "SELECT 1"}] {}`,
	} {
		if got, err := read(t, name, foreign.Options{}, map[string]string{name: text}); err == nil || !strings.Contains(err.Error(), ".jsonl") {
			t.Errorf("%s: %+v, %v; want an error that names .jsonl", name, got, err)
		}
	}
	got, err = read(t, "a.jsonl", foreign.Options{}, map[string]string{"a.jsonl": "\ufeff" + `{"question": "a", "sql": "SELECT 1"}`})
	if err != nil || len(got) != 1 {
		t.Errorf("JSON behind a byte order mark: %+v, %v", got, err)
	}
	if _, err := read(t, "set", foreign.Options{}, map[string]string{"set/a.csv": "question,sql\n"}); err == nil || !strings.Contains(err.Error(), "one by one") {
		t.Errorf("a folder of sheets: %v", err)
	}
}
