package privacy

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// analysis is one reading of a statement.
type analysis struct {
	added   int  // columns that were added, for their names
	totals  bool // rows may be totals of other rows: UNION, GROUPING SETS
	sets    bool // by GROUPING SETS
	divided bool // of which one divides people in another way than the next
	// whose groups may be parts of each other: one person's rows were repeated, and the copies put into several
	overlaps         bool
	chained          bool            // they may be parts of each other in chains of any length
	cutBy            []*sqltree.Item // by these the first rows are chosen
	reordered        bool            // an order was taken out, or added
	outermost        sqltree.Query
	shifted          bool                 // rows hold numbers of other groups: those of the year before
	nests            bool                 // the groups may be parts of each other by what they are named
	singles          bool                 // a condition picks people by id
	countsDecideRows bool                 // rows of no people depend on how many people there are
	overGroups       bool                 // there is a window over groups of people
	groupsByNumbers  bool                 // it groups by numbers of people
	aggregatesPicked bool                 // it aggregates those that are left by such a condition as choosesGroups says
	limitsGroups     bool                 // there is a LIMIT over them
	choosesGroups    bool                 // a condition chooses some by numbers that may be small
	min              int                  // of people, that are shown
	quantiles        map[float64]bool     // which part of the people has less: that it asks for, or the opposite
	sums             []summands           // of people's numbers, that it tells
	cutSums          map[summand]summands // the sums that are cut to whole units
	toldSums         []*toldSum           // what they are made of
	statistics       map[statistic]bool   // that it tells of values
	peaks            []peak               // smallest and largest values that it tells
	facts            map[fact]bool        // that it tells of values beside sums and averages: deviations, squares
	looks            []look               // by what values it chooses, counts and groups
	selects          []*env               // its SELECTs
	counting         []*env               // those that put people into groups
	sumsOver         bool                 // it adds up sums of values over groups
	addsScores       bool                 // it adds up sums of flags
	picks            bool                 // a condition picks values one by one
	told             map[told]bool        // of what aggregates over people's rows are made
	steps            []step               // in which numbers that are added up are cut to whole units
	read             map[sqltree.Query]*query
	problems         []string
	closed           bool            // it is SQL from outside: language.tsv holds
	outside          []string        // why it is refused by language.tsv
	plain            map[string]bool // the queries that WITH names and that read nothing of people

	coarse map[*sqltree.Func]coarse // what is shown rounded
}

// problem notes why the statement is refused.
func (a *analysis) problem(why string) { a.problems = append(a.problems, why) }

// query is a query of the statement as it has been read.
type query struct {
	a      *analysis
	node   sqltree.Query
	inputs []*query // of a UNION
	env    *env     // of a SELECT
	cols   []*column
	rows   rowKind
	probed bool       // which rows there are depends on how many people stand behind them
	group  *headcount // the people behind a row
	fixed  bool       // no column can be added

	presence    []*headcount // the people by whose numbers its rows were chosen
	picked      bool         // groups were, by a condition that small ones may meet too
	cut         bool         // its rows are the first of others, by their numbers of people
	ranking     ranking      // the order of its rows
	ranked      bool         // which is one of numbers of groups
	ordered     bool         // which is told of all rows
	mixed       bool         // a row is made of several people's records
	repetitions []repetition // the tables by which rows of people are repeated
	constructed bool         // its rows hold no people, and were made rather than read
	series      bool         // no two of its rows have the same first column

	exposed map[*headcount]string
	person  string // the column that was added for the person

	ways      []*headcount // see eachWay
	manyWays  string       // why they can't be told
	regrouped bool         // its SELECT DISTINCT is written as GROUP BY
}

// scope is the queries that WITH has named, by lower-case name.
type scope map[string]*query

func (sc scope) with(name string, q *query) scope {
	out := scope{}
	for k, v := range sc {
		out[k] = v
	}
	out[strings.ToLower(name)] = q
	return out
}

// query reads a query; outer is the SELECT around it, for a subquery that refers to it.
func (a *analysis) query(node sqltree.Query, sc scope, outer *env) (q *query) {
	if q, ok := a.read[node]; ok {
		return q
	}
	if outer != nil { // a subquery is read once, however often its value is looked at
		defer func() { a.read[node] = q }()
	}
	for _, c := range node.Tail().With {
		sc = sc.with(c.Name, a.named(c, sc, outer))
	}
	q = a.body(node, sc, outer)
	return q
}

// body reads a query whose WITH clause is read.
func (a *analysis) body(node sqltree.Query, sc scope, outer *env) *query {
	switch x := node.(type) {
	case *sqltree.Select:
		return a.selection(x, sc, outer)
	case *sqltree.SetOp:
		return a.setOperation(x, sc, outer)
	case *sqltree.Values: // of constants: withQueries has written the others as UNION ALL
		q := &query{a: a, node: node, fixed: true, constructed: len(x.Rows) > 1}
		if len(x.Rows) > 0 {
			for i := range x.Rows[0] {
				_, spacing := differing(x, i)
				q.cols = append(q.cols, &column{name: valueName(i), spacing: spacing})
			}
		}
		return q
	}
	a.problem(notUnderstood(node))
	return &query{a: a, node: node, rows: personRows, fixed: true}
}

// named reads a query of a WITH clause. A recursive one may only count: over people's rows it could do anything.
func (a *analysis) named(c *sqltree.CTE, sc scope, outer *env) *query {
	set, isSet := c.Query.(*sqltree.SetOp)
	if !c.Recursive || !isSet {
		q := a.query(c.Query, sc, outer)
		q.rename(c.Columns)
		return q
	}
	q := a.query(set.Inputs[0], sc, outer)
	q.rename(c.Columns)
	for _, input := range set.Inputs[1:] {
		step := a.query(input, sc.with(c.Name, q), outer)
		if q.probed || step.probed {
			a.problem("how often WITH RECURSIVE goes on is a number of people")
		}
		if step.rows != plainRows ||
			slices.ContainsFunc(step.cols,
				func(c *column) bool { return c.kind != Key || c.attributes != nil || len(c.headcounts) > 0 }) {
			q.rows = personRows
		}
		s, ok := input.(*sqltree.Select)
		q.series = ok && len(q.cols) == 1 && isPlainTable(s.From) && isOneSelect(set.Inputs[0])
	}
	if q.rows != plainRows ||
		slices.ContainsFunc(q.cols, func(c *column) bool { return c.kind != Key || len(c.headcounts) > 0 }) {
		a.problem("WITH RECURSIVE over people's records" + notRead + "a series of years or days may be made by it")
	}
	q.fixed, q.constructed = true, true
	q.rename(c.Columns)
	return q
}

func isPlainTable(ref sqltree.TableRef) bool { _, ok := ref.(*sqltree.BaseTable); return ok }

func isOneSelect(q sqltree.Query) bool {
	s, ok := q.(*sqltree.Select)
	return ok && s.From == nil
}

// rename gives the first columns the names of a WITH clause.
func (q *query) rename(names []string) {
	for i, name := range names {
		if i < len(q.cols) {
			q.cols[i].name = name
		}
	}
}

var (
	errFixed = errors.New("the people behind a part of the query can't be counted in it")
	errMixed = errors.New("a row is made of several people's records, which are joined by other than their person")
)

// newName is a name that no other column has.
func (a *analysis) newName() string {
	a.added++
	return fmt.Sprint(addedPrefix, a.added)
}

// addedPrefix begins the names of columns that are added to a query.
const addedPrefix = "askomop_people_"

// expose adds a column with the headcount's number to the query's result, once, and returns its name.
func (q *query) expose(at *headcount) (string, error) {
	if name, ok := q.exposed[at]; ok {
		return name, nil
	}
	name := q.a.newName()
	if err := q.add(at, name); err != nil {
		return "", err
	}
	q.exposed[at] = name
	return name, nil
}

func (q *query) add(at *headcount, name string) error {
	if q.fixed {
		return errFixed
	}
	if q.inputs != nil {
		for i, in := range q.inputs {
			var branch *headcount
			if at != nil {
				branch = at.branches[i]
			}
			if err := in.add(branch, name); err != nil {
				return err
			}
		}
		return nil
	}
	if at == nil {
		return q.append(&sqltree.Constant{Kind: sqltree.Null}, name)
	}
	e, err := at.people()
	if err != nil {
		return err
	}
	return q.append(e, name)
}

func (q *query) append(e sqltree.Expr, name string) error {
	s, ok := q.node.(*sqltree.Select)
	if !ok || q.fixed || s.Distinct && !followsFrom(s.List, e) || len(s.DistinctOn) > 0 {
		return errFixed
	}
	s.List = append(s.List, &sqltree.Item{Expr: e, Alias: name})
	return nil
}

// followsFrom reports whether rows that are alike in the list are alike in the expression too: it is made of windows
// over the rows that are alike in some entries of the list.
func followsFrom(list []*sqltree.Item, e sqltree.Expr) bool {
	follows, windows := true, 0
	sqltree.Walk(e, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case *sqltree.Column:
			follows = false
		case *sqltree.Window:
			windows++
			follows = follows && len(n.OrderBy) == 0 &&
				!slices.ContainsFunc(n.PartitionBy, func(key sqltree.Expr) bool {
					return !slices.ContainsFunc(list, func(i *sqltree.Item) bool { return sqltree.Equal(i.Expr, key) })
				})
			return false
		}
		return follows
	})
	return follows && windows > 0
}

// personName is the column of the query's result that names the person, added where there is none.
func (q *query) personName() (string, error) {
	if q.mixed {
		return "", errMixed
	}
	for _, c := range q.cols {
		if c.person && c.name != "" {
			return c.name, nil
		}
	}
	if q.person != "" {
		return q.person, nil
	}
	name := q.a.newName()
	if err := q.addPerson(name); err != nil {
		return "", err
	}
	q.person = name
	return name, nil
}

func (q *query) addPerson(name string) error {
	if q.inputs != nil && !q.fixed {
		for _, in := range q.inputs {
			if err := in.addPerson(name); err != nil {
				return err
			}
		}
		return nil
	}
	if q.rows != personRows || q.env == nil {
		return errors.New("the people behind a part of the query can't be told apart")
	}
	persons, err := q.env.personExprs()
	if err != nil {
		return err
	}
	e := persons[0]
	switch record := q.distinctRecord(); {
	case record != nil:
		of := &sqltree.Func{Name: "min", Args: []sqltree.Expr{e}}
		e = &sqltree.Window{Func: of, PartitionBy: []sqltree.Expr{sqltree.Clone(record)}}
	case q.env.agg && !q.env.groupedByPerson():
		e = &sqltree.Func{Name: "any_value", Args: []sqltree.Expr{e}}
		if !q.env.byRecord {
			return errors.New("the people behind a part of the query can't be told apart")
		}
	}
	return q.append(e, name)
}

// distinctRecord is an entry of SELECT DISTINCT that is the key of a person's records, so that each row is of one
// person, as in SELECT DISTINCT visit_occurrence_id; nil where there is none.
func (q *query) distinctRecord() sqltree.Expr {
	if q.env.agg || !q.env.sel.Distinct {
		return nil
	}
	for _, item := range q.env.sel.List {
		if q.env.isRecordKey(item.Expr) {
			return item.Expr
		}
	}
	return nil
}

// isRecordKey reports whether an expression is the key of the person's table that it comes from. What only refers to
// records may be empty, and an empty one is of many people.
func (v *env) isRecordKey(e sqltree.Expr) bool {
	ref, ok := e.(*sqltree.Column)
	if !ok {
		return false
	}
	src, c, ok := v.findSource(ref)
	switch {
	case !ok || src.optional:
		return false
	case src.q == nil:
		t, ok := model().Table(src.table)
		return ok && t.HasPerson && len(t.Key) == 1 && t.Key[0] == c.recorded
	case src.q.env == nil || src.q.rows != personRows:
		return false
	}
	i := src.place(ref.Name())
	return i >= 0 && i < len(src.q.env.sel.List) && src.q.env.isRecordKey(src.q.env.sel.List[i].Expr)
}

// nameColumns names the columns that have no name by what they are computed from, so
// that a query around can refer to them. A column without a name stays so where it can't be written.
func (q *query) nameColumns() {
	if q.inputs != nil {
		q.inputs[0].nameColumns()
		for i, c := range q.inputs[0].cols {
			q.cols[i].name = c.name
		}
		return
	}
	s, ok := q.node.(*sqltree.Select)
	if !ok || len(s.List) < len(q.cols) {
		return
	}
	for i, c := range q.cols {
		if c.name != "" {
			continue
		}
		text, err := sqltree.FormatNode(s.List[i].Expr)
		if err != nil {
			continue
		}
		name := text
		for n := 2; slices.ContainsFunc(q.cols, func(c *column) bool { return strings.EqualFold(c.name, name) }); n++ {
			name = fmt.Sprintf("%s (%d)", text, n)
		}
		c.name, s.List[i].Alias = name, name
	}
}
