package vocab

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// randomIndex indexes names of few words, so that words are in very many of them.
func randomIndex(t *testing.T, names int) *index {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	b, err := newBuilder(t.TempDir(), func(string, int) {})
	if err != nil {
		t.Fatal(err)
	}
	defer b.close()
	err = b.derive(t.Context(), func(emit func(source) error) error {
		for i := range names {
			var words []string
			for range 1 + rng.IntN(6) {
				n := rng.IntN(12)
				if rng.IntN(3) == 0 {
					n = 12 + rng.IntN(3000)
				}
				words = append(words, fmt.Sprintf("w%cx%d", 'a'+n%20, n))
			}
			c := Concept{ID: int64(i + 1), Name: strings.Join(words, " "), Domain: []string{"Condition", "Drug", "Device"}[i%3], Vocabulary: "V", Code: fmt.Sprint(i)}
			if rng.IntN(2) == 0 {
				c.Standard = "S"
			}
			if err := emit(source{row: &c, text: c.Name, drug: true}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var file strings.Builder
	if err := b.write(t.Context(), &file); err != nil {
		t.Fatal(err)
	}
	x, err := parseIndex([]byte(file.String()))
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// everyText scores all texts one by one.
func everyText(x *index, words []queryWord, a admission) []candidate {
	var all []candidate
	var asked float64
	for _, w := range words {
		asked += w.weight
	}
	for i := range x.textCount() {
		held := strings.Fields(string(x.text(i)))
		_, weight := x.textBearing(uint32(i))
		var shared float64
		for _, w := range words {
			if len(w.spellings) > 0 && slices.Contains(held, string(x.word(w.spellings[0].word))) {
				shared += w.weight
			}
		}
		if shared > 0 && len(a.terms(uint32(i), 1)) > 0 {
			all = append(all, candidate{uint32(i), min(round(2*shared/(asked+float64(weight))), 1)})
		}
	}
	slices.SortFunc(all, compareCandidates)
	return all
}

func TestTheBestTextsAreThoseThatScoringAllWouldFind(t *testing.T) {
	x := randomIndex(t, 30_000)
	s := searcher{x}
	for _, query := range []string{"wax0", "wax0 wbx1", "wax0 wbx1 wcx2 wdx3 wex4", "wbx21 wcx2", "wbx1 wdx103 wgx306 whx7", "wax0 wax0 wbx1"} {
		for _, f := range []Filter{{}, {Domains: []string{"Drug"}}, {Domains: []string{"Device"}, Standard: true}, {Vocabularies: []string{"V"}}} {
			a, _ := x.admitting(f)
			words := s.spellings(strings.Fields(query))
			got := s.best(words, a.mask, func(text uint32) bool { return a.exact || len(a.terms(text, 1)) > 0 }, 50, 0)
			want := everyText(x, words, a)
			want = want[:min(50, len(want))]
			if len(got) != len(want) {
				t.Fatalf("%q, %+v: %d texts, want %d", query, f, len(got), len(want))
			}
			for i := range got {
				if diff := got[i].score - want[i].score; got[i].text != want[i].text && (diff > 1e-5 || diff < -1e-5) {
					t.Errorf("%q, %+v: place %d is %v, want %v", query, f, i, got[i], want[i])
				}
			}
		}
	}
}

// TestTextsAboveALeastScoreAreTheSameTexts holds that a least score leaves out what is below it and changes nothing above it, to the last digit.
func TestTextsAboveALeastScoreAreTheSameTexts(t *testing.T) {
	s := searcher{randomIndex(t, 30_000)}
	every := func(uint32) bool { return true }
	for _, query := range []string{"wax0 wbx1", "wax0 wbx1 wcx2 wdx3 wex4", "wbx1 wdx103 wgx306 whx7"} {
		words := s.spellings(strings.Fields(query))
		all := s.best(words, 0, every, 50, 0)
		for _, least := range []float64{0.05, all[len(all)-1].score, all[20].score, all[0].score, 1} {
			above := func(list []candidate) []candidate {
				return slices.DeleteFunc(slices.Clone(list), func(c candidate) bool { return c.score < least })
			}
			if got, want := above(s.best(words, 0, every, 50, least)), above(all); !slices.Equal(got, want) {
				t.Errorf("%q above %v: %v, want %v", query, least, got, want)
			}
		}
	}
}

// TestHalvesFindWhatOneSearchFinds holds that two processors find the same texts with the same scores as one.
func TestHalvesFindWhatOneSearchFinds(t *testing.T) {
	s := searcher{randomIndex(t, 150_000)}
	every := func(uint32) bool { return true }
	halved := 0
	for _, query := range []string{"wax0", "wax0 wbx1", "wax0 wbx1 wcx2 wdx3", "wbx1 wdx103 wgx306 whx7"} {
		for _, wanted := range []uint32{0, 1, 4} {
			words := s.spellings(strings.Fields(query))
			one, two := newDice(s.x, words), newDice(s.x, words)
			one.essential, two.essential = 0, 0
			if two.essentialTexts() >= halvedFrom {
				halved++
			}
			want, got := one.search(wanted, every, 50), s.searchHalves(two, words, wanted, every, 50)
			for _, list := range []topTexts{want, got} {
				slices.SortFunc(list, compareCandidates)
			}
			if got = got[:min(50, len(got))]; !slices.Equal(got, want) {
				t.Errorf("%q, %d: %v, want %v", query, wanted, got, want)
			}
			one.free()
			two.free()
		}
	}
	if halved == 0 && runtime.GOMAXPROCS(0) > 1 {
		t.Error("nothing was searched by halves")
	}
}

func TestPostingsLeapAndStep(t *testing.T) {
	var texts []uint32
	for i := range uint32(1000) {
		texts = append(texts, i*i)
	}
	for _, n := range []int{0, 1, 127, 128, 129, 1000} {
		x := &index{}
		x.sections[secPostings] = appendPostings(nil, texts[:n])
		x.sections[secWords] = appendU32(nil, 0, 0, uint32(n), 0)
		var all []uint32
		for p := x.postings(0); p.text != noText; p.next() {
			all = append(all, p.text)
		}
		if !slices.Equal(all, texts[:n]) {
			t.Errorf("%d texts: walked along %d", n, len(all))
		}
		p := x.postings(0)
		for _, wanted := range []uint32{0, 1, 2, 17, 100 * 100, 100*100 + 1, 500 * 500, 999 * 999, 1 << 30} {
			want := noText
			if i, _ := slices.BinarySearch(texts[:n], wanted); i < n {
				want = texts[i]
			}
			if p.seek(wanted); p.text != want {
				t.Errorf("%d texts: seek(%d) stands at %d, want %d", n, wanted, p.text, want)
			}
		}
	}
}
