package check

import (
	"slices"
	"strings"
)

// asksEveryKind reports whether the question wants the more specific concepts of something that it names, too: "heart
// failure of any kind", "whatever its site or type". Said of records as such, as in "a visit of any kind", it wants no
// concepts.
func (p *pass) asksEveryKind() bool {
	return slices.ContainsFunc(phrases()["every kind"], func(phrase string) bool {
		before, behind, has := strings.Cut(p.question.text, " "+phrase+" ")
		if !has {
			return false
		}
		of, next := strings.Fields(before), strings.Fields(behind)
		if len(next) > 1 && next[0] == "of" { // any kind of visit
			return !namesAnyRecord(next[1])
		}
		for len(of) > 0 && slices.Contains([]string{"of", "in", "from", "with"}, of[len(of)-1]) {
			of = of[:len(of)-1]
		}
		return len(of) == 0 || !namesAnyRecord(of[len(of)-1])
	})
}

// namesAnyRecord reports whether a word is one for records of whatever they are of.
func namesAnyRecord(word string) bool {
	return slices.Contains(records, word) || isWordFor("record of anything", word) ||
		isWordFor("record of anything", strings.TrimSuffix(word, "s"))
}
