package coding

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/askomop/askomop/internal/tsv"
	"github.com/askomop/askomop/vocab"
)

//go:embed context.tsv
var contextTSV string

// ContextCoder is a Coder that heeds the question that an entity stands in: the words around an abbreviation decide
// between its readings, and a word that is part of another term is not coded alone. "MS" beside interferon beta is
// multiple sclerosis.
type ContextCoder interface {
	Coder
	// In returns the coder for entities of a question.
	In(question string) Coder
}

// In returns a coder for entities of a question; coders that heed none stay as they are.
func In(coder Coder, question string) Coder {
	if r, ok := coder.(ContextCoder); ok && strings.TrimSpace(question) != "" {
		return r.In(question)
	}
	return coder
}

// In implements ContextCoder.
func (r *Rules) In(question string) Coder { return r.in(question) }

func (r *Rules) in(question string) *Rules {
	in := *r
	in.around = " " + vocab.Normalize(question) + " "
	return &in
}

// contextRow is a row of context.tsv, normalised.
type contextRow struct {
	kind, domain, wording string
	targets               []string
	words                 []string
}

var contextRows = sync.OnceValue(func() []contextRow {
	var rows []contextRow
	for _, fields := range tsv.Rows(contextTSV) {
		if len(fields) != 5 {
			continue
		}
		row := contextRow{kind: fields[0], domain: fields[1], wording: vocab.Normalize(fields[2]), targets: strings.Split(fields[3], "|")}
		for word := range strings.SplitSeq(fields[4], ";") {
			row.words = append(row.words, vocab.Normalize(word))
		}
		rows = append(rows, row)
	}
	return rows
})

// inContext codes by the words around the entity. ok is false where they decide nothing.
func (s *session) inContext() (picked []choice, ok bool, err error) {
	if s.around == "" {
		return nil, false, nil
	}
	text := vocab.Normalize(s.entity.Text)
	var meant []contextRow
	best := 0
	for _, row := range contextRows() {
		if row.domain != s.domain || row.wording != text {
			continue
		}
		if row.kind == "part" {
			if err := s.partOf(row, s.around); err != nil {
				return nil, true, err
			}
			continue
		}
		switch hits := row.hits(s.around); {
		case hits > best:
			meant, best = []contextRow{row}, hits
		case hits == best && hits > 0:
			meant = append(meant, row)
		}
	}
	if len(meant) == 0 {
		return nil, false, nil
	}
	for _, row := range meant {
		picked = append(picked, s.meantBy(row)...)
	}
	switch {
	case len(meant) > 1 && len(picked) > 1:
		return nil, true, s.ambiguous(picked, "the words around it speak for both")
	case len(picked) == 0:
		return nil, true, s.abstain(fmt.Sprintf("the words around it speak for %s, which this vocabulary does not hold", meant[0].targets[0]))
	}
	return picked[:1], true, nil
}

// hits counts the words of a row that stand in the question, apart from the mention itself.
func (r contextRow) hits(around string) int {
	n := 0
	for _, w := range r.words {
		if w != r.wording && strings.Contains(around, " "+w+" ") {
			n++
		}
	}
	return n
}

// meantBy finds the concept of a row in the vocabulary.
func (s *session) meantBy(row contextRow) []choice {
	for _, target := range row.targets {
		choices := s.choices(s.vocabulary.Lookup(vocab.Normalize(target)))
		if len(choices) > 0 && choices[0].rank < rankAmbiguous {
			choices[0].why = fmt.Sprintf("abbreviation %q, as the words around it speak for it", s.entity.Text)
			return choices[:1]
		}
	}
	return nil
}

// partOf abstains where the question has the entity's words only as the end of another term.
func (s *session) partOf(row contextRow, around string) error {
	whole, apart := "", strings.Count(around, " "+row.wording+" ")
	for _, w := range row.words {
		if n := strings.Count(around, " "+w+" "+row.wording+" "); n > 0 && n >= apart {
			whole = w + " " + row.wording
		}
	}
	if whole == "" || slices.Contains(strings.Fields(vocab.Normalize(s.entity.Text)), strings.Fields(whole)[0]) {
		return nil
	}
	return &NoConceptError{Entity: s.entity, Reason: fmt.Sprintf("in the question it is part of %q, which is another thing; name that as a whole", whole)}
}
