package vocab

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/askomop/askomop/internal/tsv"
)

//go:embed normalize.tsv
var normalizeTSV string

// rewriteRules are the rows of normalize.tsv, ready to be applied to words.
type rewriteRules struct {
	infix  [][2]string
	starts [256][]string // what infix rules replace, by the first byte
	suffix [][2]string
	word   map[string]string
	keep   map[string]bool
	join   map[string]bool
	before map[string]bool
	tag    map[string]bool
}

// rules are read once and never changed.
var rules = sync.OnceValue(func() *rewriteRules {
	r := &rewriteRules{
		word: map[string]string{}, keep: map[string]bool{}, join: map[string]bool{},
		before: map[string]bool{}, tag: map[string]bool{},
	}
	for _, fields := range tsv.Rows(normalizeTSV) {
		r.add(fields)
	}
	return r
})

func (r *rewriteRules) add(fields []string) {
	switch fields[0] {
	case "infix":
		r.infix = append(r.infix, [2]string{fields[1], fields[2]})
		r.starts[fields[1][0]] = append(r.starts[fields[1][0]], fields[1])
	case "suffix":
		r.suffix = append(r.suffix, [2]string{fields[1], fields[2]})
	case "word":
		r.word[fields[1]] = fields[2]
	case "keep":
		r.keep[fields[1]] = true
	case "join":
		r.join[fields[1]] = true
	case "before":
		r.before[fields[1]] = true
	case "tag":
		r.tag[fields[1]] = true
	}
}

// spell brings one lower-case word to American spelling.
func (r *rewriteRules) spell(w string) string {
	if r.respells(w) {
		for _, rule := range r.infix {
			for strings.Contains(w, rule[0]) {
				w = strings.ReplaceAll(w, rule[0], rule[1])
			}
		}
	}
	for _, rule := range r.suffix {
		if stem, ok := strings.CutSuffix(w, rule[0]); ok && stem != "" {
			w = stem + rule[1]
		}
	}
	return w
}

// respells reports whether any infix rule applies; to most words none does.
func (r *rewriteRules) respells(w string) bool {
	for i := range len(w) {
		for _, from := range r.starts[w[i]] {
			if strings.HasPrefix(w[i:], from) {
				return true
			}
		}
	}
	return false
}

// singular turns the plural of an English, Latin or Greek word into its
// singular, and leaves words that only look like one ("diabetes", "sinusitis").
func (r *rewriteRules) singular(w string) string {
	if len(w) <= 3 || w[len(w)-1] != 's' || r.keep[w] {
		return w
	}
	for _, rule := range pluralEndings {
		if stem, ok := strings.CutSuffix(w, rule[0]); ok && len(stem) > 1 {
			return stem + rule[1]
		}
	}
	return w[:len(w)-1]
}

// pluralEndings are tried in order; an ending that maps to itself is not a plural.
var pluralEndings = [...][2]string{
	{"ss", "ss"}, {"us", "us"}, {"is", "is"},
	{"sses", "ss"}, {"stases", "stasis"}, {"oses", "osis"}, {"eses", "esis"}, {"yses", "ysis"},
	{"auses", "ause"}, {"ouses", "ouse"}, {"uses", "us"},
	{"ies", "y"}, {"xes", "x"}, {"aches", "ache"}, {"ches", "ch"}, {"shes", "sh"}, {"oes", "o"},
}
