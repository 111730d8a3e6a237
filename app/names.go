package app

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/vocab"
)

// names is the vocabulary as questions are read by it: its terms, and those that the rules of coding accept beyond
// them. Of several domains that hold a text, those that have records in the database come first.
type names struct {
	*vocab.Vocabulary
	rules    *coding.Rules
	recorded *recorded // nil leaves the vocabulary's order
}

// Loose implements rag.LooseTerms.
func (n names) Loose(text string) []vocab.Hit {
	return n.rules.Loose(text)
}

// Lookup implements rag.Terms.
func (n names) Lookup(normalised string) []vocab.Hit {
	return n.recorded.sort(n.Vocabulary, normalised, n.Vocabulary.Lookup(normalised))
}

// recorded tells which of several domains that hold a text has records. What was asked once is kept.
type recorded struct {
	usage coding.Usage
	mu    sync.Mutex
	empty map[string][]string // domains without a record, by text
}

func newRecorded(u coding.Usage) *recorded { return &recorded{usage: u, empty: map[string][]string{}} }

// longestLook bounds a look at the records of one mention.
const longestLook = 2 * time.Second

// sort puts the hits of domains without records behind those of the same kind of term that have some.
func (r *recorded) sort(words *vocab.Vocabulary, text string, hits []vocab.Hit) []vocab.Hit {
	if r == nil || !severalDomains(hits) {
		return hits
	}
	r.mu.Lock()
	empty, known := r.empty[text]
	r.mu.Unlock()
	if !known {
		empty = r.withoutRecords(words, hits)
		r.mu.Lock()
		r.empty[text] = empty
		r.mu.Unlock()
	}
	if len(empty) == 0 {
		return hits
	}
	sorted := slices.Clone(hits)
	slices.SortStableFunc(sorted, func(a, b vocab.Hit) int {
		if exact(a) != exact(b) {
			return 0
		}
		return rank(slices.Contains(empty, a.Concept.Domain)) - rank(slices.Contains(empty, b.Concept.Domain))
	})
	return sorted
}

func rank(behind bool) int {
	if behind {
		return 1
	}
	return 0
}

// exact reports whether a term is the concept's own name or a synonym, and no shorthand.
func exact(h vocab.Hit) bool { return h.Kind == vocab.KindName || h.Kind == vocab.KindSynonym }

// severalDomains reports whether records of more than one kind can hold what the hits name.
func severalDomains(hits []vocab.Hit) bool {
	domain := ""
	for _, h := range hits {
		d := strings.ToLower(h.Concept.Domain)
		if !exact(h) || !h.Concept.IsStandard() ||
			d != "condition" && d != "observation" && d != "procedure" && d != "measurement" {
			continue
		}
		if domain != "" && d != domain {
			return true
		}
		domain = d
	}
	return false
}

// withoutRecords lists the domains of which no hit has a record, its descendants looked at with it; none where that
// can't be told, or where no domain has any.
func (r *recorded) withoutRecords(words *vocab.Vocabulary, hits []vocab.Hit) []string {
	ctx, cancel := context.WithTimeout(context.Background(), longestLook)
	defer cancel()
	var empty, full []string
	for _, h := range hits {
		d := h.Concept.Domain
		if !exact(h) || slices.Contains(empty, d) || slices.Contains(full, d) {
			continue
		}
		var ids []int64
		for _, o := range hits {
			if exact(o) && o.Concept.Domain == d {
				ids = append(ids, o.Concept.ID)
			}
		}
		below, err := words.Descendants(ctx, ids)
		if err != nil {
			return nil
		}
		for _, c := range below.Descendants {
			ids = append(ids, c.Concept.ID)
		}
		used, err := r.usage.Used(ctx, ids)
		switch {
		case err != nil:
			return nil
		case len(used) > 0:
			full = append(full, d)
		default:
			empty = append(empty, d)
		}
	}
	if len(full) == 0 {
		return nil
	}
	return empty
}
