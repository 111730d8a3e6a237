package eval

import (
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
)

// LogicFormSPARQL is LF of SPARQL: two queries have the same tokens after normalising: comments, blanks, the case of
// words, and how variables are called do not count.
//
// Source: Park et al. (2021), Knowledge graph-based question answering with electronic health records.
func LogicFormSPARQL(want, got string) bool {
	return want != "" && slices.Equal(sparqlTokens(want, false), sparqlTokens(got, false))
}

// StructureSPARQL is ST of SPARQL: the same but for the values of literals and the texts of placeholders.
func StructureSPARQL(want, got string) bool {
	return want != "" && slices.Equal(sparqlTokens(want, true), sparqlTokens(got, true))
}

// sparqlToken is a comment, a placeholder, a string, an IRI, a variable, a number, a word or name, or a sign.
var sparqlToken = lazyregexp.New(`#[^\n]*|\[\w+@(?:\\.|[^\]\\])*\]|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|<[^<>\s]*>|[?$]\w+|\d+(?:\.\d+)?|[\pL_][\pL\d_:.-]*[\pL\d_]|\S`)

// sparqlTokens normalises and splits SPARQL. Variables are numbered as they come; with hidden every literal's value is
// left out.
func sparqlTokens(query string, hidden bool) []string {
	var out []string
	variables := map[string]string{}
	for _, t := range sparqlToken.FindAllString(query, -1) {
		switch {
		case t[0] == '#':
			continue
		case t[0] == '[' && len(t) > 1:
			domain, text, _ := strings.Cut(strings.ToLower(strings.Trim(t, "[]")), "@")
			if hidden {
				text = ""
			}
			t = "[" + domain + "@" + text + "]"
		case t[0] == '"' || t[0] == '\'' || t[0] >= '0' && t[0] <= '9':
			if hidden {
				t = "…"
			}
		case (t[0] == '?' || t[0] == '$') && len(t) > 1:
			if variables[t[1:]] == "" {
				variables[t[1:]] = fmt.Sprintf("?%d", len(variables))
			}
			t = variables[t[1:]]
		case t[0] != '<' && !strings.Contains(t, ":"):
			t = strings.ToLower(t)
		}
		out = append(out, t)
	}
	return out
}
