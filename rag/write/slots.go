package write

import (
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/rag"
)

// Concept ids of people's properties; they are the same in every OMOP vocabulary.
var (
	genders     = map[string]string{"F": "8532", "M": "8507"}
	races       = map[string]string{"white": "8527", "black": "8516", "asian": "8515"}
	ethnicities = map[string]string{"hispanic": "38003563", "not hispanic": "38003564"}
)

// fillSlot puts a constraint's values in the place of an example's. Each value must stand in the SQL exactly once, as a
// literal of its kind: which of two 30s is the question's cannot be told, and is refused.
func fillSlot(stmt *sqltree.Statement, was, is rag.Constraint) error {
	for i, old := range was.Values {
		if old == is.Values[i] {
			continue
		}
		var places []func()
		switch was.Kind {
		case rag.KindSex:
			places = codePlaces(stmt, "gender_concept_id", genders, old, is.Values[i])
		case rag.KindRace:
			places = codePlaces(stmt, "race_concept_id", races, old, is.Values[i])
		case rag.KindEthnicity:
			places = codePlaces(stmt, "ethnicity_concept_id", ethnicities, old, is.Values[i])
		case rag.KindDuration:
			places = durationPlaces(stmt, was.Unit, old, is.Values[i])
		default:
			places = literalPlaces(stmt, old, is.Values[i])
		}
		if len(places) != 1 {
			return noFit("%q has no certain place in the example's SQL", is.Text)
		}
		places[0]()
	}
	return nil
}

// codePlaces are the tests of a column for the concept of a value. Where other values are tested for, too, the question
// compares them, and there is no place.
func codePlaces(stmt *sqltree.Statement, column string, ids map[string]string, old, new string) []func() {
	var all []*sqltree.Constant
	others := false
	sqltree.Walk(stmt, func(n sqltree.Node) bool {
		if c, ok := n.(*sqltree.Compare); ok && c.Op == "=" && isColumn(c.Left, column) {
			k, ok := c.Right.(*sqltree.Constant)
			if ok && k.Text == ids[old] {
				all = append(all, k)
			} else {
				others = true
			}
		}
		return true
	})
	if others || len(all) == 0 || ids[old] == "" || ids[new] == "" {
		return nil
	}
	return []func(){func() {
		for _, k := range all {
			k.Text = ids[new]
		}
	}}
}

// durationPlaces are the intervals of a length, and the bare numbers of as many days.
func durationPlaces(stmt *sqltree.Statement, unit, old, new string) (places []func()) {
	sqltree.Walk(stmt, func(n sqltree.Node) bool {
		switch x := n.(type) {
		case *sqltree.Interval:
			if x.Value == old && strings.EqualFold(x.Unit, unit) {
				places = append(places, func() { x.Value = new })
			}
			return false
		case *sqltree.Constant:
			if unit == "day" && x.Kind == sqltree.Int && x.Text == old {
				places = append(places, func() { x.Text = new })
			}
		}
		return true
	})
	return places
}

// literalPlaces are the numbers, dates and texts of a value.
func literalPlaces(stmt *sqltree.Statement, old, new string) (places []func()) {
	sqltree.Walk(stmt, func(n sqltree.Node) bool {
		switch x := n.(type) {
		case *sqltree.Interval:
			return false
		case *sqltree.Constant:
			if x.Text == old || isNumber(x, old) {
				places = append(places, func() { x.Text = new })
			}
		}
		return true
	})
	return places
}

func isColumn(e sqltree.Expr, name string) bool {
	c, ok := e.(*sqltree.Column)
	return ok && strings.EqualFold(c.Name(), name)
}

// isNumber reports whether e is the number, however it is written: 9, 9.0.
func isNumber(e sqltree.Expr, number string) bool {
	c, ok := e.(*sqltree.Constant)
	if !ok || !slices.Contains([]sqltree.ConstKind{sqltree.Int, sqltree.Decimal, sqltree.Float}, c.Kind) {
		return false
	}
	x, err1 := strconv.ParseFloat(c.Text, 64)
	y, err2 := strconv.ParseFloat(number, 64)
	return err1 == nil && err2 == nil && x == y
}
