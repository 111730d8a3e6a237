package rag

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// event names the columns that a domain's event table has in common with the others'.
type event struct{ table, concept, date, datetime, end, id, kind string }

var events = map[string]event{
	"condition":   {"condition_occurrence", "condition_concept_id", "condition_start_date", "condition_start_datetime", "condition_end_date", "condition_occurrence_id", "condition_type_concept_id"},
	"drug":        {"drug_exposure", "drug_concept_id", "drug_exposure_start_date", "drug_exposure_start_datetime", "drug_exposure_end_date", "drug_exposure_id", "drug_type_concept_id"},
	"procedure":   {"procedure_occurrence", "procedure_concept_id", "procedure_date", "procedure_datetime", "", "procedure_occurrence_id", "procedure_type_concept_id"},
	"measurement": {"measurement", "measurement_concept_id", "measurement_date", "measurement_datetime", "", "measurement_id", "measurement_type_concept_id"},
	"observation": {"observation", "observation_concept_id", "observation_date", "observation_datetime", "", "observation_id", "observation_type_concept_id"},
	"device":      {"device_exposure", "device_concept_id", "device_exposure_start_date", "device_exposure_start_datetime", "device_exposure_end_date", "device_exposure_id", "device_type_concept_id"},
	"visit":       {"visit_occurrence", "visit_concept_id", "visit_start_date", "visit_start_datetime", "visit_end_date", "visit_occurrence_id", "visit_type_concept_id"},
}

// eventTables is events by table.
var eventTables = func() map[string]event {
	byTable := map[string]event{}
	for _, e := range events {
		byTable[e.table] = e
	}
	return byTable
}()

// counterpart returns the column of e that plays the role that the named column plays in old.
func (old event) counterpart(column string, e event) (string, bool) {
	from := []string{old.concept, old.date, old.datetime, old.end, old.id, old.kind}
	to := []string{e.concept, e.date, e.datetime, e.end, e.id, e.kind}
	i := slices.Index(from, strings.ToLower(column))
	if i < 0 || from[i] == "" || to[i] == "" {
		return "", false
	}
	return to[i], true
}

// isShared reports whether an event table has the column under the same name as all
// others have it. The id of a visit is that of the event itself in visit_occurrence.
func (old event) isShared(column string) bool {
	return column != old.id && slices.Contains(shared, column)
}

// movable are the tokens of questions that mean the same of events of every domain.
// A stay, a prescription, a readmission or a cost belongs to its own.
var movable = []string{
	"count", "share", "joint", "not", "and", ",", "or", "either", "after", "before", "later", "duration<=", "duration>", "duration>=", "duration<",
	"sameday", "first", "start", "when", "age", "average", "median", "minimum", "time", "is:sex", "is:race", "death",
	"by:sex", "by:race", "by:ethnicity", "by:year", "by:age", "by:state", "by:month",
}

// mayMove reports whether a question with these tokens may be answered by the example of another domain.
func mayMove(tokens []string) bool {
	return !slices.ContainsFunc(tokens, func(t string) bool { return !strings.HasPrefix(t, "<") && !slices.Contains(movable, t) })
}

// shared are the columns that every event table has under one name.
var shared = []string{"person_id", "visit_occurrence_id", "provider_id"}

// setEntities puts the asked entities into the placeholders, and moves events to
// another domain's table where an entity is of another domain than the example's.
func (q *query) setEntities(swaps map[string]sqltree.Placeholder) error {
	for _, s := range q.selects() {
		if err := q.moveEvents(s, swaps); err != nil {
			return err
		}
	}
	sqltree.Walk(q.stmt, func(n sqltree.Node) bool {
		if p, ok := n.(*sqltree.Placeholder); ok {
			is := swaps[p.String()]
			p.Domain, p.Text = is.Domain, is.Text
		}
		return true
	})
	return nil
}

// moveEvents handles the placeholders directly in one SELECT's conditions.
func (q *query) moveEvents(s *sqltree.Select, swaps map[string]sqltree.Placeholder) error {
	for _, in := range placeholderTests(s) {
		p := in.List[0].(*sqltree.Placeholder)
		is := swaps[p.String()]
		if is.Domain == p.Domain {
			continue
		}
		old, now := events[string(p.Domain)], events[string(is.Domain)]
		column, ok := in.Expr.(*sqltree.Column)
		if !ok || len(in.List) != 1 || !strings.EqualFold(column.Name(), old.concept) {
			return noFit("the example reads its %s from a table that a %s has no counterpart of", p.Domain, is.Domain)
		}
		table, err := tableOf(s, column, old.table)
		if err != nil {
			return err
		}
		if err := q.rename(s, table, old, now); err != nil {
			return err
		}
	}
	return nil
}

// placeholderTests lists the IN (placeholder) tests of a SELECT, not those of its subqueries.
func placeholderTests(s *sqltree.Select) []*sqltree.In {
	var out []*sqltree.In
	collect := func(e sqltree.Node) {
		sqltree.Walk(e, func(n sqltree.Node) bool {
			switch x := n.(type) {
			case sqltree.Query:
				return false
			case *sqltree.In:
				if len(x.List) > 0 {
					if _, ok := x.List[0].(*sqltree.Placeholder); ok {
						out = append(out, x)
					}
				}
			}
			return true
		})
	}
	if s.Where != nil {
		collect(s.Where)
	}
	if s.Having != nil {
		collect(s.Having)
	}
	for _, item := range s.List {
		collect(item.Expr)
	}
	for _, on := range joinConditions(s.From) {
		collect(on)
	}
	return out
}

func joinConditions(ref sqltree.TableRef) []sqltree.Expr {
	j, ok := ref.(*sqltree.Join)
	if !ok {
		return nil
	}
	out := append(joinConditions(j.Left), joinConditions(j.Right)...)
	if j.On != nil {
		out = append(out, j.On)
	}
	return out
}

// tableOf finds the base table that a concept column belongs to.
func tableOf(s *sqltree.Select, c *sqltree.Column, name string) (*sqltree.BaseTable, error) {
	tables, _ := baseTables(s.From)
	var found []*sqltree.BaseTable
	for _, t := range tables {
		if strings.EqualFold(t.Name, name) && (c.Table() == "" || strings.EqualFold(c.Table(), t.RefName())) {
			found = append(found, t)
		}
	}
	if len(found) != 1 {
		return nil, noFit("the example's %s cannot be moved to another table", name)
	}
	return found[0], nil
}

// rename turns a table of one domain into another's, with every column of it that
// the SELECT and the subqueries that see it use. Columns that the SELECT passes on keep their old name by an alias.
func (q *query) rename(s *sqltree.Select, t *sqltree.BaseTable, old, now event) error {
	ref := t.RefName()
	for _, item := range s.List {
		if c, ok := item.Expr.(*sqltree.Column); ok && item.Alias == "" && strings.EqualFold(c.Table(), ref) && !old.isShared(strings.ToLower(c.Name())) {
			item.Alias = c.Name()
		}
	}
	var fail error
	bare := false
	sqltree.Walk(s, func(n sqltree.Node) bool {
		if inner, ok := n.(*sqltree.Select); ok && inner != s && defines(inner, ref) {
			return false // there the name means another table
		}
		c, ok := n.(*sqltree.Column)
		if !ok {
			return fail == nil
		}
		name := strings.ToLower(c.Name())
		if c.Table() == "" {
			_, known := old.counterpart(name, old)
			bare = bare || known
			return true
		}
		if !strings.EqualFold(c.Table(), ref) || old.isShared(name) {
			return true
		}
		to, ok := old.counterpart(name, now)
		if !ok {
			fail = noFit("the example uses %s, which a %s does not have", name, now.table)
			return false
		}
		c.Names[len(c.Names)-1] = to
		return true
	})
	if fail == nil && bare {
		fail = q.renameBare(s, old, now)
	}
	if t.Alias == "" {
		t.Alias = t.Name
	}
	t.Name = now.table
	return fail
}

// defines reports whether a SELECT's own FROM has a table or subquery of that name.
func defines(s *sqltree.Select, ref string) bool {
	var visit func(r sqltree.TableRef) bool
	visit = func(r sqltree.TableRef) bool {
		switch t := r.(type) {
		case *sqltree.BaseTable:
			return strings.EqualFold(t.RefName(), ref)
		case *sqltree.Subselect:
			return strings.EqualFold(t.Alias, ref)
		case *sqltree.Join:
			return visit(t.Left) || visit(t.Right)
		}
		return false
	}
	return visit(s.From)
}

// renameBare renames unqualified columns of a SELECT that reads a single table.
func (q *query) renameBare(s *sqltree.Select, old, now event) error {
	if tables, _ := baseTables(s.From); len(tables) != 1 {
		return noFit("the example's columns name no table")
	}
	if _, joined := s.From.(*sqltree.Join); joined {
		return noFit("the example's columns name no table")
	}
	for _, item := range s.List {
		if c, ok := item.Expr.(*sqltree.Column); ok && item.Alias == "" && c.Table() == "" {
			if to, known := old.counterpart(c.Name(), now); known && to != c.Name() {
				item.Alias = c.Name()
			}
		}
	}
	var fail error
	nested := 0
	sqltree.Walk(s, func(n sqltree.Node) bool {
		if sel, ok := n.(*sqltree.Select); ok && sel != s {
			nested++
			return false
		}
		if c, ok := n.(*sqltree.Column); ok && c.Table() == "" && !old.isShared(strings.ToLower(c.Name())) {
			if to, known := old.counterpart(c.Name(), now); known {
				c.Names[0] = to
			} else if _, own := old.counterpart(c.Name(), old); own {
				fail = noFit("the example uses %s, which a %s does not have", c.Name(), now.table)
			}
		}
		return true
	})
	if nested > 0 {
		return noFit("the example's columns name no table")
	}
	return fail
}
