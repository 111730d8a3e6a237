package privacy

import "github.com/askomop/askomop/omop/sqltree"

// A number that is made in another way for some people tells how many these are, beside another one:
//
//	SUM(LEAST(year_of_birth, 1935))  SUM(LEAST(year_of_birth, 1936))  COUNT(*) FILTER (WHERE year_of_birth >= 1936 AND …)
//	                        9656046                          9658933                                                  2885
//
// The second less the first are the 2887 people with more than 1935, which no column counts: two of them are left out
// of the third. So such people are set against others as if a column had their number, and one what theirs come to.

// splitsOf are those numbers of a sum or an average.
func (v *env) splitsOf(f *sqltree.Func) []*headcount {
	k := kindOf(f.Name)
	if !v.a.closed || v.rows != personRows || v.single || k != summing && k != averaging {
		return nil
	}
	n := v.number(argument(f))
	if n == nil {
		return nil
	}
	all := and(f.Filter, present(argument(f)))
	var out []*headcount
	for _, p := range n.pins {
		if !p.isSplit {
			continue
		}
		who, rows := v.amongWho(p, all)
		number := &headcount{only: true, ofSum: true, unit: ofPeople, behind: who, people: who.people}
		if !v.onePerPerson() {
			number.unit, number.sum, number.people, number.print = ofRecords, true, rows.people, rows.print
		}
		out = append(out, number, &headcount{only: true, ofSum: true, sum: true, form: v.formOf(argument(f)),
			behind: who, records: rows, people: who.people})
	}
	return out
}
