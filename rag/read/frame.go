package read

import (
	"context"
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// A frame is one meaning that is said in many orders: "warfarin and clopidogrel together, number of patients with any
// overlap". It has what must be said, in any order, and what may stand beside it. A refused question that consists of
// a frame's parts and of nothing else is said in the plain words of the frame and read again:
//
//	needs  {a:drug} ; {b:drug} ; <overlap>
//	may    {m<count> ; <people> ; <exposure>
//	plain  number of people with overlapping {a} and {b}
//
// A part is a turn as in paraphrases.tsv, in which words keep their order; " / " parts several ways of saying it. So
// what hangs on an order stands in one part: "from {a:} to {b:}". Further kinds of places are
//
//	<x>        a phrase of the cue class x, with which frames.tsv begins
//	{m<x}      the same; the plain words have what the class says for the phrase
//	{b%ages}   what a part of the grammar reads: see spanned
//
// In the plain words, {x|y} is y where x was not said, with "_" for a space, and {x?y} is y and x where x was. Every
// word is in a part, is a filler, says a name again, or belongs to a modifier that the plain words keep: who, when, and
// by what. Where the frames of a question are read differently it stays refused.
type frame struct {
	needs, may []framePart
	plain      []string
}

// framePart has several ways of saying a part.
type framePart [][]slot

//go:embed frames.tsv
var frameFile string

// frameTable is frames.tsv: the frames, and the cue classes by their names.
type frameTable struct {
	frames []frame
	cues   *lexicon
	asIn   map[category][]phrase // phrases of lexicon.tsv that are in a class, by category and value
}

var framesOnce = sync.OnceValue(func() *frameTable { return framesOf(frameFile) })

func framesOf(file string) *frameTable {
	cues := &lexicon{byFirst: map[string][]phrase{}, words: map[string]bool{}, single: map[string]bool{}}
	t := &frameTable{cues: cues, asIn: map[category][]phrase{}}
	for line := range strings.Lines(file) {
		cols := strings.Split(strings.TrimRight(line, "\n"), "\t")
		switch {
		case line[0] == '#' || len(cols) < 2:
		case !strings.Contains(cols[0], " ") && line[0] == '<':
			t.addClass(category(strings.Trim(cols[0], "<>")), cols[1:])
		default:
			t.frames = append(t.frames, frame{framePartsOf(cols[0]), framePartsOf(cols[1]), strings.Fields(cols[2])})
		}
	}
	t.cues.sort()
	return t
}

// addClass adds phrases to a class; "=stat:mean" is those of a category of lexicon.tsv with a value.
func (t *frameTable) addClass(class category, cols []string) {
	says := ""
	if len(cols) > 1 {
		says = cols[1]
	}
	for text := range strings.SplitSeq(cols[0], "|") {
		if text = strings.TrimSpace(text); text[0] != '=' {
			t.cues.add(text, class, says)
			continue
		}
		cat, value, only := strings.Cut(text[1:], ":")
		in := phrase{cat: category(cat), value: value, led: only, words: []string{says}}
		t.asIn[class] = append(t.asIn[class], in)
	}
}

func framePartsOf(text string) []framePart {
	var parts []framePart
	for part := range strings.SplitSeq(text, " ; ") {
		var ways framePart
		for way := range strings.SplitSeq(part, " / ") {
			if way = strings.TrimSpace(way); way != "" {
				ways = append(ways, slotsOf(way))
			}
		}
		if ways != nil {
			parts = append(parts, ways)
		}
	}
	return parts
}

// cue is the longest phrase of a class at a token, and what the class says for it.
func (p *parser) cue(class category, i int) (says string, n int) {
	key := place{string(class), i}
	if known, ok := p.cued[key]; ok {
		return known.says, known.n
	}
	says, n = p.findCue(class, i)
	if p.cued == nil {
		p.cued = map[place]cued{}
	}
	p.cued[key] = cued{says, n}
	return says, n
}

// place is what may stand at a token.
type place struct {
	what string
	at   int
}

// cued is a cue that was found: what its class says, and how many tokens it is long.
type cued struct {
	says string
	n    int
}

func (p *parser) findCue(class category, i int) (says string, n int) {
	if i > 0 && p.seq(i-1, "at", "most|least") {
		return "", 0 // "at most 300 people"
	}
	t := framesOnce()
	if p.cues == nil {
		p.cues = &parser{r: &Reader{lex: t.cues}}
	}
	p.cues.toks, p.cues.called = p.toks, p.called
	if ph, m := p.cues.longest(i, class); m > 0 {
		says, n = ph.value, m
	}
	for _, in := range t.asIn[class] {
		if ph, m := p.longest(i, in.cat); m > n && (!in.led || ph.value == in.value) {
			says, n = in.words[0], m
		}
	}
	return says, n
}

// spanned is where what a part of the grammar reads ends; i where it is not there.
func (p *parser) spanned(what string, i int) int {
	key := place{what, i}
	if known, ok := p.spans[key]; ok {
		return known
	}
	if p.spans == nil {
		p.spans = map[place]int{}
	}
	p.spans[key] = p.spanEnd(what, i)
	return p.spans[key]
}

func (p *parser) spanEnd(what string, i int) int {
	was := p.pos
	defer func() { p.pos = was }()
	p.pos = i
	ok := false
	switch what {
	case "ages": // "under 50, 50-64 and 65 or above"
		bands, _ := p.agesBeside()
		ok = len(bands) > 1 && !slices.ContainsFunc(bands, inParts)
	case "period":
		_, ok = p.period()
	case "people": // whom the words name by sex, age or race alone
		var g *people
		if g, ok = p.people(); ok {
			ok = !g.only && !g.sexes
			for k := i; k < p.pos; k++ {
				ok = ok && len(p.candidates(k)) == 0 && !isSign(p.toks[k].low)
			}
		}
	case "among": // whom they name by what they have
		if ok = p.word("among", "amongst", "of", "in", "for"); ok {
			p.word("all", "the")
			var g *people
			g, ok = p.people()
			ok = ok && !g.only && !slices.ContainsFunc(p.toks[i:p.pos], func(t token) bool {
				return slices.Contains(pointing, t.low)
			})
		}
	case "strata":
		_, ok = p.strata()
	case "state":
		_, ok = p.oneState()
	case "records": // which the question before it counts
		ok = p.takeOne("they", "it", "them") || p.takeOne("these", "those", "that") && (p.is("eventnoun", "visit") || true)
	}
	if !ok {
		return i
	}
	return p.pos
}

// framed reads a refused question by frames; nil where none fits, or where those that fit are read differently.
func (r *Reader) framed(ctx context.Context, text string) *Reading {
	p := newParser(ctx, r, text)
	if len(p.toks) > mostWords || p.sharesOfNamed() || p.deniesWhen() || p.saysWereReadmissions() ||
		p.overlapsAnyTime() {
		return nil
	}
	var ways []order
	for i := range framesOnce().frames {
		ways = append(ways, p.fillings(ctx, &framesOnce().frames[i])...)
	}
	found, _ := r.agreed(ctx, ways, text, r.readWhole)
	return found
}

// overlapsAnyTime reports whether words for taking two drugs together stand before a colon, and "at any time" behind
// it: "Concomitant use: warfarin, aspirin at any time" may be of drugs that were never taken at once.
func (p *parser) overlapsAnyTime() bool {
	colon, together := false, false // the last of them, and whether words for both stand before it alone
	for i := range p.toks {
		if p.seq(i, ":") {
			colon = together
		}
		if _, n := p.cue("overlap", i); n > 0 {
			together, colon = true, false
		}
	}
	if !colon {
		return false
	}
	for i := range p.toks {
		if p.seq(i, "any", "time") || p.seq(i, "anytime|ever") {
			return true
		}
	}
	return false
}

// sharesOfNamed reports whether it is asked which share of what is named were something: of "strokes were within 30
// days after a colonoscopy" and "stroke patients were diagnosed within …" a frame would make one of the other thing.
func (p *parser) sharesOfNamed() bool {
	for i := range p.toks {
		_, n := p.longest(i, "share")
		if n == 0 {
			continue
		}
		for k := i + n; k+1 < len(p.toks); k++ { // "of people with a stroke had it within …"
			if p.seq(k, "had|have|has|got", "it|them", "within|before|after|in|on") {
				return true
			}
		}
		k := i + n
		if p.seq(k, "of") {
			k++
		}
		c := p.entityAt(k)
		if c.n == 0 {
			continue
		}
		k += c.n
		if _, n = p.longest(k, "people", "eventnoun"); n > 0 {
			k += n
		}
		if p.seq(k, "were|was|are|is") {
			return true
		}
	}
	return false
}
