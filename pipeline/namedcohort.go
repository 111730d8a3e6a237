package pipeline

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/rag/read"
)

// cohortNamed is a question about the people of a kept cohort.
type cohortNamed struct {
	name string // "" where the question names none
	rest string // the question without the words that name it
	// inline is the question with the cohort as what the people had, "patients with [cohort@statin-users]": its entry
	// is then an event like any other, with a date that others are counted from.
	inline string
}

// splitNamedCohort takes a cohort that is named inside a question out of it: "How many women in [cohort@statin-users]
// had a stroke?" A name in brackets is one in any case, so that a slip in it is told; "in cohort NAME" and "of our NAME
// cohort" name one where a cohort of the name is kept. Brackets that stand behind no preposition of people stay:
// "before [cohort@statin-users]".
func splitNamedCohort(question string, kept func(name string) (bool, error)) (cohortNamed, error) {
	if at := bracketedCohort.FindStringSubmatchIndex(question); at != nil {
		return takeOut(question, strings.ToLower(question[at[2]:at[3]]), at[0], at[1]), nil
	}
	for _, at := range plainCohorts(question) {
		name := strings.ToLower(question[at.name:at.nameEnd])
		switch is, err := kept(name); {
		case err != nil:
			return cohortNamed{rest: question}, err
		case is:
			return takeOut(question, name, at.start, at.end), nil
		}
	}
	return cohortNamed{rest: question}, nil
}

// cohortPhrase is where a question may name a cohort: the whole phrase with its preposition, and the name in it.
type cohortPhrase struct{ start, end, name, nameEnd int }

// plainCohorts are the phrases that name a cohort where one of the name is kept: "in cohort statin-users", "of our
// statin-users cohort".
func plainCohorts(question string) (phrases []cohortPhrase) {
	for _, form := range []*lazyregexp.Regexp{plainCohort, nameBeforeCohort} {
		for _, at := range form.FindAllStringSubmatchIndex(question, -1) {
			phrases = append(phrases, cohortPhrase{at[0], at[1], at[2], at[3]})
		}
	}
	return phrases
}

// unknownCohort is the name in the question that stands where a cohort's does, and that the reader did not understand;
// "" for none.
func unknownCohort(question string, unread []read.Span) string {
	for _, at := range plainCohorts(question) {
		name := question[at.name:at.nameEnd]
		if slices.ContainsFunc(unread, func(s read.Span) bool { return strings.EqualFold(s.Text, name) }) {
			return name
		}
	}
	return ""
}

// takeOut parts a question that names a cohort by the words from start to end, which begin with a preposition.
func takeOut(question, name string, start, end int) cohortNamed {
	before, after := question[:start], question[end:]
	is := "with [cohort@" + name + "]"
	preposition, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(question[start:end])), " ")
	switch {
	case preposition == "of" && ofAnEvent.MatchString(strings.TrimSpace(before)):
		is = "of [cohort@" + name + "]"
	case strings.TrimSpace(before) == "":
		is = "Among patients " + is + ","
		after = strings.TrimLeft(after, " ,:")
	case ofPeople[preposition] && !endsInPeople.MatchString(strings.TrimSpace(before)):
		is = preposition + " patients " + is
	}
	inline := strings.TrimSpace(before) + " " + is
	if after != "" && !strings.ContainsAny(after[:1], " ,?.:;") {
		inline += " "
	}
	inline += bracketedCohort.ReplaceAllString(after, "with [cohort@$1]")
	return cohortNamed{name, joinAround(question[:start], question[end:]), strings.TrimSpace(inline)}
}

// ofPeople are prepositions that need a noun before "with".
var ofPeople = map[string]bool{"of": true, "among": true, "for": true, "from": true}

var (
	bracketedCohort  = lazyregexp.New(`(?i)\b(?:who\s+(?:are|were)\s+)?(?:in|among|within|from|of|for)\s+(?:the\s+)?(?:cohort\s+)?\[cohort@\s*([^\]\s]+)\s*\]`)
	endsInPeople     = lazyregexp.New(`(?i)\b(?:patients|people|persons|subjects|individuals|those|members|women|men|females|males|adults|children|elderly|users)$`)
	ofAnEvent        = lazyregexp.New(`(?i)\b(?:incidence|rates?|prevalence|proportion|onset|entry|start|days?|weeks?|months?|years?)$`) // "incidence of", "within 30 days of"
	plainCohort      = lazyregexp.New(`(?i)\b(?:who\s+(?:are|were)\s+)?(?:in|among|within|from|of|for)\s+(?:the\s+|our\s+|my\s+)?cohort\s+([a-z0-9]+(?:[-_][a-z0-9]+)*)\b`)
	nameBeforeCohort = lazyregexp.New(`(?i)\b(?:in|among|within|from|of|for)\s+(?:the\s+|our\s+|my\s+)?([a-z0-9]+(?:[-_][a-z0-9]+)*)\s+cohort\b`)
	// everybody is what is left of "Among patients in [cohort@x], how many …", which limits nothing.
	everybody = lazyregexp.New(`(?i)^(?:(?:among|of|in|for)\s+)?(?:all\s+)?(?:the\s+|those\s+)?(?:patients|people|persons|subjects|individuals|those|members)$`)
)

// joinAround is a question without the words that named its cohort.
func joinAround(before, after string) string {
	before, after = strings.TrimRight(before, " ,"), strings.TrimLeft(after, " ,:")
	if after != "" && !strings.HasPrefix(after, "?") && everybody.MatchString(strings.TrimSpace(before)) &&
		startsQuestion.MatchString(after) {
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
