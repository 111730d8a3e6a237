package plausible

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// unitFilter is a condition on the unit of the values of some measurements.
type unitFilter struct {
	measurements, units []int64
}

// unrecordedUnits reports that values are chosen by a unit in which the database
// records none of the measurement's: a count of nobody is then no answer.
func (j Judge) unrecordedUnits(ctx context.Context, r Result) ([]Oddity, error) {
	if j.Data == nil || j.Parser == nil || !strings.Contains(strings.ToLower(r.SQL), "unit_concept_id") {
		return nil, nil
	}
	stmt, err := sqltree.Parse(ctx, j.Parser, r.SQL)
	if err != nil {
		return nil, fmt.Errorf("looking for units in the SQL: %w", err)
	}
	for _, f := range unitFilters(stmt) {
		recorded, err := j.Data.Units(ctx, f.measurements)
		if err != nil {
			return nil, fmt.Errorf("looking for the units of measurements: %w", err)
		}
		there := slices.ContainsFunc(recorded, func(u Unit) bool { return slices.Contains(f.units, u.Concept) })
		if len(recorded) == 0 || there {
			continue // without any value of it an empty result is explained otherwise
		}
		return []Oddity{
			{
				Rule:       "unit-not-recorded",
				Impossible: true,
				What: fmt.Sprintf(
					"no value of the measurement is recorded in the unit that it asks for; this database has them in %s",
					unitNames(recorded),
				),
			},
		}, nil
	}
	return nil, nil
}

func unitNames(units []Unit) string {
	var names []string
	for _, u := range units {
		if !slices.Contains(names, u.Shown()) {
			names = append(names, u.Shown())
		}
	}
	return strings.Join(names, ", ")
}

// unitFilters lists the conjunctions that ask of one table both for measurements and
// for their unit.
func unitFilters(stmt *sqltree.Statement) []unitFilter {
	var out []unitFilter
	sqltree.Walk(stmt, func(n sqltree.Node) bool {
		q, ok := n.(*sqltree.Select)
		if !ok {
			return true
		}
		filters := map[string]*unitFilter{} // by the name before the columns
		for _, term := range requirements(q) {
			column, ids := chosenIDs(term)
			if column == nil {
				continue
			}
			f := filters[strings.ToLower(column.Table())]
			if f == nil {
				f = &unitFilter{}
				filters[strings.ToLower(column.Table())] = f
			}
			switch strings.ToLower(column.Name()) {
			case "measurement_concept_id":
				f.measurements = append(f.measurements, ids...)
			case "unit_concept_id":
				f.units = append(f.units, ids...)
			}
		}
		for _, f := range filters {
			if len(f.measurements) > 0 && len(f.units) > 0 {
				out = append(out, *f)
			}
		}
		return true
	})
	return out
}

// requirements lists what every row of a SELECT, or of one of its joins, has to satisfy.
func requirements(q *sqltree.Select) []sqltree.Expr {
	var out []sqltree.Expr
	add := func(e sqltree.Expr) { out = append(out, sqltree.Conjuncts(e)...) }
	add(q.Where)
	var from func(t sqltree.TableRef)
	from = func(t sqltree.TableRef) {
		if j, ok := t.(*sqltree.Join); ok {
			add(j.On)
			from(j.Left)
			from(j.Right)
		}
	}
	from(q.From)
	return out
}

// chosenIDs reads column = id and column IN (ids).
func chosenIDs(e sqltree.Expr) (*sqltree.Column, []int64) {
	var left sqltree.Expr
	var values []sqltree.Expr
	switch e := e.(type) {
	case *sqltree.Compare:
		if e.Op != "=" {
			return nil, nil
		}
		left, values = e.Left, []sqltree.Expr{e.Right}
	case *sqltree.In:
		if e.Not {
			return nil, nil
		}
		left, values = e.Expr, e.List
	default:
		return nil, nil
	}
	column, ok := left.(*sqltree.Column)
	if !ok {
		return nil, nil
	}
	var ids []int64
	for _, v := range values {
		c, ok := v.(*sqltree.Constant)
		if !ok {
			return nil, nil
		}
		id, ok := c.Int64()
		if !ok {
			return nil, nil
		}
		ids = append(ids, id)
	}
	return column, ids
}
