// Package schema is the OMOP Common Data Model as data: every table and column of
// CDM 5.3 and 5.4, with types, keys and domains, read from the CSV files beside this
// file. DDL, loading, checking and prompting are all made from it.
//
// It knows the model, not any one database: it opens nothing and runs no SQL.
//
// The facts are those of the OHDSI Common Data Model specification
// (https://ohdsi.github.io/CommonDataModel).
package schema

import (
	"fmt"
	"slices"
	"strings"
)

// Type is the kind of value that a column holds.
type Type string

// The types of columns. ID is every identifier, concept ids included; sites use
// 64-bit and negative ids, so it is never narrower than 64 bits.
const (
	ID       Type = "id"
	Integer  Type = "integer"
	Number   Type = "number"
	Text     Type = "text"
	Date     Type = "date"
	Datetime Type = "datetime"
)

// SQL is DuckDB's name for the type. Number is DOUBLE because DuckDB's NUMERIC without
// arguments keeps three decimals only.
func (t Type) SQL() string {
	switch t {
	case ID:
		return "BIGINT"
	case Integer:
		return "INTEGER"
	case Number:
		return "DOUBLE"
	case Date:
		return "DATE"
	case Datetime:
		return "TIMESTAMP"
	default:
		return "VARCHAR"
	}
}

// Column is one column of one version of a table.
type Column struct {
	Name     string
	Type     Type
	Required bool // the specification allows no NULL
	Primary  bool // it is the table's primary key
	// RefTable and RefColumn are what the column refers to, or empty.
	RefTable, RefColumn string
	// Domain is the concept.domain_id that the specification asks of the concepts
	// here ("Condition", "Type Concept"), or empty where it asks none.
	Domain string
	// Formerly is the column's name in the version before, or empty.
	Formerly string
}

// IsConcept tells whether the column refers to concept.concept_id.
func (c *Column) IsConcept() bool { return c.RefTable == "concept" && c.RefColumn == "concept_id" }

// Table is one table of one version. The names of columns below are empty where the
// table has no such column.
type Table struct {
	Name    string
	Group   string // clinical, health system, economics, derived, metadata, vocabulary or results
	Columns []*Column
	// Key holds the primary key, or the columns that the specification or practice
	// keeps unique together where there is no primary key. It may be empty.
	Key []string

	StartDate           string // when the event happened or began
	EndDate             string // when it ended
	ConceptColumn       string // the standard concept of the event
	TypeColumn          string // where the record comes from
	SourceConceptColumn string // the concept of the source's code
	SourceValueColumn   string // the source's own code or text
	Domain              string // the concept.domain_id of ConceptColumn, such as "Condition"
	HasPerson           bool   // it has a person_id

	byName map[string]*Column
}

// Column finds a column by name, in any case.
func (t *Table) Column(name string) (*Column, bool) {
	c, ok := t.byName[strings.ToLower(name)]
	return c, ok
}

// IsEvent tells whether each row is something dated that happened to a person.
func (t *Table) IsEvent() bool { return t.HasPerson && t.StartDate != "" }

// Order lists the columns by which the rows of a table lie best on disk. Events lie by concept first, since questions
// name concepts and the engine then reads only where they are, then by person and date; the vocabulary by the concept
// that is looked up, and the rest of the key. It is empty for other tables.
func (t *Table) Order() []string {
	switch t.Name {
	case "concept", "concept_relationship", "concept_ancestor":
		return slices.Clone(t.Key)
	}
	if !t.IsEvent() || t.ConceptColumn == "" {
		return nil
	}
	return []string{t.ConceptColumn, "person_id", t.StartDate}
}

// DDL is the CREATE TABLE statement for DuckDB. It enforces no key and no NOT NULL:
// real databases break both, and a reader of them needs the rows, not a refusal.
func (t *Table) DDL() string {
	lines := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		lines[i] = "  " + Quote(c.Name) + " " + c.Type.SQL()
	}
	return "CREATE TABLE " + Quote(t.Name) + " (\n" + strings.Join(lines, ",\n") + "\n)"
}

// Quote writes an identifier so that SQL takes it literally. Plain names that are no
// keyword of the model's stay as they are.
func Quote(name string) string {
	if name == "offset" || strings.ContainsFunc(name, notPlain) {
		return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
	}
	return name
}

// QuoteAll writes identifiers as a list.
func QuoteAll(names []string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = Quote(n)
	}
	return strings.Join(quoted, ", ")
}

func notPlain(r rune) bool {
	return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '_'
}

// Schema is every table of one version of the CDM, in the order of the specification.
type Schema struct {
	Version string // "5.3" or "5.4"
	Tables  []*Table

	byName map[string]*Table
}

// Table finds a table by name, in any case.
func (s *Schema) Table(name string) (*Table, bool) {
	t, ok := s.byName[strings.ToLower(name)]
	return t, ok
}

// Versions lists the versions that For knows, oldest first.
func Versions() []string { return []string{"5.3", "5.4"} }

// For returns the schema of a version as people and cdm_source write it: "5.4",
// "v5.3.1", "CDM 5.4.1". The schema is shared: callers must not change it.
func For(version string) (*Schema, error) {
	v, ok := Normalize(version)
	if !ok {
		return nil, fmt.Errorf("schema: CDM version %q is not known: use one of %s", version,
			strings.Join(Versions(), ", "))
	}
	return model().schemas[v], nil
}

// Normalize finds the version that For knows in a text that names one: "v5.3.1" is "5.3".
func Normalize(version string) (string, bool) {
	rest := version
	for {
		i := strings.IndexByte(rest, '5')
		if i < 0 {
			return "", false
		}
		for _, v := range Versions() {
			after := strings.TrimPrefix(rest[i:], v)
			bounded := len(after) < len(rest[i:]) && (after == "" || after[0] < '0' || after[0] > '9')
			if bounded && (i == 0 || rest[i-1] != '.' && (rest[i-1] < '0' || rest[i-1] > '9')) {
				return v, true
			}
		}
		rest = rest[i+1:]
	}
}
