package privacy

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// source is one table of a FROM clause: of the database, or a query.
type source struct {
	ref      sqltree.TableRef
	name     string
	table    string // of the database
	q        *query // nil for a table of the database
	cols     []*column
	optional bool // its columns may be NULL for want of a partner
	plain    bool // a table function, or the locations of care sites
	bound    Kind // of a table without people: what of people its rows are joined by
	joined   bool // of a table without people: its rows are joined to people's
	shifted  bool // its rows are other groups than those beside: of the year before
}

func (s *source) rows() rowKind {
	switch {
	case s.q != nil:
		return s.q.rows
	case s.plain || withoutPeople(s.table):
		return plainRows
	}
	return personRows
}

func (s *source) column(name string) sqltree.Expr {
	return &sqltree.Column{Names: []string{s.name, name}}
}

// attributes are those of people that the rows of a table without people are joined by.
func (s *source) attributes() []string {
	if s.bound == Key {
		return nil
	}
	return []string{"of " + s.name}
}

// ownerless reports whether a table of people names them only by records of theirs in other tables.
func (s *source) ownerless() bool {
	return s.q == nil && s.rows() == personRows && personColumn(s.table) == ""
}

func (s *source) personExpr() (sqltree.Expr, error) {
	if s.q != nil && s.q.mixed {
		return nil, errMixed
	}
	if s.q == nil {
		return s.column(personColumn(s.table)), nil
	}
	for _, c := range s.cols { // by the name that it has here
		if c.person && c.name != "" {
			return s.column(c.name), nil
		}
	}
	name, err := s.q.personName()
	if err != nil {
		return nil, err
	}
	return s.column(name), nil
}

// onePerPerson reports whether no two rows are of the same person.
func (s *source) onePerPerson() bool {
	if s.q == nil {
		return strings.EqualFold(s.table, "person") // which the engine looks at; a death may be recorded twice
	}
	inner := s.q.env
	if inner == nil || s.q.rows != personRows || s.q.mixed {
		return false
	}
	if inner.agg {
		return len(inner.sel.GroupBy.Exprs) == 1 && inner.sel.GroupBy.Sets == nil && inner.groupedByPerson()
	}
	return inner.onePerPerson() || inner.sel.Distinct && len(s.q.cols) == 1 && s.q.cols[0].person
}

// sources lists what a FROM clause reads.
func (a *analysis) sources(ref sqltree.TableRef, sc scope, outer *env, optional bool) []*source {
	switch t := ref.(type) {
	case *sqltree.BaseTable:
		src := &source{ref: t, name: t.RefName(), table: t.Name, optional: optional}
		if q, ok := sc[strings.ToLower(t.Name)]; ok && t.Schema == "" && t.Catalog == "" {
			src.q, src.cols = q, renamed(q.cols, t.Columns)
		} else if len(t.Columns) > 0 {
			a.problem("a table whose columns are named anew" + notRead + "name them in a subquery")
		}
		return []*source{src}
	case *sqltree.Subselect:
		if t.Alias == "" {
			t.Alias = a.newName() // a name to refer to it by
		}
		q := a.query(t.Query, sc, outer)
		if a.closed && t.Lateral && !q.env.ofOuterPerson() {
			a.refuse("lateral")
		}
		return []*source{{ref: t, name: t.Alias, q: q, cols: renamed(q.cols, t.Columns), optional: optional}}
	case *sqltree.Join:
		return a.join(t, sc, outer, optional)
	case *sqltree.TableFunc:
		v := &env{a: a, scope: sc, outer: outer}
		if outer != nil {
			v.sources = outer.sources
		}
		for _, arg := range t.Func.Args {
			if c := v.expr(arg); (c.kind != Key || c.attributes != nil || len(c.headcounts) > 0) &&
				!v.isWholeRange(arg) {
				a.problem("how many rows it has, or which of them, depends on people's data")
			}
		}
		return []*source{{ref: t, name: t.Alias, plain: true}}
	case nil:
		return nil
	}
	a.problem(notUnderstood(ref))
	return []*source{{ref: ref, table: "?"}}
}

// isWholeRange reports whether an expression is made of the smallest and largest values of all records of a table, such
// as the first year of observation.
func (v *env) isWholeRange(e sqltree.Expr) bool {
	ok := true
	sqltree.Walk(e, func(n sqltree.Node) bool {
		var q *query
		var c column
		switch n := n.(type) {
		case *sqltree.Column:
			var src *source
			if src, c, _ = v.findSource(n); src != nil {
				q = src.q
			}
		case *sqltree.Subquery:
			c, q = v.expr(n), v.a.read[n.Query]
		default:
			return true
		}
		ok = ok && q != nil && q.env != nil && q.env.agg && q.env.sel.Where == nil && q.env.sel.Having == nil &&
			len(q.env.sources) == 1 &&
			q.env.sources[0].q == nil && c.kind == Measure && !c.tells
		return false
	})
	return ok
}

// join lists what the two sides of a join read.
func (a *analysis) join(t *sqltree.Join, sc scope, outer *env, optional bool) []*source {
	left := a.sources(t.Left, sc, outer, optional || t.Type == "RIGHT" || t.Type == "FULL")
	right := a.sources(t.Right, sc, &env{a: a, scope: sc, outer: outer, sources: left},
		optional || t.Type == "LEFT" || t.Type == "FULL")
	both := slices.Concat(left, right)
	ofPeople := slices.ContainsFunc(both, func(s *source) bool { return s.rows() != plainRows })
	switch t.Kind {
	case sqltree.JoinOn, sqltree.JoinComma, sqltree.JoinCross, sqltree.JoinAsOf:
	default:
		if ofPeople {
			a.problem(strings.ToLower(string(t.Kind)) + " join" + notRead + "ON or USING says by what it joins")
		}
	}
	v := &env{a: a, scope: sc, outer: outer, sources: both}
	for _, name := range t.Using {
		if !ofPeople || ofPatients(name).kind != Ident {
			continue
		}
		for _, side := range [][]*source{left, right} { // a list of numbers that is joined by person_id picks people
			if !slices.ContainsFunc(side, func(s *source) bool { return s.rows() == personRows }) {
				a.singles = true
			}
		}
	}
	for _, e := range sqltree.Conjuncts(t.On) {
		a.joinCondition(v, e)
	}
	v.markSites(t, left, right)
	if t.Type == "SEMI" || t.Type == "ANTI" {
		v.refuseOtherMembers(t, right)
		if slices.ContainsFunc(right, func(s *source) bool { return s.q != nil && (s.q.probed || s.q.cut) }) {
			a.countsDecideRows = true
		}
		ofPeople := func(s *source) bool { return s.rows() != plainRows }
		if !slices.ContainsFunc(left, ofPeople) &&
			slices.ContainsFunc(right,
				func(s *source) bool {
					return ofPeople(s) && (a.closed || s.q != nil || len(sqltree.Conjuncts(t.On)) > 1)
				}) { // by what their records name
			a.problem(membership)
		}
		return left
	}
	return both
}

// markSites marks the locations that are joined to care sites by their own: nobody lives there.
func (v *env) markSites(t *sqltree.Join, left, right []*source) {
	isTable := func(s *source, name string) bool { return s.q == nil && strings.EqualFold(s.table, name) }
	mark := func(site, place *source) {
		kept := t.Type == "INNER" || t.Type == "LEFT" && slices.Contains(left, site)
		if kept && !site.optional && isTable(site, "care_site") && isTable(place, "location") {
			place.plain = true
		}
	}
	for _, e := range sqltree.Conjuncts(t.On) {
		eq, ok := e.(*sqltree.Compare)
		if !ok || eq.Op != "=" {
			continue
		}
		l, ok1 := eq.Left.(*sqltree.Column)
		r, ok2 := eq.Right.(*sqltree.Column)
		if !ok1 || !ok2 || !strings.EqualFold(l.Name(), "location_id") || !strings.EqualFold(r.Name(), "location_id") {
			continue
		}
		a, _, ok1 := v.findSource(l)
		b, _, ok2 := v.findSource(r)
		if ok1 && ok2 {
			mark(a, b)
			mark(b, a)
		}
	}
	if len(left) == 1 && len(right) == 1 && len(t.Using) == 1 && strings.EqualFold(t.Using[0], "location_id") {
		mark(left[0], right[0])
		mark(right[0], left[0])
	}
}

// joinCondition looks at a condition of a join: where it is one of numbers of people, the rows that there are tell
// them.
func (a *analysis) joinCondition(v *env, e sqltree.Expr) {
	c := v.condition(e)
	if !c.kind.aggregated() && len(c.headcounts) == 0 || v.isThreshold(e) {
		return
	}
	marked := false
	for _, src := range v.sources {
		if src.q != nil && src.q.rows == groupRows {
			src.q.probed, marked = true, true
			src.q.presence = append(src.q.presence, nil) // which can't be told: the numbers of two queries
		}
	}
	a.countsDecideRows = a.countsDecideRows || !marked
}

const notRead = " is not understood, so whom it shows can't be told; "

// notUnderstood says what could be written instead of a part that the tree has no form for.
func notUnderstood(n sqltree.Node) string {
	if o, ok := n.(*sqltree.Other); ok && o.Kind == "PIVOT" {
		return "PIVOT" + notRead + "COUNT(…) FILTER (WHERE …) with GROUP BY gives the same"
	} else if _, isTable := n.(sqltree.TableRef); isTable && !isQuery(n) {
		return "a table of the FROM clause" + notRead + "a plain table or a subquery would be"
	}
	return "a part of it is not understood, so whom it shows can't be told"
}

// rowsTell notes where a number of people decides how many rows there are, or which comes first.
func (a *analysis) rowsTell(v *env, e sqltree.Expr) {
	if e == nil {
		return
	}
	if c := v.expr(e); c.tells || c.kind == Unproven {
		a.problem("how many rows it has, or which of them, is a number of people")
	}
}

func renamed(cols []*column, names []string) []*column {
	if len(names) == 0 {
		return cols
	}
	out := slices.Clone(cols)
	for i, name := range names {
		if i < len(out) {
			c := *out[i]
			c.name = name
			out[i] = &c
		}
	}
	return out
}
