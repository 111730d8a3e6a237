package coding

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/askomop/askomop/internal/tsv"
)

// meaninglessTSV holds what classifications write beside what they mean.
//
//go:embed meaningless.tsv
var meaninglessTSV string

// meaningless are the patterns of meaningless.tsv, the longer before the shorter.
type meaningless struct{ empty, after, other *regexp.Regexp }

var meaninglessPatterns = sync.OnceValue(func() meaningless {
	words := map[string][]string{}
	for _, fields := range tsv.Rows(meaninglessTSV) {
		if len(fields) == 4 {
			words[fields[0]] = append(words[fields[0]], strings.Split(fields[1], ";")...)
		}
	}
	any := func(kind, end string) string {
		slices.SortFunc(words[kind], func(a, b string) int { return len(b) - len(a) })
		for i, w := range words[kind] {
			if words[kind][i] = regexp.QuoteMeta(w) + end; strings.HasSuffix(w, "]") {
				words[kind][i] = regexp.QuoteMeta(w) // "[D]Rash"
			}
		}
		return `(?i)(?:^|[\s,;:(-]+)(?:` + strings.Join(words[kind], "|") + `)`
	}
	return meaningless{
		empty: regexp.MustCompile(any("empty", `(?:$|[\s,;:)]+)`)),
		after: regexp.MustCompile(any("after", `\b[^,;]*`)),
		other: regexp.MustCompile(any("other", `(?:$|[\s,;:)]+)`)),
	}
})

// cleaned takes away what a classification writes beside what it means. other tells that "other" was taken away, which
// leaves the wider concept. A text that would be left without a word stays as it is. Example: "[D]Other specified
// hypothyroidism NOS" is hypothyroidism.
func cleaned(text string) (clean string, other bool) {
	p := meaninglessPatterns()
	strip := func(of *regexp.Regexp, from string) string {
		for {
			to := strings.Trim(of.ReplaceAllString(from, " "), " ,;:-")
			if to == from || to == "" {
				return from
			}
			from = to
		}
	}
	clean = strip(p.empty, strip(p.after, strings.TrimSpace(text)))
	// "Other and combined forms" are two things, of which one is told.
	if without := strip(p.other, clean); without != clean && !strings.HasPrefix(without, "and ") && !strings.HasPrefix(without, "or ") {
		return strip(p.empty, without), true
	}
	return clean, false
}
