package onnx

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/askomop/askomop/internal/needs"
)

// The ids were recorded from the reference implementation with the vocabulary of bert-base-uncased. It keeps to an
// older Unicode: of all characters 568, of scripts and signs added since, are read in another way here.
func TestIDsAreTheReferenceImplementations(t *testing.T) {
	dir := needs.Env(t, "ASKOMOP_TEST_ONNX", "the folder of a model (.ci/embedder makes one)")
	text, err := os.ReadFile("testdata/wordpiece.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Text string
		IDs  []int64
	}
	if err := json.Unmarshal(text, &cases); err != nil || len(cases) < 30 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	fromJSON, err := readTokenizerFile(filepath.Join(dir, "tokenizer.json"))
	if err != nil {
		t.Fatal(err)
	}
	fromVocabulary, err := readVocabulary(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if got := fromJSON.encode(c.Text, 1000); !slices.Equal(got, c.IDs) {
			t.Errorf("%q: by tokenizer.json %v, want %v", c.Text, got, c.IDs)
		}
		if got := fromVocabulary.encode(c.Text, 1000); !slices.Equal(got, c.IDs) {
			t.Errorf("%q: by vocab.txt %v, want %v", c.Text, got, c.IDs)
		}
	}
}

// small is a tokenizer with a vocabulary of a few pieces.
func small(lowercase bool) *tokenizer {
	t := &tokenizer{vocabulary: map[string]int64{}, prefix: "##", longestWord: 10, cleanText: true, lowercase: lowercase, stripAccents: lowercase, spaceChinese: true}
	for i, piece := range strings.Fields("[PAD] [UNK] [CLS] [SEP] [MASK] un ##able ##a aff ##aff , < drug > É e 中 A") {
		t.vocabulary[piece] = int64(i)
	}
	t.unknown, t.first, t.last, t.special = 1, 2, 3, []string{"[MASK]"}
	return t
}

func TestWordPiece(t *testing.T) {
	for _, c := range []struct {
		text      string
		lowercase bool
		limit     int
		want      []int64
	}{
		{"unaffable", true, 9, []int64{2, 5, 9, 6, 3}},              // the longest piece each time
		{"unaff unx", true, 9, []int64{2, 5, 9, 1, 3}},              // a word that does not come out even is unknown as a whole
		{"<DRUG>,un", true, 9, []int64{2, 11, 12, 13, 10, 5, 3}},    // punctuation stands alone
		{"É", true, 9, []int64{2, 15, 3}},                           // accents go with the case
		{"É A", false, 9, []int64{2, 14, 17, 3}},                    // and stay with it
		{"中中", true, 9, []int64{2, 16, 16, 3}},                      // an ideograph is a word
		{"un[MASK]un [mask]", true, 6, []int64{2, 5, 4, 5, 1, 3}},   // an added token is one in its own spelling only
		{"un un un un un un", true, 5, []int64{2, 5, 5, 5, 3}},      // cut at the limit, end included
		{"unaffable", true, 4, []int64{2, 5, 9, 3}},                 // within a word, too
		{"[MASK][MASK][MASK]", true, 4, []int64{2, 4, 4, 3}},        // and between added tokens
		{"aaaaaaaaaaa un", true, 9, []int64{2, 1, 5, 3}},            // a word that is too long
		{"u\u200bn\x00 \u00a0un\t\n", true, 9, []int64{2, 5, 5, 3}}, // what cannot be seen
		{"", true, 9, []int64{2, 3}},
	} {
		if got := small(c.lowercase).encode(c.text, c.limit); !slices.Equal(got, c.want) {
			t.Errorf("%q: %v, want %v", c.text, got, c.want)
		}
	}
}

func FuzzEncode(f *testing.F) {
	for _, s := range []string{"unaffable <drug>", "[MASK][MASK", "É中\x00\xff", "aff,,un"} {
		f.Add(s, 8)
	}
	f.Fuzz(func(t *testing.T, text string, limit int) {
		limit = 3 + int(uint(limit)%50)
		for _, lowercase := range []bool{true, false} {
			k := small(lowercase)
			ids := k.encode(text, limit)
			if len(ids) < 2 || len(ids) > limit || ids[0] != k.first || ids[len(ids)-1] != k.last {
				t.Errorf("%q within %d: %v", text, limit, ids)
			}
			if utf8.ValidString(text) && len(ids) < limit {
				if again := k.encode(text, limit+1); !slices.Equal(ids, again) {
					t.Errorf("%q: %v within %d, %v within one more", text, ids, limit, again)
				}
			}
		}
	})
}
