package dialect

import (
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
)

// Namespace says where a table lies: the names before its own, the outermost first. It is empty for what lies nowhere
// else.
type Namespace func(table string) []string

// Spark writes a statement, which DuckDB's parser has read, in the SQL of Spark and Databricks, for a session in ANSI
// mode and UTC. Tables stand with the names before them. The error names what has no equivalent there.
func Spark(s *sqltree.Statement, cdm *schema.Schema, lies Namespace) (string, error) {
	tree := sqltree.Clone(s)
	p := &spark{writer: writer{target: "Spark", types: sqltree.Resolve(tree, cdm)}, lies: lies}
	for _, name := range p.types.CTENames {
		p.named(tree, name)
	}
	sqltree.Walk(tree, func(n sqltree.Node) bool {
		p.clauses(n)
		return p.err == nil
	})
	sqltree.Rewrite(tree, p.expr) // innermost first: types are asked for by what stood there
	text := ""
	if p.err == nil {
		text, p.err = sqltree.FormatIn(tree, sqltree.Style{Ident: p.ident, Text: sparkText, OrderedList: true})
	}
	if p.err != nil {
		return "", fmt.Errorf("write Spark's SQL: %w", p.err)
	}
	return text, nil
}

type spark struct {
	writer
	lies Namespace
	ctes map[string]bool
}

// named notes the name of a CTE, which no names stand before. One that a table has as well could mean either.
func (p *spark) named(n sqltree.Node, name string) {
	if p.ctes == nil {
		p.ctes = map[string]bool{}
	}
	p.ctes[name] = true
	if len(p.lies(name)) > 0 {
		p.fail(n, "a CTE of a table's name ("+name+")")
	}
}

// ident quotes every name. Spark puts settings and environment variables in place of ${…} before it reads a statement.
func (p *spark) ident(name string) string {
	if strings.ContainsAny(name, "$\x00") {
		p.fail(sqltree.NewString(name), "a name with $")
	}
	return "`" + strings.ReplaceAll(name, "`", "``") + "`"
}

// sparkText writes a text that needs no escape as it is, and any other by its bytes: what a backslash or ${…} means in a literal is
// a setting of the session.
func sparkText(s string) string {
	if strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || strings.ContainsRune(`'\$`, r) }) {
		return "CAST(X'" + hex.EncodeToString([]byte(s)) + "' AS STRING)"
	}
	return "'" + s + "'"
}

// clauses rewrites what is not an expression.
func (p *spark) clauses(n sqltree.Node) {
	switch n := n.(type) {
	case *sqltree.Order:
		if n.Nulls == "" {
			n.Nulls = "LAST" // Spark puts NULL first where the order ascends
		}
	case *sqltree.Select:
		if n.GroupBy.All {
			n.GroupBy = groupedByAll(n)
		}
		if len(n.DistinctOn) > 0 {
			p.firstOfEach(n)
		}
		if n.Qualify != nil {
			p.qualify(n)
		}
	case *sqltree.SetOp:
		if n.ByName {
			p.fail(n, "UNION BY NAME")
		}
	case *sqltree.Join:
		p.join(n)
	case *sqltree.Star:
		if len(n.Exclude) > 0 || len(n.Replace) > 0 || n.Columns {
			p.fail(n, "* with EXCLUDE, REPLACE or COLUMNS")
		}
	case *sqltree.BaseTable:
		p.place(n)
	case *sqltree.TableFunc:
		p.tableFunction(n)
	}
}

func (p *spark) join(j *sqltree.Join) {
	switch {
	case j.Kind == sqltree.JoinAsOf || j.Kind == sqltree.JoinPositional:
		p.fail(j, string(j.Kind)+" JOIN")
	case j.Type == "SEMI" || j.Type == "ANTI":
		j.Type = "LEFT " + j.Type
	}
}

// place puts the names of catalog and schema before a table.
func (p *spark) place(t *sqltree.BaseTable) {
	if t.Schema != "" || t.Catalog != "" || p.ctes[strings.ToLower(t.Name)] {
		return
	}
	switch names := p.lies(strings.ToLower(t.Name)); len(names) {
	case 0:
		p.fail(t, "a table that is nowhere")
	case 1:
		t.Schema = names[0]
	default:
		t.Catalog, t.Schema = names[0], names[1]
	}
	if t.Alias == "" {
		t.Alias = t.Name // columns may be qualified by the table's own name
	}
}

// tableFunction rewrites series of numbers. SEQUENCE counts down where its end lies before its start; DuckDB gives nothing.
func (p *spark) tableFunction(t *sqltree.TableFunc) {
	f := t.Func
	t.Lateral = len(columns(f)) > 0
	if t.Ordinality {
		p.fail(t, "WITH ORDINALITY")
		return
	}
	switch {
	case f.Name == "generate_series" && len(f.Args) == 2:
		if n, ok := f.Args[1].(*sqltree.Constant); ok {
			if last, ok := n.Int64(); ok && isWhole(f.Args[0]) {
				f.Name, f.Args[1] = "range", sqltree.NewInt(last+1)
				break
			}
		}
		f.Name, f.Args = "explode", []sqltree.Expr{ascending(f.Args[0], f.Args[1])}
	case f.Name == "range" && len(f.Args) == 1:
		if !isWhole(f.Args[0]) {
			f.Name, f.Args = "explode", []sqltree.Expr{ascending(sqltree.NewInt(0), minusOne(f.Args[0]))}
		}
	case f.Name == "range" && len(f.Args) == 2:
		if !isWhole(f.Args[0]) || !isWhole(f.Args[1]) {
			f.Name, f.Args = "explode", []sqltree.Expr{ascending(f.Args[0], minusOne(f.Args[1]))}
		}
	default:
		p.fail(t, strings.ToUpper(f.Name)+" as a table")
	}
}

func isWhole(e sqltree.Expr) bool {
	c, ok := e.(*sqltree.Constant)
	return ok && c.Kind == sqltree.Int
}

// ascending is the list of the numbers from one to another, or nothing.
func ascending(from, to sqltree.Expr) sqltree.Expr {
	upwards := &sqltree.Compare{Op: "<=", Left: sqltree.Clone(from), Right: sqltree.Clone(to)}
	return &sqltree.Case{Whens: []*sqltree.When{{If: upwards, Then: call("sequence", from, to)}}}
}
