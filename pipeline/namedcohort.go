package pipeline

import (
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
)

// splitNamedCohort takes a cohort that is named inside a question out of it: "How many women in [cohort@statin-users]
// had a stroke?" A name in brackets is one in any case, so that a slip in it is told; "in cohort NAME" is one where a
// cohort of the name is kept.
func splitNamedCohort(question string, kept func(name string) (bool, error)) (name, rest string, err error) {
	if at := bracketedCohort.FindStringSubmatchIndex(question); at != nil {
		return strings.ToLower(question[at[2]:at[3]]), joinAround(question[:at[0]], question[at[1]:]), nil
	}
	for _, at := range plainCohort.FindAllStringSubmatchIndex(question, -1) {
		name := strings.ToLower(question[at[2]:at[3]])
		switch is, err := kept(name); {
		case err != nil:
			return "", question, err
		case is:
			return name, joinAround(question[:at[0]], question[at[1]:]), nil
		}
	}
	return "", question, nil
}

var (
	bracketedCohort = lazyregexp.New(`(?i)\b(?:who\s+(?:are|were)\s+)?(?:in|among|within|from|of|for)\s+(?:the\s+)?(?:cohort\s+)?\[cohort@\s*([^\]\s]+)\s*\]`)
	plainCohort     = lazyregexp.New(`(?i)\b(?:who\s+(?:are|were)\s+)?(?:in|among|within|from|of|for)\s+(?:the\s+)?cohort\s+([a-z0-9]+(?:[-_][a-z0-9]+)*)\b`)
	// everybody is what is left of "Among patients in [cohort@x], how many …", which limits nothing.
	everybody = lazyregexp.New(`(?i)^(?:(?:among|of|in|for)\s+)?(?:all\s+)?(?:the\s+|those\s+)?(?:patients|people|persons|subjects|individuals|those|members)$`)
)

// joinAround is a question without the words that named its cohort.
func joinAround(before, after string) string {
	before, after = strings.TrimRight(before, " ,"), strings.TrimLeft(after, " ,:")
	if after != "" && !strings.HasPrefix(after, "?") && everybody.MatchString(strings.TrimSpace(before)) && startsQuestion.MatchString(after) {
		return after
	}
	if strings.HasPrefix(after, "?") || strings.HasPrefix(after, ".") {
		return strings.TrimSpace(before + after)
	}
	return strings.TrimSpace(before + " " + after)
}

// startsQuestion begins a question of its own, and no predicate: "Among patients, how many …", not "Patients took
// metformin".
var startsQuestion = lazyregexp.New(`(?i)^(?:how|what|which|count|list|show|give|describe|the\s+number|compare)\b`)
