package cohort

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// Definition is SQL, still with placeholders, for the people behind a query.
type Definition struct {
	SQL   string // subject_id, cohort_start_date, cohort_end_date
	Since string // what the start date is, in words
	Steps []Step // attrition; the last step is the whole query
}

// Step is a query of one number: how many people are left.
type Step struct {
	Criterion string
	SQL       string
}

// ErrNoPeople is wrapped where a query counts something else than people, or in a way
// that does not tell which.
var ErrNoPeople = errors.New("the people behind this query can't be told")

func refuse(format string, args ...any) error {
	return fmt.Errorf(
		"%w: %s; write SQL that selects person_id and a date, and give it with --sql",
		ErrNoPeople,
		fmt.Sprintf(format, args...),
	)
}

// peopleAlias marks SQL of the user that selects people and dates, within the query that counts them.
const peopleAlias = "cohort_people"

// CountOf is the query that counts the people of SQL that selects people and dates;
// ok is false for SQL that does not. It wraps template, and reads rendered: the same with dates in the place of {{…}}.
func CountOf(
	ctx context.Context,
	parser sqltree.Serializer,
	template, rendered string,
) (sql string, ok bool, err error) {
	stmt, err := sqltree.Parse(ctx, parser, rendered)
	if err != nil {
		return "", false, err
	}
	c, ok := peopleColumns(stmt.Query)
	if !ok {
		return "", false, nil
	}
	return fmt.Sprintf(
		"SELECT COUNT(DISTINCT %s.%s) AS patients\nFROM (\n%s\n) AS %[1]s",
		peopleAlias,
		sqltree.Ident(c.subject),
		sqltree.TrimEnd(template),
	), true, nil
}

// Derive reads a query that counts people and makes the query for who they are.
func Derive(ctx context.Context, parser sqltree.Serializer, template string) (*Definition, error) {
	stmt, err := sqltree.Parse(ctx, parser, template)
	if err != nil {
		return nil, err
	}
	s, ok := stmt.Query.(*sqltree.Select)
	if !ok {
		return nil, refuse("it joins several queries by UNION or the like")
	}
	if sub, ok := s.From.(*sqltree.Subselect); ok && sub.Alias == peopleAlias {
		return fromPeople(sub.Query)
	}
	return fromCount(s)
}

// fromPeople takes SQL that selects people and dates as it is.
func fromPeople(q sqltree.Query) (*Definition, error) {
	c, ok := peopleColumns(q)
	if !ok {
		return nil, refuse("it selects no person_id with a date")
	}
	inner, err := sqltree.FormatNode(q)
	if err != nil {
		return nil, err
	}
	end := observedUntil(c.subject, c.start)
	if c.end != "" {
		end = "COALESCE(m." + sqltree.Ident(c.end) + ", " + end + ")"
	}
	d := &Definition{
		SQL: fmt.Sprintf(
			"SELECT DISTINCT m.%s AS subject_id, CAST(m.%s AS DATE) AS cohort_start_date, CAST(%s AS DATE) AS cohort_end_date\nFROM (%s) AS m\nWHERE m.%[1]s IS NOT NULL",
			sqltree.Ident(c.subject),
			sqltree.Ident(c.start),
			end,
			inner,
		),
		Since: "the column " + c.start,
	}
	whole := Step{
		"as the SQL selects them",
		fmt.Sprintf("SELECT COUNT(DISTINCT m.%s) FROM (%s) AS m", sqltree.Ident(c.subject), inner),
	}
	d.Steps = []Step{everybody}
	if s, ok := q.(*sqltree.Select); ok {
		a := newAttrition(s)
		if person := a.personOf(s); person != nil {
			steps, err := a.steps(person)
			if err != nil {
				return nil, err
			}
			d.Steps = steps
			if s.Having == nil && s.Qualify == nil {
				whole.Criterion = "" // nothing is left that the steps have not said
			} else {
				whole.Criterion = "HAVING or QUALIFY of the SQL"
			}
		}
	}
	if whole.Criterion == "" {
		d.Steps[len(d.Steps)-1].SQL = whole.SQL
	} else {
		d.Steps = append(d.Steps, whole)
	}
	return d, nil
}

var everybody = Step{"everybody in the database", "SELECT COUNT(DISTINCT p.person_id) FROM person AS p"}

// observedUntil is the end of the observation period that a start lies in, or the start itself.
func observedUntil(subject, start string) string {
	at := "m." + sqltree.Ident(start)
	return fmt.Sprintf(
		"COALESCE((SELECT MAX(op.observation_period_end_date) FROM observation_period AS op WHERE op.person_id = m.%s "+
			"AND %s BETWEEN op.observation_period_start_date AND op.observation_period_end_date), %[2]s)",
		sqltree.Ident(subject),
		at,
	)
}

// fromCount takes SELECT COUNT(DISTINCT person) FROM … WHERE … apart: the same people, one by one, with
// the first day on which everything that is asked for has happened.
func fromCount(s *sqltree.Select) (*Definition, error) {
	person, err := counted(s)
	if err != nil {
		return nil, err
	}
	members := sqltree.Clone(s)
	count := members.List[0].Expr.(*sqltree.Func)
	if count.Filter != nil {
		members.Where = sqltree.NewAnd(count.Loc, members.Where, count.Filter)
	}
	a := newAttrition(members)
	start, since := a.since(person)
	members.List = []*sqltree.Item{{Expr: person, Alias: "subject_id"}, {Expr: start, Alias: "cohort_start_date"}}
	members.GroupBy = sqltree.GroupBy{Exprs: []sqltree.Expr{person}}
	members.OrderBy, members.Limit, members.Offset = nil, nil, nil
	inner, err := sqltree.FormatNode(members)
	if err != nil {
		return nil, err
	}
	d := &Definition{
		SQL: "SELECT m.subject_id, CAST(m.cohort_start_date AS DATE) AS cohort_start_date, CAST(" + observedUntil(
			"subject_id",
			"cohort_start_date",
		) +
			" AS DATE) AS cohort_end_date\nFROM (" + inner + ") AS m\nWHERE m.subject_id IS NOT NULL",
		Since: since,
	}
	d.Steps, err = a.steps(person)
	return d, err
}

// counted finds the person column that a query counts.
func counted(s *sqltree.Select) (*sqltree.Column, error) {
	switch {
	case len(s.List) != 1:
		return nil, refuse("it gives %d columns, and a cohort is behind one number", len(s.List))
	case !s.GroupBy.Empty():
		return nil, refuse("it counts by groups, and a cohort is behind one number")
	case s.From == nil || s.Having != nil || s.Qualify != nil || s.Distinct:
		return nil, refuse("it is no plain count")
	}
	f, ok := s.List[0].Expr.(*sqltree.Func)
	if !ok || f.Name != "count" && f.Name != "count_star" {
		return nil, refuse("it does not count")
	}
	if len(f.Args) == 1 {
		c, ok := f.Args[0].(*sqltree.Column)
		if !ok || !isPerson(c.Name()) || !f.Distinct {
			return nil, refuse("it counts no distinct person_id")
		}
		return &sqltree.Column{Names: c.Names}, nil
	}
	// COUNT(*) counts people where each row is one; whether it does, the number tells.
	for _, t := range sources(s, s.From) {
		if t.person != "" {
			return &sqltree.Column{Names: []string{t.name, t.person}}, nil
		}
	}
	return nil, refuse("it counts rows that have no person_id")
}

func isPerson(column string) bool {
	return strings.EqualFold(column, "person_id") || strings.EqualFold(column, "subject_id")
}

type columns struct{ subject, start, end string }

// peopleColumns finds people and dates in a SELECT list: person_id or subject_id; cohort_start_date,
// start_date or the first other column that ends in date; and an end where one is named so.
func peopleColumns(q sqltree.Query) (columns, bool) {
	if set, ok := q.(*sqltree.SetOp); ok && len(set.Inputs) > 0 {
		return peopleColumns(set.Inputs[0])
	}
	s, ok := q.(*sqltree.Select)
	if !ok {
		return columns{}, false
	}
	var c columns
	for _, name := range []string{"cohort_start_date", "start_date", "index_date", ""} {
		for _, item := range s.List {
			column := itemName(item)
			lower := strings.ToLower(column)
			switch {
			case isPerson(lower):
				c.subject = column
			case lower == "cohort_end_date" || lower == "end_date":
				c.end = column
			case c.start == "" && (lower == name || name == "" && strings.HasSuffix(lower, "date")):
				c.start = column
			}
		}
	}
	return c, c.subject != "" && c.start != ""
}

func itemName(item *sqltree.Item) string {
	if item.Alias != "" {
		return item.Alias
	}
	if c, ok := item.Expr.(*sqltree.Column); ok {
		return c.Name()
	}
	return ""
}
