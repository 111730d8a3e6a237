package worded

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/pipeline/cell"
)

// numberWords are numbers that a sentence about a result has no need to spell out.
var numberWords = strings.Fields(
	`zero two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
	seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds thousand thousands million
	millions billion billions trillion dozen dozens couple half halves third thirds quarter quarters twice thrice double doubled triple tripled
	treble quadruple quadrupled quintuple majority minority tens`,
)

// numberForms are words that are made of numbers: fourths, tenfold, twentyfive.
var numberForms = lazyregexp.New(
	`^(?:(?:four|fif|six|seven|eigh|nin|ten|eleven|twelf|\w+teen|\w+tie|hundred|thousand|million)ths?|\w+fold|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:one|two|three|four|five|six|seven|eight|nine))$`,
)

// romanNumeral counts only before what is counted: MI is a disease.
var romanNumeral = lazyregexp.New(`^[ivxlcdm]+$`)

// spelledOut reports whether a word is a number, in whatever way.
func spelledOut(said []spoken, i int, f Result, results []resultNumber) bool {
	word, next := said[i].text, at(said, i+1)
	switch {
	case strings.ContainsAny(word, "0123456789"),
		strings.ContainsFunc(word, otherDigit),
		slices.Contains(numberWords, word),
		numberForms.MatchString(word):
		return true
	case word == "one", word == "single":
		return isCountedThing(next) || next == "in" || next == "out" || next == "of"
	case romanNumeral.MatchString(word) && len(word) > 1:
		return isCountedThing(next)
	case word == "none", word == "nobody", word == "no" && (isCountedThing(next) || next == "one"):
		return len(f.Rows) > 0 && !slices.ContainsFunc(results, func(r resultNumber) bool { return r.text == "0" })
	}
	return false
}

// countedThings are words after a number that counts.
var countedThings = strings.Fields(
	"patient patients people person persons individual individuals subject subjects woman women man men case cases record records visit visits death deaths",
)

func isCountedThing(word string) bool { return slices.Contains(countedThings, word) }

// unitWords are words after a number that measures.
var unitWords = strings.Fields(
	"second seconds minute minutes hour hours day days week weeks month months year years mg g kg ml l mmol cm m mmhg",
)

// bound says whether the words before a number make it a bound: at least, fewer than.
type bound uint8

const (
	itself bound = iota
	below        // fewer than it
	above        // at least, more than, nearly: something else than it
)

// boundBefore reads the words before a number.
func boundBefore(said []spoken, i int) bound {
	before, two := at(said, i-1), at(said, i-2)
	switch before {
	case "<", "under", "below":
		return below
	case "than":
		if two == "fewer" || two == "less" {
			return below
		}
		return above
	case ">", "≥", "≤", "over", "above", "exceeding", "exceed", "exceeds", "exceeded", "nearly", "almost":
		return above
	case "least", "most":
		if two == "at" {
			return above
		}
	case "to":
		if two == "up" {
			return above
		}
	}
	return itself
}

// unitFits reports whether what follows a number goes with the column that it was found in: a
// share is not a number of people, and a number of people no share and no time.
func unitFits(said []spoken, i int, r resultNumber) bool {
	next := at(said, i+1)
	percent := next == "%" || next == "percent" || next == "per" && at(said, i+2) == "cent"
	share := isShare(r.column)
	switch {
	case percent:
		return share
	case isCountedThing(next):
		return !share && !strings.Contains(r.text, ".") && countsThese(r.column, next)
	case slices.Contains(unitWords, next):
		return !share && !cell.IsCounted(r.column)
	}
	return true
}

// countsThese reports whether a column that is named after what it counts counts the things of a word: records are no
// people.
func countsThese(column, word string) bool {
	if !cell.IsCounted(column) || column == "deaths" {
		return true
	}
	events := []string{"record", "records", "visit", "visits", "death", "deaths"}
	if slices.Contains(countedThings, column) && !slices.Contains(events, column) ||
		strings.HasPrefix(column, "patients_") {
		return !slices.Contains(events, word)
	}
	return slices.Contains(events, word) || word == "case" || word == "cases"
}

// isShare reports whether a column is named after a share.
func isShare(column string) bool {
	column = strings.ToLower(column)
	for _, word := range []string{"percent", "pct", "share", "proportion", "prevalence", "%"} {
		if strings.Contains(column, word) {
			return true
		}
	}
	return false
}

// limiting are words before a number that limits who is counted, and counts nobody.
var limiting = strings.Fields(
	"over above than least under below most aged age ages within from between and to until through since in during year years",
)

// inCompany reports whether the number stands in the other text too, and says the
// same here: beside the same word, or as a limit, and in the same unit; a number of people never does.
func inCompany(said []spoken, i int, beside []spoken) bool {
	next := at(said, i+1)
	if isCountedThing(next) || next == "%" || next == "percent" {
		return false
	}
	for k, b := range beside {
		if !b.number || !equalNumber(said[i].text, b.text) {
			continue
		}
		otherNext := at(beside, k+1)
		if slices.Contains(unitWords, otherNext) && next != otherNext {
			continue
		}
		if next == otherNext && next != "" {
			return true
		}
		sameBefore := i > 0 && k > 0 && said[i-1].text == beside[k-1].text
		if slices.Contains(unitWords, next) && next != "years" && next != "year" {
			continue
		}
		limits := slices.Contains(limiting, at(said, i-1)) &&
			(slices.Contains(limiting, at(beside, k-1)) || isYear(b.text))
		if sameBefore || limits {
			return true
		}
	}
	return false
}

func isYear(text string) bool { return len(text) == 4 && (text[:2] == "19" || text[:2] == "20") }
