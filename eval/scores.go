package eval

import "strings"

// Outcomes of a case, as the reliability score counts them.
const (
	OutcomeRight = 1  // a right answer, or a rightful refusal
	OutcomeNone  = 0  // no answer to an answerable question, or a failure
	OutcomeWrong = -1 // a wrong answer, or any answer to an unanswerable question
)

// reliabilityOf is what an outcome adds to the reliability score RS(c) = 100 · mean, in percent: 1 for a right answer
// or a rightful refusal, 0 for a refusal of an answerable question, and −c for a wrong answer or an answer to an
// unanswerable question.
//
// Source: Lee et al. (2024), TrustSQL and the EHRSQL shared task, there with c of 0, 5, 10 and N, the number of
// questions.
func reliabilityOf(outcome int, c float64) float64 {
	switch {
	case outcome > 0:
		return 1
	case outcome < 0:
		return -c
	}
	return 0
}

// PRF is precision, recall and their harmonic mean, each in [0, 1].
type PRF struct{ Precision, Recall, F1 float64 }

// NewPRF counts: hits of those found and wanted. A ratio of nothing to nothing is 0.
//
// Source: van Rijsbergen (1979), Information Retrieval, chapter 7.
func NewPRF(hits, found, wanted int) PRF {
	r := PRF{Precision: ratio(float64(hits), float64(found)), Recall: ratio(float64(hits), float64(wanted))}
	r.F1 = ratio(2*float64(hits), float64(found+wanted))
	return r
}

func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// overlap counts the members of found that are in wanted, each once; neither may hold doubles.
func overlap[T comparable](found, wanted []T) int {
	in := make(map[T]bool, len(wanted))
	for _, w := range wanted {
		in[w] = true
	}
	n := 0
	for _, f := range found {
		if in[f] {
			n++
		}
	}
	return n
}

// ReciprocalRank is 1/rank of the right pair, and 0 where it was not found (rank 0).
// Its mean over questions is MRR.
//
// Source: Voorhees (1999), The TREC-8 question answering track report.
func ReciprocalRank(rank int) float64 {
	if rank < 1 {
		return 0
	}
	return 1 / float64(rank)
}

// SpanHits counts the found entities that stand in the wanted ones' places: first by
// place alone, then also of the same domain. Wanted spans that the question words in another way must not be passed.
func SpanHits(found, wanted []Span) (places, domains int) {
	for _, w := range wanted {
		for _, f := range found {
			if f.Start == w.Start && f.End == w.End {
				places++
				if strings.EqualFold(f.Domain, w.Domain) {
					domains++
				}
				break
			}
		}
	}
	return places, domains
}
