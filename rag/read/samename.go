package read

import "context"

// Of two names that differ in their last word, the second may be said by that alone: "from chronic kidney disease stage
// 3 to stage 4". It is read with what the first one begins with.

const gradeWords = "stage|grade|type|class|phase|category"

// sharedNames reads a refused question in which the common part of two names is said once; nil where it has none.
func (r *Reader) sharedNames(ctx context.Context, text string) *Reading {
	p := newParser(ctx, r, text)
	for i := range p.toks {
		for _, c := range p.candidates(i) {
			end := i + c.n
			if c.n < 3 || !p.seq(end-2, gradeWords) || end+2 >= len(p.toks) {
				continue
			}
			next := end + 1
			if !p.seq(end, "to|until|before|after|versus|vs|then|and|or") || p.toks[next].low != p.toks[end-2].low ||
				p.toks[next+1].low == p.toks[end-1].low || p.entityAt(next).n > 0 {
				continue
			}
			common := text[p.toks[i].start:p.toks[end-3].end]
			o := order{{said: text[:p.toks[next].start], from: 0}, words(common),
				{said: text[p.toks[next].start:], from: p.toks[next].start}}
			found, _ := r.agreed(ctx, []order{o}, text, r.readPlainly)
			return found
		}
	}
	return nil
}
