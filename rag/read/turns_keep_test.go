package read

import (
	"slices"
	"strings"
	"testing"
)

// What a turn says in other words is all that it holds: a slot of people, a name, a number or any words that its plain
// words leave out would be dropped without a trace, as "women" in "among women who had any".
func TestTurnsKeepWhatTheyHold(t *testing.T) {
	for _, one := range slices.Concat(paraphrasesOnce(), figuresOnce()) {
		plain := strings.Join(one.plain, " ")
		for _, s := range one.turn {
			holds := strings.ContainsRune(":*#@", s.kind) || s.kind == '=' && slices.Contains(s.oneOf, "people")
			if !holds || strings.Contains(plain, "{"+s.name+"}") || strings.Contains(plain, "/"+s.name+"}") {
				continue
			}
			t.Errorf("{%s} is dropped: %s", s.name, plain)
		}
	}
}
