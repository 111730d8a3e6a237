package worded

import (
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/pipeline/cell"
)

// label names a group of the result, with the numbers that were found for it.
type label struct {
	words   []string
	numbers []string
}

// checkRows returns an error where the numbers of a sentence about several groups stand beside other
// groups than theirs. Each has to go with the group named before it, or each with the one named after it, or both come
// in the same order. Numbers beside which no group is named are let pass.
func checkRows(said []spoken, held []bool, f Result) error {
	type mention struct {
		label label
		at    int
	}
	labels := labels(f)
	var mentions []mention
	taken := make([]bool, len(said))
	for i := range said {
		for _, l := range labels {
			if !taken[i] && mentioned(said[i:], l.words) {
				mentions = append(mentions, mention{l, i})
				for k := range l.words {
					taken[i+k] = true
				}
			}
		}
	}
	var values []int
	for i := range said {
		if held[i] && !taken[i] {
			values = append(values, i)
		}
	}
	if len(mentions) == 0 || len(values) == 0 {
		return nil
	}
	goesWith := func(near func(i, n int) int) bool {
		for n, i := range values {
			if m := near(i, n); m < 0 || m >= len(mentions) || !holds(mentions[m].label, said[i].text) {
				return false
			}
		}
		return true
	}
	after := func(i, _ int) int { return slices.IndexFunc(mentions, func(m mention) bool { return m.at > i }) }
	before := func(i, n int) int {
		if next := after(i, n); next >= 0 {
			return next - 1
		}
		return len(mentions) - 1
	}
	inOrder := func(_, n int) int { return n }
	if goesWith(before) || goesWith(after) || len(values) == len(mentions) && goesWith(inOrder) {
		return nil
	}
	return fmt.Errorf("it may give a number to another group than the one it was counted for")
}

func holds(l label, number string) bool {
	return slices.ContainsFunc(l.numbers, func(n string) bool { return equalNumber(number, n) })
}

// labels are the names of the groups of a result with several, the longest first.
func labels(f Result) []label {
	if len(f.Rows) < 2 {
		return nil
	}
	byName := map[string]*label{}
	var names []string
	for _, row := range f.Rows {
		var numbers []string
		for i, text := range row {
			if isNumberCell(text) && !cell.IsKey(f.Columns[i]) {
				numbers = append(numbers, pieces(strings.TrimPrefix(text, "<"))[0].text)
			}
		}
		for i, text := range row {
			words := labelWords(text)
			if len(words) == 0 || isNumberCell(text) && !cell.IsKey(f.Columns[i]) {
				continue
			}
			name := strings.Join(words, " ")
			if byName[name] == nil {
				byName[name] = &label{words: words}
				names = append(names, name)
			}
			byName[name].numbers = append(byName[name].numbers, numbers...)
		}
	}
	all := make([]label, len(names))
	for i, name := range names {
		all[i] = *byName[name]
	}
	slices.SortStableFunc(all, func(a, b label) int { return len(b.words) - len(a.words) })
	return all
}

func labelWords(text string) []string {
	var words []string
	for _, p := range pieces(text) {
		words = append(words, cell.SameSex(p.text))
	}
	return words
}

// mentioned reports whether the pieces begin with the words.
func mentioned(said []spoken, words []string) bool {
	for k, w := range words {
		if cell.SameSex(at(said, k)) != w {
			return false
		}
	}
	return true
}
