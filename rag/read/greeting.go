package read

import (
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
)

// A question may come as a letter does: "Dear all, how many …?", "Morning! Can you pull …? Cheers, Anna". Who is
// greeted and who signs says nothing of patients, whatever the names are. A greeting ends at a sign, so that no word of
// the question is taken for a name.

const (
	helloWords = `dear|hi|hello|hey|hiya|(?:good\s+)?(?:morning|afternoon|evening)|good\s+day|greetings`
	// who is greeted: common words in any case, names with a capital
	greetedWords = `all|both|everyone|everybody|folks|guys|team|there|again|friends|colleagues?|data|analytics|research|` +
		`sir|madam|or|and|dr\.?|doctor|prof\.?|professor|mr\.?|mrs\.?|ms\.?`
	nameWord = `\p{Lu}[\p{L}'’-]+`
)

var (
	greetingLead = lazyregexp.New(`^\s*(?i:` + helloWords + `)(?:\s+(?:(?i:` + greetedWords + `)|` + nameWord +
		`)){0,4}\s*[,!.:;–—-]+\s`)
	greetingBare = lazyregexp.New(`^\s*(?i:` + helloWords + `)\s+` +
		`(?i:all|everyone|everybody|folks|guys|team|there|colleagues)\s+`)
	signature = lazyregexp.New(`[.?!,;)–—-]\s*((?i:(?:(?:many|kind|best|warm)\s+)?(?:thanks|regards|wishes)|` +
		`thank\s+you|cheers|ta|best(?:\s*,\s*` + nameWord + `))(?i:\s+(?:in\s+advance|a\s+lot|so\s+much|very\s+much|` +
		`again))*\s*[,!.–—-]*\s*(?:` + nameWord + `(?:\s+` + nameWord + `)?)?\s*[.!]?\s*)$`)
)

// withoutGreeting blanks out a greeting and a signature, so that every other word stays where it is. It returns what it
// took off.
func withoutGreeting(text string) (plain string, taken []Word) {
	blank := func(from, to int) {
		said := strings.TrimSpace(text[from:to])
		taken = append(taken, Word{said, from, from + len(said), "a greeting", ""})
		text = text[:from] + strings.Repeat(" ", to-from) + text[to:]
	}
	if at := signature.FindStringSubmatchIndex(text); at != nil {
		blank(at[2], at[3])
	}
	for _, lead := range []*lazyregexp.Regexp{greetingLead, greetingBare} {
		if at := lead.FindStringIndex(text); at != nil {
			blank(0, at[1])
			break
		}
	}
	return text, taken
}
