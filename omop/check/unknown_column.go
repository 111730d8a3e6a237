package check

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
)

func unknownColumn() Rule {
	return Rule{
		ID: "unknown-column", Group: groupStatement, Severity: omop.SeverityError,
		Summary: "The column does not exist where the statement looks for it.",
		Instead: "Use a column that the table has in this version of the CDM, through an alias of the same SELECT.",
		Wrong:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co WHERE co.start_date >= DATE '2009-01-01'`,
		Right:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co WHERE co.condition_start_date >= DATE '2009-01-01'`,
		check: func(p *pass) {
			for _, c := range p.columns() {
				r := p.Refs[c]
				switch r.Wrong {
				case sqltree.NoRelation:
					p.report(c, "%s: this SELECT has no table or alias %s", strings.Join(c.Names, "."), c.Table())
				case sqltree.NoColumn:
					p.report(c, "%s", p.missing(c, r))
					p.mendColumn(c, r)
				}
			}
			p.borrowed()
			p.unshared()
		},
	}
}

// columns lists the column references in order of place.
func (p *pass) columns() []*sqltree.Column {
	return slices.SortedFunc(maps.Keys(p.Refs), func(a, b *sqltree.Column) int {
		return cmp.Or(cmp.Compare(a.Pos(), b.Pos()), cmp.Compare(a.Name(), b.Name()))
	})
}

// missing says that a column is not there, and what is.
func (p *pass) missing(c *sqltree.Column, r *ref) string {
	name := strings.ToLower(c.Name())
	if r.Relation == nil { // an unqualified name
		var known []string
		for _, rel := range r.Scope.Relations {
			if to, ok := replacement(p.Schema, rel, name); ok {
				return fmt.Sprintf("%s has no column %s in CDM %s; it is %s there", rel.Table.Name, name,
					p.Schema.Version, to)
			}
			known = append(known, rel.Names()...)
		}
		return fmt.Sprintf("no table of this SELECT has a column %s%s", name, suggestion(name, known))
	}
	if to, ok := replacement(p.Schema, r.Relation, name); ok {
		return fmt.Sprintf("%s has no column %s in CDM %s; it is %s there", r.Relation.Table.Name, name,
			p.Schema.Version, to)
	}
	if r.Relation.Table == nil {
		return fmt.Sprintf("%s puts out no column %s%s", c.Table(), name, suggestion(name, r.Relation.Names()))
	}
	if hint := keyless(r.Relation.Table.Name, name); hint != "" {
		return hint
	}
	return fmt.Sprintf("%s has no column %s in CDM %s%s", r.Relation.Table.Name, name, p.Schema.Version,
		suggestion(name, r.Relation.Names()))
}

// mendColumn writes the name that a column has in this version of the CDM.
func (p *pass) mendColumn(c *sqltree.Column, r *ref) {
	among := []*relation{r.Relation}
	if r.Relation == nil {
		among = r.Scope.Relations
	}
	for _, rel := range among {
		if to, ok := replacement(p.Schema, rel, strings.ToLower(c.Name())); ok {
			p.mend(c.Pos(), lazyregexp.New(`^((?:\w+\.)?)`+regexp.QuoteMeta(c.Name())+`\b`), "$1"+to)
			return
		}
	}
}

func replacement(s *schema.Schema, rel *relation, name string) (string, bool) {
	if rel.Table == nil {
		return "", false
	}
	return schema.Replacement(s.Version, rel.Table.Name, name)
}

// keyless explains why a table can't be joined by a key that most tables have.
func keyless(table, column string) string {
	switch {
	case table == "death" && hasSuffix(column, "_id"):
		return fmt.Sprintf("death has no %s: it is joined to people by person_id only", column)
	case (table == "drug_era" || table == "dose_era" || table == "condition_era") && hasSuffix(column, "_id"):
		return fmt.Sprintf("%s has no %s: an era is made of many records, it is joined by person_id", table, column)
	case table == "cost" && hasSuffix(column, "_id"):
		return fmt.Sprintf("cost has no %s: it is joined by cost_event_id to the event's key, with cost_domain_id",
			column)
	case table == "payer_plan_period" && column == "visit_occurrence_id":
		return "payer_plan_period has no visit_occurrence_id: it is joined by person_id and dates"
	}
	return ""
}

// borrowed finds IN (SELECT x FROM t) where t has no x, so that x is the outer
// query's own column and the condition is always met.
func (p *pass) borrowed() {
	for _, t := range p.tests {
		in, ok := t.expr.(*sqltree.InQuery)
		if !ok {
			continue
		}
		q, ok := in.Query.(*sqltree.Select)
		if !ok || len(q.List) != 1 || q.From == nil {
			continue
		}
		c, ok := q.List[0].Expr.(*sqltree.Column)
		if ok && len(c.Names) == 1 && p.Refs[c].Outer {
			p.report(c, "the tables of this subquery have no column %s: it is the outer query's, and the condition is always met", c.Name())
		}
	}
}

// unshared finds USING (x) where one side of the join has no x.
func (p *pass) unshared() {
	for _, s := range p.Scopes {
		for _, j := range s.Joins() {
			for _, side := range []sqltree.TableRef{j.Left, j.Right} {
				rels := s.Below(side)
				for _, name := range j.Using {
					lacks := func(r *relation) bool { return r.Known && r.Find(strings.ToLower(name)) == nil }
					if !slices.ContainsFunc(rels, func(r *relation) bool { return !lacks(r) }) && len(rels) > 0 {
						p.report(j, "USING (%s): %s has no such column", name, rels[0].Label())
					}
				}
			}
		}
	}
}
