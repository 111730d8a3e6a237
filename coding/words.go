package coding

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/askomop/askomop/internal/tsv"
)

//go:embed words.tsv
var wordsTSV string

// wordList is a list of words.tsv.
type wordList map[string][]string // what a word stands for; nil where the list gives none

func (l wordList) has(word string) bool {
	_, ok := l[word]
	return ok
}

// hasAnyOf reports whether a text has a word of the list.
func (l wordList) hasAnyOf(text string) bool {
	for w := range strings.FieldsSeq(text) {
		if l.has(w) {
			return true
		}
	}
	return false
}

// lists are the word lists that reading a mention needs.
type lists struct {
	joins, directs, causes       wordList // words and phrases between others
	negations, denials, sides    wordList
	ownSides                     wordList // organs of which left and right are two
	endings, adjectiveEndings    wordList
	nameEndings                  wordList // by domain
	realWords                    wordList // that are never a slip of another
	initialsInS                  wordList // of which Normalize takes the S for a plural's
	treatments, forms, salts     wordList // of drugs
	routeForms, particularForms  wordList
	schedules, routes, noReasons wordList
	administrations, formRoutes  wordList // how a drug is given, by words of dose forms; which words tell it
	formsInWords, innEndings     wordList
	measured, notLeftOut         wordList // of tests
	specimenPrefixes, divisors   wordList // divisors: what others are measured per
	vaccines, noVaccines         wordList
	rxnormUnits, strengthUnits   wordList // UCUM's codes of RxNorm's units, and of those that are written
	comparisons, behind          wordList // of a strength with a limit, before and behind it
	narrowing, general           wordList // stems: of what only narrows a name, and of what says little by itself
	otherParts                   wordList // stems of structures beside the organ that they are named after
	beside                       wordList // what joins to a name what only narrows it
}

// listed reads words.tsv when a list is first asked for.
var listed = sync.OnceValue(func() *lists {
	all := map[string]wordList{}
	for _, fields := range tsv.Rows(wordsTSV) {
		if len(fields) != 4 {
			continue
		}
		if all[fields[0]] == nil {
			all[fields[0]] = wordList{}
		}
		var stands []string
		if fields[2] != "" {
			stands = strings.Split(fields[2], ";")
		}
		for word := range strings.SplitSeq(fields[1], ";") {
			all[fields[0]][word] = append(all[fields[0]][word], stands...)
		}
	}
	return &lists{
		joins: all["join"], directs: all["direct"], causes: all["cause"],
		negations: all["negation"], denials: all["denial"], sides: all["side"], ownSides: all["own sides"],
		nameEndings: all["name ending"], endings: all["ending"], adjectiveEndings: all["adjective ending"],
		realWords: all["real word"], initialsInS: all["initials in s"],
		treatments: all["treatment"], forms: all["dose form"], salts: all["salt"],
		routeForms: all["form of a route"], particularForms: all["particular form"],
		schedules: all["schedule"], routes: all["route"], noReasons: all["not a reason"],
		administrations: all["way of giving"], formRoutes: all["way in a dose form"],
		formsInWords: all["form in words"], innEndings: all["INN ending"],
		specimenPrefixes: all["specimen prefix"], vaccines: all["vaccine"], noVaccines: all["no vaccine"],
		measured: all["measured"], notLeftOut: all["not left out"],
		divisors: all["divisor"], rxnormUnits: all["RxNorm unit"], strengthUnits: all["strength unit"],
		comparisons: all["comparison"], behind: all["comparison behind"],
		narrowing: stems(all["narrowing"]), general: stems(all["general"]), otherParts: stems(all["other part"]),
		beside: all["beside"],
	}
})

// stems are the stems of the words of a list.
func stems(words wordList) wordList {
	of := wordList{}
	for w := range words {
		of[stem(w)] = nil
	}
	return of
}
