package rag

import (
	"sort"
	"strings"
	"testing"

	"github.com/askomop/askomop/evaldata"
)

// curated returns the library that the program ships.
func curated(t testing.TB) []Pair {
	t.Helper()
	pairs, err := ReadPairs(evaldata.Pairs, "pairs")
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
		holders, err := distinct(p.SQL)
		if err != nil {
			t.Errorf("%s: %v", p.ID, err)
		}
		for _, w := range p.Wordings() {
			wordings++
			if m, _, ok := readWording(w, holders); !ok {
				lost++
				t.Logf("%s: %q: unknown words %q, %d of %d entities found", p.ID, w, m.Reading.Unknown, len(m.Entities), len(holders))
			}
		}
	}
	if lost*100 > wordings {
		t.Errorf("%d of %d wordings of the library are not understood; at most 1 in 100 may be", lost, wordings)
	}
}

// Two pairs that the adapter cannot tell apart have to give the same answer: they
// differ in their values alone, or a reviewer has looked at them.
func TestNoTwoPairsAskTheSame(t *testing.T) {
	reviewed := map[string]bool{
		// the same query for a source code, whose concepts come through "Maps to"
		"patients-with-condition ~ patients-with-source-code":                 true,
		"condition-and-drug ~ source-code-and-drug":                           true,
		"condition-and-procedure ~ source-code-and-procedure":                 true,
		"condition-or-condition ~ either-of-two-source-codes":                 true,
		"patients-with-condition-by-year ~ patients-with-source-code-by-year": true,
		// only the second names a width; the adapter prefers the one that words it alike
		"patients-with-condition-by-age-group ~ patients-with-condition-by-age-group-unstated": true,
		// days and years: a length of time only fits SQL that has its unit
		"observed-at-least-days ~ observed-at-least-years": true,
		// LIMIT 1 and LIMIT 10 of one ranking
		"most-common-condition ~ top-conditions": true,
	}
	type asked struct{ id, shape string }
	byKey := map[string][]asked{}
	for _, p := range curated(t) {
		holders, _ := distinct(p.SQL)
		for _, w := range p.Wordings() {
			m, _, ok := readWording(w, holders)
			if !ok {
				continue
			}
			sk := skeletonOf(m)
			kinds := make([]string, len(sk.filters))
			for i, f := range sk.filters {
				kinds[i] = string(f.Kind)
			}
			sort.Strings(kinds)
			key := sk.key() + " | " + strings.Join(kinds, " ")
			byKey[key] = append(byKey[key], asked{p.ID, shapeOf(p.SQL)})
		}
	}
	for key, as := range byKey {
		for _, b := range as[1:] {
			a := as[0]
			if a.id != b.id && a.shape != b.shape && !reviewed[a.id+" ~ "+b.id] && !reviewed[b.id+" ~ "+a.id] {
				t.Errorf("%s and %s both ask %q and have different SQL", a.id, b.id, key)
			}
		}
	}
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
	s := b.String()
	for _, unit := range []string{"DAY", "WEEK", "MONTH", "YEAR"} {
		s = strings.ReplaceAll(s, "INTERVAL"+unit, "INTERVAL")
	}
	return strings.NewReplacer("BETWEENAND", "").Replace(s)
}
