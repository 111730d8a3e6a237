package write

import (
	"fmt"
	"strings"

	"github.com/askomop/askomop/rag"
)

// understood abstains on a question with words that mean nothing to askomop, or with a matter outside of the database.
func understood(m rag.Masked) error {
	if m.Reading.Outside != "" {
		return &rag.Abstention{Reason: "out_of_scope", Message: "This question " + m.Reading.Outside + "."}
	}
	if len(m.Reading.Unknown) == 0 {
		return nil
	}
	quoted := make([]string, len(m.Reading.Unknown))
	for i, w := range m.Reading.Unknown {
		quoted[i] = fmt.Sprintf("%q", w)
	}
	list := enumerate(quoted)
	if besideEntity(m) {
		return &rag.Abstention{Reason: "slots_do_not_fit",
			Message: fmt.Sprintf("I can't account for %s in this question, and "+
				"leaving it out could change the answer. Ask without it, or name a concept that holds it (askomop vocab search %s).", list, quoted[0])}
	}
	return &rag.Abstention{Reason: "no_concept",
		Message: fmt.Sprintf("I don't know %s: neither a name in this database's vocabulary "+
			"nor a word I understand. Check the spelling, or look for it with: askomop vocab search %s", list, quoted[0])}
}

// besideEntity reports whether every unknown word stands next to an entity: a qualifier such as "severe".
func besideEntity(m rag.Masked) bool {
	items := m.Reading.Pieces
	for i, it := range items {
		if it.Token != rag.TokenUnknown {
			continue
		}
		if (i == 0 || items[i-1].Entity < 0) && (i+1 == len(items) || items[i+1].Entity < 0) {
			return false
		}
	}
	return true
}

// worthShowing is the score from which on the nearest questions are shown beside a refusal. Below it they have nothing
// to do with what was asked.
const worthShowing = 0.30

// nothingFits is the abstention that shows the nearest questions that could be answered, and why one that is worded
// alike could not be filled.
func nothingFits(examples []rag.Match, why error) error {
	if len(examples) == 0 || examples[0].Score < worthShowing {
		return &rag.Abstention{Reason: "no_similar_pair",
			Message: "No question of the library is similar to this one. See what can be asked: askomop library list"}
	}
	var b strings.Builder
	b.WriteString("No question of the library asks quite this")
	if why != nil {
		b.WriteString(" (" + why.Error() + ")")
	}
	b.WriteString(". The nearest that can be answered, with your own entities and numbers:")
	for _, e := range examples[:min(3, len(examples))] {
		b.WriteString("\n  " + e.Pair.Question)
	}
	return &rag.Abstention{Reason: "slots_do_not_fit", Message: b.String()}
}

func enumerate(xs []string) string {
	switch len(xs) {
	case 0:
		return ""
	case 1:
		return xs[0]
	}
	return strings.Join(xs[:len(xs)-1], ", ") + " and " + xs[len(xs)-1]
}
