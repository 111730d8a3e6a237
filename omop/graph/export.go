package graph

import (
	"bufio"
	"context"
	"database/sql"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/graph/sparql"
	"github.com/askomop/askomop/omop/graph/translate"
)

// Format is how triples are written.
type Format string

// The formats of an export.
const (
	NTriples Format = "ntriples"
	Turtle   Format = "turtle"
)

// ExportOptions say what is exported. The triples are those that queries see.
type ExportOptions struct {
	Format       Format
	People       []int64 // only what is said of these; nil means of everybody
	NoVocabulary bool    // leave out concepts and what is said of them
	Progress     func(triples int64)
}

// batch is the number of rows that one statement turns into text: enough to be fast, little enough to be held in
// memory.
const batch = 16_000

// workersATable is how many ranges of a table are read at a time.
const workersATable = 2

// Export writes the triples of a database. The engine makes the text, each row's triples at once, and hands over
// thousands of lines in one value. Returned is the number of triples.
func (g *Graph) Export(ctx context.Context, db omop.Reader, w io.Writer, opt ExportOptions) (int64, error) {
	x := &export{Graph: g, opt: opt, out: bufio.NewWriterSize(w, 1<<20)}
	if err := x.run(ctx, db); err != nil {
		return x.triples.Load(), fmt.Errorf("export the graph: %w", err)
	}
	return x.triples.Load(), nil
}

type export struct {
	*Graph
	opt     ExportOptions
	m       *mapping
	tables  map[string]map[string]bool // columns by table, of this database
	mu      sync.Mutex
	out     *bufio.Writer
	triples atomic.Int64
}

func (x *export) run(ctx context.Context, db omop.Reader) error {
	if err := x.readColumns(ctx, db); err != nil {
		return err
	}
	x.m = &mapping{ontology: x.ontology, byRow: map[*Class]bool{}}
	for _, c := range x.ontology.Classes {
		if !x.has(c.Table.Name, c.Key) || c.Hub || x.options.Repeats == nil {
			continue
		}
		repeats, err := x.options.Repeats(ctx, c.Table.Name, c.Key)
		if err != nil {
			return err
		}
		if repeats {
			x.m.byRow[c] = true
		}
	}
	if x.opt.Format == Turtle {
		writePrefixes(x.out, "@prefix %s: <%s> .\n")
	}
	if err := x.parts(ctx, db); err != nil {
		return err
	}
	return x.out.Flush()
}

func (x *export) has(table, column string) bool { return x.tables[table][column] }

func (x *export) readColumns(ctx context.Context, db omop.Reader) error {
	x.tables = map[string]map[string]bool{}
	rows, err := db.QueryContext(ctx, "SELECT lower(table_name), lower(column_name) FROM information_schema.columns")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var table, column string
		if err := rows.Scan(&table, &column); err != nil {
			return err
		}
		if x.tables[table] == nil {
			x.tables[table] = map[string]bool{}
		}
		x.tables[table][column] = true
	}
	return rows.Err()
}

// part is one table's worth of triples: text is SQL that makes a row's lines, count SQL for how many they are.
type part struct {
	table, text, count, where string
}

func (x *export) parts(ctx context.Context, db omop.Reader) error {
	var parts []part
	for _, c := range x.ontology.Classes {
		if x.has(c.Table.Name, c.Key) && !(x.opt.NoVocabulary && c.Name == "Concept") && x.mayHave(c) {
			parts = append(parts, x.class(c))
		}
	}
	for _, p := range x.ontology.Properties {
		if !p.own() && !p.Reverse() && !x.opt.NoVocabulary && x.has(p.Table, p.Subject) && x.has(p.Table, p.Object) {
			parts = append(parts, x.relation(p))
		}
	}
	for _, p := range parts {
		if err := x.write(ctx, db, p); err != nil {
			return fmt.Errorf("%s: %w", p.table, err)
		}
	}
	return nil
}

// lines collects SQL for the lines of a row.
type lines struct {
	texts, counts []string
}

// add adds a triple that is there where the object is not NULL; always is set for one that is there in each row.
func (l *lines) add(subject, predicate, object, test string) {
	text := subject + " || ' " + predicate + " ' || " + object + " || ' .\n'"
	if test == "" {
		l.texts, l.counts = append(l.texts, text), append(l.counts, "1")
		return
	}
	l.texts = append(l.texts, "CASE WHEN "+test+" THEN "+text+" ELSE '' END")
	l.counts = append(l.counts, "CAST("+test+" AS INTEGER)")
}

// predicate writes a property's name.
func (x *export) predicate(iri string) string {
	if x.opt.Format == Turtle {
		return strings.ReplaceAll(short(iri), "rdf:type", "a")
	}
	return "<" + iri + ">"
}

// class is the part of a class: its type, its columns, and what points at it.
func (x *export) class(c *Class) part {
	l := &lines{}
	key := c.Key
	if x.m.byRow[c] {
		key = "rowid"
	}
	subject := iriOf(x.m.prefix(c), key)
	l.add(subject, x.predicate(sparql.RDFType), "'"+x.predicate(c.IRI())+"'", "")
	for _, p := range x.ontology.Properties {
		switch {
		case p.Domain == c && p.own() && x.has(p.Table, p.Object):
			l.add(subject, x.predicate(p.IRI), x.object(p), x.test(p))
		case p.Range == c && p.Reverse() && x.has(p.Table, p.Subject):
			l.add(iriOf(x.m.prefix(p.Domain), p.Subject), x.predicate(p.IRI), subject, p.Subject+" IS NOT NULL")
		}
	}
	where := ""
	switch {
	case x.opt.People == nil:
	case x.has(c.Table.Name, "person_id"):
		where = "person_id IN " + people
	case c.Table.Name == "location": // where they live
		where = "location_id IN (SELECT location_id FROM person WHERE person_id IN " + people + ")"
	}
	return part{table: c.Table.Name, text: strings.Join(l.texts, " || "), count: strings.Join(l.counts, " + "),
		where: and(key+" IS NOT NULL", where)}
}

// people is a list of ids, as the argument of a statement.
const people = "(SELECT unnest(CAST(string_split(?, ',') AS BIGINT[])))"

// mayHave reports whether a class belongs into the export of some people: its rows tell whose they are, or are
// nobody's.
func (x *export) mayHave(c *Class) bool {
	switch c.Table.Name {
	case "concept", "provider", "care_site", "location":
		return true
	}
	return x.opt.People == nil || x.has(c.Table.Name, "person_id")
}

func and(a, b string) string {
	if b == "" {
		return a
	}
	return a + " AND " + b
}

// relation is the part of a property with a table of its own.
func (x *export) relation(p *Property) part {
	l := &lines{}
	l.add(iriOf(x.m.prefix(p.Domain), p.Subject), x.predicate(p.IRI), x.object(p), "")
	where := p.Subject + " IS NOT NULL AND " + p.Object + " IS NOT NULL"
	return part{table: p.Table, text: l.texts[0], count: l.counts[0], where: and(where, p.Condition)}
}

func iriOf(prefix, key string) string {
	return "'<" + strings.ReplaceAll(prefix, "'", "''") + "' || CAST(" + key + " AS VARCHAR) || '>'"
}

// test is the condition that there is a triple: numbers that RDF has no form for are none.
func (x *export) test(p *Property) string {
	if p.Range == nil && p.Type == translate.Double {
		return "coalesce(isfinite(" + p.Object + "), false)"
	}
	return quoteName(p.Object) + " IS NOT NULL"
}

// object is SQL for a property's object.
func (x *export) object(p *Property) string {
	column := quoteName(p.Object)
	text := "CAST(" + column + " AS VARCHAR)"
	datatype := translate.Type{Kind: p.Type}.Datatype()
	switch {
	case p.Range != nil:
		return iriOf(x.m.prefix(p.Range), column)
	case p.Type == translate.String:
		return `'"' || replace(replace(replace(replace(` + column +
			`, '\', '\\'), '"', '\"'), chr(10), '\n'), chr(13), '\r') || '"'`
	case p.Type == translate.DateTime:
		text = "replace(" + text + ", ' ', 'T')"
	}
	return `'"' || ` + text + ` || '"^^` + x.predicate(datatype) + `'`
}

// quoteName quotes the one column whose name is a keyword.
func quoteName(name string) string {
	if name == "offset" {
		return `"offset"`
	}
	return name
}

// write runs a part, a range of rows at a time, several at once.
func (x *export) write(ctx context.Context, db omop.Reader, p part) error {
	var last sql.NullInt64
	if err := db.QueryRowContext(ctx, "SELECT max(rowid) FROM "+p.table).Scan(&last); err != nil || !last.Valid {
		return err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	from := make(chan int64)
	var workers sync.WaitGroup
	for range workersATable {
		workers.Go(func() {
			for first := range from {
				if err := x.rows(ctx, db, p, first); err != nil {
					stop(err)
				}
			}
		})
	}
	for first := int64(0); first <= last.Int64 && ctx.Err() == nil; first += batch {
		from <- first
	}
	close(from)
	workers.Wait()
	return context.Cause(ctx)
}

// rows writes the triples of one range of rows.
func (x *export) rows(ctx context.Context, db omop.Reader, p part, first int64) error {
	query := fmt.Sprintf("SELECT string_agg(lines, ''), sum(n) FROM (SELECT %s AS lines, %s AS n, rowid // 1000 AS part FROM %s WHERE rowid BETWEEN %d AND %d AND %s) GROUP BY part",
		p.text, p.count, p.table, first, first+batch-1, p.where)
	var args []any
	if strings.Contains(p.where, "?") {
		args = append(args, listOf(x.opt.People))
	}
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var text sql.RawBytes
		var n int64
		if err := rows.Scan(&text, &n); err != nil {
			return err
		}
		x.mu.Lock()
		_, err := x.out.Write(text)
		x.mu.Unlock()
		if err != nil {
			return err
		}
		if total := x.triples.Add(n); x.opt.Progress != nil {
			x.opt.Progress(total)
		}
	}
	return rows.Err()
}

func listOf(ids []int64) string {
	if len(ids) == 0 {
		return "-1"
	}
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(ids), " ", ","), "[]")
}
