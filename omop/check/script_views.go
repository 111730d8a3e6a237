package check

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

// view is a table that a script makes by a query.
type view struct{ name, query string }

// checkWith checks a statement behind the queries by which the script made the tables that it names, as if they were
// its CTEs: so the rules know what a row of them is. What is found in those queries was said before.
func (c *Checker) checkWith(ctx context.Context, views []view, text string,
	translate Translator) ([]omop.Finding, error) {
	head, at := withViews(views, text)
	if head == "" || translate != nil {
		return c.checkOne(ctx, text, translate)
	}
	whole := head + text[at:]
	found, err := c.Asking(cmp.Or(c.asked, questionOf(text))).Check(ctx, whole)
	if err != nil { // alone the statement may be read
		return c.checkOne(ctx, text, translate)
	}
	first, before := strings.Count(head, "\n")+1, len(head)-strings.LastIndexByte(head, '\n')-1
	line, column := sqltree.LineColumn(text, at)
	found = slices.DeleteFunc(found, func(f omop.Finding) bool {
		return f.Line > 0 && (f.Line < first || f.Line == first && f.Column <= before)
	})
	for i := range found { // places and mendings are those of the statement itself

		f := &found[i]
		if f.Fix != nil {
			f.Fix.Start += at - len(head)
			f.Fix.End += at - len(head)
		}
		if f.Line == first && f.Column > before {
			f.Column += column - 1 - before
		}
		if f.Line >= first {
			f.Line += line - first
		}
	}
	return found, nil
}

// withViews writes the views that a statement needs as CTEs before it. What follows of the statement begins at the
// offset.
func withViews(views []view, text string) (head string, at int) {
	words := sqltree.Words(text)
	if len(words) == 0 {
		return "", 0
	}
	needs := func(text, name string) bool { // a name that is only like it makes a CTE that nothing reads
		return slices.Contains(strings.FieldsFunc(strings.ToLower(text),
			func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }), name)
	}
	var used []string
	wanted := text
	for _, v := range slices.Backward(views) {
		if needs(wanted, v.name) {
			used = append(used, v.name+" AS ("+strings.TrimSpace(v.query)+"\n)")
			wanted += "\n" + v.query
		}
	}
	if len(used) == 0 {
		return "", 0
	}
	slices.Reverse(used)
	head = "WITH " + strings.Join(used, ", ")
	switch strings.ToUpper(text[words[0].Start:words[0].End]) {
	case "SELECT":
		return head + " ", words[0].Start
	case "WITH":
		if len(words) > 1 && !strings.EqualFold(text[words[1].Start:words[1].End], "RECURSIVE") {
			return head + ",", words[0].End
		}
	}
	return "", 0
}
