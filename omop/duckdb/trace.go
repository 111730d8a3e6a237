package duckdb

import (
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// wanted is a column of a query: by its name in lower case, or, where that is empty, by its place from 0.
type wanted struct {
	name string
	at   int
}

// origin is where the values of a column come from: one column of a table, or of files; how says what is computed from
// it.
type origin struct {
	places []string
	how    string
}

// view traces a column of a view of the file.
func (t *tracer) view(view string, want wanted) ([]origin, bool) {
	if t.depth > deepest {
		return nil, false
	}
	t.depth++
	defer func() { t.depth-- }()
	return t.query(t.views[view], want.under(t.names[view]), nil)
}

// under is the column behind the names that columns were given anew.
func (w wanted) under(names []string) wanted {
	if i := slices.Index(names, w.name); w.name != "" && i >= 0 {
		return wanted{at: i}
	}
	return w
}

// named are the queries of WITH clauses, those inside last.
type named []*sqltree.CTE

// query traces a column of a query.
func (t *tracer) query(q sqltree.Query, want wanted, with named) ([]origin, bool) {
	if q == nil {
		return nil, false
	}
	with = append(slices.Clip(with), q.Tail().With...)
	switch q := q.(type) {
	case *sqltree.Select:
		return t.selected(q, want, with)
	case *sqltree.SetOp:
		return t.union(q, want, with)
	}
	return nil, false
}

// union traces a column of each input. Two inputs that read the same records must compute it in the same way: person_id
// of one and person_id + 1000000 of the other would be two people.
func (t *tracer) union(q *sqltree.SetOp, want wanted, with named) ([]origin, bool) {
	first, isSelect := q.Inputs[0].(*sqltree.Select)
	if isSelect && want.name != "" && !q.ByName {
		if at := place(first, want.name); at >= 0 {
			want = wanted{at: at}
		}
	}
	var all []origin
	for _, in := range q.Inputs {
		from, ok := t.query(in, want, with)
		if !ok {
			return nil, false
		}
		for _, a := range from {
			for _, b := range all {
				if a.how != b.how && slices.ContainsFunc(a.places,
					func(p string) bool { return slices.Contains(b.places, p) }) {
					return nil, false
				}
			}
		}
		all = append(all, from...)
	}
	return all, true
}

// place is where a column stands in a list without stars; -1 where that can't be told.
func place(s *sqltree.Select, name string) int {
	for i, item := range s.List {
		if _, star := item.Expr.(*sqltree.Star); star {
			return -1
		}
		if strings.EqualFold(itemName(item), name) {
			return i
		}
	}
	return -1
}

func itemName(item *sqltree.Item) string {
	if c, ok := item.Expr.(*sqltree.Column); ok && item.Alias == "" {
		return c.Name()
	}
	return item.Alias
}

// selected traces a column of a SELECT: of the entries that can be meant each must be traced.
func (t *tracer) selected(s *sqltree.Select, want wanted, with named) ([]origin, bool) {
	var all []origin
	found := false
	for i, item := range s.List {
		var from []origin
		var ok bool
		star, isStar := item.Expr.(*sqltree.Star)
		switch {
		case isStar && (star.Columns || len(star.Replace) > 0 ||
			want.name == "" && (len(s.List) > 1 || len(star.Exclude) > 0)):
			return nil, false // which column that is can't be told
		case isStar:
			if slices.ContainsFunc(star.Exclude, func(x string) bool { return strings.EqualFold(x, want.name) }) {
				continue
			}
			from, ok = t.from(s.From, star.Table, want, with)
		case want.name == "" && i == want.at || want.name != "" && strings.EqualFold(itemName(item), want.name):
			from, ok = t.expr(s, item.Expr, with)
		default:
			continue
		}
		if !ok {
			return nil, false
		}
		all, found = append(all, from...), true
	}
	return all, found
}

// oneToOne are functions whose results are no more than their arguments.
var oneToOne = strings.Fields("+ - * / // % || abs hash md5 sha1 sha256 lower upper trim ltrim rtrim substr substring left right replace regexp_replace regexp_extract " +
	"lpad rpad concat reverse round floor min max any_value first last try_cast")

// expr traces an expression that reads one column, and makes one value of each of its values.
func (t *tracer) expr(s *sqltree.Select, e sqltree.Expr, with named) ([]origin, bool) {
	var column *sqltree.Column
	plain := true
	sqltree.Walk(e, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case *sqltree.Column:
			plain = plain && (column == nil || sqltree.Equal(column, n))
			column = n
		case *sqltree.Func:
			plain = plain && n.Schema == "" && slices.Contains(oneToOne, strings.ToLower(n.Name))
		case *sqltree.Constant, *sqltree.Cast, *sqltree.Collate:
		default:
			plain = false
		}
		return plain
	})
	if !plain || column == nil || slices.Contains([]string{"rowid", "file_row_number"},
		strings.ToLower(column.Name())) {
		return nil, false
	}
	from, ok := t.from(s.From, column.Table(), wanted{name: strings.ToLower(column.Name())}, with)
	if _, bare := e.(*sqltree.Column); ok && !bare {
		text, err := sqltree.FormatNode(e)
		if err != nil {
			return nil, false
		}
		for i := range from {
			from[i].how = text + " of " + from[i].how
		}
	}
	return from, ok
}

// from traces a column of a FROM clause; in is the alias before its name, or "". Whatever could be meant must be
// traced.
func (t *tracer) from(ref sqltree.TableRef, in string, want wanted, with named) ([]origin, bool) {
	switch ref := ref.(type) {
	case *sqltree.Join:
		left, ok := t.from(ref.Left, in, want, with)
		if !ok || ref.Type == "SEMI" || ref.Type == "ANTI" {
			return left, ok
		}
		right, ok := t.from(ref.Right, in, want, with)
		return append(left, right...), ok && (want.name != "" || len(right) == 0)
	case *sqltree.BaseTable:
		if in != "" && !strings.EqualFold(in, ref.RefName()) {
			return nil, true
		}
		return t.table(ref, want.under(ref.Columns), with)
	case *sqltree.Subselect:
		if in != "" && !strings.EqualFold(in, ref.Alias) {
			return nil, true
		}
		return t.query(ref.Query, want.under(ref.Columns), with)
	case *sqltree.TableFunc:
		if in != "" && !strings.EqualFold(in, ref.Alias) {
			return nil, true
		}
		if !slices.Contains(fileReaders, strings.ToLower(ref.Func.Name)) {
			return nil, false
		}
		return []origin{{constants(ref.Func), want.under(ref.Columns).text()}}, true
	}
	return nil, false
}

// table traces a column of a table: of a query that WITH names, of another view, or a table or file itself.
func (t *tracer) table(ref *sqltree.BaseTable, want wanted, with named) ([]origin, bool) {
	for i := len(with) - 1; i >= 0 && ref.Schema == ""; i-- {
		if c := with[i]; strings.EqualFold(c.Name, ref.Name) {
			if c.Recursive {
				return nil, false
			}
			return t.query(c.Query, want.under(c.Columns), with[:i])
		}
	}
	if name := t.qualify(ref); t.views[name] != nil {
		return t.view(name, want)
	} else if !isPath(ref.Name) {
		return []origin{{[]string{name}, want.text()}}, true
	}
	return []origin{{[]string{ref.Name}, want.text()}}, true
}

func (w wanted) text() string {
	if w.name == "" {
		return "#" + strconv.Itoa(w.at)
	}
	return w.name
}

// constants are the texts among a function's first argument: the files that it reads.
func constants(f *sqltree.Func) []string {
	var out []string
	if len(f.Args) > 0 {
		sqltree.Walk(f.Args[0], func(n sqltree.Node) bool {
			if c, ok := n.(*sqltree.Constant); ok && c.Kind == sqltree.String {
				out = append(out, c.Text)
			}
			return true
		})
	}
	return out
}
