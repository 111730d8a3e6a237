package vocab

import (
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
)

// articleInside is an article that joins nothing: "insertion of an intrauterine device". The A of "hepatitis A" stands
// behind no word that asks for one, and in capitals.
var articleInside = lazyregexp.New(`\b((?:of|in|to|by|with|from|for|on|at|into|under)\s+)(?:an?|the)\s+`)

// WithoutArticles leaves out the articles inside a name as people say it, which names of vocabularies do not have.
func WithoutArticles(text string) string {
	if strings.Contains(text, " the ") {
		text = strings.ReplaceAll(text, " the ", " ")
	}
	if strings.Contains(text, " a ") || strings.Contains(text, " an ") {
		text = articleInside.ReplaceAllString(text, "$1")
	}
	return text
}
