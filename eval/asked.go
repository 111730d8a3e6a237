package eval

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop"
)

// A reference often shows more than its question asks for: the numerator and the denominator of a share, visits beside
// patients, the name of the cohort. The rules here tell from the words of the question and the names of the columns
// which numbers are asked for.

// measureKind is what a number tells, as far as its column's name and its values show.
type measureKind uint8

const (
	otherMeasure measureKind = iota
	countMeasure
	shareMeasure
	meanMeasure
	sumMeasure
	changeMeasure
	timeMeasure // person-time, the denominator of a rate
)

var (
	timeName   = lazyregexp.New(`(?i)(^|_)(person_?(years?|days?|months?|time)|follow_?up(_days|_years)?)$`)
	meanName   = lazyregexp.New(`(?i)(^|_)(average|avg|mean|median|per)(_|$)`)
	changeName = lazyregexp.New(`(?i)(^|_)(change|difference|diff|delta)(_|$)`)
	sumName    = lazyregexp.New(`(?i)(^|_)(sum|cost|costs|paid|amount|charge|charges|spent|expenses?)(_|$)`)
	countName  = lazyregexp.New(`(?i)(^|_)(n|cnt|count|num|number|patients?|persons?|people|subjects|individuals|cases|deaths|events|visits|stays|admissions|encounters|records|` +
		`measurements|prescriptions|exposures|diagnoses|procedures|occurrences|concepts|drugs|providers|eras|tests|population|numerator|denominator|total)$`)

	asksShare  = lazyregexp.New(`(?i)percent|\bshare|proportion|fraction|\brates?\b|prevalence|incidence|mortality|survival|\bratio|\brisk|per 1,?000|per 100,?000`)
	asksChange = lazyregexp.New(`(?i)\b(change[ds]?|difference|differs?|increase[ds]?|decrease[ds]?)\b`)
	asksMean   = lazyregexp.New(`(?i)\b(average|mean|median)\b`)
	asksSum    = lazyregexp.New(`(?i)how much|\b(total|sum)\b.*\b(cost|costs|paid|pay|amount|charges?|spent)\b|\b(costs?|charges|spending|amount paid)\b`)
	asksCount  = lazyregexp.New(`(?i)how many|how often|\bnumbers? of|\bcounts?\b|frequen|common`)
	asksWhich  = lazyregexp.New(`(?i)^(\w+ )?(which|who|where|when)\b|^(list|name)\b|stand for|what (is|are|was|were) the (\w+ ){0,3}(most|least|commonest|top|leading|highest|lowest)`)
)

func kindOfMeasure(c column) measureKind {
	switch {
	case c.naming || !holdsNumbers(c):
		return otherMeasure
	case timeName.MatchString(c.name):
		return timeMeasure
	case shareName.MatchString(c.name):
		return shareMeasure
	case changeName.MatchString(c.name):
		return changeMeasure
	case meanName.MatchString(c.name):
		return meanMeasure
	case countName.MatchString(c.name) && whole(c):
		return countMeasure
	case sumName.MatchString(c.name):
		return sumMeasure
	}
	return otherMeasure
}

// withoutBeside leaves out of the reference the numbers beside the one that is asked for: counts beside a share, a mean
// or a sum, and where a count is asked for all but that of what the question counts, or the first.
func withoutBeside(want, got *omop.Table, question string) (*omop.Table, *omop.Table) {
	cols := columnsOf(want)
	kinds := make([]measureKind, len(cols))
	for i, c := range cols {
		kinds[i] = kindOfMeasure(c)
	}
	var main measureKind
	switch {
	case asksShare.MatchString(question):
		main = shareMeasure
	case asksChange.MatchString(question) && slices.Contains(kinds, changeMeasure):
		main = changeMeasure
	case asksMean.MatchString(question):
		main = meanMeasure
	case asksSum.MatchString(question):
		main = sumMeasure
	case asksCount.MatchString(question):
		return columnsWhere(want, keepsCount(cols, kinds, question)), got
	}
	if main == sumMeasure && !slices.Contains(kinds, main) {
		for i, c := range cols { // a "total" of amounts, which holds cents, is not a count
			if strings.Contains(strings.ToLower(c.name), "total") && holdsNumbers(c) && !whole(c) {
				kinds[i] = main
			}
		}
	}
	if main == otherMeasure || !slices.Contains(kinds, main) {
		return want, got
	}
	asksBoth := asksCount.MatchString(question) && main != meanMeasure // "how many on average" asks for one number
	return columnsWhere(want, func(i int) bool {
		if kinds[i] == main || cols[i].naming || !holdsNumbers(cols[i]) {
			return true
		}
		return kinds[i] != timeMeasure && (main != changeMeasure || kinds[i] != meanMeasure) &&
			(asksBoth || !whole(cols[i]))
	}), got
}

// keepsCount tells of each column of the reference whether a question for a count asks for it.
func keepsCount(cols []column, kinds []measureKind, question string) func(i int) bool {
	var counts []int
	for i, k := range kinds {
		if k == countMeasure {
			counts = append(counts, i)
		}
	}
	if len(counts) < 2 || len(unitsAsked(question)) > 1 {
		return func(int) bool { return true }
	}
	asked := counts[0]
	for _, unit := range unitsAsked(question) {
		if i := slices.IndexFunc(counts, func(i int) bool { return unitOf(cols[i].name) == unit }); i >= 0 {
			asked = counts[i]
		}
	}
	return func(i int) bool { return kinds[i] != countMeasure || i == asked }
}

// units are the units that are counted, by the words for them.
var units = map[string]*lazyregexp.Regexp{
	"people":  lazyregexp.New(`(?i)\b_?(patients?|persons?|people|subjects|individuals|women|men|adults|children)$`),
	"visits":  lazyregexp.New(`(?i)\b_?(visits?|stays|admissions|encounters|hospitali[sz]ations)$`),
	"records": lazyregexp.New(`(?i)\b_?(records?|measurements|tests|prescriptions|exposures|diagnoses|procedures|occurrences|times)$`),
}

func unitOf(word string) string {
	word = word[strings.LastIndex(word, "_")+1:]
	for unit, words := range units {
		if words.MatchString(word) {
			return unit
		}
	}
	return ""
}

var counted = lazyregexp.New(`(?i)(?:how many|number of) ((?:[\w-]+ ){0,4}?)(patients?|persons?|people|subjects|individuals|women|men|adults|children|visits?|stays|admissions|encounters|hospitali[sz]ations|records?|measurements|tests|prescriptions|exposures|diagnoses|procedures|occurrences|times)\b`)

// unitsAsked are the units that a question counts, each once.
func unitsAsked(question string) []string {
	var out []string
	for _, m := range counted.FindAllStringSubmatch(question, -1) {
		if u := unitOf(m[2]); u != "" && !slices.Contains(out, u) {
			out = append(out, u)
		}
	}
	return out
}

// withoutLabel leaves names and ids out of a reference of one row, where the question asks for a number and not for
// which it is.
func withoutLabel(want, got *omop.Table, question string) (*omop.Table, *omop.Table) {
	if len(want.Rows) != 1 || asksWhich.MatchString(question) {
		return want, got
	}
	cols := columnsOf(want)
	number := func(c column) bool { return !c.naming && holdsNumbers(c) }
	if !slices.ContainsFunc(cols, number) {
		return want, got
	}
	return columnsWhere(want, func(i int) bool { return number(cols[i]) }), got
}

// ofConcepts are the columns of the table concept but for the name, with the words that ask for them.
var ofConcepts = map[string]*lazyregexp.Regexp{
	"concept_id": lazyregexp.New(`(?i)\bids?\b`), "domain_id": lazyregexp.New(`(?i)domain`),
	"vocabulary_id":    lazyregexp.New(`(?i)vocabular(y|ies) (is|are|does|do)|(which|what) vocabular`),
	"concept_class_id": lazyregexp.New(`(?i)\bclass`), "standard_concept": lazyregexp.New(`(?i)\bis .*standard`),
	"concept_code":     lazyregexp.New(`(?i)(which|what|whose|the|their) codes?\b`),
	"valid_start_date": lazyregexp.New(`(?i)valid|since`), "valid_end_date": lazyregexp.New(`(?i)valid|until`),
	"invalid_reason": lazyregexp.New(`(?i)valid`),
}

// withoutAttributes leaves the vocabulary's attributes of a concept out of the reference where its name is there and
// the question does not name them.
func withoutAttributes(want, got *omop.Table, question string) (*omop.Table, *omop.Table) {
	named := slices.ContainsFunc(want.Columns, func(c omop.Column) bool { return strings.EqualFold(c.Name, "concept_name") })
	if !named {
		return want, got
	}
	return columnsWhere(want, func(i int) bool {
		asks, is := ofConcepts[strings.ToLower(want.Columns[i].Name)]
		return !is || asks.MatchString(question)
	}), got
}
