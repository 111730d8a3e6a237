package eval

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// metric is a score over cases: what a case adds to a few sums, and what the sums make.
type metric struct {
	name  string
	about string                   // its definition, as reports print it
	unit  string                   // "%", "" or a noun
	adds  func(j Judged) []float64 // nil where the case does not belong to it
	score func(sums []float64) float64
}

// share is a metric in percent: how many of those cases for which of holds have hit.
func share(name, about string, of, hit func(Judged) bool) metric {
	return metric{name, about, "%", func(j Judged) []float64 {
		if !of(j) {
			return nil
		}
		return []float64{truth(hit(j)), 1}
	}, percent}
}

// mean is a metric that averages a number over those cases for which of holds.
func mean(name, about, unit string, of func(Judged) bool, number func(Judged) float64) metric {
	return metric{name, about, unit, func(j Judged) []float64 {
		if !of(j) {
			return nil
		}
		return []float64{number(j), 1}
	}, func(s []float64) float64 { return ratio(s[0], s[1]) }}
}

// perRight is what a right answer costs: a sum over all cases for which of holds, over those of them that are right.
// Where none is, it is not a number.
func perRight(name, about, unit string, of func(Judged) bool, number func(Judged) float64) metric {
	return metric{name, about, unit, func(j Judged) []float64 {
		if !of(j) {
			return nil
		}
		return []float64{number(j), truth(right(j))}
	}, func(s []float64) float64 {
		if s[1] == 0 {
			return math.NaN()
		}
		return s[0] / s[1]
	}}
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func percent(s []float64) float64 { return 100 * ratio(s[0], s[1]) }

func always(Judged) bool         { return true }
func answerable(j Judged) bool   { return j.Case.Answerable() }
func refusable(j Judged) bool    { return !j.Case.Answerable() }
func right(j Judged) bool        { return j.Score == OutcomeRight }
func wrong(j Judged) bool        { return j.Score == OutcomeWrong }
func answered(j Judged) bool     { return j.Outcome.Answered() }
func refused(j Judged) bool      { return j.Outcome.Refused() }
func priced(j Judged) bool       { return j.Outcome.Currency != "" }
func rightByRules(j Judged) bool { return right(j) || len(j.Rules) > 0 }
func asksModel(j Judged) bool    { return j.Outcome.PromptTokens+j.Outcome.CompletionTokens > 0 }
func hasTemplate(j Judged) bool  { return j.Case.Answerable() && j.Outcome.Template != "" }

// metrics are all scores, in the order of reports. n is the number of cases, the N of RS(N).
func metrics(n int) []metric {
	all := []metric{
		share("accuracy", "answerable questions whose result answers as the reference does", answerable, right),
		share("accuracy with rules", "the same, or the same by the rules of what a person takes for one answer (docs/evaluation.md)", answerable, rightByRules),
		share("wrong", "answerable questions whose result differs from the reference's", answerable, wrong),
		share("withheld", "answerable questions that were refused or failed", answerable, func(j Judged) bool { return !answered(j) }),
		share("executability", "SQL written for answerable questions that ran", hasTemplate, answered),
		share("SQL accuracy", "answerable questions whose SQL gives the reference's result when it is coded as the reference is", answerable, func(j Judged) bool { return j.SQLRight }),
		share("EX", "answerable questions with exactly the reference's rows and columns", answerable, func(j Judged) bool { return j.EX }),
		share("LF", "answerable questions with the reference's SQL, token by token after normalising", answerable, func(j Judged) bool { return j.LF }),
		share("ST", "the same but for the values of literals", answerable, func(j Judged) bool { return j.ST }),
		share("success", "all questions with a right answer or a rightful refusal", always, right),
		share("completion", "all questions that ended with an answer or a refusal and did not fail", always, func(j Judged) bool { return answered(j) || refused(j) }),
		share("refused", "questions to be refused that were refused", refusable, right),
	}
	for _, c := range []struct {
		name    string
		penalty float64
	}{{"RS(0)", 0}, {"RS(5)", 5}, {"RS(10)", 10}, {"RS(N)", float64(n)}} {
		about := "reliability score: 100 · mean of 1 for right, 0 for a needless refusal, " +
			fmt.Sprintf("−%g for wrong", c.penalty)
		all = append(all, metric{c.name, about, "", func(j Judged) []float64 { return []float64{reliabilityOf(j.Score, c.penalty), 1} }, percent})
	}
	all = append(all, metric{"RS(10) with rules", "RS(10), where an answer that the rules accept is right", "",
		func(j Judged) []float64 {
			if rightByRules(j) {
				return []float64{1, 1}
			}
			return []float64{reliabilityOf(j.Score, 10), 1}
		}, percent})
	all = append(all, refusing()...)
	all = append(all, retrieval()...)
	all = append(all, masking()...)
	all = append(all, coded()...)
	return append(all,
		mean("model calls", "a question: to find entities, write, verify codes and repair; answers from the cache are none", "calls", always, func(j Judged) float64 { return float64(j.Outcome.Calls) }),
		mean("prompt tokens", "of model calls, a question", "tokens", always, func(j Judged) float64 { return float64(j.Outcome.PromptTokens) }),
		mean("completion tokens", "of model calls, a question", "tokens", always, func(j Judged) float64 { return float64(j.Outcome.CompletionTokens) }),
		mean("money", "a question, in the currency of the model's price", "", priced, func(j Judged) float64 { return j.Outcome.Money }),
		perRight("money per right answer", "all that was spent, over the right answers and rightful refusals", "", priced, func(j Judged) float64 { return j.Outcome.Money }),
		perRight("tokens per right answer", "the same of prompt and completion tokens", "tokens", asksModel, func(j Judged) float64 { return float64(j.Outcome.PromptTokens + j.Outcome.CompletionTokens) }),
		mean("attempts", "at the SQL of a question, repairs included", "", always, func(j Judged) float64 { return float64(j.Outcome.Attempts) }),
		mean("seconds", "a question", "s", always, func(j Judged) float64 { return j.Outcome.Seconds }),
	)
}

// threeSums are metrics over hits, found and wanted.
func threeSums(what, about string, adds func(Judged) []float64) []metric {
	prf := func(s []float64) PRF { return NewPRF(int(s[0]), int(s[1]), int(s[2])) }
	return []metric{
		{what + " precision", "precision of " + about, "%", adds, func(s []float64) float64 { return 100 * prf(s).Precision }},
		{what + " recall", "recall of " + about, "%", adds, func(s []float64) float64 { return 100 * prf(s).Recall }},
		{what + " F1", "F1 of " + about, "%", adds, func(s []float64) float64 { return 100 * prf(s).F1 }},
	}
}

func refusing() []metric {
	return threeSums("refusing", "refusals: found are all refusals, wanted the questions that have to be refused",
		func(j Judged) []float64 {
			return []float64{truth(refused(j) && refusable(j)), truth(refused(j)), truth(refusable(j))}
		})
}

func retrieval() []metric {
	ofPair := func(j Judged) bool { return j.Case.PairID != "" && !j.Case.Absent }
	all := []metric{
		mean("MRR", "mean of 1/rank of the case's pair among all pairs, none left out", "", ofPair, func(j Judged) float64 { return ReciprocalRank(j.Outcome.Rank) }),
	}
	for _, k := range []int{1, 5, 20} {
		all = append(all, share(fmt.Sprintf("recall@%d", k),
			fmt.Sprintf("questions whose pair is among the first %d, none left out", k), ofPair,
			func(j Judged) bool { return j.Outcome.Rank >= 1 && j.Outcome.Rank <= k }))
	}
	return all
}

func masking() []metric {
	adds := func(domains bool) func(Judged) []float64 {
		return func(j Judged) []float64 {
			if !answerable(j) || j.Reference.ByColumn || !literal(j.Case.Entities) {
				return nil
			}
			places, same := SpanHits(j.Outcome.Entities, j.Case.Entities)
			if domains {
				places = same
			}
			return []float64{float64(places), float64(len(j.Outcome.Entities)), float64(len(j.Case.Entities))}
		}
	}
	const where = ", in questions that word every entity as the reference does"
	return append(threeSums("spans", "the entities' places in the question"+where, adds(false)),
		threeSums("domains", "the entities' places and domains"+where, adds(true))...)
}

// literal reports whether the question words every entity as the reference does.
func literal(spans []Span) bool {
	return !slices.ContainsFunc(spans, func(s Span) bool { return s.End == 0 })
}

func coded() []metric {
	candidates := metric{fmt.Sprintf("candidates recall@%d", CandidateDepth),
		"concepts of the reference, without those below another of it, that are among the first candidates of its entities", "%", func(j Judged) []float64 {
			if len(j.Reference.Offers) == 0 {
				return nil
			}
			s := []float64{0, 0}
			for _, o := range j.Reference.Offers {
				s[0] += float64(len(o.Wanted) - len(o.Missed))
				s[1] += float64(len(o.Wanted))
			}
			return s
		}, percent}
	return append(threeSums("coding",
		"the concept ids of SQL that was coded, by domain, against those of the reference: a set's own, else the rules'", func(j Judged) []float64 {
			own := j.Outcome.Concepts
			if j.Reference.ByColumn {
				told := func(c Coded) bool { // of another domain, the reference may hold ids that a query finds
					return slices.ContainsFunc(j.Reference.Concepts, func(r Coded) bool { return r.Domain == c.Domain })
				}
				own = slices.DeleteFunc(slices.Clone(j.Outcome.ByColumn), func(c Coded) bool { return !told(c) })
			}
			if !answerable(j) || len(own) == 0 {
				return nil
			}
			found, wanted := pairsOf(own), pairsOf(j.Reference.Concepts)
			return []float64{float64(overlap(found, wanted)), float64(len(found)), float64(len(wanted))}
		}), candidates)
}

// domainID is an id in the domain for which it was chosen.
type domainID struct {
	domain string
	id     int64
}

// pairsOf are the distinct ids of all entities: where two entities share an id, it counts once.
func pairsOf(sets []Coded) []domainID {
	var out []domainID
	seen := map[domainID]bool{}
	for _, s := range sets {
		for _, id := range s.IDs {
			d := domainID{strings.ToLower(s.Domain), id}
			if !seen[d] {
				seen[d] = true
				out = append(out, d)
			}
		}
	}
	return out
}
