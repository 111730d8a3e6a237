package commands

import (
	"fmt"
	"strings"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/pipeline"
)

// markdown prints a run as a piece of a document.
func (p *printer) markdown(r *pipeline.Run) error {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**\n\n%s\n", markdownText(r.Question), markdownText(sentence(r)))
	if r.Table != nil {
		t := app.WithIntervals(r)
		fmt.Fprintf(&b, "\n%s\n", p.grid(t, t.Rows).RenderMarkdown())
	}
	if len(r.Concepts) > 0 {
		w := newGrid([]string{"Placeholder", "Concept", "Name", "Vocabulary", "Code", "Why"})
		for _, s := range r.Concepts {
			chosen, descendants := splitDescendants(s)
			if p.explain {
				chosen, descendants = s.Concepts, nil
			}
			for _, m := range chosen {
				w.AppendRow(
					gridRow([]string{app.Placeholder(s.Entity), fmt.Sprint(m.ID), m.Name, m.Vocabulary, m.Code, m.Why}),
				)
			}
			if n := len(descendants); n > 0 {
				w.AppendRow(
					gridRow(
						[]string{
							app.Placeholder(s.Entity),
							"",
							"+ " + plural(n, "descendant", "descendants"),
							"", "", "",
						},
					),
				)
			}
		}
		fmt.Fprintf(&b, "\n%s\n", w.RenderMarkdown())
	}
	if r.SQL != "" {
		fmt.Fprintf(&b, "\n```sql\n%s\n```\n", sqltree.Layout(r.ShownSQL()))
	}
	if all := app.Remarks(r); len(all) > 0 {
		b.WriteByte('\n')
		for _, f := range all {
			fmt.Fprintf(&b, "- %s\n", markdownText(f.String()))
		}
	}
	return p.flush(&b)
}

// markdownText keeps the marks in a text from being read as Markdown.
func markdownText(s string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "`", "\\`", "<", `\<`, "[", `\[`).Replace(s)
}
