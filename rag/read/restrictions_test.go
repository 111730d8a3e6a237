package read_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/askomop/askomop/rag/read"
	"github.com/askomop/askomop/vocab"
)

// restrictionPlaces are where a restriction may stand beside a question: Q is the question, R the restriction, S it
// with a capital.
var restrictionPlaces = []string{"Q, R?", "Q (R)?", "Q - R?", "Q: R", "Q; R please", "Q R?", "Q? S.", "Q? S only.",
	"Q? We only want R.", "Q? S is fine.", "S: q?", "S. Q?", "Q? I mean R.", "Q, i.e. R?", "Q over the whole period, R?",
	"Q? Count R too.", "Q? Just R will do.", "Q (all records, R)?", "For our protocol, R: q?", "Q? We noticed it, so R."}

// TestRestrictionsAreNeverPassedOver holds that whatever limits a question changes what it means, or is refused,
// wherever it stands.
func TestRestrictionsAreNeverPassedOver(t *testing.T) {
	n := readerNames(t)
	for _, name := range []string{"smokers", "cancer", "insulin", "dialysis", "obesity"} {
		n[vocab.Normalize(name)] = []string{"condition"}
	}
	r := read.New(n)
	restrictions := linesOf(t, "testdata/restrictions.txt")
	random := rand.New(rand.NewPCG(3, 4))
	asked, dropped := 1000, 0
	if testing.Short() {
		asked = 200
	}
	questions := append(linesOf(t, "testdata/questions.txt"), linesOf(t, "testdata/measures.txt")...)
	for range asked {
		q := strings.TrimRight(questions[random.IntN(len(questions))], "?. ")
		restriction := restrictions[random.IntN(len(restrictions))]
		place := restrictionPlaces[random.IntN(len(restrictionPlaces))]
		core, err := r.Read(t.Context(), q+"?")
		if err != nil {
			t.Fatal(err)
		}
		if core.Question == nil || holdsAlready(q, restriction) {
			continue
		}
		text := strings.NewReplacer("Q", q, "R", restriction, "S", capital(restriction), "q", uncapital(q)).Replace(place)
		got, err := r.Read(t.Context(), text)
		if err != nil {
			t.Fatal(err)
		}
		if got.Question != nil && len(got.Others) == len(core.Others) && got.Question.Equal(core.Question) {
			if dropped++; dropped < 400 {
				t.Errorf("%s\nis read as %s", text, got.Question)
			}
		}
	}
}

// holdsAlready reports whether a question says a restriction itself, or the same by a word of it.
func holdsAlready(q, restriction string) bool {
	q = strings.ToLower(q)
	for word := range strings.FieldsSeq(strings.ToLower(restriction)) {
		if word = strings.Trim(word, ",."); len(word) > 3 && strings.Contains(q, strings.TrimSuffix(word, "s")) {
			return true
		}
	}
	return false
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func uncapital(s string) string {
	if len(s) > 1 && s[1] >= 'A' && s[1] <= 'Z' {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}
