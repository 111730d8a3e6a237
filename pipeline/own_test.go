package pipeline

import (
	"strings"
	"testing"

	"github.com/askomop/askomop/rag"
)

func TestTheUsersOwnPairsComeFirstWhereTheyAreNear(t *testing.T) {
	match := func(id string, score float64, own bool) rag.Match {
		return rag.Match{Pair: rag.Pair{ID: id, Own: own}, Score: score}
	}
	found := []rag.Match{match("a", .9, false), match("b", .88, false), match("mine", .8, true), match("far", .5, true)}
	for k, want := range map[int]string{1: "mine", 2: "mine a", 4: "mine a b far", 9: "mine a b far"} {
		var ids []string
		for _, m := range ownFirst(found, k) {
			ids = append(ids, m.Pair.ID)
		}
		if got := strings.Join(ids, " "); got != want {
			t.Errorf("of %d: %s, want %s", k, got, want)
		}
	}
	if ownFirst(nil, 5) != nil {
		t.Error("something of nothing")
	}
}
