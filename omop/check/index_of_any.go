package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func indexOfAny() Rule {
	return Rule{
		ID: "index-of-any", Group: groupTime, Severity: omop.SeverityWarning,
		Summary: "The first record of anything is taken for the first record of one disease or drug: the index date is too early.",
		Instead: "Choose the concepts where the first date is taken: WHERE condition_concept_id IN (…) before GROUP BY person_id.",
		Wrong:   `SELECT AVG(DATE_DIFF('day', f.first_date, d.death_date)) AS average_days FROM (SELECT person_id, MIN(condition_start_date) AS first_date FROM condition_occurrence GROUP BY person_id) AS f JOIN death AS d ON d.person_id = f.person_id WHERE EXISTS (SELECT 1 FROM condition_occurrence AS co WHERE co.person_id = f.person_id AND co.condition_concept_id IN ([condition@asthma]))`,
		Right:   `SELECT AVG(DATE_DIFF('day', f.first_date, d.death_date)) AS average_days FROM (SELECT person_id, MIN(condition_start_date) AS first_date FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) GROUP BY person_id) AS f JOIN death AS d ON d.person_id = f.person_id`,
		check: func(p *pass) {
			if p.says("any", "anything", "all", "earliest", "contact", "entry", "ever") ||
				p.asks("of all", "of any kind", "of anything", "very first", "whatever it was", "first record",
					"first contact") || p.asksKindOfPick() {
				return
			}
			p.judgeFirstOfEveryone()
			p.judgeGroupedFirst()
			for _, f := range p.Calls {
				if s := p.Homes[f]; f.Name == "min" && len(f.Args) == 1 && s != nil &&
					(p.groupedByPerson(s) || p.ofOuterPerson(s)) {
					p.judgeFirst(f, f.Args[0], s)
				}
			}
			for _, s := range p.Scopes {
				for _, w := range windowsOf(s) {
					p.judgeRanked(w, s)
				}
			}
			for _, k := range p.aggregatePicks() {
				if home := p.Homes[k.node.(*sqltree.Func)]; !k.last {
					p.judgeOrdered(k.node, k.from, home)
				}
			}
		},
	}
}

// judgeFirst reports the least date over records of any concept where the statement chooses concepts of the same table
// elsewhere.
func (p *pass) judgeFirst(n sqltree.Node, date sqltree.Expr, s *scope) {
	from := p.Origins(date)
	if f, ok := n.(*sqltree.Func); ok && f.Filter == nil {
		if _, plain := date.(*sqltree.Column); plain {
			p.judgeOrdered(n, from, s)
		}
	}
	if len(from) != 1 || !isStart(from[0]) || !namesOneThing(from[0].Relation) || p.narrowed(from[0].Relation) ||
		p.isNegative(s) {
		return
	}
	rel := from[0].Relation
	for _, other := range p.Bases {
		if other != rel && other.Table == rel.Table && p.conceptSets(other) != "" && !p.isNegative(other.Scope) {
			p.report(n, "this is the first record of anything in %s; choose the concepts here too, or the index date is that of another disease or drug", rel.Table.Name)
			return
		}
	}
}

// judgeGroupedFirst reports index dates that are taken for each of a set of concepts, or each year: a person has
// several.
func (p *pass) judgeGroupedFirst() {
	for _, s := range p.Scopes {
		if !p.groupedByPerson(s) || len(s.Tree.GroupBy.Exprs) < 2 {
			continue
		}
		for _, item := range s.Tree.List {
			f, ok := item.Expr.(*sqltree.Func)
			if !ok || f.Name != "min" || len(f.Args) != 1 || !all(p.Origins(f.Args[0]), isStart) {
				continue
			}
			date := p.Origins(f.Args[0])[0]
			rel := date.Relation
			named := slices.Contains(words(item.Alias), "index") || p.asks("index date", "index dates") || p.keepsFirstOf(item)
			for _, by := range s.Tree.GroupBy.Exprs {
				by = numbered(by, s)
				part := p.calendarPart(p.Follow(by))
				ofDate := len(part) == 1 && slices.Contains(p.Origins(sqltree.Bare(part[0])), date)
				switch {
				case !namesOneThing(rel):
				case ofDate && p.asks("their first", "first ever"):
					p.report(by, "a person has a first of each year here; group by the person alone")
				case named && all(p.Origins(by),
					func(o origin) bool { return o == rel.Origin(rel.Table.ConceptColumn) }):
					p.report(by, "a person has an index date for each concept here; group by the person alone")
				}
			}
		}
	}
}

// keepsFirstOf reports whether the question is of people's first of something, and the year or day of the first date of
// a group decides whom the statement counts.
func (p *pass) keepsFirstOf(item *sqltree.Item) bool {
	return (p.wordsFor("first record") || p.asksFirstOf()) && !p.wordsFor("one concept at a time") &&
		slices.ContainsFunc(p.tests, func(t *test) bool {
			what, with := compared(t.expr)
			if !t.must || what == nil || t.scope != p.Result.Scope {
				return false
			}
			_, dated := fixedYear(with[0])
			return dated && p.Within(what, func(x sqltree.Expr) bool { return x == item.Expr })
		})
}

// judgeFirstOfEveryone reports records kept for being on the first or last day that anyone has, where each person's is
// asked for.
func (p *pass) judgeFirstOfEveryone() {
	if !p.asks("each", "every", "per patient", "per person", "patient s", "their first", "their last",
		"each patient s") {
		return
	}
	for _, t := range p.tests {
		c, ok := t.expr.(*sqltree.Compare)
		if !ok || c.Op != "=" || t.clause != inWhere {
			continue
		}
		sub, ok := c.Right.(*sqltree.Subquery)
		from := p.Origins(sqltree.Bare(c.Left))
		if !ok || len(from) != 1 || !isStart(from[0]) || p.Subs[sub.Query] == nil || p.Subs[sub.Query].Scope == nil {
			continue
		}
		inner := p.Subs[sub.Query].Scope
		if p.singleRow(inner) && len(p.outer(sub.Query, inner)) == 0 && p.putsOutPeople(t.scope) &&
			len(inner.Outputs) == 1 &&
			all(p.OriginsOf(inner.Outputs[0]), func(o origin) bool { return o.Column == from[0].Column }) {
			p.report(c, "this is the one day of all people together; take the first or last of each, by GROUP BY person_id or ROW_NUMBER")
		}
	}
}

// ofOuterPerson reports whether a SELECT is of the person of the row around it, as a scalar subquery can be.
func (p *pass) ofOuterPerson(s *scope) bool {
	return s.Role == sqltree.RoleScalar && slices.ContainsFunc(p.pairs, func(e *equality) bool {
		c, ok := e.node.(*sqltree.Compare)
		if !ok || e.scope != s || !e.must() || identityOf(e.left) != personKey {
			return false
		}
		l, left := c.Left.(*sqltree.Column)
		r, right := c.Right.(*sqltree.Column)
		return left && right && p.Refs[l].Outer != p.Refs[r].Outer
	})
}

// namesOneThing reports whether the table's concept tells what happened, as visits' does not.
func namesOneThing(rel *relation) bool {
	t := rel.Table
	return t != nil && t.ConceptColumn != "" &&
		slices.Contains([]string{"Condition", "Drug", "Procedure", "Measurement", "Observation", "Device"}, t.Domain)
}

// narrowed reports whether anything is said of what happened in the relation's records.
func (p *pass) narrowed(rel *relation) bool {
	return p.Mentions(rel, rel.Table.ConceptColumn, rel.Table.SourceConceptColumn, rel.Table.SourceValueColumn)
}

// judgeRanked reports records that are numbered by date over all concepts, of which the first is kept and then asked
// what it is.
func (p *pass) judgeRanked(w *sqltree.Window, s *scope) {
	if len(w.PartitionBy) != 1 || identityOf(p.Origins(w.PartitionBy[0])) != personKey || w.Func.Filter != nil {
		return
	}
	var date sqltree.Expr
	switch {
	case w.Func.Name == "min" && len(w.Func.Args) == 1,
		w.Func.Name == "first_value" && len(w.Func.Args) > 0 && len(w.OrderBy) > 0 && !w.OrderBy[0].Desc:
		date = w.Func.Args[0]
	case isRank(w) && len(w.OrderBy) > 0 && !w.OrderBy[0].Desc:
		date = w.OrderBy[0].Expr
	case (w.Func.Name == "lag" || w.Func.Name == "lead") && len(w.Func.Args) > 0 && !p.showsOthers(s):
		date = w.Func.Args[0]
	}
	if _, chosen := sqltree.Bare(date).(*sqltree.Case); !chosen {
		p.judgeOrdered(w, p.Origins(date), s)
	}
}

// judgeOrdered reports records that a SELECT puts in order by their dates, whatever they are, where only what comes out
// of it is asked what it is.
func (p *pass) judgeOrdered(n sqltree.Node, from []origin, s *scope) {
	if len(from) != 1 || !isStart(from[0]) && !isEnd(from[0]) || !namesOneThing(from[0].Relation) {
		return
	}
	rel := from[0].Relation
	column := rel.Origin(rel.Table.ConceptColumn)
	outside := func(t selection) bool {
		if t.scope == s { // of what the windows and groups put out
			return t.clause == inHaving || t.clause == inQualify
		}
		// a condition of a subquery is one of the SELECT around it
		for at := t.scope; at != nil && at != s; at = at.Parent {
			if reads(at, s.Result, sqltree.MaxDepth) {
				return true
			}
		}
		return false
	}
	before, after := false, false
	for _, t := range p.selections {
		if !t.exclude && t.must && p.choosesColumn(&t, column) {
			rowwise, _ := p.bearing(&t, rel)
			after = after || outside(t)
			before = before || !outside(t) && rowwise
		}
	}
	if rows, flags := p.chosenConcepts(rel); rows.empty() && len(flags) > 0 && p.asksFirstOf() && !before {
		after = true // who has it among all is told beside the first of all
	}
	if after && !before {
		p.report(n, "records are put in order whatever they are, and only then asked what they are; choose the concepts before")
	}
}

// showsOthers reports whether a window of a SELECT tells what the record before or after is, too: of anything, then, on
// purpose.
func (p *pass) showsOthers(s *scope) bool {
	return slices.ContainsFunc(windowsOf(s), func(w *sqltree.Window) bool {
		return len(w.Func.Args) > 0 && identityOf(p.Origins(w.Func.Args[0])) == conceptKey
	})
}

// reads reports whether a SELECT reads the rows of a result, itself or through other queries.
func reads(s *scope, r *result, depth int) bool {
	return depth > 0 && slices.ContainsFunc(s.Relations, func(rel *relation) bool {
		if readsResult(rel, r) {
			return true
		}
		return rel.Inner != nil && rel.Inner.Scope != nil && reads(rel.Inner.Scope, r, depth-1)
	})
}
