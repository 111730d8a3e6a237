package vocab_test

import (
	"testing"

	"github.com/askomop/askomop/vocab"
	"github.com/askomop/askomop/vocab/vocabtest"
)

// TestBrandsComeFromTheVocabulary holds where a brand's meaning is from: products that bear it, else RxNorm's ingredient of the brand, else brands.tsv.
func TestBrandsComeFromTheVocabulary(t *testing.T) {
	drug := func(id int64, name, class, standard string) vocab.Concept {
		return vocab.Concept{ID: id, Name: name, Domain: "Drug", Vocabulary: "RxNorm", Class: class, Standard: standard, Code: name}
	}
	words := vocabtest.Tables{
		Concepts: []vocab.Concept{
			drug(1125315, "acetaminophen", "Ingredient", "S"), drug(1112807, "aspirin", "Ingredient", "S"), drug(1545958, "atorvastatin", "Ingredient", "S"),
			drug(19133905, "acetaminophen 325 MG Oral Tablet [Tylenol]", "Branded Drug", "S"),
			drug(1, "Tylenol", "Brand Name", ""), drug(2, "Lipitor", "Brand Name", ""), drug(3, "Zorbifex", "Brand Name", ""),
			drug(4, "Twofold", "Brand Name", ""), drug(5, "Oldbrand", "Brand Name", ""),
		},
		Relationships: []vocabtest.Relationship{
			{From: 1, Kind: "Brand name of", To: 1125315}, {From: 2, Kind: "Brand name of", To: 1112807}, {From: 3, Kind: "Brand name of", To: 1545958},
			{From: 4, Kind: "Brand name of", To: 1125315}, {From: 4, Kind: "Brand name of", To: 1112807},
			{From: 5, Kind: "Brand name of", To: 1112807, Invalid: "D"},
		},
	}.Open(t)
	for _, tt := range []struct {
		brand string
		want  int64 // 0 for none
	}{
		{"tylenol", 19133905}, // not the ingredient, which has other products
		{"lipitor", 1112807},  // the vocabulary's word, which is made another here, comes before brands.tsv's atorvastatin
		{"zorbifex", 1545958}, // no list has it
		{"twofold", 0},        // of two ingredients neither is the brand
		{"oldbrand", 0},       // the relationship is no more in force
		{"ecotrin", 1112807},  // of brands.tsv
	} {
		var got []int64
		for _, h := range words.Lookup(tt.brand) {
			if h.Kind == vocab.KindBrand {
				got = append(got, h.Concept.ID)
			}
		}
		if tt.want == 0 && len(got) > 0 || tt.want != 0 && (len(got) != 1 || got[0] != tt.want) {
			t.Errorf("%s is %v, want %d", tt.brand, got, tt.want)
		}
	}
}
