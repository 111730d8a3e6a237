package vocab

import (
	"container/heap"
	"math"
	"runtime"
	"slices"
)

// candidate is a text with its score.
type candidate struct {
	text  uint32
	score float64
}

// seedTexts is how many texts, for each that is wanted, are looked at first to learn what score the best reach.
const seedTexts = 4

// best returns the k texts most similar to the words asked for, best first, ties by
// text, among those that admit lets in and whose mask meets the wanted one; texts below the least score may be left
// out. The score is the weighted Dice coefficient of the words of the text and those asked for, in [0, 1].
//
// The texts are gone through in windows, in which the essential words add up what they tell of each. Words
// that cannot lift a text above the worst of k texts together are no longer essential: they are looked up
// only in texts that essential ones have brought up (MaxScore, Turtle and Flood 1995). So that there are such from the
// beginning, the texts with the most telling words are searched first, and all others only where those are not enough.
func (s searcher) best(words []queryWord, wanted uint32, admit func(text uint32) bool, k int,
	least float64) []candidate {
	least = max(least-slack, 0)
	d := newDice(s.x, words)
	defer d.free()
	d.bar = least
	d.dropEssential()
	var seed topTexts
	first := newDice(s.x, words)
	defer first.free()
	if first.chooseEssential(seedTexts * k); first.essential > d.essential {
		first.bar = least
		led := first.essential
		if seed = first.search(wanted, admit, k); len(seed) == k {
			d.bar = max(least, seed[0].score-slack)
		}
		if d.dropEssential(); d.essential >= led { // other texts cannot reach the bar
			slices.SortFunc(seed, compareCandidates)
			return seed
		}
	}
	top := s.searchHalves(d, words, wanted, admit, k)
	slices.SortFunc(top, compareCandidates)
	return top[:min(k, len(top))]
}

// halvedFrom is how many texts are worth a second processor.
const halvedFrom = 40_000

// searchHalves searches both halves of the texts at once where there are many, and returns the best of each.
func (s searcher) searchHalves(d *diceSearch, words []queryWord, wanted uint32, admit func(text uint32) bool,
	k int) topTexts {
	if d.essentialTexts() < halvedFrom || runtime.GOMAXPROCS(0) == 1 {
		return d.search(wanted, admit, k)
	}
	later := d.halve(words)
	defer later.free()
	found := make(chan topTexts)
	go func() { found <- later.search(wanted, admit, k) }()
	return append(d.search(wanted, admit, k), <-found...)
}

// search returns the k best of the texts that essential words bring up, none of them surely below the bar.
func (d *diceSearch) search(wanted uint32, admit func(text uint32) bool, k int) topTexts {
	top := topTexts{}
	for d.nextWindow() {
		for _, p := range d.reachable(wanted) {
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
				d.bar = max(d.bar, top[0].score)
			}
		}
		d.dropEssential()
	}
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
