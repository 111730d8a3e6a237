package check

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed examples.txt
var examplesText string

// Example is a handful of records that show what a rule's wrong statement makes of them.
type Example struct {
	Tables []ExampleTable
	Sets   map[string][]string // what a placeholder's text stands for, where it is more than the name itself
	Wrong  string              // what the wrong statement says: rows by "; ", cells by ", "; "nothing", or "fails"
	Right  string
	None   string // why no number is shown; the rest is empty then
}

// ExampleTable is a table of an example. A name in a concept's column stands for its id; an empty cell is NULL.
type ExampleTable struct {
	Name    string
	Columns []string
	Rows    [][]string
}

// Examples reads the records that go with the rules, by the rule's id.
func Examples() (map[string]Example, error) {
	out := map[string]Example{}
	id := ""
	for at, line := range strings.Split(examplesText, "\n") {
		head, rest, _ := strings.Cut(line, " ")
		e := out[id]
		switch {
		case line == "" || head == "#":
			continue
		case head == "rule":
			id = rest
			e = Example{Sets: map[string][]string{}}
		case id == "":
			return nil, fmt.Errorf("read the rules' examples: line %d stands before the first rule", at+1)
		case head == "none":
			e.None = rest
		case head == "wrong":
			e.Wrong = rest
		case head == "right":
			e.Right = rest
		case head == "set":
			name, ids, _ := strings.Cut(rest, " = ")
			e.Sets[name] = strings.Fields(ids)
		case strings.HasSuffix(head, ":"):
			e.Tables = append(e.Tables,
				ExampleTable{Name: strings.TrimSuffix(head, ":"), Columns: strings.Fields(rest)})
		default:
			t := len(e.Tables) - 1
			row := exampleRow(line)
			if t < 0 || len(row) != len(e.Tables[t].Columns) {
				return nil, fmt.Errorf("read the rules' examples: line %d has not the columns of its table", at+1)
			}
			e.Tables[t].Rows = append(e.Tables[t].Rows, row)
		}
		out[id] = e
	}
	return out, nil
}

// exampleRow splits a row into cells.
func exampleRow(line string) []string {
	cells := strings.Fields(line)
	for i, c := range cells {
		if c == "-" {
			c = ""
		}
		cells[i] = strings.ReplaceAll(c, "_", " ")
	}
	return cells
}

// markdown is the example's tables, and what the two statements make of them.
func (e Example) markdown() string {
	if e.None != "" {
		return "No number is shown: " + e.None + ".\n"
	}
	var b strings.Builder
	for _, t := range e.Tables {
		b.WriteString("| " + t.Name + " | " + strings.Join(t.Columns, " | ") + " |\n|" +
			strings.Repeat("---|", len(t.Columns)+1) + "\n")
		for _, row := range t.Rows {
			b.WriteString("| | " + strings.Join(row, " | ") + " |\n")
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "The first says **%s**, the second **%s**.\n", e.Wrong, e.Right)
	return b.String()
}
