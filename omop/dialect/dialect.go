package dialect

import (
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// Dialect is a kind of SQL.
type Dialect string

const (
	DuckDB    Dialect = "duckdb"
	Snowflake Dialect = "snowflake"
	BigQuery  Dialect = "bigquery"
	Postgres  Dialect = "postgres"
	SQLServer Dialect = "sqlserver"

	// OHDSI is the SQL of OHDSI's tools: SQL Server's, with parameters and conditions of SqlRender.
	OHDSI      Dialect = "ohdsi"
	Spark      Dialect = "spark"
	Databricks Dialect = "databricks"

	// Redshift is PostgreSQL's with functions of its own.
	Redshift Dialect = "redshift"
)

// Dialects are those that Translate reads.
func Dialects() []Dialect {
	return []Dialect{DuckDB, Snowflake, BigQuery, Postgres, SQLServer, OHDSI, Spark, Databricks, Redshift}
}

// ParseDialect reads a dialect's name, in whatever case; "mssql", "tsql" and "postgresql" are names, too.
func ParseDialect(name string) (Dialect, error) {
	d := Dialect(strings.NewReplacer(" ", "", "-", "", "_", "").Replace(strings.ToLower(name)))
	switch d {
	case "mssql", "tsql":
		d = SQLServer
	case "postgresql", "pg":
		d = Postgres
	case "sqlrender":
		d = OHDSI
	case "sparksql":
		d = Spark
	}
	if !slices.Contains(Dialects(), d) {
		return "", fmt.Errorf("unknown SQL dialect %q; those known are %s", name,
			strings.Trim(fmt.Sprint(Dialects()), "[]"))
	}
	return d, nil
}

// IntegerDivision reports whether 3 / 4 is 0.
func (d Dialect) IntegerDivision() bool {
	return slices.Contains([]Dialect{Postgres, SQLServer, OHDSI, Redshift}, d)
}

// IntegerAverage reports whether the average of integers is an integer.
func (d Dialect) IntegerAverage() bool { return d == SQLServer || d == OHDSI || d == Redshift }

// Note is something to know about a place of the original text; lines and columns
// count from 1, columns in characters.
type Note struct {
	Line, Column int
	Text         string
}

func (n Note) String() string { return fmt.Sprintf("line %d, column %d: %s", n.Line, n.Column, n.Text) }

// Translation is SQL for DuckDB.
type Translation struct {
	SQL      string // without a trailing semicolon; what has a Problem stands in it as it was
	Problems []Note // what could not be brought over: the SQL will not run, or not mean the same
	Doubts   []Note // what means the same only for some types or values
}

// OK reports whether everything was brought over.
func (t Translation) OK() bool { return len(t.Problems) == 0 }

// Translate brings one SELECT to DuckDB. Notes come in the order of the text.
func Translate(sql string, from Dialect) Translation { return translate(sql, from, false) }

// Read is Translate for SQL that is read and not run: parameters without a value, such as @cdm or
// :since, are DuckDB's parameters, and temporary tables are tables.
func Read(sql string, from Dialect) Translation { return translate(sql, from, true) }

func translate(sql string, from Dialect, toRead bool) Translation {
	switch from {
	case OHDSI:
		sql, from = renderTemplate(sql), SQLServer
	case Databricks:
		from = Spark
	case Redshift:
		from = Postgres
	}
	t := &translator{from: from, text: sql, toRead: toRead}
	body := group(t.lex(sql))
	body = t.statement(body)
	out := Translation{SQL: strings.TrimSpace(t.render(body)), Problems: t.problems, Doubts: t.doubts}
	inOrder := func(a, b Note) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Column - b.Column
	}
	slices.SortStableFunc(out.Problems, inOrder)
	slices.SortStableFunc(out.Doubts, inOrder)
	return out
}

type translator struct {
	from             Dialect
	toRead           bool // and not run: parameters may have no value
	text             string
	problems, doubts []Note
}

func (t *translator) is(ds ...Dialect) bool { return slices.Contains(ds, t.from) }

func (t *translator) note(list *[]Note, at int, format string, args ...any) {
	line, column := sqltree.LineColumn(t.text, at)
	n := Note{line, column, fmt.Sprintf(format, args...)}
	if !slices.Contains(*list, n) {
		*list = append(*list, n)
	}
}

func (t *translator) problem(at int, format string, args ...any) {
	t.note(&t.problems, at, format, args...)
}

func (t *translator) doubt(at int, format string, args ...any) {
	t.note(&t.doubts, at, format, args...)
}
