package vocab

import (
	"cmp"
	"iter"
	"math"
	"math/bits"
	"slices"
	"sync"
)

const (
	// window is how many texts are scored together; their sums stay in the processor's cache.
	window = 1 << 16
	// leadingTexts is how many texts words may bring up. Words beyond it, the most common ones, are only looked up
	// in texts that rarer ones have brought up; the rarest leads however many hold it.
	leadingTexts = 400_000
	// slack is what a score loses by rounding, at most.
	slack = 1e-5
)

// weight is what a word tells, in units so small that nothing is lost and so large that the words of a text add up to fewer than
// 2³². Whole numbers add up to the same in whatever order a search happens to meet the words.
type weight uint32

const weightUnits = 1 << 20

func weightOf(w float64) weight { return weight(math.Round(w * weightUnits)) }

func (w weight) float() float64 { return float64(w) / weightUnits }

// dice adds up the weights of the words that texts share with a query, a window of texts at a time.
type dice struct {
	x       *index
	asked   float64  // weight of all words asked for
	cursors []cursor // from the least weight to the most
	// sum holds, for a cursor and those before it, the most that they add to what is shared.
	sum     []float64
	leading int // cursors before this one bring up no texts
	// thrift is the least share of a leading word's weight that a text has by holding it in one of its spellings.
	thrift float64
	bar    float64 // what a text must reach

	begin uint32 // of the window
	*windowBuffer
}

// windowBuffer is what is known of the texts of a window. A search leaves it at zero for the next.
type windowBuffer struct {
	shared   [window]weight      // weight of the leading words that a text holds
	by       [window]uint8       // the last leading word of several spellings that a text holds
	touched  [window / 64]uint64 // a bit for each text: it holds any of the leading words
	promises []promise
}

var windowBuffers = sync.Pool{New: func() any { return new(windowBuffer) }}

// cursor walks along the texts that hold a word asked for, in any of its spellings, the best first.
type cursor struct {
	weight weight // with the best spelling
	lists  []spelled
}

type spelled struct {
	weight weight
	*postings
}

// newDice begins a search; free ends it.
func newDice(x *index, words []queryWord) *dice {
	d := &dice{x: x, thrift: 1, windowBuffer: windowBuffers.Get().(*windowBuffer)}
	asked := map[int]int{} // how often a word of the vocabulary is asked for: a text that has it once is credited each time
	for _, w := range words {
		for _, sp := range w.spellings {
			asked[sp.word]++
		}
	}
	for _, w := range words {
		d.asked += w.weight
		var c cursor
		for _, sp := range w.spellings {
			l := spelled{weightOf(w.weight * sp.similarity), x.postings(sp.word)}
			c.lists, c.weight = append(c.lists, l), max(c.weight, l.weight)
			d.thrift = min(d.thrift, idf(x.textCount(), x.wordTexts(sp.word))/(w.weight*float64(asked[sp.word])))
		}
		if len(c.lists) > 0 {
			d.cursors = append(d.cursors, c)
		}
	}
	slices.SortStableFunc(d.cursors, func(a, b cursor) int { return cmp.Compare(a.weight, b.weight) })
	var sum float64
	for _, c := range d.cursors {
		sum += c.weight.float()
		d.sum = append(d.sum, sum)
	}
	texts := 0
	for d.leading = len(d.cursors); d.leading > 0; d.leading-- {
		texts += d.cursors[d.leading-1].texts()
		if texts > leadingTexts && d.leading < len(d.cursors) {
			break
		}
	}
	return d
}

// free gives the window back, after nextWindow has returned false.
func (d *dice) free() { windowBuffers.Put(d.windowBuffer) }

// lead lets the most telling words lead, as few as bring up so many texts together.
func (d *dice) lead(texts int) {
	for d.leading = len(d.cursors); d.leading > 0 && texts > 0; d.leading-- {
		texts -= d.cursors[d.leading-1].texts()
	}
}

func (c cursor) texts() int {
	n := 0
	for _, l := range c.lists {
		n += l.count
	}
	return n
}

// giveUpLead takes the lead from the words that together can't bring a text up to the bar.
func (d *dice) giveUpLead() {
	for d.leading < len(d.cursors) && 2*d.sum[d.leading] < d.bar*(d.asked+d.thrift*d.sum[d.leading]) {
		d.leading++
	}
}

// nextWindow goes to the next window in which a leading word is held and adds up; false after the last.
func (d *dice) nextWindow() bool {
	for i := range d.held() {
		d.shared[i], d.by[i] = 0, 0
	}
	clear(d.touched[:])
	lowest := noText
	for _, c := range d.cursors[d.leading:] {
		for _, l := range c.lists {
			lowest = min(lowest, l.text)
		}
	}
	if lowest == noText {
		return false
	}
	d.begin = lowest &^ (window - 1)
	for i, c := range d.cursors[d.leading:] {
		for _, l := range c.lists {
			d.gather(l, uint8(i+1), len(c.lists) > 1)
		}
	}
	return true
}

// gather adds a word's weight to the texts of the window that hold it. Of several
// spellings in one text the first, which is the best, counts.
func (d *dice) gather(l spelled, number uint8, several bool) {
	p := l.postings
	for p.text != noText && p.text-d.begin < window {
		texts := p.texts[p.at:p.n]
		for _, text := range texts {
			i := text - d.begin
			if i >= window {
				p.text = text
				return
			}
			p.at++
			if several {
				if d.by[i] == number {
					continue
				}
				d.by[i] = number
			}
			d.touched[i/64] |= 1 << (i % 64)
			d.shared[i] += l.weight
		}
		p.decode(p.block + 1)
	}
}

// held yields the places in the window of the texts that hold any of the leading words, ascending.
func (d *dice) held() iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for i, left := range d.touched {
			for ; left != 0; left &= left - 1 {
				if !yield(uint32(i*64 + bits.TrailingZeros64(left))) {
					return
				}
			}
		}
	}
}

// promise is a text that may reach the bar.
type promise struct {
	text uint32
	held float32 // weight of its words
}

// promising returns the texts of the window that may reach the bar and whose mask meets the wanted one, ascending.
func (d *dice) promising(wanted uint32) []promise {
	more, bar := d.others(d.leading), d.bar-slack
	d.promises = d.promises[:0]
	for i := range d.held() {
		most := 2 * (d.shared[i].float() + more)
		if most < bar*(d.asked+d.thrift*(most/2-more)) {
			continue
		}
		text := d.begin + i
		if most < bar*(d.asked+d.x.leastWeight(text)) {
			continue
		}
		mask, held := d.x.textBearing(text)
		if (wanted == 0 || mask&wanted != 0) && most >= bar*(d.asked+float64(held)) {
			d.promises = append(d.promises, promise{text, held})
		}
	}
	return d.promises
}

// others is the most that the words before the leading one add.
func (d *dice) others(leading int) float64 {
	if leading == 0 {
		return 0
	}
	return d.sum[leading-1]
}

// score scores a text of the window; texts are to be asked for in ascending order. It gives up on a text
// that cannot reach the bar.
func (d *dice) score(p promise) (float64, bool) {
	all, shared := d.asked+float64(p.held), d.shared[p.text-d.begin]
	for i := d.leading - 1; i >= 0; i-- {
		if 2*(shared.float()+d.sum[i]) < (d.bar-slack)*all {
			return 0, false
		}
		shared += d.cursors[i].seek(p.text)
	}
	return min(round(2*shared.float()/all), 1), true
}

// seek moves to the text and returns the weight of the word in it, 0 where it is not held.
func (c cursor) seek(text uint32) (held weight) {
	for _, l := range c.lists {
		if l.postings.seek(text); l.text == text {
			held = max(held, l.weight)
		}
	}
	return held
}
