package mask

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/vocab"
)

// byRest gives the placeholders that are left the runs of words that neither lexicon nor constraints explain:
// those that shorten or misspell a placeholder's text, and the last one by elimination. Where two are left that
// nothing tells apart, neither is found.
func (f *finder) byRest(placeholders []sqltree.Placeholder) {
	var left []int
	for i := range placeholders {
		if _, done := f.found[i]; !done {
			left = append(left, i)
		}
	}
	if len(left) == 0 {
		return
	}
	runs := f.unexplained()
	if len(runs) != len(left) {
		return
	}
	alike := func(i int, r run) bool {
		return resembles(f.text[f.ws[r.first].start:f.ws[r.last].end], placeholders[i].Text)
	}
	for again := true; again; {
		again = false
		for k, r := range runs {
			var fitting []int
			for _, i := range left {
				if alike(i, r) {
					fitting = append(fitting, i)
				}
			}
			if len(fitting) == 1 {
				f.take(fitting[0], r)
				left = slices.DeleteFunc(left, func(i int) bool { return i == fitting[0] })
				runs = slices.Delete(runs, k, k+1)
				again = true
				break
			}
		}
	}
	if len(left) == 1 {
		f.take(left[0], runs[0])
	}
}

// resembles reports whether a wording shortens a text ("HTN", "afib", "LDL") or misspells it.
func resembles(wording, text string) bool {
	short, long := strings.Fields(vocab.Normalize(wording)), strings.Fields(vocab.Normalize(text))
	if len(short) == len(long) {
		slips := 0
		for i, w := range short {
			if w != long[i] && vocab.IsSlip(w, long[i]) {
				slips++
			} else if w != long[i] {
				slips = -len(short)
			}
		}
		if slips > 0 {
			return true
		}
	}
	rest := strings.Join(long, " ")
	for i, c := range strings.Join(short, "") {
		at := strings.IndexRune(rest, c)
		if at < 0 || i == 0 && at > 0 {
			return false
		}
		rest = rest[at+1:]
	}
	return true
}

// unexplained returns the maximal runs of words outside of found entities that the lexicon and the constraints do not
// know.
func (f *finder) unexplained() []run {
	var known []rag.Mention
	for _, r := range f.found {
		known = append(known, rag.Mention{Start: f.ws[r.first].start, End: f.ws[r.last].end})
	}
	for _, r := range f.again {
		known = append(known, rag.Mention{Start: f.ws[r.words.first].start, End: f.ws[r.words.last].end})
	}
	slices.SortFunc(known, func(a, b rag.Mention) int { return a.Start - b.Start })
	m := read(f.text, known)
	var runs []run
	k, joined := 0, false
	for _, it := range m.Reading.Pieces {
		n := len(strings.Fields(it.Text))
		if it.Token == rag.TokenUnknown {
			if joined && !strings.ContainsAny(f.text[f.ws[k-1].end:f.ws[k].start], ",;:?") {
				runs[len(runs)-1].last = k
			} else {
				runs = append(runs, run{k, k})
			}
		}
		joined = it.Token == rag.TokenUnknown
		k += n
	}
	return runs
}
