// Package eval measures how good answers are: cases whose right answer is known, the run of cases × settings, scores
// over what came out, and reports of them.
//
// It sees the pipeline only through the interface Asker. It names no model, no engine and no store: a Setting brings
// what it is to be run with.
package eval

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/rag"
)

// Case is one question whose right end is known.
type Case struct {
	ID       string `json:"id"` // unique in a run: the pair's id and the number of the wording, or the refusal's id
	Question string `json:"question"`
	Kind     string `json:"kind"`             // question, paraphrase or refusal
	PairID   string `json:"pair,omitempty"`   // the pair that answers it; empty where none does
	SQL      string `json:"sql,omitempty"`    // the reference, a template; empty means: has to be refused
	Reason   string `json:"reason,omitempty"` // why it has to be refused
	Topic    string `json:"topic,omitempty"`
	Entities []Span `json:"entities,omitempty"` // of the reference, in the order of its placeholders

	// Of cases of sets made elsewhere:
	IDSQL  string   `json:"id_sql,omitempty"` // the reference with ids in place of placeholders; it is what is run
	Given  []Coded  `json:"given,omitempty"`  // the ids that the set codes the entities to; Text is empty where it does not say of which entity they are
	Doubts []string `json:"doubts,omitempty"` // what in bringing the SQL over depends on types or values
	Source string   `json:"source,omitempty"` // the file and the place in it
	Twins  []string `json:"twins,omitempty"`  // pairs that ask the same under another id, left out with its own
	Absent bool     `json:"absent,omitempty"` // its own pair is not among the examples, so it has no rank

	// SPARQL is the reference as SPARQL, which that of a writer of SPARQL is compared with; "" where there is none.
	SPARQL string `json:"-"`

	pair *rag.Pair // that it is of; nil where there is none
}

// The kinds of cases.
const (
	KindQuestion   = "question"
	KindParaphrase = "paraphrase"
	KindRefusal    = "refusal"
)

// Answerable reports whether the case has an answer.
func (c Case) Answerable() bool { return c.SQL != "" }

// Span is an entity and where the question words it.
type Span struct {
	Domain string `json:"domain"`
	Text   string `json:"text"`
	Start  int    `json:"start"` // bytes; Start and End are both 0 where the question words the entity in another way
	End    int    `json:"end"`
}

// PairCases makes a case of every wording of every pair.
func PairCases(pairs []rag.Pair) ([]Case, error) {
	var cases []Case
	for _, p := range pairs {
		holders, err := sqltree.Placeholders(p.SQL)
		if err != nil {
			return nil, fmt.Errorf("reading the placeholders of pair %s: %w", p.ID, err)
		}
		for i, w := range p.Wordings() {
			kind := KindQuestion
			if i > 0 {
				kind = KindParaphrase
			}
			cases = append(cases, Case{
				ID: fmt.Sprintf("%s/%d", p.ID, i), Question: w, Kind: kind, PairID: p.ID, SQL: p.SQL, Topic: p.Topic,
				Entities: spans(w, holders), pair: &p,
			})
		}
	}
	return cases, nil
}

// RefusalCases makes a case of every question that has to be refused. Its topic is the reason.
func RefusalCases(refusals []Refusal) []Case {
	var cases []Case
	for _, r := range refusals {
		cases = append(cases, Case{ID: r.ID, Question: r.Question, Kind: KindRefusal, Reason: r.Reason,
			Topic: r.Reason})
	}
	return cases
}

// spans looks the distinct placeholders up in a question, each at its first place where it stands as words of its own.
func spans(question string, holders []sqltree.Placeholder) []Span {
	var out []Span
	seen := map[string]bool{}
	for _, h := range holders {
		if key := strings.ToLower(h.String()); seen[key] {
			continue
		} else {
			seen[key] = true
		}
		s := Span{Domain: string(h.Domain), Text: h.Text}
		if at := wordsAt(question, h.Text); at >= 0 {
			s.Start, s.End = at, at+len(h.Text)
		}
		out = append(out, s)
	}
	return out
}

// wordsAt is the byte offset of a text in a question, in whatever case, with no letter or digit touching it; -1 for
// none.
func wordsAt(question, text string) int {
	lower, want := strings.ToLower(question), strings.ToLower(text)
	if len(lower) != len(question) || len(want) != len(text) || want == "" {
		return -1 // a letter whose lower case has another length: offsets would be off
	}
	for from := 0; ; {
		i := strings.Index(lower[from:], want)
		if i < 0 {
			return -1
		}
		start, end := from+i, from+i+len(want)
		before, _ := utf8.DecodeLastRuneInString(lower[:start])
		after, _ := utf8.DecodeRuneInString(lower[end:])
		if !isWordRune(before) && !isWordRune(after) {
			return start
		}
		from = start + 1
	}
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
