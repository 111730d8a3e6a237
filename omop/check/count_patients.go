package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func countPatients() Rule {
	return Rule{
		ID: "count-patients", Group: groupCounting, Severity: omop.SeverityWarning,
		Summary: "Records are counted as patients, or set against them in a share: a person counts once for each record. A note where the database has one a person, so that the number is the same.",
		Instead: "Write COUNT(DISTINCT person_id).",
		Wrong:   `SELECT COUNT(*) AS patients FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])`,
		Right:   `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])`,
		check: func(p *pass) {
			for _, s := range p.Scopes {
				for _, item := range s.Tree.List {
					p.judgeCount(item, s)
				}
			}
		},
	}
}

func (p *pass) judgeCount(item *sqltree.Item, s *scope) {
	if f := p.mixedShare(item); f != nil {
		p.report(f, "this share sets records against people; count people on both sides, with COUNT(DISTINCT person_id)")
		p.mendCount(f, p.Homes[f])
		p.noteWhereSame()
		return
	}
	if f, ok := p.essence(item.Expr).(*sqltree.Func); ok && s == p.Result.Scope && p.Homes[f] == s &&
		p.countsDistinctPeople(f) && p.groupedByPerson(s) {
		p.report(f, "each group is one person, so that this is always 1; leave person_id out of GROUP BY")
		return
	}
	names := p.shownAs(item, s)
	if p.wordsFor("share") && p.sharedUnit() == recordUnit && p.askedFor(item, s) {
		return // "in what percentage of stays was the patient …"
	}
	if p.askedFor(item, s) && p.countsPeopleByQuestion() && !slices.ContainsFunc(names, namesRecords) {
		names = append(names, "patients")
	}
	if f, ok := p.essence(item.Expr).(*sqltree.Func); ok && p.Homes[f] == s && p.addsPeopleUp(f) &&
		slices.ContainsFunc(names, namesPeople) {
		p.report(f, "this adds up the people of groups that share them: who is in two of the groups counts twice; count them once, without groups")
	}
	if f, ok := p.essence(item.Expr).(*sqltree.Func); ok && p.Homes[f] == s && p.addsRecordsUp(f) &&
		slices.ContainsFunc(names, namesPeople) {
		p.report(f, "this adds up what each person has, and is no number of people; write COUNT(*)")
	}
	for _, f := range p.keyCounts(item.Expr) {
		if slices.ContainsFunc(names, namesPeople) {
			p.report(f, "this counts records by their key, not people; write COUNT(DISTINCT person_id)")
		}
	}
	for _, f := range p.rowCounts(item.Expr) {
		if p.Homes[f] == s && p.meansPeople(f, names, s) && p.rowsPerPerson(p.rowsOf(f)) == no &&
			!p.groupedByPerson(s) && !p.onceInEachGroup(s) {
			p.report(f, "this counts records, not people; write COUNT(DISTINCT person_id)")
			p.mendCount(f, s)
			p.noteWhereSame()
		}
	}
}

// noteWhereSame makes the last finding a note where its mending gives the same number on the database: each person has
// one record there, as of a plan that everybody has once.
func (p *pass) noteWhereSame() {
	if len(p.findings) == 0 || p.opt.Compare == nil || p.opt.Generated {
		return
	}
	last := &p.findings[len(p.findings)-1]
	mended, made := Apply(p.Tree.Text, []omop.Finding{*last})
	if made == 0 {
		return
	}
	c, err := p.opt.Compare(p.ctx, p.Tree.Text, mended)
	if p.err = err; err == nil && c.Known && c.Same {
		last.Severity = omop.SeverityInfo
		last.Message += "; here it is the same number"
	}
}

// onceInEachGroup reports whether a person has one row in each group of a SELECT: it reads rows that are distinct by
// the person and something else, by which it groups or joins.
//
// Example: GROUP BY yr over SELECT DISTINCT person_id, EXTRACT(YEAR FROM condition_start_date) AS yr.
func (p *pass) onceInEachGroup(s *scope) bool {
	settled := func(rel *relation, o *output) bool {
		is := func(e sqltree.Expr) bool {
			c, ok := sqltree.Bare(numbered(e, s)).(*sqltree.Column)
			return ok && p.Refs[c] != nil && p.Refs[c].Relation == rel && p.Refs[c].Output == o
		}
		return slices.ContainsFunc(s.Tree.GroupBy.Exprs, is) || slices.ContainsFunc(p.tests, func(t *test) bool {
			c, ok := t.expr.(*sqltree.Compare)
			return ok && t.scope == s && c.Op == "=" && (is(c.Left) || is(c.Right))
		})
	}
	return !slices.ContainsFunc(s.Relations, func(rel *relation) bool {
		inner := rel.Inner
		if rel.Semi || inner == nil || inner.Scope == nil ||
			!inner.Scope.Tree.Distinct && inner.Scope.Tree.GroupBy.Empty() {
			return !rel.Semi
		}
		if p.groupsByMore(inner.Scope) {
			return true
		}
		return slices.ContainsFunc(inner.Columns, func(o *output) bool {
			return identityOf(p.OriginsOf(o)) != personKey && !aggregated(o.Expr) && !settled(rel, o)
		})
	})
}

// groupsByMore reports whether a SELECT is grouped by something that it does not put out: GROUP BY person_id,
// visit_occurrence_id puts out a person once for each visit.
func (p *pass) groupsByMore(s *scope) bool {
	return slices.ContainsFunc(s.Tree.GroupBy.Exprs, func(e sqltree.Expr) bool {
		e = numbered(e, s)
		return identityOf(p.Origins(e)) != personKey &&
			all(p.Origins(e), func(o origin) bool { return isEvent(o.Relation.Table) }) &&
			!slices.ContainsFunc(s.Tree.List, func(i *sqltree.Item) bool { return sqltree.Equal(i.Expr, e) })
	})
}

// mendCount writes COUNT(DISTINCT person_id) for a count of rows.
func (p *pass) mendCount(f *sqltree.Func, s *scope) {
	if len(f.Args) == 1 && !isConstant(f.Args[0]) && f.Name == "count" {
		p.mend(f.Pos(), countColumn, "COUNT(DISTINCT $1)")
	} else if person := p.person(s); person != "" {
		p.mend(f.Pos(), countAny, "COUNT(DISTINCT "+person+")")
	}
}

// mixedShare returns the count of records in a share of which the other side counts people, or nil.
func (p *pass) mixedShare(item *sqltree.Item) *sqltree.Func {
	f, ok := p.essence(item.Expr).(*sqltree.Func)
	if !ok || f.Name != "/" || len(f.Args) != 2 || !namesShare(item.Alias) && !p.isPercent(item.Expr) ||
		p.asksPerPeople() {
		return nil
	}
	above, counts := p.counted(f.Args[0])
	below, base := p.counted(f.Args[1])
	switch {
	case above == recordUnit && below == peopleUnit:
		return counts
	case above == peopleUnit && below == recordUnit:
		return base
	}
	return nil
}

// asksPerPeople reports whether the question is how many there are for so many people: "stays per 100 persons".
func (p *pass) asksPerPeople() bool {
	w := p.question.words
	for i := range w {
		next := i + 1
		for next < len(w) && (len(w[next]) > 0 && w[next][0] >= '0' && w[next][0] <= '9') { // 1,000 is two words
			next++
		}
		if w[i] == "per" && next < len(w) && (slices.Contains(people, w[next]) ||
			slices.Contains([]string{"person", "patient", "capita", "head"}, w[next])) {
			return true
		}
	}
	return false
}

// keyCounts lists the counts of events by their own key, each of which is counted once anyway.
func (p *pass) keyCounts(e sqltree.Expr) []*sqltree.Func {
	f, ok := p.essence(e).(*sqltree.Func)
	if !ok || len(f.Args) != 1 {
		return nil
	}
	of := f.Args[0]
	if w := p.largestRank(f, "dense_rank"); w != nil {
		of = w.OrderBy[0].Expr
	} else if f.Name != "count" {
		return nil
	}
	if !p.countsKey(of) {
		return nil
	}
	return []*sqltree.Func{f}
}

// rowCounts lists the counts of rows whose number an item shows, alone or in a share. A count
// that is only compared or averaged over is another thing.
func (p *pass) rowCounts(e sqltree.Expr) []*sqltree.Func {
	x := p.essence(e)
	if w, ok := x.(*sqltree.Window); ok && len(w.OrderBy) == 0 {
		x = w.Func
	}
	f, ok := x.(*sqltree.Func)
	switch {
	case !ok:
		return nil
	case p.countsRows(f) || p.countsStarts(f):
		return []*sqltree.Func{f}
	case f.Name == "nullif" && len(f.Args) > 0:
		return p.rowCounts(f.Args[0])
	case f.Name == "/" && len(f.Args) == 2:
		return slices.Concat(p.rowCounts(f.Args[0]), p.rowCounts(f.Args[1]))
	}
	return nil
}

// meansPeople reports whether a count is said to be of people: by its name or, for
// COUNT(person_id), by what it counts, unless its name says that it is of records. A
// COUNT(*) without a name means people where people are what the SELECT begins with.
func (p *pass) meansPeople(f *sqltree.Func, names []string, s *scope) bool {
	if slices.ContainsFunc(names,
		func(name string) bool { return namesPeople(name) && (!namesChildren(name) || p.readsPerson()) }) {
		return true
	}
	if p.countsStarts(f) {
		return false
	}
	if f.Star || len(f.Args) == 0 || identityOf(p.Origins(f.Args[0])) != personKey {
		unnamed := !slices.ContainsFunc(names, func(name string) bool { return name != "" })
		if len(s.Relations) == 0 {
			return false
		}
		first := s.Relations[0].Table
		return unnamed && first != nil && first.Name == "person" &&
			p.essence(s.Tree.List[len(s.Tree.List)-1].Expr) == sqltree.Expr(f)
	}
	return !slices.ContainsFunc(names, namesRecords)
}

// readsPerson reports whether the statement reads the table that knows how old people are.
func (p *pass) readsPerson() bool {
	return slices.ContainsFunc(p.Bases, func(r *relation) bool { return r.Table.Name == "person" })
}

// shownAs lists the names of an item: its own, and that under which the statement
// puts it out where it passes it on as it is.
func (p *pass) shownAs(item *sqltree.Item, s *scope) []string {
	out := []string{item.Alias}
	for _, o := range p.Result.Columns {
		at := o
		for at != nil && at.Expr == nil && at.Ref != nil {
			at = at.Ref.Output
		}
		if at == nil || at.Expr == nil {
			continue
		}
		if p.Follow(at.Expr) == item.Expr && o.Name != "" {
			out = append(out, o.Name)
		}
	}
	return out
}

// groupedByPerson reports whether each group of the scope is one person, so that its
// counts are of that person's records.
func (p *pass) groupedByPerson(s *scope) bool {
	return slices.ContainsFunc(s.Tree.GroupBy.Exprs, func(e sqltree.Expr) bool {
		return identityOf(p.Origins(numbered(e, s))) == personKey
	})
}
