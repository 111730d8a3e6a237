package commands

import (
	"fmt"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/pipeline/cell"
)

// shownConcepts is how many of the chosen concepts of a set are listed without --explain.
const shownConcepts = 10

// terminalRows is the number of rows that a terminal shows of a result.
const terminalRows = 50

// text prints a run as an epidemiologist reads it: the sentence, the table, the
// codes, the SQL, and what to keep in mind. With --explain the run's stages stand instead.
func (p *printer) text(r *pipeline.Run) error {
	var b strings.Builder
	b.WriteString(sentence(r) + "\n")
	if q := r.Understood(); q != nil && r.Status == pipeline.Answered {
		b.WriteString("Understood as: " + q.String() + "\n")
	}
	if p.explain {
		p.stages(&b, r)
		return p.flush(&b)
	}
	p.result(&b, r)
	readings(&b, r)
	p.picture(&b)
	p.codes(&b, r.Concepts)
	if r.SQL != "" {
		p.heading(&b, "SQL")
		b.WriteString(indent(p.sql(r.ShownSQL()), "  "))
	}
	p.remarks(&b, r)
	return p.flush(&b)
}

// sentence is what stands first: the answer, or why there is none.
func sentence(r *pipeline.Run) string {
	switch {
	case r.Status == pipeline.Abstained:
		return "I can't answer this. " + r.Message
	case r.Status == pipeline.Failed:
		return "This failed. " + r.Message
	case r.DryRun:
		return "Not executed (--dry-run)."
	case r.Answer == "":
		return "Answered."
	}
	return r.Answer
}

// readings prints what else the words can mean, where its number differs.
func readings(b *strings.Builder, r *pipeline.Run) {
	for _, other := range r.Readings {
		column := 0
		if r.Plan != nil {
			column = r.Plan.FirstNumber()
		}
		if r.Status != pipeline.Answered {
			unsettled(b, other)
			continue
		}
		if other.Asked {
			b.WriteString(asked(other, r.Study))
			continue
		}
		if leaders := leadersOf(other, column); leaders != "" {
			fmt.Fprintf(b, "Read otherwise (%s): %s\n", other.What, leaders)
			continue
		}
		if other.Table == nil || len(other.Table.Rows) != 1 || column >= len(other.Table.Rows[0]) {
			fmt.Fprintf(b, "Read otherwise (%s), the numbers differ; --json has them.\n", other.What)
			continue
		}
		fmt.Fprintf(b, "Read otherwise (%s): %s\n", other.What, cell.Text(other.Table.Rows[0][column]))
	}
}

// leadersOf are the first three rows of a ranking, each with its number: "Stress 113; Viral sinusitis 90".
func leadersOf(o pipeline.OtherReading, column int) string {
	if o.Question == nil || o.Question.Top == nil || len(o.Question.Strata) != 1 || o.Table == nil {
		return ""
	}
	var leaders []string
	for _, row := range o.Table.Rows[:min(3, len(o.Table.Rows))] {
		if column < 1 || column >= len(row) {
			return ""
		}
		leaders = append(leaders, cell.Text(row[0])+" "+cell.Text(row[column]))
	}
	return strings.Join(leaders, "; ")
}

// asked says what the question asks for beside its answer, with all its numbers: "Overall: patients 306". Where that is
// something else than the rows above without their groups, it is said what: of whom, of which dates, in which unit.
func asked(o pipeline.OtherReading, answered *study.Question) string {
	what := o.What
	if o.Question != nil && answered != nil && what != o.Sentence() {
		whole := answered.Clone()
		whole.Strata = o.Question.Strata
		if !o.Question.Equal(whole) {
			what += " (" + o.Sentence() + ")"
		}
	}
	switch {
	case o.Table == nil:
		return what + ": not shown beside the rows above, where it may tell of few people; ask for it by itself\n"
	case len(o.Table.Rows) != 1:
		return fmt.Sprintf("%s: %d rows, which --json has\n", what, len(o.Table.Rows))
	}
	var cells []string
	for i, v := range o.Table.Rows[0] {
		cells = append(cells, o.Table.Columns[i].Name+" "+cell.Text(v))
	}
	return what + ": " + strings.Join(cells, ", ") + "\n"
}

// unsettled prints a reading of a question that was not answered, with its number where it has one.
func unsettled(b *strings.Builder, o pipeline.OtherReading) {
	fmt.Fprintf(b, "Read %s: %s\n", o.What, o.Sentence())
	switch {
	case o.Table == nil:
		b.WriteString("  its numbers are not shown: beside the other's they would tell of few people\n")
	case len(o.Table.Rows) == 1:
		var cells []string
		for i, v := range o.Table.Rows[0] {
			cells = append(cells, o.Table.Columns[i].Name+" "+cell.Text(v))
		}
		fmt.Fprintf(b, "  would give %s\n", strings.Join(cells, ", "))
	default:
		fmt.Fprintf(b, "  would give %d rows; --json has them\n", len(o.Table.Rows))
	}
}

func (p *printer) result(b *strings.Builder, r *pipeline.Run) {
	if r.Table == nil {
		return
	}
	t := app.WithIntervals(r)
	rows := t.Rows
	if p.terminal && len(rows) > terminalRows {
		rows = rows[:terminalRows]
	}
	b.WriteString("\n" + p.grid(t, rows).Render() + "\n")
	if more := len(t.Rows) - len(rows); more > 0 {
		fmt.Fprintf(b, "… %d more rows; --format csv prints all\n", more)
	}
	if t.Truncated {
		fmt.Fprintf(b, "Cut after %d rows: the result is longer.\n", len(t.Rows))
	}
}

// grid is a result as a table, numbers to the right.
func (p *printer) grid(t *omop.Table, rows [][]any) table.Writer {
	w := newGrid(app.ColumnNames(t))
	var right []table.ColumnConfig
	for i := range t.Columns {
		if numeric(rows, i) {
			right = append(
				right,
				table.ColumnConfig{Number: i + 1, Align: text.AlignRight, AlignHeader: text.AlignRight},
			)
		}
	}
	w.SetColumnConfigs(right)
	for _, row := range rows {
		w.AppendRow(gridRow(texts(row, t.Columns, cell.Float)))
	}
	return w
}

// newGrid is an empty table that leaves its header as it is.
func newGrid(header []string) table.Writer {
	w := table.NewWriter()
	style := table.StyleLight
	style.Format.Header = text.FormatDefault
	w.SetStyle(style)
	w.AppendHeader(gridRow(header))
	return w
}

// clipped is a text in a table whose rows are listed: its first 80 letters.
func clipped(text string) string {
	if runes := []rune(text); len(runes) > 80 {
		return string(runes[:79]) + "…"
	}
	return text
}

func gridRow(cells []string) table.Row {
	row := make(table.Row, len(cells))
	for i, c := range cells {
		row[i] = c
	}
	return row
}

// numeric reports whether a column holds numbers; a hidden count is among them.
func numeric(rows [][]any, column int) bool {
	numbers := false
	for _, row := range rows {
		switch row[column].(type) {
		case int64, float64:
			numbers = true
		}
	}
	return numbers
}

// codes prints the concept sets: what was chosen, and how many descendants came with it.
func (p *printer) codes(b *strings.Builder, sets []coding.ConceptSet) {
	if len(sets) == 0 {
		return
	}
	p.heading(b, "Codes")
	for _, s := range sets {
		fmt.Fprintf(b, "  %s\n", app.Placeholder(s.Entity))
		chosen, descendants := splitDescendants(s)
		shown := chosen[:min(len(chosen), shownConcepts)]
		b.WriteString(memberLines(shown))
		if more := len(chosen) - len(shown); more > 0 {
			fmt.Fprintf(b, "    + %d more; --explain lists all\n", more)
		}
		if len(descendants) > 0 {
			fmt.Fprintf(b, "    + %s\n", plural(len(descendants), "descendant", "descendants"))
		}
	}
}

// splitDescendants parts the concepts that were chosen from those that came in
// as descendants of them.
func splitDescendants(s coding.ConceptSet) (chosen, descendants []coding.Member) {
	for _, m := range s.Concepts {
		if strings.HasPrefix(m.Why, "descendant of ") {
			descendants = append(descendants, m)
		} else {
			chosen = append(chosen, m)
		}
	}
	return chosen, descendants
}

// memberLines are concepts a line each: id, name, vocabulary, why, in columns.
func memberLines(members []coding.Member) string {
	w := table.NewWriter()
	style := table.StyleDefault
	style.Options = table.OptionsNoBordersAndSeparators
	style.Box.PaddingLeft, style.Box.PaddingRight = "", "  "
	w.SetStyle(style)
	w.SetColumnConfigs([]table.ColumnConfig{{Number: 1, Align: text.AlignRight}})
	for _, m := range members {
		w.AppendRow(table.Row{fmt.Sprint(m.ID), m.Name, m.Vocabulary + " " + m.Code, m.Why})
	}
	var b strings.Builder
	for line := range strings.Lines(w.Render()) {
		b.WriteString("    " + strings.TrimRight(line, " \n") + "\n")
	}
	return b.String()
}

// sql is SQL for the eye: laid out, and on a terminal with long lists of ids folded.
func (p *printer) sql(sql string) string {
	if p.terminal && !p.explain {
		sql = sqltree.FoldIDs(sql)
	}
	return sqltree.Layout(sql)
}

func (p *printer) remarks(b *strings.Builder, r *pipeline.Run) {
	all := app.Remarks(r)
	if len(all) == 0 {
		return
	}
	p.heading(b, "Keep in mind")
	for _, f := range all {
		fmt.Fprintf(b, "  - %s\n", f.String())
	}
}

// plural is a count with its noun.
func plural(n int, one, many string) string {
	return fmt.Sprintf("%d %s", n, form(n, one, many))
}

// form is the form of a word that goes with a count.
func form(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
