package app

import (
	"testing"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/lexical"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/retrieve"
)

func TestASharedStoreIsSeenWithTheLibrarysEyes(t *testing.T) {
	e := lexical.New()
	embed := func(texts ...string) []llm.Vector {
		vecs, err := e.Embed(t.Context(), texts)
		if err != nil {
			t.Fatal(err)
		}
		return vecs
	}
	stored := []rag.Pair{
		{ID: "strange", Question: "how many people have asthma", SQL: "SELECT 1"},
		{ID: "mended", Question: "how many had asthma", Paraphrases: []string{"count people that have asthma"}, SQL: "SELECT wrong"},
		{ID: "same", Question: "average age of people", SQL: "SELECT 3"},
	}
	memory := retrieve.NewMemory()
	if err := memory.Put(t.Context(), stored, embed("how many people have asthma", "how many had asthma", "count people that have asthma", "average age of people")); err != nil {
		t.Fatal(err)
	}
	mended := rag.Pair{ID: "mended", Question: "count people that have asthma", SQL: "SELECT right"}
	found, err := newCurrent(memory, []rag.Pair{mended, stored[2]}).Search(t.Context(), embed("count people that have asthma")[0], 1, rag.Filter{})
	if err != nil || len(found) != 1 {
		t.Fatalf("found %v, %v", found, err)
	}
	if m := found[0]; m.Pair.ID != "mended" || m.Pair.SQL != "SELECT right" || m.Wording != 0 {
		t.Errorf("found %+v, want the library's own pair", m)
	}
	all, err := newCurrent(memory, []rag.Pair{mended, stored[2]}).Search(t.Context(), embed("people")[0], 5, rag.Filter{})
	if err != nil || len(all) != 2 {
		t.Errorf("found %v, %v, want the library's two", all, err)
	}
}
