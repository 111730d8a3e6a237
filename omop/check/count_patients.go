package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func countPatients() Rule {
	return Rule{
		ID: "count-patients", Group: groupCounting, Severity: omop.SeverityWarning,
		Summary: "Records are counted as patients, or set against them in a share: a person counts once for each record.",
		Instead: "Write COUNT(DISTINCT person_id).",
		Wrong:   `SELECT COUNT(*) AS patients FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])`,
		Right:   `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])`,
		check: func(p *pass) {
			for _, s := range p.scopes {
				for _, item := range s.tree.List {
					if f := p.mixedShare(item, s); f != nil {
						p.report(f, "%s sets records against people; count people on both sides, with COUNT(DISTINCT person_id)", item.Alias)
					}
					for _, f := range p.keyCounts(item.Expr) {
						if slices.ContainsFunc(p.shownAs(item, s), namesPeople) {
							p.report(f, "this counts records by their key, not people; write COUNT(DISTINCT person_id)")
						}
					}
					for _, f := range p.rowCounts(item.Expr) {
						if p.meansPeople(f, p.shownAs(item, s)) && p.rowsPerPerson(s) == no && !p.groupedByPerson(s) {
							p.report(f, "this counts records, not people; write COUNT(DISTINCT person_id)")
						}
					}
				}
			}
		},
	}
}

// mixedShare returns the count of records in a share of which the other side counts people, or nil.
func (p *pass) mixedShare(item *sqltree.Item, s *scope) *sqltree.Func {
	f, ok := p.essence(item.Expr).(*sqltree.Func)
	if !ok || f.Name != "/" || len(f.Args) != 2 || !namesShare(item.Alias) || p.rowsPerPerson(s) != no {
		return nil
	}
	for i, side := range f.Args {
		records := p.rowCounts(side)
		if len(records) == 1 && len(p.rowCounts(f.Args[1-i])) == 0 && p.within(f.Args[1-i], p.countsDistinctPeople) {
			return records[0]
		}
	}
	return nil
}

func (p *pass) countsDistinctPeople(e sqltree.Expr) bool {
	f, ok := e.(*sqltree.Func)
	return ok && f.Name == "count" && f.Distinct && len(f.Args) == 1 && identityOf(p.origins(f.Args[0])) == personKey
}

// keyCounts lists the counts of events by their own key, each of which is counted once anyway.
func (p *pass) keyCounts(e sqltree.Expr) []*sqltree.Func {
	f, ok := p.essence(e).(*sqltree.Func)
	if !ok || f.Name != "count" || len(f.Args) != 1 || !p.countsKey(f.Args[0]) {
		return nil
	}
	return []*sqltree.Func{f}
}

// rowCounts lists the counts of rows in an expression: COUNT(*), COUNT(1) and COUNT(person_id).
func (p *pass) rowCounts(e sqltree.Expr) []*sqltree.Func {
	var out []*sqltree.Func
	inspect(e, func(x sqltree.Expr) {
		if f, ok := x.(*sqltree.Func); ok && f.Name == "count" || ok && f.Name == "count_star" {
			if !f.Distinct && (f.Star || len(f.Args) == 0 || isConstant(f.Args[0]) || identityOf(p.origins(f.Args[0])) == personKey) {
				out = append(out, f)
			}
		}
	})
	return out
}

// meansPeople reports whether a count is said to be of people: by its name or, for
// COUNT(person_id), by what it counts, unless its name says that it is of records.
func (p *pass) meansPeople(f *sqltree.Func, names []string) bool {
	if slices.ContainsFunc(names, func(name string) bool { return namesPeople(name) && (!namesChildren(name) || p.readsPerson()) }) {
		return true
	}
	if f.Star || len(f.Args) == 0 || isConstant(f.Args[0]) {
		return false
	}
	return !slices.ContainsFunc(names, namesRecords)
}

// readsPerson reports whether the statement reads the table that knows how old people are.
func (p *pass) readsPerson() bool {
	return slices.ContainsFunc(p.bases, func(r *relation) bool { return r.table.Name == "person" })
}

// shownAs lists the names of an item: its own, and that under which the statement
// puts it out where it passes it on as it is.
func (p *pass) shownAs(item *sqltree.Item, s *scope) []string {
	out := []string{item.Alias}
	for _, o := range p.result.columns {
		at := o
		for at != nil && at.expr == nil && at.ref != nil {
			at = at.ref.out
		}
		if at == nil || at.expr == nil {
			continue
		}
		if p.follow(at.expr) == item.Expr && o.name != "" {
			out = append(out, o.name)
		}
	}
	return out
}

// groupedByPerson reports whether each group of the scope is one person, so that its
// counts are of that person's records.
func (p *pass) groupedByPerson(s *scope) bool {
	return slices.ContainsFunc(s.tree.GroupBy.Exprs, func(e sqltree.Expr) bool {
		return identityOf(p.origins(e)) == personKey
	})
}
