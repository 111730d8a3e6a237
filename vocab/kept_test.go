package vocab_test

import (
	"testing"

	"github.com/askomop/askomop/vocab"
)

func TestWhatWasFoundIsKeptForSoManyTexts(t *testing.T) {
	k := vocab.NewKept(2)
	if _, ok := k.Get("asthma"); ok {
		t.Error("what was never looked for is known")
	}
	k.Put("asthma", []vocab.Hit{{Term: "Asthma"}})
	k.Put("flurbonitis", nil)
	if hits, ok := k.Get("asthma"); !ok || len(hits) != 1 || hits[0].Term != "Asthma" {
		t.Errorf("asthma: %v, %t", hits, ok)
	}
	if hits, ok := k.Get("flurbonitis"); !ok || hits != nil {
		t.Errorf("that nothing was found is not kept: %v, %t", hits, ok)
	}
	k.Put("stroke", nil)
	if _, ok := k.Get("asthma"); ok {
		t.Error("more texts are kept than two")
	}
}
