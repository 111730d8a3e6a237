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
			found = found || groupsByPerson(n)
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
