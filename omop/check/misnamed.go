package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func misnamed() Rule {
	return Rule{
		ID: "misnamed", Group: groupQuestion, Severity: omop.SeverityWarning,
		Summary: "A name says the opposite of what is chosen: men called female, the last record called the first.",
		Instead: "Choose what the name says (8532 is FEMALE, 8507 is MALE; MIN is the first date), or name what is chosen.",
		Wrong:   `SELECT COUNT(*) AS female_patients FROM person WHERE gender_concept_id = 8507`,
		Right:   `SELECT COUNT(*) AS female_patients FROM person WHERE gender_concept_id = 8532`,
		check: func(p *pass) {
			p.judgeSexLabels()
			p.judgeAgeSide()
			for _, s := range p.Scopes {
				for i, item := range s.Tree.List {
					p.judgeSexName(item, s)
					p.judgePerPerson(item)
					if len(s.Outputs) == len(s.Tree.List) { // no star among them
						p.judgeFirstName(item, s.Outputs[i].Name, s)
					}
				}
			}
		},
	}
}

// judgePerPerson reports a mean over visits or days whose name says that it is one of each person.
func (p *pass) judgePerPerson(item *sqltree.Item) {
	w := words(item.Alias)
	i := slices.Index(w, "per")
	f, ok := p.essence(item.Expr).(*sqltree.Func)
	if i < 0 || i+1 >= len(w) || !slices.Contains(onePerson, w[i+1]) || !ok || f.Name != "avg" || len(f.Args) != 1 ||
		p.Homes[f] == nil || len(p.Homes[f].Relations) != 1 || p.Homes[f].Relations[0].Inner == nil {
		return
	}
	inner := p.Homes[f].Relations[0].Inner.Scope
	if inner != nil && len(inner.Tree.GroupBy.Exprs) > 0 && !slices.ContainsFunc(inner.Tree.GroupBy.Exprs,
		func(e sqltree.Expr) bool {
			from := p.Origins(numbered(e, inner))
			return len(from) != 1 || from[0].Column.Name != "visit_occurrence_id" && !hasDate(from[0])
		}) {
		p.report(f, "this is the mean of a visit or a day, and %s says of a person; group by person_id", item.Alias)
	}
}

// sex is one of the two that the CDM's standard concepts know.
type sex string

const (
	female sex = "female"
	male   sex = "male"
)

// sexIn is the one sex of which words speak, or "".
func sexIn(list []string) sex {
	f := slices.ContainsFunc(list, func(w string) bool {
		return slices.Contains([]string{"female", "females", "women", "woman", "girl", "girls"}, w)
	})
	m := slices.ContainsFunc(list, func(w string) bool {
		return slices.Contains([]string{"male", "males", "men", "man", "boy", "boys"}, w)
	})
	switch {
	case f && !m:
		return female
	case m && !f:
		return male
	}
	return ""
}

// chosenSex is the sex that a selection chooses, or "".
func (p *pass) chosenSex(s selection) sex {
	ofGender := all(s.column, func(o origin) bool {
		if o.TableName() == "person" {
			return strings.HasPrefix(o.Column.Name, "gender_")
		}
		if o.String() != "concept.concept_name" {
			return false
		}
		columns, _ := p.chosen(o.Relation.Origin("concept_id"))
		return all(columns, func(c origin) bool { return c.String() == "person.gender_concept_id" })
	})
	if !ofGender || s.exclude || len(s.constants) != 1 || len(s.placeholders) > 0 {
		return ""
	}
	switch strings.ToUpper(s.constants[0].Text) {
	case "8532", "F", "FEMALE":
		return female
	case "8507", "M", "MALE":
		return male
	}
	return ""
}

// judgeSexName reports an item whose name says one sex where its rows are of the other.
func (p *pass) judgeSexName(item *sqltree.Item, s *scope) {
	named := sexIn(words(item.Alias))
	if named == "" || slices.ContainsFunc(words(item.Alias),
		func(w string) bool { return slices.Contains([]string{"per", "ratio", "to", "non", "not"}, w) }) {
		return
	}
	for _, sel := range p.selections {
		of := p.chosenSex(sel)
		inItem := (sel.clause == inCount || sel.clause == inFilter) && isWithin(sel.expr, item.Expr) &&
			p.takesOnes(item.Expr)
		inRows := sel.scope == s && sel.must && (sel.clause == inWhere || sel.clause == inOn)
		if of != "" && of != named && (inItem && !p.choosesBothIn(item) || inRows) {
			p.report(sel.expr, "this is %s, and %s says %s", of, item.Alias, named)
			return
		}
	}
}

// takesOnes reports whether the CASEs of an expression give 0 or nothing to those who do not meet their condition.
func (p *pass) takesOnes(e sqltree.Expr) bool {
	ones := true
	sqltree.Inspect(e, func(x sqltree.Expr) {
		c, ok := x.(*sqltree.Case)
		if !ok {
			return
		}
		if c.Else != nil {
			n, number := number(c.Else)
			ones = ones && (number && n == 0 || isNull(c.Else))
		}
		for _, w := range c.Whens {
			n, number := number(w.Then)
			ones = ones && (!number || n != 0) && !isNull(w.Then)
		}
	})
	return ones
}

// choosesBothIn reports whether an item looks at women and at men.
func (p *pass) choosesBothIn(item *sqltree.Item) bool {
	seen := map[sex]bool{}
	for _, sel := range p.selections {
		if isWithin(sel.expr, item.Expr) {
			seen[p.chosenSex(sel)] = true
		}
	}
	return seen[female] && seen[male]
}

// judgeSexLabels reports CASE WHEN gender_concept_id = 8507 THEN 'Female'.
func (p *pass) judgeSexLabels() {
	for _, sel := range p.selections {
		of := p.chosenSex(sel)
		if of == "" || sel.clause != inLabel && sel.clause != inCount {
			continue
		}
		for _, item := range sel.scope.Tree.List {
			sqltree.Inspect(item.Expr, func(x sqltree.Expr) {
				c, ok := x.(*sqltree.Case)
				if !ok {
					return
				}
				for _, w := range c.Whens {
					label, text := w.Then.(*sqltree.Constant)
					whole := w.If == sel.expr ||
						c.Operand != nil && len(sel.constants) == 1 &&
							sqltree.Bare(w.If) == sqltree.Expr(sel.constants[0])
					if !text || label.Kind != sqltree.String || !whole {
						continue
					}
					if says := sexIn(words(label.Text)); says != "" && says != of {
						p.report(w.Then, "this is %s, and the label says %s", of, says)
					}
				}
			})
		}
	}
}

var (
	firstWords = []string{"first", "earliest", "initial"}
	lastWords  = []string{"last", "latest", "recent"}
)

// orderIn tells whether words speak of the first, or of the last; neither where they speak of both.
func orderIn(list []string) (first, last bool) {
	in := func(set []string) bool {
		return slices.ContainsFunc(list, func(w string) bool { return slices.Contains(set, w) })
	}
	first, last = in(firstWords), in(lastWords)
	return first && !last, last && !first
}

// judgeFirstName reports the last date under the name of a first one, and the other way round.
func (p *pass) judgeFirstName(item *sqltree.Item, name string, s *scope) {
	first, last := orderIn(words(name))
	if !first && !last || slices.Contains(words(name), "name") {
		return
	}
	e := sqltree.Bare(item.Expr)
	if f, ok := e.(*sqltree.Func); ok && len(f.Args) == 1 && f.Filter == nil && (f.Name == "max" || f.Name == "min") &&
		p.groupedByPerson(s) && !p.keepsOneOf(s) {
		c, plain := p.Follow(sqltree.Bare(f.Args[0])).(*sqltree.Column)
		switch {
		case !plain:
		case all(p.Origins(c), isStart) && first == (f.Name == "max"):
			p.report(f, "%s of the dates is called %s", strings.ToUpper(f.Name), name)
		case all(p.Origins(c), func(o origin) bool { return o.Column.IsConcept() }):
			p.report(f, "%s of the concept ids is called %s: it is the one with the smallest or largest number, not that of a date; take ARG_MIN(concept, date)", strings.ToUpper(f.Name), name)
		case all(p.Origins(c), func(o origin) bool { return o.Column.Name == "value_as_number" }):
			p.report(f, "%s of the values is called %s: it is the largest or smallest, whenever it was; take the value of the %s date", strings.ToUpper(f.Name), name, map[bool]string{true: "first", false: "last"}[first])
		}
		return
	}
	if w, ok := e.(*sqltree.Window); ok && w.Func.Name == "first_value" && len(w.OrderBy) > 0 &&
		all(p.Origins(sqltree.Bare(w.OrderBy[0].Expr)), isStart) && w.OrderBy[0].Desc == first {
		p.report(w, "FIRST_VALUE in this order is the %s, and it is called %s",
			map[bool]string{true: "last", false: "first"}[first], name)
		return
	}
	c, ok := e.(*sqltree.Column)
	if !ok || len(p.Origins(c)) != 1 || !isEvent(p.Origins(c)[0].Relation.Table) ||
		identityOf(p.Origins(c)) == personKey {
		return
	}
	w := p.keptRank(c, s)
	if w == nil {
		return
	}
	by := p.Origins(sqltree.Bare(w.OrderBy[0].Expr))
	switch {
	case all(by, isStart) && w.OrderBy[0].Desc == first:
		p.report(w, "the %s record is kept, and it is called %s", map[bool]string{true: "last", false: "first"}[first],
			name)
	case all(by, func(o origin) bool { return o.Column.Name == "value_as_number" }):
		p.report(w, "the record is kept for its value, whenever it was, and it is called %s; order by the date", name)
	}
}

// keepsOneOf reports whether a SELECT reads rows that were numbered, of which one a person may be left.
func (p *pass) keepsOneOf(s *scope) bool {
	return s.Tree.Where != nil &&
		p.Within(s.Tree.Where, func(e sqltree.Expr) bool { _, w := e.(*sqltree.Window); return w })
}

// keptRank is the window that numbers the records of which a column is one's, where the first of each person is kept.
func (p *pass) keptRank(c *sqltree.Column, s *scope) *sqltree.Window {
	rel := p.Origins(c)[0].Relation
	for _, of := range p.Scopes {
		if of != s && !reads(s, of.Result, sqltree.MaxDepth) && !reads(of, s.Result, sqltree.MaxDepth) {
			continue
		}
		for _, w := range windowsOf(of) {
			if w.Func.Name == "row_number" && len(w.OrderBy) > 0 && len(w.PartitionBy) == 1 &&
				identityOf(p.Origins(w.PartitionBy[0])) == personKey &&
				all(p.Origins(sqltree.Bare(w.OrderBy[0].Expr)), func(o origin) bool { return o.Relation == rel }) &&
				p.keepsFirst(w) {
				return w
			}
		}
	}
	return nil
}

// windowsOf lists the window functions of a SELECT's list and QUALIFY.
func windowsOf(s *scope) []*sqltree.Window {
	var out []*sqltree.Window
	add := func(e sqltree.Expr) {
		sqltree.Inspect(e, func(x sqltree.Expr) {
			if w, ok := x.(*sqltree.Window); ok {
				out = append(out, w)
			}
		})
	}
	for _, item := range s.Tree.List {
		add(item.Expr)
	}
	add(s.Tree.Qualify)
	return out
}

// judgeAgeSide reports young people where the name or the question says adults or older ones, and the other way round.
func (p *pass) judgeAgeSide() {
	old := p.wants("adults", "adult", "elderly", "seniors")
	young := p.wants("minors", "pediatric", "paediatric", "infants", "newborns") ||
		p.wants("children") && p.readsPerson()
	if old == young {
		return
	}
	var first sqltree.Expr
	for _, t := range p.tests {
		side := p.ageSide(t)
		switch {
		case side == 0:
		case (side > 0) == old:
			return // the right side, or a band
		case first == nil && t.clause.chooses():
			first = t.expr
		}
	}
	if first != nil {
		p.report(first, "these are the %s, and the %s is said", map[bool]string{true: "younger", false: "older"}[old],
			map[bool]string{true: "adults", false: "young"}[old])
	}
}

// ageSide tells whether a condition keeps the older (1) or the younger (-1); 0 where it is none on age, or one on both
// sides.
func (p *pass) ageSide(t *test) int {
	if b, ok := t.expr.(*sqltree.Between); ok && p.Within(b.Expr, p.isBirth) {
		return 0
	}
	c, ok := t.expr.(*sqltree.Compare)
	if !ok || c.Op == "=" || c.Op == "<>" {
		return 0
	}
	up := c.Op[0] == '>'
	if t.not {
		up = !up
	}
	left, right := p.Within(c.Left, p.isBirth), p.Within(c.Right, p.isBirth)
	if left == right {
		return 0
	}
	what := c.Left
	if right {
		what, up = c.Right, !up
	}
	age := p.Within(what, func(e sqltree.Expr) bool { // else it is a birth, moved or not: the later, the younger
		f, ok := e.(*sqltree.Func)
		return ok && (f.Name == "-" && len(f.Args) == 2 && p.isBirth(f.Args[1]) || isDateDiff(f) || f.Name == "age")
	})
	if age == up {
		return 1
	}
	return -1
}
