package mask

import (
	"context"
	"slices"
	"strings"

	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/vocab"
)

// LooseTerms is a vocabulary that also knows texts by their words in another order or with a slip of the pen.
type LooseTerms interface {
	Terms
	// Loose returns what a text means where it is not a term itself; none where that is not certain.
	Loose(text string) []vocab.Hit
	// HasWord reports whether any term holds the normalised word.
	HasWord(word string) bool
	// Slips returns all words of terms that one slip parts from a normalised word.
	Slips(word string) []string
}

// reach is how many known words on either side an entity with a misspelt word can have: "type 2 diabtes".
const reach = 3

// loose looks for entities in the stretches of words that nothing else explains, until ctx is done.
func loose(ctx context.Context, question string, ws []word, m rag.Masked, terms LooseTerms) []rag.Mention {
	var found []rag.Mention
	for _, r := range unexplained(m, ws) {
		if ctx.Err() != nil {
			return found
		}
		if wide, ok := widen(question, ws, m, r, terms); ok {
			r = wide
		}
		start, end := ws[r.first].start, ws[r.last].end
		if len(found) > 0 && start < found[len(found)-1].End {
			continue
		}
		text := question[start:end]
		if domain, ok := domainOf(terms.Loose(text), text, ws, r.first, r.last-r.first+1); ok {
			found = append(found, rag.Mention{Domain: domain, Text: text, Start: start, End: end})
		}
	}
	return found
}

// widen finds the longest name with a misspelt word of the stretch in it, whose other words the question
// would use too: in "type 2 diabtes" the first two.
func widen(question string, ws []word, m rag.Masked, r run, terms LooseTerms) (run, bool) {
	spelt := make([]string, len(ws))
	misspelt := false
	for i, w := range ws {
		spelt[i] = question[w.start:w.end]
		if i < r.first || i > r.last {
			continue
		}
		if n := vocab.Normalize(w.text); !terms.HasWord(n) {
			if near := terms.Slips(n); len(near) == 1 {
				spelt[i], misspelt = near[0], true
			}
		}
	}
	if !misspelt {
		return r, false
	}
	low, high := r.first, r.last
	for low > 0 && r.first-low < reach && free(question, ws, m, low-1) {
		low--
	}
	for high+1 < len(ws) && high-r.last < reach && free(question, ws, m, high+1) {
		high++
	}
	for n := min(high-low+1, longestName); n > 0; n-- {
		for first := low; first+n-1 <= high; first++ {
			last := first + n - 1
			if first > r.last || last < r.first ||
				len(terms.Lookup(vocab.Normalize(strings.Join(spelt[first:last+1], " ")))) == 0 {
				continue
			}
			if len(terms.Loose(question[ws[first].start:ws[last].end])) > 0 {
				return run{first, last}, true
			}
		}
	}
	return r, false
}

// free reports whether the word at i belongs to no entity and no sign parts it from its neighbours.
func free(question string, ws []word, m rag.Masked, i int) bool {
	end := len(question)
	if i+1 < len(ws) {
		end = ws[i+1].start
	}
	if strings.ContainsAny(question[ws[i].end:end], ",;:?!()") && end < len(question) {
		return false
	}
	return !slices.ContainsFunc(m.Entities, func(e rag.Mention) bool {
		return e.Start <= ws[i].start && ws[i].start < e.End
	})
}
