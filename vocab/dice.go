package vocab

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"sync"
)

const (
	// window is how many texts are scored together; their sums stay in the processor's cache.
	window = 1 << 16
	// mostLeadingTexts is how many texts words may bring up. Words beyond it, the most common ones, are only looked up
	// in texts that rarer ones have brought up; the rarest leads however many hold it.
	mostLeadingTexts = 400_000
	// slack is the most that a score loses by rounding.
	slack = 1e-5
)

// weight is the weight of a word, in units so small that nothing is lost and so large that the words of a text add up
// to fewer than 2³². Whole numbers add up to the same in whatever order a search happens to meet the words.
type weight uint32

const weightUnits = 1 << 20

func weightOf(w float64) weight { return weight(math.Round(w * weightUnits)) }

// weightBelow is a weight that is not above w, so that nothing is passed over by rounding.
func weightBelow(w float64) weight {
	return weight(min(max(math.Floor(w*weightUnits)-1, 0), math.MaxUint32))
}

func (w weight) float() float64 { return float64(w) / weightUnits }

// diceSearch scores texts by the weighted Dice coefficient of their words and a query's (Dice, Ecology 1945), a window
// of texts at a time. It is MaxScore (Turtle and Flood, Information Processing & Management 1995) over the posting
// lists of an inverted index: lists are ordered by their upper bounds; the essential ones bring up texts, the others
// are only looked up in texts that can still reach the bar.
//
// BM25 (Robertson and Zaragoza 2009) would rank documents by how often they hold a word. Names hold each word once and
// are as short as queries: what tells them apart is what either says more than the other, which Dice counts on both
// sides.
type diceSearch struct {
	x       *index
	asked   float64  // weight of all words asked for
	cursors []cursor // from the least weight to the most
	// sum holds, for a cursor and those before it, the most that they add to what is shared.
	sum       []float64
	essential int // cursors before this one bring up no texts
	// leastShare is the least share of an essential word's weight that a text has by holding it in one of its
	// spellings.
	leastShare float64
	bar        float64 // what a text must reach

	until uint32 // texts from this one on are not looked at
	begin uint32 // of the window
	*windowBuffer
}

// windowBuffer holds the scores of the texts of a window. A search leaves it at zero for the next.
type windowBuffer struct {
	shared   [window]weight      // weight of the essential words that a text holds
	by       [window]uint8       // the last essential word of several spellings that a text holds
	touched  [window / 64]uint64 // a bit for each text: it holds any of the essential words
	reaching []survivor
	// leastShared is what a text must share to reach the bar, by its least weight in steps.
	leastShared [256]weight
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
func newDice(x *index, words []queryWord) *diceSearch {
	d := &diceSearch{x: x, leastShare: 1, until: noText, windowBuffer: windowBuffers.Get().(*windowBuffer)}
	// how often a word of the vocabulary is asked for: a text that has it once is credited each time
	asked := map[int]int{}
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
			d.leastShare = min(d.leastShare, idf(x.textCount(),
				x.wordTexts(sp.word))/(w.weight*float64(asked[sp.word])))
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
	for d.essential = len(d.cursors); d.essential > 0; d.essential-- {
		texts += d.cursors[d.essential-1].texts()
		if texts > mostLeadingTexts && d.essential < len(d.cursors) {
			break
		}
	}
	return d
}

// free gives the window back, after nextWindow has returned false.
func (d *diceSearch) free() { windowBuffers.Put(d.windowBuffer) }

// chooseEssential makes the most telling words essential, as few as bring up so many texts together.
func (d *diceSearch) chooseEssential(texts int) {
	for d.essential = len(d.cursors); d.essential > 0 && texts > 0; d.essential-- {
		texts -= d.cursors[d.essential-1].texts()
	}
}

// halve leaves the later half of the texts to another search of the same words, which may go on beside this one.
func (d *diceSearch) halve(words []queryWord) *diceSearch {
	later := newDice(d.x, words)
	later.bar, later.essential = d.bar, d.essential
	d.until = uint32(d.x.textCount()/2) &^ (window - 1)
	for _, c := range later.cursors {
		c.seek(d.until)
	}
	return later
}

// essentialTexts is how many texts the essential words bring up, those of several counted as often.
func (d *diceSearch) essentialTexts() int {
	n := 0
	for _, c := range d.cursors[d.essential:] {
		n += c.texts()
	}
	return n
}

func (c cursor) texts() int {
	n := 0
	for _, l := range c.lists {
		n += l.count
	}
	return n
}

// dropEssential takes words out of the essential ones that together can't bring a text up to the bar: their upper
// bounds add up to less.
func (d *diceSearch) dropEssential() {
	for d.essential < len(d.cursors) && 2*d.sum[d.essential] < d.bar*(d.asked+d.leastShare*d.sum[d.essential]) {
		d.essential++
	}
}

// nextWindow goes to the next window in which an essential word is held and adds up; false after the last.
func (d *diceSearch) nextWindow() bool {
	for i, held := range d.touched {
		if held != 0 {
			clear(d.shared[i*64 : (i+1)*64])
			clear(d.by[i*64 : (i+1)*64])
			d.touched[i] = 0
		}
	}
	lowest := noText
	for _, c := range d.cursors[d.essential:] {
		for _, l := range c.lists {
			lowest = min(lowest, l.text)
		}
	}
	if lowest >= d.until {
		return false
	}
	d.begin = lowest &^ (window - 1)
	for i, c := range d.cursors[d.essential:] {
		for _, l := range c.lists {
			d.gather(l, uint8(i+1), len(c.lists) > 1)
		}
	}
	return true
}

// gather adds a word's weight to the texts of the window that hold it. Of several
// spellings in one text the first, which is the best, counts.
func (d *diceSearch) gather(l spelled, number uint8, several bool) {
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

// survivor is a text that may reach the bar.
type survivor struct {
	text uint32
	held float32 // weight of its words
}

// reachable returns the texts of the window that may reach the bar and whose mask meets the wanted one, ascending. Most
// are passed over by what all texts must share, or those of their least weight.
func (d *diceSearch) reachable(wanted uint32) []survivor {
	more, bar := d.others(d.essential), d.bar-slack
	least := weightBelow((bar*d.asked - 2*more) / (2 - bar*d.leastShare))
	for step := range d.leastShared {
		d.leastShared[step] = max(least, weightBelow(bar*(d.asked+float64(step)*leastWeightStep)/2-more))
	}
	d.reaching = d.reaching[:0]
	for i, held := range d.touched[:] {
		for ; held != 0; held &= held - 1 {
			at := uint32(i*64 + bits.TrailingZeros64(held))
			shared := d.shared[at]
			if shared < least {
				continue
			}
			text := d.begin + at
			if shared < d.leastShared[d.x.leastWeight(text)] {
				continue
			}
			mask, weight := d.x.textBearing(text)
			if (wanted == 0 || mask&wanted != 0) && 2*(shared.float()+more) >= bar*(d.asked+float64(weight)) {
				d.reaching = append(d.reaching, survivor{text, weight})
			}
		}
	}
	return d.reaching
}

// others is the upper bound of what the words that are not essential add.
func (d *diceSearch) others(essential int) float64 {
	if essential == 0 {
		return 0
	}
	return d.sum[essential-1]
}

// score scores a text of the window; texts are to be asked for in ascending order. It gives up on a text
// that cannot reach the bar.
func (d *diceSearch) score(p survivor) (float64, bool) {
	all, shared := d.asked+float64(p.held), d.shared[p.text-d.begin]
	for i := d.essential - 1; i >= 0; i-- {
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
