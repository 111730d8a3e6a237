package read_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/studytest"
	"github.com/askomop/askomop/rag/read"
	"github.com/askomop/askomop/vocab"
)

// TestFramesMeanWhatTheirPlainWordsDo holds that the example of each frame is read as its plain words are.
func TestFramesMeanWhatTheirPlainWordsDo(t *testing.T) {
	data, err := os.ReadFile("frames.tsv")
	if err != nil {
		t.Fatal(err)
	}
	r := reader(t)
	for line := range strings.Lines(string(data)) {
		cols := strings.Split(strings.TrimSpace(line), "\t")
		if line[0] == '#' || len(cols) < 4 {
			continue
		}
		for _, slot := range regexp.MustCompile(`\{(\w+)`).FindAllStringSubmatch(cols[0]+cols[1], -1) {
			if !regexp.MustCompile(`\{` + slot[1] + `\W`).MatchString(cols[2]) {
				t.Errorf("%q is held and not said in %q", slot[1], cols[2])
			}
		}
		got, err := r.Read(t.Context(), cols[3])
		if err != nil {
			t.Fatal(err)
		}
		want, err := r.Read(t.Context(), cols[4])
		if err != nil || want.Question == nil {
			t.Fatalf("%s: the plain words are refused: %+v", cols[4], want.Refusal)
		}
		if got.Question == nil {
			t.Errorf("%s is refused: %+v", cols[3], got.Refusal)
		} else if !strings.EqualFold(got.Question.String(), want.Question.String()) {
			t.Errorf("%s is read as %q, in plain words as %q", cols[3], got.Question, want.Question)
		}
	}
}

// TestFramesReadWhatWasAsked compares questions with the same in plain words; what stands near to a frame and means
// something else is refused.
func TestFramesReadWhatWasAsked(t *testing.T) {
	data, err := os.ReadFile("testdata/framed.tsv")
	if err != nil {
		t.Fatal(err)
	}
	r := reader(t)
	for line := range strings.Lines(string(data)) {
		asked, plain, ok := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		if !ok {
			continue
		}
		got, err := r.Read(t.Context(), asked)
		if err != nil {
			t.Fatal(err)
		}
		if plain == "" {
			if got.Question != nil {
				t.Errorf("%s is read as %s", asked, got.Question)
			}
			continue
		}
		want, err := r.Read(t.Context(), plain)
		if err != nil || want.Question == nil {
			t.Fatalf("%s: %v %+v", plain, err, want.Refusal)
		}
		if got.Question == nil {
			t.Errorf("%s: %+v", asked, got.Refusal)
		} else if a, b := inOneForm(got.Question), inOneForm(want.Question); !strings.EqualFold(a.String(), b.String()) {
			t.Errorf("%s is read as %s, not as %s", asked, a, b)
		}
	}
}

// inOneForm is a question about the number of people in one of the forms that give one number: those who have an event
// and are counted are people who have it, and who has a first record has any.
func inOneForm(q *study.Question) *study.Question {
	q = nameless(q.Clone())
	if q.Measure.Kind != study.Count || q.Measure.Of != study.Persons || q.AtRisk != nil {
		return q
	}
	if o := q.Outcome; o != nil {
		q.Population.Criteria, q.Outcome = append(q.Population.Criteria, *o), nil
	}
	if e := q.Population.Entry; e != nil && e.Which == study.Any && e.During == nil && len(q.Population.Criteria) == 0 &&
		len(q.Strata) > 0 {
		e.Which = study.First
	}
	return q
}

// placeholder is the name of a thing in a pair's SQL.
var placeholder = regexp.MustCompile(`\[(\w+)@([^\]]+)\]`)

// TestFramesAgreeWithTheReader holds that whatever the grammar reads, frames read in the same way or not at all.
func TestFramesAgreeWithTheReader(t *testing.T) {
	all := names{}
	var asked []string
	for domain, concepts := range studytest.Names {
		for name := range concepts {
			all[vocab.Normalize(name)] = []string{string(domain)}
		}
	}
	files, err := filepath.Glob("../../evaldata/pairs/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatalf("no pairs: %v", err)
	}
	for _, file := range append(files, "testdata/questions.txt", "testdata/measures.txt", "paraphrases.tsv", "names") {
		data, err := os.ReadFile(file)
		if file == "names" {
			data, err = os.ReadFile("testdata/names.tsv")
		}
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			line = strings.TrimSpace(line)
			cols := strings.Split(line, "\t")
			question, isQuestion := strings.CutPrefix(line, "-- question: ")
			paraphrase, isParaphrase := strings.CutPrefix(line, "-- paraphrase: ")
			switch {
			case file == "names":
				all[vocab.Normalize(cols[0])] = strings.Split(cols[1], ",")
			case file == "paraphrases.tsv" && line[0] != '#':
				asked = append(asked, cols[2], cols[3])
			case strings.HasSuffix(file, ".txt"):
				asked = append(asked, line)
			case isQuestion:
				asked = append(asked, question)
			case isParaphrase:
				asked = append(asked, paraphrase)
			}
			for _, m := range placeholder.FindAllStringSubmatch(line, -1) {
				if name := vocab.Normalize(m[2]); all[name] == nil {
					all[name] = []string{m[1]}
				}
			}
		}
	}
	random := rand.New(rand.NewPCG(3, 4))
	sentences, every := 2000, 1
	if testing.Short() {
		sentences, every = 300, 5
	}
	for range sentences {
		q := studytest.NewQuestion(random)
		q.Canonicalize()
		asked = append(asked, q.String())
	}
	r := read.New(all)
	refused, same, another := 0, 0, 0
	for i, text := range asked {
		if i%every > 0 {
			continue
		}
		want, err := r.Read(t.Context(), text)
		if err != nil {
			t.Fatal(err)
		}
		if want.Question == nil {
			refused++
			continue
		}
		got := r.Framed(t.Context(), text)
		switch {
		case got == nil:
		case inOneForm(got.Question).Equal(inOneForm(want.Question)):
			same++
		default:
			if another++; another < 60 {
				t.Errorf("%s\n is read as %s\nby frames %s", text, want.Question, got.Question)
			}
		}
	}
	t.Logf("of %d questions %d are refused; of the others frames read %d, %d of them as another", len(asked)/every,
		refused, same+another, another)
}
