package cohort

import (
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// attrition takes a query's criteria one after another: the tables of FROM from left
// to right, and each term of WHERE as soon as the tables that it names are there.
type attrition struct {
	query   *sqltree.Select
	sources []source

	from  sqltree.TableRef // what has been taken so far
	where []sqltree.Expr
	out   []Step
}

func newAttrition(s *sqltree.Select) *attrition {
	return &attrition{query: s, sources: sources(s, s.From)}
}

// personOf finds the person of a query that selects people; nil where its list does not tell.
func (a *attrition) personOf(s *sqltree.Select) *sqltree.Column {
	for _, item := range s.List {
		c, ok := item.Expr.(*sqltree.Column)
		if ok && isPerson(itemName(item)) && (c.Table() != "" || len(a.sources) == 1) {
			return c
		}
	}
	return nil
}

// steps are the queries that count the people left after each criterion. The last is the whole.
func (a *attrition) steps(person *sqltree.Column) ([]Step, error) {
	a.out = []Step{everybody}
	open := terms(a.query.Where)
	if a.sources == nil || person.Table() == "" && len(a.sources) > 1 {
		a.from = a.query.From // its tables can't be taken one by one
		if err := a.add("records in "+tablesIn(a.query.From), person); err != nil {
			return nil, err
		}
		return a.take(open, person)
	}
	var names []string
	var who *sqltree.Column
	for _, t := range a.sources {
		a.from = t.after(a.from)
		names = append(names, strings.ToLower(t.name))
		switch {
		case person.Table() == "" || strings.EqualFold(person.Table(), t.name):
			who = person
		case who == nil && t.person != "":
			who = &sqltree.Column{Names: []string{t.name, t.person}}
		}
		if who == nil {
			continue
		}
		if err := a.add(t.words(), who); err != nil {
			return nil, err
		}
		ready := slices.DeleteFunc(slices.Clone(open), func(e sqltree.Expr) bool { return !a.needsOnly(e, names) })
		open = slices.DeleteFunc(slices.Clone(open), func(e sqltree.Expr) bool { return slices.Contains(ready, e) })
		if _, err := a.take(ready, who); err != nil {
			return nil, err
		}
	}
	return a.take(open, person)
}

// take adds criteria one by one.
func (a *attrition) take(all []sqltree.Expr, who *sqltree.Column) ([]Step, error) {
	for _, term := range all {
		a.where = append(a.where, term)
		if err := a.add(text(term), who); err != nil {
			return nil, err
		}
	}
	return a.out, nil
}

// add adds a step that counts what has been taken so far.
func (a *attrition) add(criterion string, who *sqltree.Column) error {
	s := &sqltree.Select{
		List:  []*sqltree.Item{{Expr: &sqltree.Func{Name: "count", Distinct: true, Args: []sqltree.Expr{who}}}},
		From:  a.from,
		Where: sqltree.NewAnd(sqltree.Loc{}, a.where...),
	}
	s.With = a.query.With
	sql, err := sqltree.FormatNode(s)
	if err != nil {
		return fmt.Errorf("attrition: %w", err)
	}
	a.out = append(a.out, Step{criterion, sql})
	return nil
}

// needsOnly reports whether an expression names no table but those. What names none
// at all could be of any, and waits for all of them.
func (a *attrition) needsOnly(e sqltree.Expr, names []string) bool {
	only, named := true, false
	sqltree.Walk(e, func(n sqltree.Node) bool {
		c, ok := n.(*sqltree.Column)
		if !ok {
			return true
		}
		table := strings.ToLower(c.Table())
		switch {
		case slices.Contains(names, table):
			named = true
		case table == "" || holds(a.sources, table):
			only = false
		}
		return true
	})
	return only && named || len(names) == len(a.sources)
}

// after is the source joined to what stands before it.
func (t source) after(left sqltree.TableRef) sqltree.TableRef {
	if left == nil || t.join == nil {
		return t.ref
	}
	j := *t.join
	j.Left = left
	return &j
}

// words describe what a table asks for.
func (t source) words() string {
	if named := placeholders(t.ref); len(named) > 0 {
		return strings.Join(named, ", ") + " in " + tablesIn(t.ref)
	}
	if base, ok := t.ref.(*sqltree.BaseTable); ok {
		return "a record in " + base.Name
	}
	return "a record in " + tablesIn(t.ref)
}

func placeholders(n sqltree.Node) []string {
	var out []string
	sqltree.Walk(n, func(n sqltree.Node) bool {
		if p, ok := n.(*sqltree.Placeholder); ok && !slices.Contains(out, p.String()) {
			out = append(out, p.String())
		}
		return true
	})
	return out
}

func tablesIn(n sqltree.Node) string {
	var out []string
	sqltree.Walk(n, func(n sqltree.Node) bool {
		if t, ok := n.(*sqltree.BaseTable); ok && !slices.Contains(out, t.Name) {
			out = append(out, t.Name)
		}
		return true
	})
	return strings.Join(out, ", ")
}

// longest is how much of a criterion is shown.
const longest = 200

// text is a criterion as SQL in a line.
func text(e sqltree.Expr) string {
	s, err := sqltree.FormatNode(e)
	if err != nil {
		return "a criterion of the SQL"
	}
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > longest {
		s = string(r[:longest]) + "…"
	}
	return s
}
