package retrieve

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/evaldata"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/lexical"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/library"
	"github.com/askomop/askomop/rag/mask"
	"github.com/askomop/askomop/rag/ragtest"
)

func masked(t *testing.T, question string) rag.Masked {
	t.Helper()
	m, err := mask.New(ragtest.Clinic).Mask(t.Context(), question)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestNaturalAsksAboutStandIns(t *testing.T) {
	for question, want := range map[string]string{
		"How many women older than 65 with type 2 diabetes took metformin in 2009?": "How many women older than 10 with asthma took aspirin in 10?",
		"How many patients have gout and pneumonia, by sex?":                        "How many patients have asthma and hypertension, by sex?",
		"Among patients with gout, how many had gout before?":                       "Among patients with asthma, how many had asthma before?",
		"": "",
	} {
		if got := masked(t, question).Natural(); got != want {
			t.Errorf("%q became %q, want %q", question, got, want)
		}
	}
}

// likeness is how alike two questions are by what is read of them.
func likeness(t *testing.T, a, b string) float64 {
	return features(masked(t, a)).Dot(features(masked(t, b)))
}

func TestWhatIsReadTellsQuestionsApart(t *testing.T) {
	const asked = "How many patients with gout took metformin, by sex?"
	same := likeness(t, asked, "How many patients with pneumonia took aspirin, by sex?")
	for _, other := range []string{
		"How many patients with gout took metformin, by race?",
		"How many patients with gout took metformin?",
		"How many patients with gout and pneumonia took metformin, by sex?",
	} {
		if got := likeness(t, asked, other); got >= same {
			t.Errorf("%q is at %.2f, a question that asks the same of others at %.2f", other, got, same)
		}
	}
	if got := likeness(t, asked, "Number of patients with gout on metformin by sex"); got <= same {
		t.Errorf("the same question in other words is at %.2f, one about others at %.2f", got, same)
	}
}

func TestEncodedVectorsHaveUnitLength(t *testing.T) {
	c := NewEncoder(lexical.New())
	vecs, err := c.Encode(t.Context(), []rag.Masked{masked(t, "How many patients have gout?"), masked(t, "zzz"), {}})
	if err != nil {
		t.Fatal(err)
	}
	dim, err := c.Dim()
	if err != nil || dim != lexical.Dim+readingDim {
		t.Fatalf("%d dimensions, %v", dim, err)
	}
	for i, v := range vecs {
		if len(v) != dim || math.Abs(v.Dot(v)-1) > 1e-5 {
			t.Errorf("vector %d has %d dimensions and length² %f", i, len(v), v.Dot(v))
		}
	}
	if !strings.HasSuffix(c.Name(), ":1024") || !strings.HasPrefix(c.Name(), lexical.New().Name()) {
		t.Errorf("the vectors are called %s", c.Name())
	}
}

// plainly hides that an embedder has a weight of its own.
type plainly struct{ llm.Embedder }

func TestVectorsOfOtherWeightsHaveAnotherName(t *testing.T) {
	if a, b := NewEncoder(lexical.New()).Name(), NewEncoder(plainly{lexical.New()}).Name(); a == b {
		t.Errorf("both are called %s", a)
	}
}

// Every fourth paraphrase is asked with itself left out. Masked and read, questions must
// not be found worse than unmasked: task bench:retrieval has all the numbers.
func TestMaskedQuestionsAreFoundNoWorse(t *testing.T) {
	pairs, err := library.Read(evaldata.Pairs, "pairs")
	if err != nil {
		t.Fatal(err)
	}
	c := NewEncoder(lexical.New())
	read, err := c.Encode(t.Context(), mask.ReadWordings(pairs))
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, p := range pairs {
		texts = append(texts, p.Wordings()...)
	}
	unmasked, err := lexical.New().Embed(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	first, five := found(pairs, read)
	firstUnmasked, fiveUnmasked := found(pairs, unmasked)
	t.Logf("masked and read: %.3f first, %.3f in the first five; unmasked: %.3f, %.3f", first, five, firstUnmasked, fiveUnmasked)
	if first < firstUnmasked || five < fiveUnmasked || five < 0.9 {
		t.Errorf("masked and read: %.3f first, %.3f in the first five; unmasked: %.3f, %.3f", first, five, firstUnmasked, fiveUnmasked)
	}
}

// found are the shares of paraphrases whose own pair is nearest, and among the nearest five, by its other wordings.
func found(pairs []rag.Pair, vecs []llm.Vector) (first, five float64) {
	var of []int // the pair of each wording
	for i, p := range pairs {
		of = append(of, slices.Repeat([]int{i}, 1+len(p.Paraphrases))...)
	}
	asked := 0
	best := make([]float64, len(pairs))
	for q := 1; q < len(vecs); q += 4 {
		if of[q] != of[q-1] {
			continue // a pair's own question is not a paraphrase
		}
		for i := range best {
			best[i] = -2
		}
		for i, v := range vecs {
			if i != q {
				best[of[i]] = max(best[of[i]], vecs[q].Dot(v))
			}
		}
		asked++
		nearer := 0
		for i := range best {
			if best[i] > best[of[q]] {
				nearer++
			}
		}
		if nearer == 0 {
			first++
		}
		if nearer < 5 {
			five++
		}
	}
	return first / float64(asked), five / float64(asked)
}
