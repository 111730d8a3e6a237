package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// askedOperators make SQL of another question than the pair's, or that its names deny.
func askedOperators() []operator {
	return []operator{
		{name: "count-with-else", rule: "count-else", tree: countWithElse},
		{name: "joined-by-more-names", class: classWarning, rule: "natural-join", tree: func(s *site, n int) bool {
			j, ok := find(s, n, func(j *sqltree.Join) bool { return j.On != nil && s.joinsByProvider(j) })
			if ok {
				j.Using, j.On = []string{"person_id", "provider_id"}, nil
			}
			return ok
		}},
		{name: "choice-in-a-left-join", class: classWarning, rule: "idle-join", tree: leftJoinForExists},
		{name: "members-of-any-cohort", class: classWarning, rule: "cohort-definition",
			tree: func(s *site, n int) bool {
				q, alias := s.eventSelect(n)
				if q == nil {
					return false
				}
				members := &sqltree.Select{List: []*sqltree.Item{{Expr: column("members", "subject_id")}},
					From: base("cohort", "members")}
				q.Where = joined(q.Where, &sqltree.InQuery{Expr: column(alias, "person_id"), Query: members})
				return true
			}},
		{name: "two-kinds-for-both", class: classWarning, rule: "either-for-both",
			text: func(sql string, n int) (string, bool) {
				found := conditionChoice.FindAllStringSubmatch(sql, -1)
				if n >= len(found) || found[n][1] == "hypertension" {
					return "", false
				}
				return fmt.Sprintf("SELECT COUNT(*) AS patients FROM (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@%s], [condition@hypertension]) GROUP BY person_id HAVING COUNT(DISTINCT condition_concept_id) = 2) AS t", found[n][1]), true
			}},
		{name: "counted-from-admission", class: classWarning, rule: "readmission", tree: func(s *site, n int) bool {
			return strings.Contains(strings.ToLower(s.pair.Question), "readmi") &&
				s.rename(n, func(_, column string) string {
					return map[string]string{"visit_end_date": "visit_start_date"}[column]
				})
		}},
		{name: "last-called-first", class: classWarning, rule: "misnamed", tree: func(s *site, n int) bool {
			i, ok := find(s, n, func(i *sqltree.Item) bool {
				f, ok := i.Expr.(*sqltree.Func)
				return ok && f.Name == "min" && len(f.Args) == 1 && strings.HasPrefix(i.Alias, "first_")
			})
			if ok {
				f := i.Expr.(*sqltree.Func)
				i.Expr = &sqltree.Func{Name: "max", Args: clones(f.Args), Filter: f.Filter}
			}
			return ok
		}},
		{name: "other-sex", class: classWarning, rule: "other-question", text: func(sql string, n int) (string, bool) {
			if n > 0 || strings.Contains(sql, "8507") == strings.Contains(sql, "8532") {
				return "", false
			}
			return strings.NewReplacer("8507", "8532", "8532", "8507").Replace(sql), true
		}},
		{name: "other-year", class: classWarning, rule: "other-question", text: func(sql string, n int) (string, bool) {
			if n > 0 || !strings.Contains(sql, "2009") || strings.Contains(sql, "2008") ||
				strings.Contains(sql, "2010") {
				return "", false
			}
			return strings.ReplaceAll(sql, "2009", "2006"), true
		}},
		{name: "bound-not-as-asked", class: classWarning, rule: "other-question", tree: func(s *site, n int) bool {
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
				c, ok := e.(*sqltree.Compare)
				if !ok || c.Op != ">=" {
					return nil
				}
				k, ok := c.Right.(*sqltree.Constant)
				if !ok || !strings.Contains(s.pair.Question, "at least "+k.Text) {
					return nil
				}
				return &sqltree.Compare{Op: ">", Left: sqltree.Clone(c.Left), Right: sqltree.Clone(c.Right)}
			})
		}},
	}
}

var conditionChoice = regexp.MustCompile(`\[condition@([^\]\\:]+)\]`)

// joined adds a condition to those that there are.
func joined(where, more sqltree.Expr) sqltree.Expr {
	if where == nil {
		return more
	}
	return &sqltree.And{Terms: []sqltree.Expr{where, more}}
}

// countWithElse makes COUNT(CASE … ELSE 0 END) of a sum of ones, or of a count of those that meet a condition.
func countWithElse(s *site, n int) bool {
	return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
		f, ok := e.(*sqltree.Func)
		switch {
		case !ok:
		case f.Name == "sum" && len(f.Args) == 1 && f.Filter == nil:
			if c, ok := f.Args[0].(*sqltree.Case); ok && c.Else != nil {
				return &sqltree.Func{Name: "count", Args: clones(f.Args)}
			}
		case f.Name == "count" && f.Distinct && f.Filter == nil && len(f.Args) == 1:
			if c, ok := f.Args[0].(*sqltree.Case); ok && c.Else == nil {
				next := sqltree.Clone(c)
				next.Else = sqltree.NewInt(0)
				return &sqltree.Func{Name: "count", Distinct: true, Args: []sqltree.Expr{next}}
			}
		case (f.Name == "count_star" || f.Name == "count") && f.Filter != nil && !f.Distinct:
			mark := &sqltree.Case{Whens: []*sqltree.When{{If: sqltree.Clone(f.Filter), Then: sqltree.NewInt(1)}},
				Else: sqltree.NewInt(0)}
			return &sqltree.Func{Name: "count", Args: []sqltree.Expr{mark}}
		}
		return nil
	})
}

// joinsByProvider reports whether a join of two tables by the person could also be by the provider.
func (s *site) joinsByProvider(j *sqltree.Join) bool {
	left, l := j.Left.(*sqltree.BaseTable)
	right, r := j.Right.(*sqltree.BaseTable)
	if !l || !r || j.Type == "LEFT" {
		return false
	}
	if _, _, ok := s.persons(j.On); !ok {
		return false
	}
	has := func(t *sqltree.BaseTable) bool {
		of, ok := s.testbed.layout.Table(t.Name)
		if !ok || !of.IsEvent() {
			return false
		}
		_, ok = of.Column("provider_id")
		return ok
	}
	return has(left) && has(right)
}

// leftJoinForExists moves the choice of EXISTS into a LEFT JOIN, which leaves nobody out.
func leftJoinForExists(s *site, n int) bool {
	var of *sqltree.Select
	x, ok := find(s, n, func(x *sqltree.Exists) bool {
		q, plain := x.Query.(*sqltree.Select)
		if x.Not || !plain {
			return false
		}
		t, single := q.From.(*sqltree.BaseTable)
		return single && s.onlyChoice(x) != nil && s.holderOf(x) != nil && t.RefName() != ""
	})
	if !ok {
		return false
	}
	of = s.holderOf(x)
	inner := x.Query.(*sqltree.Select)
	in := s.onlyChoice(x)
	c, named := in.Expr.(*sqltree.Column)
	outer := firstTable(of.From)
	if !named || outer == "" {
		return false
	}
	had := &sqltree.Select{List: []*sqltree.Item{{Expr: column(c.Table(), "person_id")}}, From: inner.From,
		Where: sqltree.Clone(in)}
	had.Distinct = true
	and := of.Where.(*sqltree.And)
	and.Terms = slices.DeleteFunc(and.Terms, func(e sqltree.Expr) bool { return e == sqltree.Expr(x) })
	of.From = &sqltree.Join{Type: "LEFT", Left: of.From, Right: &sqltree.Subselect{Query: had, Alias: "had"},
		On: equal(column("had", "person_id"), column(outer, "person_id"))}
	return true
}

// holderOf is the SELECT of which an EXISTS is one of several conditions.
func (s *site) holderOf(x *sqltree.Exists) *sqltree.Select {
	q, _ := find(s, 0, func(q *sqltree.Select) bool {
		and, ok := q.Where.(*sqltree.And)
		return ok && len(and.Terms) > 1 && slices.Contains(and.Terms, sqltree.Expr(x))
	})
	return q
}

// firstTable is the name of the first table of a FROM.
func firstTable(t sqltree.TableRef) string {
	for {
		switch x := t.(type) {
		case *sqltree.Join:
			t = x.Left
		case *sqltree.BaseTable:
			return x.RefName()
		default:
			return ""
		}
	}
}
