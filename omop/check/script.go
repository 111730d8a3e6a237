package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

// ParseRule is the id of findings about what can't be read as SQL.
const ParseRule = "parse"

// SkippedRule is the id of the finding about statements of a script that ask nothing.
const SkippedRule = "not-checked"

// Translator brings one statement of another dialect to DuckDB. Its findings say what it
// could not bring over; where one is an error, the statement is not checked.
type Translator func(statement string) (string, []omop.Finding)

// CheckScript checks a text of one or more statements, one by one, in order of place. The
// queries within CREATE … AS and INSERT INTO are checked too, and the tables that they make
// are known behind them. What can't be read is a finding of its own, and so are, together, the
// statements of a script that hold no query. translate may be nil. Places are those of the
// script, or of the translation within the statement. The error is that of the parser's or the
// vocabulary's failure.
func (c *Checker) CheckScript(ctx context.Context, script string, translate Translator) ([]omop.Finding, error) {
	var out []omop.Finding
	made := map[string]bool{}
	var views []view
	spans := sqltree.Statements(script)
	if len(spans) <= 1 {
		return c.checkOne(ctx, withoutLead(script), translate)
	}
	known := c.knowing(made)
	var skipped []sqltree.Span
	open := cmp.Or(c.asked, questionOf(script)) // until a statement answers it
	for _, span := range spans {
		text, name := asked(script[span.Start:span.End])
		if text == "" && !beginsStatement(script[span.Start:span.End]) {
			text = script[span.Start:span.End] // to be said that it can't be read
		}
		if text == "" {
			skipped = append(skipped, span)
		} else {
			question := ""
			if name == "" {
				question, open = cmp.Or(questionOf(text), open), ""
			}
			found, err := known.Asking(question).checkWith(ctx, views, text, translate)
			if err != nil {
				return nil, err
			}
			out = append(out, moved(found, script, span.Start)...)
			if _, standard := c.opt.Schema.Table(strings.ToLower(name)); name != "" && !standard {
				views = append(views, view{strings.ToLower(name), text})
			}
		}
		if name != "" {
			made[strings.ToLower(name)] = true
		}
	}
	if len(skipped) > 0 {
		at := skipped[0].Start
		if words := sqltree.Words(script[at:skipped[0].End]); len(words) > 0 {
			at += words[0].Start
		}
		f := omop.Finding{Rule: SkippedRule, Severity: omop.SeverityInfo,
			Message: fmt.Sprintf("%d of %d statements hold no SELECT and were not checked", len(skipped), len(spans))}
		f.Line, f.Column = sqltree.LineColumn(script, at)
		out = append(out, f)
	}
	return out, nil
}

// knowing is a checker that knows tables which a script makes.
func (c *Checker) knowing(made map[string]bool) *Checker {
	next := *c
	table := c.opt.Table
	next.opt.Table = func(schema, name string) bool {
		return made[strings.ToLower(name)] || table != nil && table(schema, name)
	}
	return &next
}

// checkOne checks one statement; one that can't be read is a finding.
func (c *Checker) checkOne(ctx context.Context, text string, translate Translator) (found []omop.Finding, err error) {
	c = c.Asking(cmp.Or(c.asked, questionOf(text))) // a translation has no comments
	if translate != nil {
		next, problems := translate(text)
		if slices.ContainsFunc(problems, func(f omop.Finding) bool { return f.Severity == omop.SeverityError }) {
			return problems, nil
		}
		translated := next != text
		text = next
		if translated { // places and mendings are of another text
			defer func() {
				for i := range found {
					found[i].Fix = nil
				}
			}()
		}
	}
	found, err = c.Check(ctx, text)
	var broken *omop.QueryError
	if errors.As(err, &broken) {
		return []omop.Finding{{Rule: ParseRule, Severity: omop.SeverityError, Message: broken.Err.Error(),
			Line: broken.Line, Column: broken.Column}}, nil
	}
	return found, err
}

// moved gives findings in a part of a script the places that they have in the whole.
func moved(found []omop.Finding, script string, start int) []omop.Finding {
	line, column := sqltree.LineColumn(script, start)
	for i := range found {
		f := &found[i]
		if f.Fix != nil {
			f.Fix.Start += start
			f.Fix.End += start
		}
		switch {
		case f.Line == 0:
			f.Line, f.Column = line, column
		case f.Line == 1:
			f.Column += column - 1
			f.Line = line
		default:
			f.Line += line - 1
		}
	}
	return found
}

// asked returns the query of a statement, with blanks for what stands before it, and the name
// of the table that it fills; "" where it holds no query.
func asked(statement string) (query, makes string) {
	words := sqltree.Words(statement)
	word := func(i int) string {
		if i >= len(words) {
			return ""
		}
		return strings.ToUpper(statement[words[i].Start:words[i].End])
	}
	isQuery := func(i int) bool { return slices.Contains([]string{"SELECT", "WITH", "FROM", "VALUES"}, word(i)) }
	first := strings.TrimLeft(statement, " \t\r\n")
	switch {
	case len(words) == 0 || isQuery(0) || strings.HasPrefix(first, "("):
		return selectInto(statement, words)
	case word(0) == "CREATE":
		for i := 1; i < len(words); i++ {
			if word(i) == "TABLE" || word(i) == "VIEW" {
				makes = tableName(statement, words, i+1)
			}
			if word(i) == "AS" {
				return blanked(statement, words[i].End), makes
			}
		}
	case word(0) == "INSERT":
		for i := 1; i < len(words); i++ {
			if isQuery(i) && word(i) != "VALUES" {
				return blanked(statement, words[i].Start), ""
			}
		}
	}
	return "", makes
}

// selectInto takes INTO name out of SELECT … INTO name FROM ….
func selectInto(statement string, words []sqltree.Span) (query, makes string) {
	for i, w := range words {
		if strings.EqualFold(statement[w.Start:w.End], "FROM") {
			break
		}
		if strings.EqualFold(statement[w.Start:w.End], "INTO") && i+1 < len(words) {
			end := words[i+1].End
			makes = strings.TrimLeft(statement[w.End:end], " \t\r\n#")
			return statement[:w.Start] + strings.Repeat(" ", end-w.Start) + statement[end:], makes
		}
	}
	return statement, ""
}

// tableName is the name behind CREATE TABLE, IF NOT EXISTS left out.
func tableName(statement string, words []sqltree.Span, i int) string {
	for i < len(words) &&
		slices.Contains([]string{"IF", "NOT", "EXISTS"}, strings.ToUpper(statement[words[i].Start:words[i].End])) {
		i++
	}
	name := ""
	for ; i < len(words); i++ { // schema.name
		name = statement[words[i].Start:words[i].End]
		if end := words[i].End; end >= len(statement) || statement[end] != '.' {
			break
		}
	}
	return name
}

// blanked replaces everything before an offset by blanks, so that places stay.
func blanked(text string, until int) string {
	head := strings.Map(func(r rune) rune {
		if r == '\n' {
			return r
		}
		return ' '
	}, text[:until])
	return head + text[until:]
}

// withoutLead blanks the semicolons before a single statement, as in ;WITH of SQL Server.
func withoutLead(script string) string {
	rest := strings.TrimLeft(script, "; \t\r\n")
	for strings.HasPrefix(rest, "--") {
		_, after, _ := strings.Cut(rest, "\n")
		rest = strings.TrimLeft(after, "; \t\r\n")
	}
	head := script[:len(script)-len(rest)]
	lines := strings.Split(head, "\n")
	for i, line := range lines {
		if !strings.HasPrefix(strings.TrimSpace(line), "--") {
			lines[i] = strings.ReplaceAll(line, ";", " ")
		}
	}
	return strings.Join(lines, "\n") + rest
}
