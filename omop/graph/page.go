package graph

import (
	"fmt"
	"io"
	"strings"
)

// WritePage writes the ontology as a page of Markdown: the classes, and the properties with where they go from and to.
func (o *Ontology) WritePage(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# The CDM %s as a graph: classes and properties\n\nMade from the CDM's schema by `askomop graph ontology --format markdown`. [graph.md](graph.md) says how it is used.\n\n", o.Version)
	b.WriteString("| prefix | |\n| --- | --- |\n")
	writePrefixes(&b, "| `%s:` | %s |\n")
	b.WriteString("\n## Classes\n\n| class | table | IRIs | |\n| --- | --- | --- | --- |\n")
	for _, c := range o.Classes {
		fmt.Fprintf(&b, "| `omop:%s` | %s | `%s…` | %s |\n", c.Name, c.Table.Name, c.prefix, c.Table.Meaning())
	}
	b.WriteString("\n## Properties\n\n| property | of | to | column | |\n| --- | --- | --- | --- | --- |\n")
	for _, d := range o.Descriptions() {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", d.Name, plain(d.Domains), plain(d.Ranges),
			strings.Join(d.Columns, ", "), strings.Join(d.Meanings, "; "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// plain are names without the prefix that most of them have.
func plain(names []string) string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = strings.TrimPrefix(n, "omop:")
	}
	return strings.Join(out, ", ")
}
