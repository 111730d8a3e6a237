package coding_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/coding/dense"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/vocab"
)

// axis embeds "glucose sickness" and diabetes alike, and everything else otherwise.
type axis struct{ err error }

func (axis) Name() string { return "axis:2" }

func (a axis) Embed(_ context.Context, texts []string) ([]llm.Vector, error) {
	vecs := make([]llm.Vector, len(texts))
	for i, t := range texts {
		vecs[i] = llm.Vector{0, 1}
		if t == "glucose sickness" || t == diabetes.Name {
			vecs[i] = llm.Vector{1, 0}
		}
	}
	return vecs, a.err
}

// fused finds the concepts of sinuses by name and by axis. The index holds a concept besides that the vocabulary has
// not.
func fused(t *testing.T, words *vocab.Vocabulary, e llm.Embedder) *coding.Fused {
	t.Helper()
	index, err := dense.OpenFolder(t.TempDir(), dense.FolderOptions{Embedder: axis{}.Name(), Dim: 2, Vocabulary: "sinuses"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { index.Close() })
	terms := slices.Collect(words.Names())
	terms = append(terms, vocab.Named{Concept: 1, Term: diabetes.Name, Domain: "Condition"})
	if err := errors.Join(coding.EmbedTerms(t.Context(), terms, axis{}, index, nil), index.Finish(t.Context(), len(terms))); err != nil {
		t.Fatal(err)
	}
	return coding.NewFused(coding.NewRules(words, coding.Options{}), e, index)
}

func TestAConceptIsFoundByItsMeaning(t *testing.T) {
	words := sinuses(t)
	hits, err := fused(t, words, axis{}).Find(t.Context(), "glucose sickness", "Condition", 50)
	if err != nil {
		t.Fatal(err)
	}
	if len(hits) == 0 || hits[0].Concept.ID != diabetes.ID || hits[0].Score >= 1 {
		t.Fatalf("found %+v, want %s first, and not as the same", hits, diabetes.Name)
	}
	if slices.ContainsFunc(hits, func(h vocab.Hit) bool { return h.Concept.ID == 1 }) {
		t.Error("a concept was found that the vocabulary has not")
	}
}

func TestWhatIsFoundTwiceComesFirst(t *testing.T) {
	hits, err := fused(t, sinuses(t), axis{}).Find(t.Context(), diabetes.Name, "Condition", 3)
	if err != nil || len(hits) == 0 || hits[0].Concept.ID != diabetes.ID || hits[0].Kind != vocab.KindName {
		t.Errorf("found %+v, %v", hits, err)
	}
}

func TestTheModelJudgesWhatIsFoundByMeaning(t *testing.T) {
	words := sinuses(t)
	c := coding.NewVerified(coding.NewRules(words, coding.Options{}), decide(diabetes.ID), coding.VerifyOptions{Finder: fused(t, words, axis{})})
	set, err := c.Code(t.Context(), coding.Entity{Domain: "condition", Text: "glucose sickness"})
	if err != nil || len(set.Concepts) != 2 || set.Concepts[0].ID != diabetes.ID {
		t.Errorf("got %+v, %v; want diabetes and its descendant", set, err)
	}
}

func TestWithoutAModelWhatIsFoundByMeaningIsNamedAndNotTaken(t *testing.T) {
	words := sinuses(t)
	for name, e := range map[string]axis{"found": {}, "the embedder fails": {errors.New("unplugged")}} {
		_, err := coding.NewRules(words, coding.Options{Suggest: fused(t, words, e)}).Code(t.Context(), coding.Entity{Domain: "condition", Text: "glucose sickness"})
		var miss *coding.NoConceptError
		if !errors.As(err, &miss) {
			t.Fatalf("%s: %v is no abstention", name, err)
		}
		named := slices.ContainsFunc(miss.Nearest, func(m coding.Member) bool { return m.ID == diabetes.ID })
		if want := e.err == nil; named != want {
			t.Errorf("%s: nearest are %+v", name, miss.Nearest)
		}
	}
}

func TestNamesLeadToStandardConcepts(t *testing.T) {
	var got []vocab.Named
	for n := range sinuses(t).Names() {
		if n.Concept == 45572161 || n.Concept == 4283893 {
			got = append(got, n)
		}
	}
	for _, want := range []vocab.Named{
		{Concept: 4283893, Term: "Sinusitis", Domain: "Condition"}, {Concept: 4283893, Term: "Sinus inflammation", Domain: "Condition"},
		{Concept: 45572161, Term: "Chronic sinusitis, unspecified", Domain: "Condition"},
	} {
		if !slices.Contains(got, want) {
			t.Errorf("%+v is not among %+v", want, got)
		}
	}
}
