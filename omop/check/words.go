package check

import (
	"slices"
	"strings"
	"unicode"
)

// words splits a name of SQL into lower-case words: "Number of patients", "n_patients" and "nPatients" alike.
func words(name string) []string {
	var out []string
	var word strings.Builder
	flush := func() {
		if word.Len() > 0 {
			out = append(out, strings.ToLower(word.String()))
			word.Reset()
		}
	}
	before := ' '
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
		case unicode.IsUpper(r) && unicode.IsLower(before):
			flush()
			word.WriteRune(r)
		default:
			word.WriteRune(r)
		}
		before = r
	}
	flush()
	return out
}

func hasSuffix(name, suffix string) bool { return strings.HasSuffix(strings.ToLower(name), suffix) }

var (
	people = []string{"patients", "persons", "people", "subjects", "individuals", "men", "women", "males",
		"females", "children", "adults", "deaths", "deceased"}
	onePerson  = []string{"patient", "person", "subject", "individual", "people"}
	countWords = []string{"count", "counts", "cnt", "n", "num", "number", "total", "nb", "freq", "frequency"}
	notPeople  = []string{"per", "days", "years", "months", "day", "year", "time", "rate", "percent", "percentage",
		"pct", "id", "ids"}
)

// namesChildren reports whether a name speaks of children, who are people where age is known and else the parts of
// something.
func namesChildren(name string) bool { return slices.Contains(words(name), "children") }

// namesPeople reports whether a column's name says that it counts people.
func namesPeople(name string) bool {
	w := words(name)
	if len(w) == 0 || slices.ContainsFunc(w, func(x string) bool { return slices.Contains(notPeople, x) }) {
		return false
	}
	last := w[len(w)-1]
	if slices.Contains(people, w[0]) || slices.Contains(people, last) {
		return true
	}
	if slices.Contains(countWords, last) && len(w) > 1 {
		before := w[len(w)-2]
		return slices.Contains(onePerson, before) || slices.Contains(people, before)
	}
	return slices.Contains(countWords, w[0]) && slices.Contains(onePerson, last)
}

var records = []string{
	"record", "records", "row", "rows", "event", "events", "occurrence", "occurrences", "visit", "visits",
	"prescription", "prescriptions", "exposure", "exposures", "measurement", "measurements", "test", "tests",
	"procedure", "procedures", "diagnosis", "diagnoses", "condition", "conditions", "drug", "drugs", "era", "eras",
	"observation", "observations", "episode", "episodes", "stay", "stays", "admission", "admissions", "period",
	"periods", "entries", "times", "encounters", "encounter", "results", "values", "obs", "devices", "device",
	"dispensings", "claims", "notes", "specimens", "items", "pairs", "combinations", "days", "cases", "frequency",
	"freq", "code", "codes",
}

// namesRecords reports whether a column's name says that it counts records.
func namesRecords(name string) bool {
	return slices.ContainsFunc(words(name), func(x string) bool { return slices.Contains(records, x) })
}

var shares = []string{"prevalence", "percentage", "percent", "pct", "proportion", "share", "perc", "fraction"}

// namesShare reports whether a column's name says that it is a part of a whole.
func namesShare(name string) bool {
	w := words(name)
	return len(w) > 0 && slices.ContainsFunc(w, func(x string) bool { return slices.Contains(shares, x) })
}

// namesRate reports whether a column's name ends in rate, as in incidence_rate.
func namesRate(name string) bool {
	w := words(name)
	return len(w) > 0 &&
		(w[len(w)-1] == "rate" ||
			len(w) > 1 && slices.Contains([]string{"incidence", "mortality", "prevalence"}, w[0]) && w[1] == "rate")
}
