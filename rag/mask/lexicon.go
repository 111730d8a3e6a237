package mask

import (
	"bufio"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/askomop/askomop/rag"
	qread "github.com/askomop/askomop/rag/read"
)

//go:embed lexicon.tsv
var lexiconTable string

//go:embed constraints.tsv
var constraintTable string

// lexicon holds what the words of questions say. It is read-only once made.
type lexicon struct {
	phrases  map[string]string // words joined by one blank: a token of the reading, "-" for nothing
	longest  int               // words in the longest phrase
	patterns []pattern
	starts   map[string][]int  // patterns that a word can begin, in the order of the table
	numeric  []int             // patterns that a number, year or date can begin
	own      map[string]bool   // words that are the question's own, not an entity's
	states   map[string]string // "new york" → NY
}

// words returns the lexicon, made once.
var words = sync.OnceValue(func() *lexicon {
	lex, err := newLexicon(lexiconTable, constraintTable, qread.StateTable)
	if err != nil {
		panic("rag: the embedded lexicon is broken: " + err.Error()) // a test reads it: it cannot happen in a release
	}
	return lex
})

func newLexicon(lexiconTable, constraintTable, stateTable string) (*lexicon, error) {
	lex := &lexicon{phrases: map[string]string{}, states: map[string]string{}, own: map[string]bool{}}
	sc := bufio.NewScanner(strings.NewReader(lexiconTable))
	for n := 1; sc.Scan(); n++ {
		line := sc.Text()
		if strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" {
			continue
		}
		token, phrases, ok := strings.Cut(line, "\t")
		if !ok {
			return nil, fmt.Errorf("lexicon line %d: no tab", n)
		}
		for p := range strings.SplitSeq(phrases, ",") {
			if err := lex.add(p, token); err != nil {
				return nil, fmt.Errorf("lexicon line %d: %w", n, err)
			}
		}
	}
	var err error
	if lex.patterns, err = parsePatterns(constraintTable); err != nil {
		return nil, err
	}
	lex.indexPatterns()
	for line := range strings.Lines(stateTable) {
		code, name, _ := strings.Cut(strings.TrimSpace(line), "\t")
		lex.states[name] = code
	}
	return lex, nil
}

func (lex *lexicon) add(phrase, token string) error {
	ws := split(phrase)
	if len(ws) == 0 {
		return nil
	}
	key := join(ws)
	if old, ok := lex.phrases[key]; ok && old != token {
		return fmt.Errorf("%q says both %q and %q", key, old, token)
	}
	lex.phrases[key] = token
	if len(ws) == 1 || token == rag.TokenNone || token == "count" { // "number of", not "inpatient stay"
		for _, w := range ws {
			lex.own[w.text] = true
		}
	}
	lex.longest = max(lex.longest, len(ws))
	return nil
}

// phrase returns the token of the longest phrase at ws[i:] and its length in words.
func (lex *lexicon) phrase(ws []word, i int) (token string, n int) {
	for n := min(lex.longest, len(ws)-i); n > 0; n-- {
		if token, ok := lex.phrases[join(ws[i:i+n])]; ok {
			return token, n
		}
	}
	return "", 0
}

// indexPatterns notes by which words each pattern can begin.
func (lex *lexicon) indexPatterns() {
	lex.starts = map[string][]int{}
	for k, p := range lex.patterns {
		for _, e := range p.elems {
			for _, w := range e.words {
				lex.own[w] = true
			}
		}
		begun := map[string]bool{}
		for _, e := range p.elems {
			if e.back != "" || e.ahead != "" {
				continue
			}
			if e.capture != 0 && !begun["{"] {
				begun["{"] = true
				lex.numeric = append(lex.numeric, k)
			}
			for _, w := range e.words {
				if !begun[w] {
					begun[w] = true
					lex.starts[w] = append(lex.starts[w], k)
				}
			}
			if !e.optional {
				break
			}
		}
	}
}

// beginning lists the patterns that may begin with the word, in the order of the table.
func (lex *lexicon) beginning(w string) []int {
	ks := lex.starts[w]
	if _, ok := numeral(w); ok || isDate(w) || isMonth(w) || decadeYears(w) != nil {
		ks = append(append([]int(nil), ks...), lex.numeric...)
		slices.Sort(ks)
		ks = slices.Compact(ks)
	}
	return ks
}

// unit returns the unit of measurement at ws[i:], without the lexicon's prefix, and its length in words.
func (lex *lexicon) unit(ws []word, i int) (int, string) {
	if i >= len(ws) {
		return 0, ""
	}
	if ws[i].text == "%" || ws[i].text == "percent" {
		return 1, "%"
	}
	token, n := lex.phrase(ws, i)
	if unit, ok := strings.CutPrefix(token, "unit:"); ok {
		return n, unit
	}
	return 0, ""
}

func join(ws []word) string {
	if len(ws) == 1 {
		return ws[0].text
	}
	var b strings.Builder
	for i, w := range ws {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w.text)
	}
	return b.String()
}

// Tables are the tables by which questions are read: what is kept of a reading is out of date when one of them changes.
func Tables() []string { return []string{lexiconTable, constraintTable, qread.StateTable} }
