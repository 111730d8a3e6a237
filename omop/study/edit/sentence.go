package edit

import (
	"slices"
	"strings"
	"unicode"

	"github.com/askomop/askomop/omop/study"
)

// Part is a stretch of the sentence that says a question. Without Choices it is plain text.
type Part struct {
	Text    string
	Choices []Choice // made otherwise, they change these words
}

// Sentence is the question's sentence in parts, and the choices that no words of it say.
func Sentence(q *study.Question, all []Choice) (parts []Part, rest []Choice) {
	tokens := split(q.String())
	said := make([]*words, 0, len(all))
	for _, c := range all {
		w := &words{choice: c}
		if !c.Adds {
			w.find(q, tokens)
		}
		said = append(said, w)
	}
	// The choices that few words say take theirs first; what says a whole clause has what is left of it.
	slices.SortStableFunc(said, func(a, b *words) int { return a.count() - b.count() })
	owner := make([]*words, len(tokens))
	for _, w := range said {
		if !w.take(owner) {
			rest = append(rest, w.choice)
		}
	}
	for i := 0; i < len(tokens); {
		end := i + 1
		for end < len(tokens) && owner[end] == owner[i] {
			end++
		}
		text := strings.Join(tokens[i:end], "")
		if owner[i] == nil {
			parts = append(parts, Part{Text: text})
		} else {
			word := strings.TrimFunc(text, func(r rune) bool { return !isWord(string(r)) })
			at := strings.Index(text, word)
			if strings.HasPrefix(text[at+len(word):], ")") && strings.Contains(word, "(") {
				word += ")"
			}
			parts = append(parts, Part{Text: text[:at]}, Part{word, owner[i].together()},
				Part{Text: text[at+len(word):]})
		}
		i = end
	}
	return slices.DeleteFunc(parts, func(p Part) bool { return p.Text == "" }), rest
}

// words are the tokens of the sentence that say a choice.
type words struct {
	choice Choice
	others []Choice // that the same words say
	from   int
	to     int // from == to: none
}

func (w *words) count() int { return w.to - w.from }

func (w *words) together() []Choice { return append([]Choice{w.choice}, w.others...) }

// find makes the choice otherwise and looks which words change.
func (w *words) find(q *study.Question, tokens []string) {
	c := &w.choice
	if i := slices.Index(tokens, c.word); c.word != "" && i >= 0 {
		w.from, w.to = i, i+1
		return
	}
	for _, value := range c.others() {
		other, err := Apply(q, c.ID, value)
		if err != nil {
			continue
		}
		from, to := changedOnce(tokens, split(other.String()))
		if from == to && c.next {
			from, to = nextWord(tokens, to)
		}
		from, to = withoutJoints(tokens, from, to)
		if from < to && slices.Contains(tokens[from:to], "(") && to < len(tokens) && tokens[to] == ")" {
			to++ // what is said in brackets, with both
		}
		if from < to && (w.count() == 0 || c.least == (to-from < w.count())) {
			w.from, w.to = from, to
		}
	}
	if c.least && w.from >= 2 && w.from < w.to && isWord(tokens[w.from-2]) {
		w.from -= 2 // a word and a space
	}
}

// joints are words that hold parts together and belong to none.
var joints = []string{"and", "or", "by"}

// withoutJoints leaves out joints at the ends of a stretch that has other words.
func withoutJoints(tokens []string, from, to int) (int, int) {
	for to-from > 2 && slices.Contains(joints, tokens[from]) {
		from += 2 // the word and the space behind it
	}
	for to-from > 2 && slices.Contains(joints, tokens[to-1]) {
		to -= 2
	}
	return from, to
}

// nextWord is the first word from a place on.
func nextWord(tokens []string, i int) (from, to int) {
	for i < len(tokens) && !isWord(tokens[i]) {
		i++
	}
	return i, min(i+1, len(tokens))
}

// others are values that differ from the present one.
func (c *Choice) others() []string {
	if c.Input != OneOf {
		return []string{c.probe}
	}
	var values []string
	for _, o := range c.Options {
		if o.Value != c.Value {
			values = append(values, o.Value)
		}
	}
	return values
}

// take makes the words its own that nobody has, the longest stretch of them. Where another choice has exactly these
// words, they are said together.
func (w *words) take(owner []*words) bool {
	from, to := 0, 0
	for i := w.from; i < w.to; {
		end := i
		for end < w.to && owner[end] == nil {
			end++
		}
		if end-i > to-from {
			from, to = i, end
		}
		i = end + 1
	}
	if from < to {
		w.from, w.to = from, to
		for i := from; i < to; i++ {
			owner[i] = w
		}
		return true
	}
	if w.from < w.to && owner[w.from].from == w.from && owner[w.from].to == w.to {
		owner[w.from].others = append(owner[w.from].others, w.choice)
		return true
	}
	return false
}

// split cuts a sentence into words, spaces and signs; joined they are the sentence again.
func split(s string) []string {
	kind := func(r rune) int {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '\'' || r == '%':
			return 0
		case unicode.IsSpace(r):
			return 1
		}
		return 2
	}
	var tokens []string
	start := 0
	last := -1
	for i, r := range s {
		k := kind(r)
		if i > start && (k != last || k == 2) {
			tokens = append(tokens, s[start:i])
			start = i
		}
		last = k
	}
	return append(tokens, s[start:])
}

// changedOnce is the stretch that changes first: what is said of one group after another changes in each of its
// clauses.
func changedOnce(a, b []string) (from, to int) {
	endA, endB := slices.Index(a, ";"), slices.Index(b, ";")
	if endA > 0 && endB > 0 && !slices.Equal(a[:endA], b[:endB]) {
		return changed(a[:endA], b[:endB])
	}
	return changed(a, b)
}

// changed is the stretch of a that b has otherwise: what lies between the beginning and the end that both share. Where
// b only has more, the stretch is empty, at the place where it would stand.
func changed(a, b []string) (from, to int) {
	for from < len(a) && from < len(b) && strings.EqualFold(a[from], b[from]) {
		from++
	}
	to = len(a)
	for end := len(b); to > from && end > from && strings.EqualFold(a[to-1], b[end-1]); end-- {
		to--
	}
	// Spaces and signs at the edges belong to nobody.
	for from < to && !isWord(a[from]) {
		from++
	}
	for to > from && !isWord(a[to-1]) {
		to--
	}
	return from, to
}

func isWord(token string) bool {
	return strings.IndexFunc(token, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) >= 0
}
