package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// question is what a statement is to answer, as its words tell. The zero value asks nothing.
//
// Example: a statement under "-- question: How many women have asthma?" that chooses
// gender_concept_id = 8507 answers another question.
type question struct {
	text  string // in lower case, with one blank between words and around all
	words []string
}

func newQuestion(text string) question {
	w := words(text)
	return question{" " + strings.Join(w, " ") + " ", w}
}

// Asking returns a Checker for SQL that is to answer a question, whatever its comments say.
func (c *Checker) Asking(text string) *Checker {
	next := *c
	next.asked = text
	return &next
}

// questionOf reads the question from the comments before a statement: the one that is marked as such, else the first
// that is worded as a question, or as what is to be counted.
func questionOf(text string) string {
	lines := commentsBefore(text)
	for i, line := range lines {
		head, rest, ok := strings.Cut(line, ":")
		if ok && slices.Contains([]string{"question", "q"}, strings.ToLower(strings.TrimSpace(head))) {
			return untilMark(rest, lines[i+1:])
		}
	}
	for i, line := range lines {
		w := words(line)
		if len(w) > 2 && isWordFor("opens a question", w[0]) &&
			(i == 0 || strings.Contains(strings.Join(lines[i:], " "), "?")) || strings.HasSuffix(line, "?") {
			return untilMark(line, lines[i+1:])
		}
	}
	return ""
}

// untilMark adds the lines that go on with a question, up to the one with its mark. What stands behind the mark on that
// line says how it is meant: "How many had a supply on 1 January 2010? Where the end date is missing, …".
func untilMark(first string, rest []string) string {
	out := first
	for _, line := range rest {
		if strings.Contains(out, "?") || !strings.Contains(strings.Join(rest, " "), "?") ||
			strings.Contains(line, ":") {
			break
		}
		out += " " + line
	}
	return strings.TrimSpace(out)
}

// commentsBefore lists the lines of the comments with which a text begins.
func commentsBefore(text string) []string {
	var out []string
	for {
		text = strings.TrimLeft(text, " \t\r\n;")
		switch {
		case strings.HasPrefix(text, "--"):
			line, rest, _ := strings.Cut(text, "\n")
			out = append(out, strings.TrimSpace(strings.TrimLeft(line, "-")))
			text = rest
		case strings.HasPrefix(text, "/*"):
			block, rest, _ := strings.Cut(text[2:], "*/")
			for line := range strings.Lines(block) {
				out = append(out, strings.Trim(line, "* \t\r\n"))
			}
			text = rest
		default:
			return slices.DeleteFunc(out, func(s string) bool { return s == "" })
		}
	}
}

// asks reports whether the question holds one of the words or phrases, which are written in lower case.
func (p *pass) asks(list ...string) bool { return p.question.has(list...) }

// has reports whether a question, or a part of one, holds one of the words or phrases.
func (q question) has(list ...string) bool {
	return slices.ContainsFunc(list, func(phrase string) bool { return strings.Contains(q.text, " "+phrase+" ") })
}

// wants reports whether the question, or a name that the statement gives, holds one of the words.
func (p *pass) wants(list ...string) bool { return p.asks(list...) || p.says(list...) }

// askedFor reports whether an item is what the question asks for: the last column of the statement's own SELECT.
func (p *pass) askedFor(item *sqltree.Item, s *scope) bool {
	return p.Result.Scope == s && len(s.Tree.List) > 0 && s.Tree.List[len(s.Tree.List)-1] == item
}

// countsPeopleByQuestion reports whether the question asks how many people there are.
func (p *pass) countsPeopleByQuestion() bool {
	for _, head := range []string{"how many", "number of", "count of", "count the", "count"} {
		at := strings.Index(p.question.text, " "+head+" ")
		if at < 0 || at > 20 {
			continue
		}
		rest := strings.Fields(p.question.text[at+len(head)+2:])
		for i, w := range rest {
			switch {
			case slices.Contains(people, w) && (i+1 == len(rest) || rest[i+1] != "s") || isWordFor("people by what they do", w):
				return true
			case i > 3 || slices.Contains(records, w) || isWordFor("ends what is counted", w):
				return false
			}
		}
	}
	return false
}
