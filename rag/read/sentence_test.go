package read_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/studytest"
	"github.com/askomop/askomop/rag/read"
	"github.com/askomop/askomop/vocab"
)

// saidBack reads the sentence of a question: what it means, nil where it is refused.
func saidBack(t testing.TB, r *read.Reader, q *study.Question) *study.Question {
	t.Helper()
	reading, err := r.Read(context.Background(), q.String())
	if err != nil {
		t.Fatal(err)
	}
	return reading.Question
}

// TestSentencesOfGoldenReadingsMeanTheSame holds that what ask says back of a question is read as that question.
func TestSentencesOfGoldenReadingsMeanTheSame(t *testing.T) {
	r := reader(t)
	var all []byte
	for _, file := range golden {
		readings, err := os.ReadFile(file + ".golden")
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, readings...)
	}
	for line := range strings.Lines(string(all)) {
		text, ok := strings.CutPrefix(strings.TrimSpace(line), "{")
		if !ok {
			continue
		}
		q, err := study.Parse([]byte("{" + text))
		if err != nil {
			t.Fatal(err)
		}
		switch again := saidBack(t, r, q); {
		case again == nil:
			t.Errorf("%s is not read", q)
		case !unnamed(again).Equal(unnamed(q)):
			got, _ := json.Marshal(again)
			t.Errorf("%s\n got %s\nwant {%s", q, got, text)
		}
	}
}

// unnamed is a question without the names of groups that have an entry event, which say what the words were.
func unnamed(q *study.Question) *study.Question {
	c := q.Clone()
	for i := range c.Strata {
		for k := range c.Strata[i].Groups {
			if g := &c.Strata[i].Groups[k]; g.Entry != nil {
				g.Name = ""
			}
		}
	}
	return c
}

// TestNoSentenceMeansAnotherQuestion holds for random questions that their sentence is read as they are meant,
// or refused, and never as another.
func TestNoSentenceMeansAnotherQuestion(t *testing.T) {
	n := names{}
	for domain, concepts := range studytest.Names {
		for name := range concepts {
			n[vocab.Normalize(name)] = []string{string(domain)}
		}
	}
	r := read.New(n)
	random := rand.New(rand.NewPCG(1, 2))
	asked := 10_000
	if testing.Short() {
		asked = 1000
	}
	same, another := 0, 0
	for range asked {
		q := studytest.NewQuestion(random)
		q.Canonicalize()
		again := saidBack(t, r, q)
		switch {
		case again == nil:
		case again.Equal(q):
			same++
		default:
			if another++; another < 12 {
				want, _ := json.Marshal(q)
				got, _ := json.Marshal(again)
				t.Errorf("%s\n got %s\nwant %s", q, got, want)
			}
		}
	}
	t.Logf("of %d random questions %d are read back, %d as another", asked, same, another)
	if same < asked*65/100 {
		t.Errorf("only %d of %d random questions are read back", same, asked)
	}
}
