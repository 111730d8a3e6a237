package mask

import (
	"fmt"
	"strings"
	"testing"

	"github.com/askomop/askomop/evaldata"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/library"
)

// curated returns the library that the program ships.
func curated(t testing.TB) []rag.Pair {
	t.Helper()
	pairs, err := library.Read(evaldata.Pairs, "pairs")
	if err != nil {
		t.Fatal(err)
	}
	if len(pairs) < 150 {
		t.Fatalf("the library has %d pairs; at least 150 are promised", len(pairs))
	}
	return pairs
}

func TestEveryWordingIsUnderstood(t *testing.T) {
	wordings, lost := 0, 0
	for _, p := range curated(t) {
		holders, err := Placeholders(p.SQL)
		if err != nil {
			t.Errorf("%s: %v", p.ID, err)
		}
		for _, w := range p.Wordings() {
			wordings++
			if m, _, ok := ReadWording(w, holders); !ok {
				lost++
				t.Logf("%s: %q: unknown words %q, %d of %d entities found", p.ID, w, m.Reading.Unknown, len(m.Entities), len(holders))
			}
		}
	}
	if lost*100 > wordings {
		t.Errorf("%d of %d wordings of the library are not understood; at most 1 in 100 may be", lost, wordings)
	}
}

// Two pairs that are worded alike, but for what they name, have to give the same answer: they differ in their values alone,
// or a reviewer has looked at them.
func TestNoTwoPairsAskTheSame(t *testing.T) {
	reviewed := map[string]bool{
		// the same query for a source code, whose concepts come through "Maps to"
		"patients-with-condition ~ patients-with-source-code": true,
		// "at least one visit": the two give the same number, and no other number has a place in the second
		"patients-with-at-least-n-visits-of-type ~ patients-with-visit": true,
	}
	type asked struct{ id, shape string }
	byWords := map[string][]asked{}
	for _, p := range curated(t) {
		holders, _ := Placeholders(p.SQL)
		for _, w := range p.Wordings() {
			if m, _, ok := ReadWording(w, holders); ok {
				key := wordsOf(m)
				byWords[key] = append(byWords[key], asked{p.ID, shapeOf(p.SQL)})
			}
		}
	}
	for key, as := range byWords {
		for _, b := range as[1:] {
			a := as[0]
			if a.id != b.id && a.shape != b.shape && !reviewed[a.id+" ~ "+b.id] && !reviewed[b.id+" ~ "+a.id] {
				t.Errorf("%s and %s both ask %q and have different SQL", a.id, b.id, key)
			}
		}
	}
}

// wordsOf are the words of a question with its slots: equal for two that are worded alike.
func wordsOf(m rag.Masked) string {
	var b strings.Builder
	for _, it := range m.Reading.Pieces {
		switch {
		case it.Entity >= 0:
			fmt.Fprintf(&b, "<%s> ", m.Entities[it.Entity].Domain)
		case it.Constraint >= 0:
			c := m.Constraints[it.Constraint]
			fmt.Fprintf(&b, "<%s%s%s%d> ", c.Kind, c.Op, c.Unit, len(c.Values))
			if c.Kind == rag.KindGroup {
				fmt.Fprintf(&b, "%q ", c.Values)
			}
		default:
			b.WriteString(it.Text + " ")
		}
	}
	return b.String()
}

// shapeOf is SQL without its literals, placeholders, comparison signs and layout.
func shapeOf(sql string) string {
	var b strings.Builder
	for i := 0; i < len(sql); i++ {
		switch c := sql[i]; {
		case c == '[':
			for i < len(sql) && sql[i] != ']' {
				i++
			}
		case c == '\'':
			for i++; i < len(sql) && sql[i] != '\''; i++ {
			}
		case isDigit(c), strings.IndexByte(" \n\t<>=", c) >= 0:
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
