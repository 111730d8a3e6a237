package schema

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"strings"
	"sync"
)

//go:embed meanings.csv
var meaningsCSV string

// meanings are what tables and columns hold, in words, by "table" and "table.column".
// The file is embedded and tested, so an error in it is a mistake of the build.
var meanings = sync.OnceValue(func() map[string]string {
	rows, err := csv.NewReader(strings.NewReader(meaningsCSV)).ReadAll()
	if err != nil {
		panic(fmt.Errorf("schema: meanings.csv: %w", err))
	}
	words := map[string]string{}
	for _, row := range rows[1:] {
		words[meaningKey(row[0], row[1])] = row[2]
	}
	return words
})

func meaningKey(table, column string) string {
	if column == "" {
		return table
	}
	return table + "." + column
}

// Meaning says in words what a row of the table stands for; empty for a table
// that questions have no use for.
func (t *Table) Meaning() string { return meanings()[t.Name] }

// ColumnMeaning says in words what a column of the table holds: as the file says,
// else what the model's own facts tell of it; empty for a column without either.
func (t *Table) ColumnMeaning(c *Column) string {
	if words, ok := meanings()[meaningKey(t.Name, c.Name)]; ok {
		return words
	}
	switch {
	case c.Primary:
		return "primary key"
	case c.Name == t.ConceptColumn && t.Domain != "":
		return "standard concept of the domain " + t.Domain
	case c.IsConcept() && c.Domain != "":
		return "concept of the domain " + c.Domain
	case c.IsConcept():
		return "concept"
	case c.RefTable != "":
		return "refers to " + c.RefTable
	case c.Name == t.StartDate:
		return "when it happened or began"
	case c.Name == t.EndDate:
		return "when it ended; may be empty"
	}
	return ""
}
