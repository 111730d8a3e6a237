package tools

import (
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
)

// What to do next is written for the command line. hints are the same for who can call tools only; what no tool can do,
// such as showing small counts, is left out.
var hints = strings.NewReplacer(
	"see: askomop cohort list", "see cohort_list",
	"see: askomop schedule list", "see schedule_list",
	", or allow it with --rows where you may see people's records", "",
	" Who may see small counts sets --min-cell.", "",
	", or look at the SQL: --explain", ", or look at its sql",
	", or give it more time: --timeout 10m", "",
	"it answers: --question \"How many patients …?\"", "it answers, as question",
)

var searchHint = lazyregexp.New(`look for it with: askomop vocab search "[^"]*"`)

// forAgents is a text with the next step as an agent can take it.
func forAgents(text string) string {
	return hints.Replace(searchHint.ReplaceAllString(text, "look for it with find_concepts"))
}
