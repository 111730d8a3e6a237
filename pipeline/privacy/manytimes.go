package privacy

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// A statement may tell how often people have something, without a number of records for each person: by the place of
// a record among those of its person, by pairs of records, by a condition that there is another one. Of
//
//	records  people  with a second
//	     42      34              7
//
// 42 - 34 - 7 = 1 is the third record of one person. So in such a statement the numbers of people and of records are
// set against each other, each up to three times: of 9 pairs of records of 7 people one has 3 records, and the pairs
// less the people are 2 of that one.

// timesTaken is how often a number of people or records is set against others.
const timesTaken = 3

// tellsHowOften reports whether a statement can tell people apart by how many records they have: it reads the same
// records again, puts those of a person in an order, or together.
func tellsHowOften(s *sqltree.Statement) bool {
	read, found := map[string]int{}, false
	sqltree.Walk(s, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case *sqltree.BaseTable:
			name := strings.ToLower(n.Name)
			if !withoutPeople(name) && name != "person" {
				read[name]++
			}
			found = found || read[name] > 1
		case *sqltree.Window:
			found = found || slices.ContainsFunc(n.PartitionBy, namesPerson)
		case *sqltree.Select:
			found = found || groupsByPerson(n) || n.Distinct && namesPersonAndMore(n.List)
		case *sqltree.SetOp:
			s, ok := n.Inputs[0].(*sqltree.Select)
			found = found || ok && !n.All && namesPersonAndMore(s.List)
		case *sqltree.Func:
			_, isColumn := argument(n).(*sqltree.Column)
			found = found || kindOf(n.Name) == counting && n.Distinct && argument(n) != nil && !isColumn &&
				isOfSeveral(argument(n)) && namesPerson(argument(n))
		}
		return !found
	})
	return found
}

func namesPerson(e sqltree.Expr) bool {
	return holdsIn(e, func(n sqltree.Node) bool {
		c, ok := n.(*sqltree.Column)
		return ok && ofPatients(c.Name()).kind == Ident
	})
}

// namesPersonAndMore reports whether rows that differ in a list are people with something else, as the kinds of what
// they had: of 181 of 179 people two have both.
func namesPersonAndMore(list []*sqltree.Item) bool {
	return len(list) > 1 &&
		slices.ContainsFunc(list, func(item *sqltree.Item) bool { return namesPerson(item.Expr) })
}

// isOfSeveral reports whether an expression is made of several columns.
func isOfSeveral(e sqltree.Expr) bool {
	columns := 0
	sqltree.Walk(e, func(n sqltree.Node) bool {
		if _, ok := n.(*sqltree.Column); ok {
			columns++
		}
		return true
	})
	return columns > 1
}
