package vocab

import (
	"container/heap"
	"math"
	"slices"
)

// candidate is a text with its score.
type candidate struct {
	text  uint32
	score float64
}

// best returns the k texts most similar to the words asked for, best first, ties by
// text, among those that admit lets in and whose mask meets the wanted one; texts below the least score may be left out. The score is the weighted Dice coefficient of the
// words of the text and those asked for, in [0, 1].
//
// The texts are gone through in windows, in which the leading words add up what they tell of each. Once k texts are found, words
// that cannot lift a text above the worst of them together lose the lead: they are looked up
// only in texts that leading ones have brought up (MaxScore, Turtle and Flood 1995).
func (s searcher) best(words []queryWord, wanted uint32, admit func(text uint32) bool, k int, least float64) []candidate {
	d := newDice(s.x, words)
	least = max(least-slack, 0)
	d.bar = least
	d.giveUpLead()
	top := topTexts{}
	for d.nextWindow() {
		for _, p := range d.promising(wanted) {
			score, ok := d.score(p)
			c := candidate{p.text, score}
			if !ok || len(top) == k && compareCandidates(c, top[0]) > 0 || !admit(p.text) {
				continue
			}
			if len(top) < k {
				heap.Push(&top, c)
			} else {
				top[0] = c
				heap.Fix(&top, 0)
			}
			if len(top) == k {
				d.bar = max(least, top[0].score)
			}
		}
		d.giveUpLead()
	}
	slices.SortFunc(top, compareCandidates)
	return top
}

// topTexts is a heap with the worst text on top.
type topTexts []candidate

func (t topTexts) Len() int           { return len(t) }
func (t topTexts) Less(i, j int) bool { return compareCandidates(t[i], t[j]) > 0 }
func (t topTexts) Swap(i, j int)      { t[i], t[j] = t[j], t[i] }
func (t *topTexts) Push(c any)        { *t = append(*t, c.(candidate)) }
func (t *topTexts) Pop() any {
	old := *t
	last := old[len(old)-1]
	*t = old[:len(old)-1]
	return last
}

// round keeps what single precision can tell, so that an equal text scores 1.
func round(score float64) float64 { return math.Round(score*1e6) / 1e6 }
