package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

// IgnoreRule is the id of findings about the comments themselves.
const IgnoreRule = "ignore-comment"

// ignore is one comment "-- askomop:ignore rule reason". Before the statement it
// accepts the rule's findings everywhere, within it those of its own line and the next.
type ignore struct {
	rule, reason string
	line, column int
	everywhere   bool
}

type ignores []ignore

// readIgnores finds the comments of a template.
func readIgnores(text string) ignores {
	if !strings.Contains(text, "askomop:ignore") {
		return nil
	}
	var out ignores
	started := false
	scan(text, func(start, end int) {
		rest, ok := strings.CutPrefix(strings.TrimSpace(strings.TrimPrefix(text[start:end], "--")), "askomop:ignore")
		if !ok {
			return
		}
		ig := ignore{everywhere: !started}
		ig.line, ig.column = sqltree.LineColumn(text, start)
		if fields := strings.Fields(rest); len(fields) > 0 {
			ig.rule, ig.reason = fields[0], strings.Join(fields[1:], " ")
		}
		out = append(out, ig)
	}, func() { started = true })
	return out
}

// scan calls comment for each "--" comment outside of literals, quoted names and
// placeholders, and other once something else than a comment has begun.
func scan(text string, comment func(start, end int), other func()) {
	marks, _ := sqltree.Placeholders(text) // the text has parsed
	for i := 0; i < len(text); {
		if len(marks) > 0 && marks[0].Pos() == i {
			i = marks[0].End
			marks = marks[1:]
			continue
		}
		rest := text[i:]
		switch {
		case strings.HasPrefix(rest, "--"):
			end := i + len(rest)
			if n := strings.IndexByte(rest, '\n'); n >= 0 {
				end = i + n
			}
			comment(i, end)
			i = end
		case strings.HasPrefix(rest, "/*"):
			i = after(text, i+2, "*/")
		case rest[0] == '\'' || rest[0] == '"':
			other()
			i = after(text, i+1, rest[:1])
		case strings.TrimSpace(rest[:1]) == "":
			i++
		default:
			other()
			i++
		}
	}
}

// after returns the offset behind the next end, or the text's length.
func after(text string, i int, end string) int {
	if n := strings.Index(text[i:], end); n >= 0 {
		return i + n + len(end)
	}
	return len(text)
}

// problems are the findings about comments that can't be followed.
func (ig ignores) problems() []omop.Finding {
	var out []omop.Finding
	for _, c := range ig {
		f := omop.Finding{Rule: IgnoreRule, Severity: omop.SeverityWarning, Line: c.line, Column: c.column}
		switch {
		case c.rule == "" || c.reason == "":
			f.Message = "write -- askomop:ignore RULE REASON; a comment without a reason is not followed"
		case !slices.ContainsFunc(Rules(), func(r Rule) bool { return r.ID == c.rule }):
			f.Message = fmt.Sprintf("there is no rule %q", c.rule)
		default:
			continue
		}
		out = append(out, f)
	}
	return out
}

// cover reports whether a comment accepts the finding.
func (ig ignores) cover(f omop.Finding) bool {
	return slices.ContainsFunc(ig, func(c ignore) bool {
		here := c.everywhere || f.Line == c.line || f.Line == c.line+1
		return c.rule == f.Rule && c.reason != "" && here
	})
}
