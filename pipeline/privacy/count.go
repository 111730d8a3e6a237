package privacy

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// count is COUNT in one of its forms: of people, of their records, or of something else.
func (v *env) count(f *sqltree.Func, expr sqltree.Expr, arg column) column {
	_, isCase := expr.(*sqltree.Case)
	part := f.Filter != nil || isCase || arg.part
	condition := and(f.Filter, present(expr))
	if f.Name == "count_if" || f.Name == "countif" {
		return v.records(and(f.Filter, expr), true)
	}
	switch {
	case f.Distinct && (arg.kind == Key || arg.kind == Value):
		return v.kinds(f, condition)
	case f.Distinct && arg.kind == Ident && !v.namesRecords(expr):
		return unproven(notRecorded)
	case v.linked() && (f.Distinct && arg.person || v.onePerPerson()):
		own := sqltree.Clone(f)
		population := v.populationWhere(condition)
		population.some = part && f.Filter == nil
		at := &headcount{self: true, of: population, one: v.personWhere(condition), print: v.printWhere(condition),
			people: func() (sqltree.Expr, error) { return sqltree.Clone(own), nil }}
		return v.counted(People, at, part)
	case f.Distinct:
		return v.counted(Records, v.peopleWhere(condition), part)
	}
	return v.records(condition, part)
}

// namesRecords reports whether an expression is what identifies people or records as it is recorded, of some of them or
// of all. Of visit_occurrence_id * (race_concept_id = 8515)::INT there are as many as visits of one race, and one; and
// of COALESCE(person_id, gender_concept_id) as many as people, and two.
func (v *env) namesRecords(e sqltree.Expr) bool {
	var parts []sqltree.Expr
	switch x := e.(type) {
	case *sqltree.Column:
		c := v.resolve(x)
		return c.person || c.record || c.kind == Ident && c.recorded != ""
	case *sqltree.Case:
		if parts = results(x); x.Else != nil && !isNull(x.Else) {
			parts = append(parts, x.Else)
		}
	case *sqltree.Func:
		if x.Name != "coalesce" && x.Name != "ifnull" {
			return v.recordedForm(e) != "" && v.hasAllNames(x)
		}
		parts = x.Args
	default:
		return v.recordedForm(e) != ""
	}
	return !slices.ContainsFunc(parts, func(e sqltree.Expr) bool {
		return !v.namesRecords(e) || v.nameOf(e) != v.nameOf(parts[0])
	})
}

// nameOf says what the ids of an expression are those of.
func (v *env) nameOf(e sqltree.Expr) string {
	if c := v.expr(e); !c.person {
		return v.recordedForm(e)
	}
	return "person"
}

// hasAllNames reports whether what identifies people or records is there in each row of which a function makes one
// thing. Without it the kinds of the rest would be counted: (person_id, gender_concept_id) of a few, and two for all
// others.
func (v *env) hasAllNames(f *sqltree.Func) bool {
	if f.Name != "row" && !strings.HasPrefix(f.Name, "concat") {
		return true
	}
	return !slices.ContainsFunc(f.Args, func(e sqltree.Expr) bool { return v.expr(e).kind == Ident && !v.requires(e) })
}

// records is a number of records that meet a condition, nil for all.
func (v *env) records(condition sqltree.Expr, part bool) column {
	if why := v.multiplied(); why != "" {
		return unproven(why)
	}
	c := v.counted(Records, v.peopleWhere(condition), part)
	c.headcounts = append(c.headcounts, v.joinPins(condition)...)
	if v.a.closed {
		c.headcounts = append(c.headcounts, v.besideEach())
		if v.pairsRecords() {
			c.headcounts = append(c.headcounts, v.beyondPeople(condition))
		}
	}
	return c
}

// pairsRecords reports whether rows are pairs of a person's records, other than a record and the one that it names.
func (v *env) pairsRecords() bool {
	n := 0
	for _, s := range v.sources {
		if s.rows() == personRows && !s.onePerPerson() && !v.isNamed(s) {
			n++
		}
		if s.rows() == personRows && s.q.keepsPairs() {
			return true
		}
	}
	return n > 1
}

// keepsPairs reports whether the rows of a query are pairs of a person's records, as those that it reads are.
func (q *query) keepsPairs() bool {
	if q == nil || q.env == nil || q.env.agg {
		return false
	}
	ids := slices.DeleteFunc(slices.Clone(q.cols), func(c *column) bool { return c.kind != Ident || c.person })
	return !(q.env.sel.Distinct && len(ids) < 2) && q.env.pairsRecords()
}

// isNamed reports whether a table is joined by the id of its records.
func (v *env) isNamed(s *source) bool {
	isItself := func(o *source) bool { return o == s }
	others := slices.DeleteFunc(slices.Clone(v.sources), isItself)
	if s.q != nil {
		isIt := func(c *column) bool { return s.tellsApart(c.name) && v.fixes(s, c.name, others, nil) }
		return slices.ContainsFunc(s.cols, isIt)
	}
	t, ok := model().Table(s.table)
	return ok && len(t.Key) == 1 && v.fixes(s, t.Key[0], others, nil)
}

// beyondPeople hides a number of pairs of records that is hardly larger than that of their people: 16 pairs of the same
// records of five people are 1 + 1 + 1 + 4 + 9.
func (v *env) beyondPeople(condition sqltree.Expr) *headcount {
	return v.peopleWhere(condition).made(func(people sqltree.Expr) (sqltree.Expr, error) {
		rows, err := rowsWhere(condition).people()
		if err != nil {
			return nil, err
		}
		few := &sqltree.Between{Expr: calc("-", rows, people), Low: sqltree.NewInt(1), High: sqltree.NewInt(int64(20*v.a.min - 1))}
		return &sqltree.Case{Whens: []*sqltree.When{{If: few, Then: sqltree.NewInt(1)}}}, nil
	})
}

// besideEach hides a number of records where the statement counts people by how many each of them has: 42 records less
// those of 27 people with one and 6 with two are those of the one who has three.
func (v *env) besideEach() *headcount {
	return &headcount{people: func() (sqltree.Expr, error) {
		if v.a.looksAt(countColumn) > 1 {
			return sqltree.NewInt(1), nil
		}
		return &sqltree.Constant{Kind: sqltree.Null}, nil
	}}
}

func (v *env) counted(kind Kind, at *headcount, part bool) column {
	return column{kind: kind, headcounts: []*headcount{at}, part: part}
}

// peopleWhere is the number of people whose records meet a condition, nil for all. Where a row is made of several
// people's records, it is the smallest of their numbers.
func (v *env) peopleWhere(condition sqltree.Expr) *headcount {
	return &headcount{of: v.populationWhere(condition), one: v.personWhere(condition), print: v.printWhere(condition),
		people: func() (sqltree.Expr, error) {
			persons, err := v.personExprs()
			if err != nil {
				return nil, err
			}
			var counts []sqltree.Expr
			for _, person := range persons {
				n := aggregateOf("count", condition, person)
				n.Distinct = !v.isOneEach()
				counts = append(counts, n)
			}
			if len(counts) == 1 {
				return counts[0], nil
			}
			return call("least", counts...), nil
		}}
}

// personWhere is one of the people whose records meet a condition, by the person's id.
func (v *env) personWhere(condition sqltree.Expr) *headcount {
	return &headcount{people: func() (sqltree.Expr, error) {
		persons, err := v.personExprs()
		if err != nil {
			return nil, err
		}
		return aggregateOf("min", condition, persons[0]), nil
	}}
}

// peoplePinned is the number of people for whom a condition and a pin hold.
func (v *env) peoplePinned(condition sqltree.Expr, pin *headcount) *headcount {
	pinned := func(of func(sqltree.Expr) *headcount) *headcount {
		return pin.made(func(e sqltree.Expr) (sqltree.Expr, error) { return of(and(condition, e)).people() })
	}
	out := pinned(v.peopleWhere)
	out.one = pinned(v.personWhere)
	return out
}

// populationWhere is the people of the SELECT whose records meet a condition, nil for all.
func (v *env) populationWhere(condition sqltree.Expr) *population {
	p := &population{env: v, all: condition}
	for _, term := range sqltree.Conjuncts(condition) {
		if is, ok := term.(*sqltree.IsNull); ok && is.Not {
			if _, isColumn := is.Expr.(*sqltree.Column); isColumn {
				continue // a key that every row has
			}
		}
		p.where = append(p.where, term)
	}
	return p
}

// rowsWhere is the number of rows that meet a condition.
func rowsWhere(condition sqltree.Expr) *headcount {
	return &headcount{people: func() (sqltree.Expr, error) {
		return &sqltree.Func{Name: "count", Star: true, Filter: condition}, nil
	}}
}
