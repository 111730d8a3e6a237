package vocab

import (
	"slices"
	"strings"
)

// joining are the words behind which an article joins nothing: "insertion of an intrauterine device". The A of
// "hepatitis A" stands behind none of them, and in capitals.
var joining = []string{"of", "in", "to", "by", "with", "from", "for", "on", "at", "into", "under"}

// WithoutArticles leaves out the articles inside a name as people say it, which names of vocabularies do not have.
func WithoutArticles(text string) string {
	if !strings.Contains(text, " the ") && !strings.Contains(text, " a ") && !strings.Contains(text, " an ") {
		return text
	}
	words := strings.Split(text, " ")
	kept := []string{words[0]}
	for i := 1; i < len(words); i++ {
		inside := i < len(words)-1
		switch word := words[i]; {
		case inside && word == "the":
		case inside && (word == "a" || word == "an") && slices.Contains(joining, words[i-1]):
		default:
			kept = append(kept, word)
		}
	}
	return strings.Join(kept, " ")
}
