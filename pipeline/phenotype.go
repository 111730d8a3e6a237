package pipeline

import (
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/rag"
)

// splitPhenotype takes the words that name a phenotype out of a question: "patients in the T2DM phenotype". find gives
// the name of the cohort that words mean, "" where they mean none; its error says that they mean several. The words are
// the longest behind a preposition for which there is a cohort. Where there is none for any, the error is a
// *rag.Abstention.
func splitPhenotype(question string, find func(words string) (string, error)) (cohortNamed, error) {
	at := phenotypeWord.FindStringIndex(question)
	if at == nil {
		return cohortNamed{rest: question}, nil
	}
	starts := beforePhenotype.FindAllStringIndex(question[:at[0]], -1)
	for _, start := range starts {
		words := strings.TrimSpace(question[start[1]:at[0]])
		if words == "" {
			continue
		}
		name, err := find(words)
		if err != nil {
			return cohortNamed{rest: question}, err
		}
		if name != "" {
			return takeOut(question, name, start[0], at[1]), nil
		}
	}
	return cohortNamed{rest: question}, &rag.Abstention{Reason: ReasonNoConcept,
		Message: "The question names a phenotype that is not kept. askomop cohort list shows those that are; " +
			"askomop cohort import FILE keeps one of ATLAS's."}
}

var (
	phenotypeWord   = lazyregexp.New(`(?i)\bphenotype\b`)
	beforePhenotype = lazyregexp.New(`(?i)\b(?:in|with|within|of|from|among|for)\s+(?:the\s+|an?\s+)?`)
)
