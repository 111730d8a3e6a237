package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func limitOrder() Rule {
	return Rule{
		ID: "limit-order", Group: groupCounting, Severity: omop.SeverityWarning,
		Summary: "LIMIT without ORDER BY keeps any rows, others at each run; in the wrong order it keeps the rarest for the most frequent; DISTINCT ON, ROW_NUMBER and LAST_VALUE keep any record where the order does not say which, as one by a constant or by what the rows are parted by.",
		Instead: "Add ORDER BY, DESC for the most, with a tie-breaker.",
		Wrong:   `SELECT condition_concept_id, COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id <> 0 GROUP BY condition_concept_id LIMIT 10`,
		Right:   `SELECT condition_concept_id, COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id <> 0 GROUP BY condition_concept_id ORDER BY patients DESC, condition_concept_id LIMIT 10`,
		check: func(p *pass) {
			wantsAny := p.asks("any one", "any example", "an example", "examples", "a sample", "sample of", "arbitrary")
			for _, s := range p.Scopes {
				q := s.Tree
				if q.Limit != nil && len(q.OrderBy) == 0 && !wantsAny && s.Role != sqltree.RoleExists &&
					!p.singleRow(s) &&
					!isZero(q.Limit) && (s == p.Result.Scope || !slices.ContainsFunc(q.List, isSame)) {
					p.report(q.Limit, "LIMIT without ORDER BY keeps any rows; say which come first")
				}
				if q.Limit != nil && p.ranksRarestFirst(s) &&
					p.wants("top", "most", "commonest", "frequent", "highest", "largest", "leading") &&
					!p.wants("least", "rarest", "rare", "fewest", "lowest", "smallest", "bottom", "uncommon",
						"infrequent") {
					p.report(q.OrderBy[0].Expr, "the smallest counts come first; write DESC for the most frequent")
				}
			}
			p.judgeAnyRow()
			p.judgeIdleOrders()
			p.judgeRankedByName()
			p.judgeRankedNothing()
			p.judgeRankedByOther()
			for _, set := range p.Sets {
				if q, ok := set.Tree.(*sqltree.SetOp); ok && q.Limit != nil && len(q.OrderBy) == 0 {
					p.report(q.Limit, "LIMIT without ORDER BY keeps any rows; say which come first")
				}
			}
		},
	}
}

// judgeAnyRow reports DISTINCT ON and ROW_NUMBER that keep one record of a person without saying which.
func (p *pass) judgeAnyRow() {
	for _, s := range p.Scopes {
		for _, w := range windowsOf(s) {
			if w.Func.Name == "row_number" && len(w.OrderBy)+len(w.PartitionBy) == 0 && p.keepsSome(w) {
				p.report(w, "ROW_NUMBER without ORDER BY keeps any rows; say which come first")
			}
		}
		if p.rowsPerPerson(s) != no {
			continue
		}
		q := s.Tree
		if len(q.DistinctOn) > 0 && len(q.OrderBy) <= len(q.DistinctOn) && p.groupsPerPerson(q.DistinctOn, s) == yes &&
			slices.ContainsFunc(q.List, func(i *sqltree.Item) bool { return !p.sameWithin(i.Expr, q.DistinctOn) }) &&
			!slices.ContainsFunc(q.OrderBy,
				func(o *sqltree.Order) bool { return identityOf(p.Origins(numbered(o.Expr, s))) != personKey }) {
			p.report(q.DistinctOn[0],
				"DISTINCT ON keeps any of the person's records; order by the date behind the person")
		}
		for _, w := range windowsOf(s) {
			if w.Func.Name == "last_value" && len(w.OrderBy) > 0 && w.Frame == nil {
				p.report(w, "LAST_VALUE sees the rows up to its own only, and gives its own value; write FIRST_VALUE with ORDER BY … DESC, or a frame to UNBOUNDED FOLLOWING")
			}
			if w.Func.Name == "row_number" && len(w.OrderBy) == 0 && len(w.PartitionBy) > 0 && p.keepsFirst(w) &&
				!p.givesItsGroup(s, w) {
				p.report(w, "ROW_NUMBER without ORDER BY keeps any of the records; say which comes first")
			}
		}
	}
}

// givesItsGroup reports whether a SELECT gives nothing that differs among the rows of a window's partition: any of them
// will do.
//
// Example: SELECT de.person_id … QUALIFY ROW_NUMBER() OVER (PARTITION BY de.person_id) = 1
func (p *pass) givesItsGroup(s *scope, w *sqltree.Window) bool {
	return !slices.ContainsFunc(s.Tree.List, func(i *sqltree.Item) bool {
		return i.Expr != sqltree.Expr(w) && !p.sameWithin(i.Expr, w.PartitionBy)
	})
}

// judgeRankedByName reports the first of the alphabet where the most frequent are asked for.
func (p *pass) judgeRankedByName() {
	s := p.Result.Scope
	if s == nil || s.Tree.Limit == nil || len(s.Tree.OrderBy) == 0 || s.Tree.GroupBy.Empty() || len(s.Tree.List) < 2 ||
		!p.asks("most frequent", "most frequently", "most common", "most commonly", "most often", "commonest", "top") {
		return
	}
	first := numbered(s.Tree.OrderBy[0].Expr, s)
	if from := p.Origins(first); !aggregated(first) && all(from, func(o origin) bool {
		return strings.HasSuffix(o.Column.Name, "_name") || o.Column.IsConcept() ||
			strings.HasSuffix(o.Column.Name, "_source_value")
	}) && slices.ContainsFunc(s.Tree.List, func(i *sqltree.Item) bool { return aggregated(i.Expr) }) {
		p.report(s.Tree.OrderBy[0].Expr, "these are the first by name, and the question is of the most frequent; order by their number")
	}
}

// judgeRankedNothing reports concepts ranked by how many have them, where concept 0 stands for all that could not be
// mapped and nothing leaves it out or names what is ranked.
func (p *pass) judgeRankedNothing() {
	s := p.Result.Scope
	if s == nil || s.Tree.Limit == nil || len(s.Tree.OrderBy) == 0 || !s.Tree.OrderBy[0].Desc ||
		len(s.Tree.GroupBy.Exprs) != 1 || len(s.Outputs) < 2 {
		return
	}
	by := p.Origins(numbered(s.Tree.GroupBy.Exprs[0], s))
	if !all(by, func(o origin) bool {
		return isEvent(o.Relation.Table) && o.Column.Name == o.Relation.Table.ConceptColumn &&
			namesOneThing(o.Relation) &&
			!isDrugEraTable(o.Relation) // eras are of ingredients
	}) {
		return
	}
	if !p.mindsUnmapped(by[0]) {
		p.report(s.Tree.GroupBy.Exprs[0],
			"concept 0, which is all that could not be mapped, is ranked among the others; leave it out by <> 0")
	}
}

// mindsUnmapped reports whether anything is said of the concepts of a column, so that concept 0 may be left out.
func (p *pass) mindsUnmapped(column origin) bool {
	return slices.ContainsFunc(p.selections, func(sel selection) bool {
		return slices.ContainsFunc(sel.column, func(o origin) bool {
			columns, _ := p.chosen(o)
			return slices.Contains(columns, column)
		})
	}) || len(p.partners(column)) > 0 || slices.ContainsFunc(p.tests, func(t *test) bool {
		what, _ := compared(t.expr)
		return what != nil && slices.Contains(p.Origins(sqltree.Bare(what)), column)
	})
}

// judgeRankedByOther reports the most frequent by their records, where how many people each has is shown.
func (p *pass) judgeRankedByOther() {
	s := p.Result.Scope
	if s == nil || s.Tree.Limit == nil || len(s.Tree.OrderBy) == 0 || s.Tree.GroupBy.Empty() {
		return
	}
	by, f := p.counted(numbered(s.Tree.OrderBy[0].Expr, s))
	if f == nil || by != recordUnit || p.perPerson(s.Result) == yes || p.rankedUnit() == recordUnit {
		return
	}
	shown := false
	for _, item := range s.Tree.List {
		switch what, counts := p.counted(item.Expr); {
		case counts == nil:
		case what == peopleUnit:
			shown = true
		default:
			return
		}
	}
	if shown {
		p.report(s.Tree.OrderBy[0].Expr, "these are ranked by their records, and the number of people is shown; order by that")
	}
}

// isSame reports whether an item is a constant, which all rows have: whether there is any is asked, as by EXISTS.
func isSame(i *sqltree.Item) bool { return isConstant(i.Expr) }

func isZero(e sqltree.Expr) bool {
	n, ok := number(e)
	return ok && n == 0
}

// ranksRarestFirst reports whether a SELECT orders its groups by a count, upwards.
func (p *pass) ranksRarestFirst(s *scope) bool {
	q := s.Tree
	if len(q.OrderBy) == 0 || q.OrderBy[0].Desc || q.GroupBy.Empty() {
		return false
	}
	by := q.OrderBy[0].Expr
	if n, ok := number(by); ok && n >= 1 && int(n) <= len(q.List) {
		by = q.List[int(n)-1].Expr
	}
	if c, ok := by.(*sqltree.Column); ok && len(c.Names) == 1 {
		for _, i := range q.List {
			if strings.EqualFold(i.Alias, c.Name()) {
				by = i.Expr
			}
		}
	}
	f, ok := p.essence(by).(*sqltree.Func)
	return ok && (f.Name == "count" || f.Name == "count_star")
}

// keepsSome reports whether a condition keeps the rows up to a number that is written.
func (p *pass) keepsSome(w *sqltree.Window) bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		c, ok := t.expr.(*sqltree.Compare)
		return ok && t.must && sideOf(c.Op) <= 0 && c.Op != "<>" && isConstant(c.Right) &&
			sqltree.Bare(p.Follow(sqltree.Bare(c.Left))) == sqltree.Expr(w)
	})
}
