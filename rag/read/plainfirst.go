package read

import (
	"context"
	_ "embed"
	"sync"
)

// Some turns are put into plain words before a question is read, since parts of them would be remarks: in "Describe our
// new warfarin users: number, mean age at start, percentage of women" what is wanted stands behind words that only lead
// to it, and "doses (i.e. records)" does not ask for records. A line of plainfirst.tsv is as those of paraphrases.tsv.

//go:embed plainfirst.tsv
var plainFirstFile string

var plainFirstOnce = sync.OnceValue(func() []paraphrase { return paraphrasesOf(plainFirstFile) })

// plainFirst reads a question with such a turn; nil where it has none, or where it is not read.
func (r *Reader) plainFirst(ctx context.Context, text string) *Reading {
	if r.composed {
		return nil
	}
	inner := *r
	inner.composed = true
	ways := newParser(ctx, r, text).ways(plainFirstOnce(), order{{said: text}})
	found, _ := r.agreed(ctx, ways, text, func(ctx context.Context, said string) *Reading {
		reading, err := inner.understand(ctx, said)
		if err != nil || reading.Refusal != nil {
			return nil
		}
		return reading
	})
	return found
}
