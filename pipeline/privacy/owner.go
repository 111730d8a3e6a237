package privacy

import (
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// owner is the person of a row of a table that names none, where it stands alone: of a cost, the person of the record
// that it belongs to; of a place, the place itself, which counts as one person however many live there.
func (s *source) owner(otherwise error) (sqltree.Expr, error) {
	switch strings.ToLower(s.table) {
	case "cost":
		return s.payer(), nil
	case "location":
		return s.column("location_id"), nil
	}
	return nil, otherwise
}

// payer is, by the domain that a cost says it is of, the person of the record there. Costs of other domains have none,
// and count for nobody.
func (s *source) payer() sqltree.Expr {
	domain := &sqltree.Func{Name: "lower", Args: []sqltree.Expr{s.column("cost_domain_id")}}
	out := &sqltree.Case{Operand: domain}
	for _, t := range model().Tables {
		if !t.HasPerson || t.Domain == "" || len(t.Key) != 1 {
			continue
		}
		record := &sqltree.Select{
			List: []*sqltree.Item{{Expr: &sqltree.Column{Names: []string{"of_cost", "person_id"}}}},
			From: &sqltree.BaseTable{Name: t.Name, Alias: "of_cost"},
			Where: &sqltree.Compare{Op: "=", Left: &sqltree.Column{Names: []string{"of_cost", t.Key[0]}},
				Right: s.column("cost_event_id")},
		}
		out.Whens = append(out.Whens,
			&sqltree.When{If: &sqltree.Constant{Kind: sqltree.String, Text: strings.ToLower(t.Domain)},
				Then: &sqltree.Subquery{Query: record}})
	}
	return out
}
