package read

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:embed lexicon.tsv
var lexiconFile string

// StateTable is the states of the United States, a line each: the code of location.state and the name, with a tab
// between.
//
//go:embed states.tsv
var StateTable string

//go:embed measures.tsv
var measuresFile string

// category is a part of speech of this small grammar: a column of lexicon.tsv.
type category string

// phrase is an entry of the lexicon.
type phrase struct {
	words []string
	cat   category
	value string
	led   bool // an anaphor that needs its article: "the visit", not "no visit"
}

// lexicon finds phrases by their first word, longest first.
type lexicon struct {
	byFirst map[string][]phrase
	words   map[string]bool // all words of all phrases
	single  map[string]bool // phrases of one word

	bySecond map[string]map[string][]int // places in byFirst, by the first and the second word; "" for one word alone
}

//go:embed remarks.tsv
var remarksFile string

var lexiconOnce = sync.OnceValue(func() *lexicon { return newLexicon(lexiconFile + measuresFile) })

// remarkLexicon has what is said beside a question, too, before what the words mean elsewhere.
var remarkLexicon = sync.OnceValue(func() *lexicon { return newLexicon(remarksFile + lexiconFile + measuresFile) })

func newLexicon(lines string) *lexicon {
	lex := &lexicon{byFirst: map[string][]phrase{}, words: map[string]bool{}, single: map[string]bool{}}
	for line := range strings.Lines(lines) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' && !strings.Contains(line, "\t") {
			continue
		}
		cols := strings.Split(line, "\t")
		for p := range strings.SplitSeq(cols[0], "|") {
			for _, text := range spelledOut(strings.TrimSpace(p)) {
				lex.add(text, category(cols[1]), cols[2])
			}
		}
	}
	for line := range strings.Lines(StateTable) {
		if code, name, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			lex.add(code, "state", code)
			lex.add(name, "state", code)
		}
	}
	lex.sort()
	return lex
}

// spelledOut is a phrase with each choice of "{inpatient/hospital} {stay/stays}"; one that may miss is "{/recorded}".
func spelledOut(phrase string) []string {
	from := strings.IndexByte(phrase, '{')
	if from < 0 {
		return []string{phrase}
	}
	to := from + strings.IndexByte(phrase[from:], '}')
	var all []string
	for _, behind := range spelledOut(phrase[to+1:]) {
		for one := range strings.SplitSeq(phrase[from+1:to], "/") {
			all = append(all, phrase[:from]+one+behind)
		}
	}
	return all
}

// sort puts the longest phrases first. It is called when all have been added.
func (lex *lexicon) sort() {
	lex.bySecond = make(map[string]map[string][]int, len(lex.byFirst))
	for first, ps := range lex.byFirst {
		slices.SortStableFunc(ps, func(a, b phrase) int { return len(b.words) - len(a.words) })
		places := map[string][]int{}
		for i, ph := range ps {
			second := ""
			if len(ph.words) > 1 {
				second = ph.words[1]
			}
			places[second] = append(places[second], i)
		}
		lex.bySecond[first] = places
	}
}

func (lex *lexicon) add(text string, cat category, value string) {
	var words []string
	for _, t := range tokenize(text) {
		if cat != "article" && isArticle[t.low] {
			continue // articles are skipped in questions, too
		}
		words = append(words, t.low)
		lex.words[t.low] = true
	}
	if len(words) == 0 {
		return
	}
	if len(words) == 1 && cat != "state" { // MI is a state, and a disease
		lex.single[words[0]] = true
	}
	led := cat == "it" && len(words) < len(tokenize(text))
	lex.byFirst[words[0]] = append(lex.byFirst[words[0]], phrase{words, cat, value, led})
}

var isDefinite = map[string]bool{"the": true, "this": true, "that": true, "these": true, "those": true}

var isArticle = map[string]bool{"the": true, "a": true, "an": true, "their": true, "his": true, "her": true,
	"its": true, "our": true, "my": true, "your": true,
	"this": true, "these": true, "those": true}
