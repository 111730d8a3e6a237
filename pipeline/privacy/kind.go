package privacy

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
)

// Kind is what a column holds, as far as showing it goes.
type Kind uint8

// The kinds of columns.
const (
	Key      Kind = iota // constants, attributes that many people share, and what is made of them
	Value                // a value of one person: a date, a measured value, a code as it was written down
	Ident                // what stands for one person or for one of their records
	People               // a number of people
	Records              // a number of records, events or the like, or a sum of such numbers
	Measure              // a number made of many people's values, or of counts: an average, a share
	Unproven             // what the analysis has no proof for: it is hidden
)

// counts reports whether a column of the kind holds counts.
func (k Kind) counts() bool { return k == People || k == Records }

// aggregated reports whether a column of the kind holds numbers of groups of people, proven or not.
func (k Kind) aggregated() bool { return k >= People }

// rowKind is what a row of a query stands for.
type rowKind uint8

const (
	plainRows  rowKind = iota // nothing of people: concepts, constants
	groupRows                 // a group of people
	personRows                // one person, or one record of a person
)

// headcount is one number of people behind a column, by which it is shown or hidden.
type headcount struct {
	self    bool       // the column's own value is that number
	one     *headcount // one of the people, by the person's id; nil where it is not known
	behind  *headcount // of a number: the people whom it counts
	window  bool       // it is computed over several rows
	unseen  bool       // it is part of what a window adds up, and need stand in no column
	only    bool       // it is compared with others, and may be known where the cell is hidden
	ofSum   bool       // of only: one sum alone does not tell it
	form    string     // of what is made of values: which ones, as far as others can be the same
	sum     bool       // it is not a number of people, who may be few however large it is
	unit    unit       // what it is a number of
	bound   bool       // it is less than the number may be, and of no use in a subtraction
	within  bool       // it is of some of those whom a number is made of, by their values: a share tells none of it
	print   *headcount // of a number of people: their print; nil where there is none
	records *headcount // of a sum of values: how many records it is made of
	spread  *spread    // of what a sum is made of, which tells its number where that is small: see weights.go
	over    bool       // it is computed from values, such as a standard deviation, and a cell tells no sum of them
	score   bool       // it is the sum of a score
	span    bool       // it is made of times between two dates
	pairs   bool       // it is a number of pairs of records
	// people returns the number as an expression for the list of the query that puts
	// the column out. It may add columns to the queries below.
	people func() (sqltree.Expr, error)
	// branches are the headcounts of a UNION's inputs, nil where an input has none.
	branches []*headcount
	of       *population // whom it counts, where that is one SELECT's people
}

// unit is what a number counts, if it does.
type unit uint8

const (
	noUnit unit = iota // sums of values
	ofPeople
	ofRecords
)

// counted is what the numbers that a value is made of count.
func (c column) counted() unit {
	out := noUnit
	for _, at := range c.numbers {
		out = max(out, at.unit)
	}
	return out
}

// bounding is a headcount that says only that there are so many people at least.
func (at *headcount) bounding() *headcount {
	at.bound = true
	return at
}

// made is a headcount that is computed from the number of this one.
func (at *headcount) made(of func(sqltree.Expr) (sqltree.Expr, error)) *headcount {
	return &headcount{people: func() (sqltree.Expr, error) {
		e, err := at.people()
		if err != nil {
			return nil, err
		}
		return of(e)
	}}
}

// rewritten is the same where that can't fail.
func (at *headcount) rewritten(as func(sqltree.Expr) sqltree.Expr) *headcount {
	return at.made(func(e sqltree.Expr) (sqltree.Expr, error) { return as(e), nil })
}

// ratio is a pair of headcounts of which one counts part of the people of the other. Rest is those with records that
// are counted in the whole and not in the part, where it is one of records; nil otherwise.
type ratio struct{ part, whole, rest *headcount }

// through is a ratio as a query around sees it.
func (r ratio) through(see func(*headcount) *headcount) ratio {
	out := ratio{part: see(r.part), whole: see(r.whole)}
	if r.rest != nil {
		out.rest = see(r.rest)
	}
	return out
}

// column is a column that a query puts out, or the value of an expression.
type column struct {
	name       string
	kind       Kind
	person     bool // an Ident that stands for the person, not for a record
	headcounts []*headcount
	ratios     []ratio
	numbers    []*headcount // that can be worked out from it: counts and sums, by which others could be too
	part       bool         // it counts those of the family's people that meet a condition
	window     bool         // it is computed over several rows of the result
	grouping   bool         // rows are grouped by it
	flag       bool         // 0 and another constant: a sum of it counts
	// it is a constant for some rows, and another one, or a number, for the others: see spreads.go
	ofConstants bool
	unit        bool // 0 and 1
	compound    bool // a sum or difference of counts, each of which it tells
	multiple    bool // it is a number of records times a constant
	sum         bool // of values of people, so that a total less its parts gives one of them
	// it is made of how many people or records there are, not of a smallest or largest value alone
	tells      bool
	own        bool            // the smallest or largest of values: one person's own
	place      bool            // its place among groups
	average    bool            // of a place: by an average or the like
	monotone   bool            // in its order rows are in that of one number: see env.monotone
	placed     []*headcount    // of a place: the people by whose numbers it is one
	rank       bool            // its place among groups, by their numbers of people
	rankedBy   []*sqltree.Item // of a place: the entries with what the rows are ordered by, which may be hidden
	rowsOf     []*rowNumber    // of what a window tells of rows in an order: the numbers of a row that it is made of
	recorded   string          // what it is, where it is as it was recorded or a part of that; "" otherwise
	record     bool            // it identifies people or records as it is recorded, or is NULL
	required   bool            // it is never NULL
	apart      *source         // the table whose rows it tells apart
	spacing    spacing         // of the values of a list
	attributes []string        // of a person, that it is made of
	joined     bool            // it is of a table without people, such as concepts, whose rows are joined to people's
	named      bool            // it is one of some constants
	origin     *sqltree.Item   // the entry of a list in which it was computed
	computed   *env            // the SELECT of that list
	from       *sqltree.Select // that has put the records of people together to it
	why        string          // why it is Unproven
	number     *number         // how it is computed from one person's numbers; nil where that can't be aggregated
}

// spacing is how far two values of a list differ at least: cast to a type, or put into groups, no two become the same.
type spacing uint8

const (
	anyhow     spacing = iota // as times of a day, which are one DATE
	wholes                    // as whole numbers
	daysOfList                // as dates
)

// keeps reports whether a cast leaves different values different.
func (s spacing) keeps(typ string) bool {
	return isText(typ) || s == wholes && isWhole(typ) || s == daysOfList && isTime(typ)
}

// spacingOf is that of the rows of a table function.
func spacingOf(series *sqltree.Func) spacing {
	for _, e := range series.Args {
		if by, ok := e.(*sqltree.Interval); ok {
			_, err := strconv.Atoi(by.Value)
			if err == nil && slices.Contains([]string{"DAY", "WEEK", "MONTH", "QUARTER", "YEAR"}, by.Unit) {
				return daysOfList
			}
			return anyhow
		}
	}
	return wholes
}

// unproven is a column that is hidden, with the reason.
func unproven(why string) column { return column{kind: Unproven, why: why} }

// combined is the value of an expression that is computed from others, whatever the function: who may see each of its
// arguments may see the result, so it is as safe as the least safe of them.
func combined(parts ...column) column {
	var out column
	own, groups := Key, false
	for _, p := range parts {
		if p.kind.aggregated() {
			if !groups {
				out.from = p.from
			} else if out.from != p.from {
				out.from = nil
			}
		}
		switch {
		case p.kind == Unproven:
			return unproven(p.why)
		case p.kind.aggregated():
			groups = true
		default:
			own = max(own, p.kind)
		}
		for _, a := range p.headcounts {
			plain := *a
			plain.self = false
			out.headcounts = append(out.headcounts, &plain)
		}
		out.ratios = append(out.ratios, p.ratios...)
		out.numbers = append(out.numbers, p.numbers...)
		out.attributes = union(out.attributes, p.attributes)
		out.window, out.joined = out.window || p.window, out.joined || p.joined
		out.rowsOf, out.rankedBy = append(out.rowsOf, p.rowsOf...), append(out.rankedBy, p.rankedBy...)
		out.own, out.place = out.own || p.own, out.place || p.place
		out.tells = out.tells || p.tells
	}
	switch {
	case own == Ident || !groups:
		out.kind = own
	default:
		out.kind = Measure
	}
	return out
}

// through is a column as a query around sees it.
func (c column) through(see func(*headcount) *headcount) column {
	headcounts, numbers, ratios, placed := c.headcounts, c.numbers, c.ratios, c.placed
	c.headcounts, c.numbers, c.ratios, c.placed = nil, nil, nil, nil
	for _, at := range placed {
		c.placed = append(c.placed, see(at))
	}
	for _, at := range headcounts {
		c.headcounts = append(c.headcounts, see(at))
	}
	for _, at := range numbers {
		c.numbers = append(c.numbers, see(at))
	}
	for _, r := range ratios {
		c.ratios = append(c.ratios, r.through(see))
	}
	return c
}

func union(a, b []string) []string {
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}

// withoutPeople reports whether a table holds nothing of patients. A table that the data model does not have may hold
// anything.
func withoutPeople(name string) bool { return schema.WithoutPeople(name) }

// personColumn is the column of a table of patients that names the person; "" where it names them only by other records
// of theirs, as cost does.
func personColumn(table string) string {
	if strings.EqualFold(table, "cohort") {
		return "subject_id"
	}
	if t, ok := model().Table(table); ok && !t.HasPerson {
		return ""
	}
	return "person_id"
}

var model = sync.OnceValue(func() *schema.Schema {
	s, err := schema.For("5.4")
	if err != nil {
		panic(err) // the schema is part of the program
	}
	return s
})

// recorded are the names of columns that hold numbers and dates, which can be summed up and averaged, with what they
// hold.
var recorded = sync.OnceValue(func() map[string]schema.Type {
	names := map[string]schema.Type{}
	for _, version := range schema.Versions() {
		s, err := schema.For(version)
		if err != nil {
			panic(err)
		}
		for _, t := range s.Tables {
			for _, c := range t.Columns {
				if c.Type != schema.ID && c.Type != schema.Text {
					names[strings.ToLower(c.Name)] = c.Type
				}
			}
		}
	}
	return names
})

// ofPatients is what a column of a table of patients holds, by its name.
func ofPatients(name string) column {
	c := strings.ToLower(name)
	out := column{name: name, kind: Value, attributes: []string{c}, recorded: c}
	out.number = recordedNumber(c)
	switch {
	case c == "person_id" || c == "subject_id":
		out.kind, out.person = Ident, true
	case isShared(c):
		out.kind = Key
	case c == "location_id": // of many people, or of one household
	case strings.HasSuffix(c, "_id") || c == "rowid" || c == "person_source_value" || c == "note_text" ||
		c == "note_title":
		out.kind = Ident
	}
	return out
}

// isShared reports whether many people have the same in a column of the data model.
func isShared(c string) bool {
	switch c {
	case "year_of_birth", "state", "county", "country_source_value", "care_site_id", "provider_id",
		"cohort_definition_id",
		"concept_name", "concept_code", "vocabulary_id", "concept_class_id", "care_site_name",
		"place_of_service_source_value":
		return true
	}
	return strings.HasSuffix(c, "concept_id") || strings.HasSuffix(c, "domain_id")
}

// recordedNumber is the number in a column of the data model, nil where it holds none.
func recordedNumber(name string) *number {
	t, ok := recorded()[name]
	if !ok {
		return nil
	}
	return &number{columns: []string{name}, scale: 1, date: t == schema.Date || t == schema.Datetime}
}
