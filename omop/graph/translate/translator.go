package translate

import (
	"fmt"
	"strings"

	"github.com/askomop/askomop/omop/graph/sparql"
	"github.com/askomop/askomop/omop/sqltree"
)

// Graph says what the triples are.
type Graph interface {
	// Hints reads off patterns what can be told of their variables before they are translated, given what is told by
	// those around them. It is passed on to Match and to the groups within; nil is none.
	Hints(outer any, patterns []*sparql.Triple) any
	// Match adds to the relation what the patterns ask: tables and conditions, and values of the variables by
	// Relation.Bind. Predicates are IRIs, variables, and what Splits leaves whole.
	Match(t *Translator, r *Relation, patterns []*sparql.Triple, hints any) error
	// Splits reports whether the Translator itself is to take the path apart: for an alternative, a step that may be
	// absent.
	Splits(p sparql.Path) bool
	// Attribute is the value of a single-valued property of a row (Value.Row), which may be NULL; false where it is
	// none.
	Attribute(row any, property string) (Value, bool)
	// Constant is the value of an IRI.
	Constant(iri string) Value
}

// Column is a column of the result.
type Column struct {
	Name string // of the variable
	Type Type

	nullable bool
}

// Result is a query as SQL.
type Result struct {
	Statement *sqltree.Statement
	Columns   []Column
}

// Query translates a query. The error is a *sparql.Error for what can't be said of the graph, or is not supported.
func Query(q *sparql.Query, g Graph) (result *Result, err error) {
	t := &Translator{graph: g, source: q.Text, used: map[string]bool{}}
	// As the parser does, the translator gives up by panicking with an error that names the place.
	defer func() {
		if r := recover(); r != nil {
			stop, ok := r.(failure)
			if !ok {
				panic(r)
			}
			result, err = nil, stop.error
		}
	}()
	query, columns := t.query(q, &scope{})
	return &Result{Statement: &sqltree.Statement{Query: query}, Columns: columns}, nil
}

type failure struct{ error }

// Translator holds what is common to the parts of one query.
type Translator struct {
	graph  Graph
	source string
	used   map[string]bool // aliases
	spent  int             // see spend
}

// Errorf is an error at a place of the query.
func (t *Translator) Errorf(at int, format string, args ...any) error {
	return sparql.ErrorAt(t.source, at, format, args...)
}

func (t *Translator) fail(at int, format string, args ...any) {
	panic(failure{t.Errorf(at, format, args...)})
}

func must(err error) {
	if err != nil {
		panic(failure{err})
	}
}

// Alias returns a name for a table that the query does not have yet, like the one that is wished.
func (t *Translator) Alias(wish string) string {
	name := strings.ToLower(wish)
	if strings.HasPrefix(name, "_:") || name == "" {
		name = "x"
	}
	for n := 2; t.used[name]; n++ {
		name = fmt.Sprintf("%s%d", strings.ToLower(strings.TrimPrefix(wish, "_:")), n)
		if strings.HasPrefix(wish, "_:") {
			name = fmt.Sprintf("x%d", n)
		}
	}
	t.used[name] = true
	return name
}

// scope holds what a group sees of what stands around it.
type scope struct {
	hints any
	outer *Relation // whose values the filters here see: those of the solution that an EXISTS or OPTIONAL is asked for
}
