package library

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"
)

const goodPair = `-- id: patients-with-condition
-- question: How many patients have gout?
-- paraphrase: Count the patients with gout.
-- paraphrase: What is the number of people with gout?
-- topic: count
-- note: at any time
SELECT COUNT(DISTINCT co.person_id) AS patients -- of all time
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@gout]);
`

func TestPairIsReadWhole(t *testing.T) {
	p, err := Parse("a.sql", "\ufeff"+strings.ReplaceAll(goodPair, "\n", "\r\n"))
	if err != nil {
		t.Fatal(err)
	}
	if p.ID != "patients-with-condition" || p.Topic != "count" || len(p.Wordings()) != 3 || len(p.Notes) != 1 {
		t.Errorf("read %+v", p)
	}
	if !strings.HasPrefix(p.SQL, "SELECT") || !strings.HasSuffix(p.SQL, "([condition@gout])") {
		t.Errorf("SQL %q", p.SQL)
	}
}

func TestFaultyPairsNameFileAndLine(t *testing.T) {
	without := func(line string) string { return strings.Replace(goodPair, line+"\n", "", 1) }
	for _, tt := range []struct {
		name, text, msg string
		line            int
	}{
		{"no id", without("-- id: patients-with-condition"), "no id", 1},
		{"bad id", strings.Replace(goodPair, "patients-with-condition", "Patients With", 1), "lower-case", 1},
		{"id twice", strings.Replace(goodPair, "-- topic", "-- id: other\n-- topic", 1), "twice", 5},
		{"no question", without("-- question: How many patients have gout?"), "no question", 1},
		{"one paraphrase", without("-- paraphrase: Count the patients with gout."), "at least two", 1},
		{"same wording", strings.Replace(goodPair, "Count the patients with gout.", "how many patients have gout?", 1), "twice", 3},
		{"empty value", strings.Replace(goodPair, "-- topic: count", "-- topic:", 1), "empty", 5},
		{"unknown key", strings.Replace(goodPair, "-- note", "-- remark", 1), "unknown key", 6},
		{"no colon", strings.Replace(goodPair, "-- note: at any time", "-- at any time", 1), "no colon", 6},
		{"no SQL", goodPair[:strings.Index(goodPair, "SELECT")], "no SQL", 8},
	} {
		_, err := Parse("a.sql", tt.text)
		var fault *PairError
		if !errors.As(err, &fault) {
			t.Errorf("%s: error %v", tt.name, err)
			continue
		}
		if fault.File != "a.sql" || fault.Line != tt.line || !strings.Contains(fault.Msg, tt.msg) {
			t.Errorf("%s: %v, want line %d and %q", tt.name, err, tt.line, tt.msg)
		}
	}
}

func TestReadPairsReadsOnPastFaults(t *testing.T) {
	fsys := fstest.MapFS{
		"p/patients-with-condition.sql": {Data: []byte(goodPair)},
		"p/wrong-name.sql":              {Data: []byte(strings.Replace(goodPair, "patients-with-condition", "other-name", 1))},
		"p/broken.sql":                  {Data: []byte("SELECT 1")},
		"p/readme.txt":                  {Data: []byte("no pair")},
	}
	pairs, err := Read(fsys, "p")
	if len(pairs) != 1 || pairs[0].ID != "patients-with-condition" {
		t.Errorf("read %d pairs", len(pairs))
	}
	if err == nil || !strings.Contains(err.Error(), "p/broken.sql:1") || !strings.Contains(err.Error(), "other-name.sql") {
		t.Errorf("faults: %v", err)
	}
}

func FuzzParsePair(f *testing.F) {
	f.Add(goodPair)
	f.Add("-- id: a\n--\n")
	f.Add("--id:x\n-- question: [")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse("a.sql", text)
		var fault *PairError
		switch {
		case err != nil && !errors.As(err, &fault):
			t.Fatalf("error %v is no PairError", err)
		case err != nil && (fault.Line < 1 || fault.Line > strings.Count(text, "\n")+2):
			t.Fatalf("line %d of a text with %d", fault.Line, strings.Count(text, "\n")+1)
		case err == nil && (p.ID == "" || p.SQL == "" || len(p.Paraphrases) < 2):
			t.Fatalf("accepted %+v", p)
		}
	})
}
