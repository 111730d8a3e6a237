package read

import (
	"context"
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// Paraphrases are turns of phrase that the grammar has in other words: "Age when glaucoma is first recorded" is "age at
// first glaucoma". A question that could not be read is said in these other words, once or several times over, and read
// again. Where two ways of saying it that are equally near are read differently, it stays refused.
//
// A line of paraphrases.tsv has the turn, the plain words, and an example with the same in plain words, which a test
// holds to mean the same. The turn consists of
//
//	word        a word; one|another for several; [word] for one that may be missing, as any of these may
//	{x:drug}    a name of the vocabulary in a domain; {x:condition|drug} in one of two, {x:} in any
//	{n#} {d@}   a number; a length of time
//	{g=people}  a phrase of that category of lexicon.tsv
//	{v~had|has} one of the words, which the plain words say again
//	{x}         what x was before, once more
//	{w*}        words, up to a sign
//	{m!}        a word that neither the grammar nor the vocabulary knows
//	^ $         the beginning and the end of the question or of a sentence in it
type paraphrase struct {
	turn  []slot
	plain []string
}

// slot is a place of a turn.
type slot struct {
	kind     rune // 'w' for words, '^', '$', '&' for what was held before, or what stands behind the name in braces
	oneOf    []string
	optional bool
	name     string
}

//go:embed paraphrases.tsv
var paraphraseFile string

var paraphrasesOnce = sync.OnceValue(func() []paraphrase { return paraphrasesOf(paraphraseFile) })

// paraphrasesOf are the turns of a file with their plain words.
func paraphrasesOf(file string) []paraphrase {
	var all []paraphrase
	for line := range strings.Lines(file) {
		cols := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(cols) < 2 || strings.HasPrefix(line, "#") {
			continue
		}
		all = append(all, paraphrase{slotsOf(cols[0]), strings.Fields(cols[1])})
	}
	return all
}

func slotsOf(turn string) []slot {
	var slots []slot
	for _, word := range strings.Fields(turn) {
		s := slot{kind: 'w'}
		if bare := strings.Trim(word, "[]"); bare != word {
			word, s.optional = bare, true
		}
		switch {
		case word == "^" || word == "$":
			s.kind = rune(word[0])
		case word[0] == '<':
			s.kind, s.oneOf = '<', strings.Split(strings.Trim(word, "<>"), "|")
		case word[0] == '{':
			word = strings.Trim(word, "{}")
			at := strings.IndexAny(word, ":#@=*~!<%")
			if at < 0 {
				word, at = word+"&", len(word)
			}
			s.name, s.kind = word[:at], rune(word[at])
			if of := word[at+1:]; of != "" {
				s.oneOf = strings.Split(of, "|")
			}
		default:
			s.oneOf = strings.Split(word, "|")
		}
		slots = append(slots, s)
	}
	return slots
}

// Bounds of the search for other words: turns one after another, and ways of saying one question that are read.
const (
	mostTurns = 3
	mostWays  = 24
)

// paraphrased reads a refused question in other words; nil where none can be read, or where the readings differ.
func (r *Reader) paraphrased(ctx context.Context, text string) *Reading {
	ways, seen := []order{{{said: text}}}, map[string]bool{text: true}
	for range mostTurns {
		var next []order
		for _, o := range ways {
			for _, way := range r.otherWords(ctx, o) {
				if said := way.text(); !seen[said] && len(seen) <= mostWays && Outside(said) == "" {
					seen[said] = true
					next = append(next, way)
				}
			}
		}
		found, differ := r.agreed(ctx, next, text, r.readWhole)
		if found == nil && !differ {
			found, differ = r.agreed(ctx, next, text, r.readSeveral)
		}
		if found != nil || differ {
			return found
		}
		ways = next
	}
	return nil
}

// furtherMarks stand in plain words before a further figure.
var furtherMarks = []string{" and number of ", " and average ", " and mean ", " and median ", " , how many "}

// readSeveral reads a text with figures that only its plain words tell apart: "…, and how many had both".
func (r *Reader) readSeveral(ctx context.Context, said string) *Reading {
	if !strings.HasSuffix(said, "how many had both") && !slices.ContainsFunc(furtherMarks, func(mark string) bool {
		return strings.Contains(lower(said), mark)
	}) {
		return nil
	}
	if several := r.figures(ctx, said); several != nil && several.Question != nil {
		return several
	}
	if r.composed {
		return nil
	}
	if several := r.labelled(ctx, said); several != nil && several.Question != nil {
		return several
	}
	inner := *r
	inner.composed = true // a comparison may be put into other words, and these make a comparison again
	return inner.apart(ctx, said)
}

// otherWords are the ways of saying a question with one turn in plain words.
func (r *Reader) otherWords(ctx context.Context, o order) []order {
	return newParser(ctx, r, o.text()).ways(paraphrasesOnce(), o)
}

// ways are the ways of saying what the parser has with one of some turns in plain words.
func (p *parser) ways(turns []paraphrase, o order) []order {
	var ways []order
	points := make([]bool, len(p.toks))
	for i := range p.toks {
		points[i] = p.seq(i, "those|these|that|this")
	}
	for _, one := range turns {
		if p.lacks(one.turn) {
			continue
		}
		for i := range p.toks {
			if points[i] && !slices.Contains(one.turn[0].oneOf, p.toks[i].low) {
				continue // it stands for something, and is not an article before the turn
			}
			found := map[string]stretch{}
			to, ok := p.matches(one.turn, i, found)
			if !ok || to == i {
				continue
			}
			way := o.cut(0, p.toks[i].start)
			for _, word := range one.plain {
				if name := strings.Trim(word, "{}"); name != word {
					if s, said := found[name]; said && s.to > s.from {
						way = append(way, o.cut(p.toks[s.from].start, p.toks[s.to-1].end)...)
					}
					continue
				}
				way = append(way, piece{said: word, from: -1})
			}
			ways = append(ways, append(way, o.cut(p.toks[to-1].end, len(p.text))...))
			break
		}
	}
	return ways
}

// cut is a stretch of the arranged text in its pieces.
func (o order) cut(from, to int) order {
	var pieces order
	at := 0
	for _, one := range o {
		a, b := max(from, at)-at, min(to, at+len(one.said))-at
		at += len(one.said) + 1
		if a >= b || strings.TrimSpace(one.said[a:b]) == "" {
			continue
		}
		place := one.from
		if place >= 0 {
			place += a
		}
		pieces = append(pieces, piece{said: one.said[a:b], from: place})
	}
	return pieces
}
