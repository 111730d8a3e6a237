package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop/sqltree"
)

// Values and amounts: which of them, in which unit, and what becomes of those that are missing.

// judgeLastOfValues reports the last or first record, with a value or without, where the question is of the last or
// first that has one.
//
// Example: of "the most recent recorded LDL", DISTINCT ON (person_id) … ORDER BY person_id, measurement_date DESC.
func (p *pass) judgeLastOfValues() {
	last := p.wordsFor("last record") || p.asks("last")
	if !last && !p.asks("first") || !p.wordsFor("last with a value") {
		return
	}
	for _, k := range slices.Concat(p.picks(), p.limitPicks()) {
		if k.kept != yes || k.last != last || len(k.from) != 1 || k.from[0].TableName() != "measurement" {
			continue
		}
		if f, ok := k.node.(*sqltree.Func); ok && (strings.HasPrefix(f.Name, "arg") ||
			strings.HasSuffix(f.Name, "_by") || f.Name == "any_value") {
			continue // ARG_MAX and ANY_VALUE pass over what is missing
		}
		rel := k.from[0].Relation
		value := rel.Origin("value_as_number")
		if w, ok := k.node.(*sqltree.Window); ok && w.IgnoreNulls || !p.Mentions(rel, "value_as_number") {
			continue
		}
		chosen := slices.ContainsFunc(p.tests, func(t *test) bool {
			return (t.scope == rel.Scope || t.clause == inFilter) && t.clause != inQualify && t.clause != inHaving &&
				slices.Contains(p.columnsIn(t.expr), value)
		})
		if !chosen {
			p.report(k.node, "the %[1]s record may have no value, and the question is of the %[1]s that has one; write value_as_number IS NOT NULL before one is picked",
				map[bool]string{true: "last", false: "first"}[last])
			return
		}
	}
}

// judgeMissingCounted reports values that are compared where the question counts those that are missing, too: of a
// missing value neither the condition nor its opposite holds.
//
// Example: of "not documented as below 7, a missing value counting as not documented", NOT (value_as_number < 7).
func (p *pass) judgeMissingCounted() {
	if !p.wordsFor("missing counts too") || p.asks("end date") || p.outerJoined() || len(p.Sets) > 0 ||
		p.calls("coalesce", "ifnull", "nullif", "isnull", "is_distinct_from", "is_not_distinct_from", "-",
			"count_if", "greatest", "least") {
		return
	}
	minds := func(t *test) bool {
		switch e := t.expr.(type) {
		case *sqltree.IsNull, *sqltree.Exists, *sqltree.InQuery:
			return true
		case *sqltree.Compare:
			return strings.Contains(strings.ToLower(e.Op), "distinct")
		}
		return false
	}
	hasElse := false
	sqltree.Walk(p.Tree, func(n sqltree.Node) bool {
		c, ok := n.(*sqltree.Case)
		hasElse = hasElse || ok && c.Else != nil
		return !hasElse
	})
	if hasElse || slices.ContainsFunc(p.tests, minds) {
		return
	}
	for _, t := range p.tests {
		if t.clause.chooses() && p.Within(t.expr, func(x sqltree.Expr) bool { return all(p.Origins(x), isValue) }) {
			p.report(t.expr, "the question counts what is missing, too, and this drops it; write IS NOT TRUE, or OR … IS NULL")
			return
		}
	}
}

// judgeAmountNamed reports what was charged where the question is of what was paid, and the other way round.
func (p *pass) judgeAmountNamed() {
	paid, charged := p.wordsFor("amount paid"), p.wordsFor("amount charged")
	reads := func(columns ...string) *relation {
		i := slices.IndexFunc(p.Bases, func(r *relation) bool { return p.Mentions(r, columns...) })
		if i < 0 {
			return nil
		}
		return p.Bases[i]
	}
	ofPaid := reads("total_paid", "paid_by_payer", "paid_by_patient", "paid_by_primary", "paid_patient_copay",
		"paid_patient_coinsurance", "paid_patient_deductible", "paid_dispensing_fee", "paid_ingredient_cost")
	ofCharges := reads("total_charge")
	switch {
	case paid == charged || reads("total_cost") != nil:
	case paid && ofPaid == nil && ofCharges != nil:
		p.report(ofCharges.Node, "the question is of what was paid, and total_charge is what was charged; read total_paid")
	case charged && ofCharges == nil && ofPaid != nil && !p.asks("cost", "costs"):
		p.report(ofPaid.Node, "the question is of what was charged, and this is what was paid; read total_charge")
	}
}

// conversion is how a question says what one unit is in another: "1 mg/dL = 88.4 µmol/L".
var conversion = lazyregexp.New(`\b1 (\S+) (?:=|is|equals|are) ([0-9.]+) ([^\s),;]+)`)

// judgeConversion reports a value that is divided by the factor with which the question multiplies, or multiplied by
// that by which it divides.
//
// Example: of "in µmol/L (1 mg/dL = 88.4 µmol/L)", value_as_number / 88.4.
func (p *pass) judgeConversion() {
	said := conversion.FindStringSubmatch(p.asked)
	if said == nil {
		return
	}
	factor, err := strconv.ParseFloat(strings.TrimRight(said[2], "."), 64)
	before, _, _ := strings.Cut(p.asked, said[0])
	into := func(unit string) bool {
		return strings.Contains(before, "in "+unit) || strings.Contains(before, "to "+unit)
	}
	if err != nil || factor == 1 || into(said[1]) == into(said[3]) {
		return
	}
	wrong := map[bool]string{true: "/", false: "*"}[into(said[3])]
	holds := func(x sqltree.Expr) bool { n, ok := number(x); return ok && n == factor }
	written := slices.ContainsFunc(p.valuesWritten(), func(n float64) bool { return n == factor })
	for _, f := range p.Calls {
		if f.Name != wrong || len(f.Args) != 2 ||
			!p.Within(f.Args[0], func(x sqltree.Expr) bool { return all(p.Origins(x), isValue) }) {
			continue
		}
		_, column := sqltree.Bare(f.Args[1]).(*sqltree.Column)
		if p.Within(f.Args[1], holds) || column && written &&
			!slices.ContainsFunc(p.columnsIn(f.Args[1]), func(origin) bool { return true }) {
			p.report(f, "the question says that 1 %s is %s %s: this converts the other way round", said[1], said[2], said[3])
			return
		}
	}
}

// valuesWritten are the numbers that a statement writes.
func (p *pass) valuesWritten() []float64 {
	var out []float64
	sqltree.Walk(p.Tree, func(n sqltree.Node) bool {
		if c, ok := n.(*sqltree.Constant); ok {
			if x, err := strconv.ParseFloat(c.Text, 64); err == nil {
				out = append(out, x)
			}
		}
		return true
	})
	return out
}

// judgeHeightInMetres reports a body mass index of heights in centimetres, where the question's is in kg/m².
func (p *pass) judgeHeightInMetres() {
	if !p.asks("kg m2", "kg m 2", "kg m²", "kilograms per square metre", "kilograms per square meter") ||
		!p.asks("cm", "centimetres", "centimeters") {
		return
	}
	for _, n := range p.valuesWritten() {
		if n == 100 || n == 10000 || n == 0.01 || n == 0.0001 || n == 1e4 {
			return
		}
	}
	if p.calls("/") {
		p.report(p.main(), "the heights are in centimetres, and the question's unit is of metres: divide them by 100")
	}
}

// judgePlansRepeat reports amounts that are added up once for each plan which a person has on a day: one can have
// several at a time.
//
// Example: SUM(total_paid) over cost JOIN payer_plan_period ON the person, and a date BETWEEN its start and end.
func (p *pass) judgePlansRepeat() {
	for _, f := range p.Calls {
		s := p.Homes[f]
		if f.Name != "sum" || f.Distinct || len(f.Args) != 1 || s == nil || !s.Tree.GroupBy.Empty() ||
			!all(p.Origins(sqltree.Bare(f.Args[0])), func(o origin) bool { return o.TableName() == "cost" }) {
			continue
		}
		for _, r := range s.Relations {
			if r.Table == nil || r.Table.Name != "payer_plan_period" || r.Semi ||
				p.Mentions(r, "payer_plan_period_id") {
				continue
			}
			byPerson := slices.ContainsFunc(p.pairs, func(e *equality) bool {
				return identityOf(e.left) == personKey && slices.ContainsFunc(append(slices.Clone(e.left), e.right...),
					func(o origin) bool { return o.Relation == r })
			})
			if byPerson {
				p.report(f, "a person can have several plans at a time, and the amount is added up for each; write EXISTS")
				return
			}
		}
	}
}

// judgeBelowLeftOut reports concepts that are listed alone where the question wants what is below them in so many
// words, and nothing in the statement looks for it.
//
// Example: of "chronic kidney disease (46271022 with everything
// under it)", condition_concept_id = 46271022.
func (p *pass) judgeBelowLeftOut() {
	if !p.wordsFor("with what is below") ||
		p.asks("not counting", "without its descendants", "without descendants", "not its descendants",
			"excluding descendants", "exactly", "only") || p.wordsFor("below a concept") && !p.asks("more specific", "descendants") {
		return
	}
	looks := slices.ContainsFunc(p.Bases, func(r *relation) bool {
		return slices.Contains([]string{"concept_ancestor", "concept_relationship", "concept"}, r.Table.Name) ||
			isDrugEraTable(r)
	})
	placeholder, listed, asked, only := false, 0, 0, 0
	sqltree.Walk(p.Tree, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case *sqltree.Placeholder:
			placeholder = true
		case *sqltree.Constant:
			if id, err := strconv.Atoi(n.Text); err == nil && id > 9999 {
				listed++
				if p.asks(n.Text) {
					asked, only = asked+1, id
				}
			}
		}
		return true
	})
	if !looks && !placeholder && listed == 1 && asked == 1 && len(p.Lost) == 0 && !p.readsOwnTables() &&
		!p.nothingBelow(int64(only)) {
		p.report(p.main(), "the question wants what is below the concept, too, and nothing here looks for it; read concept_ancestor")
	}
}

// judgeClimbs reports a recursive query that climbs from a concept to those above it where the question wants those
// below.
func (p *pass) judgeClimbs() {
	if !p.wordsFor("with what is below") || p.wordsFor("above a concept") {
		return
	}
	is := func(list []origin, name string) bool {
		return slices.ContainsFunc(list, func(o origin) bool { return o.String() == "concept_ancestor."+name })
	}
	for _, s := range p.Scopes {
		up := slices.ContainsFunc(s.Tree.List, func(i *sqltree.Item) bool {
			return all(p.Origins(sqltree.Bare(i.Expr)),
				func(o origin) bool { return o.String() == "concept_ancestor.ancestor_concept_id" })
		})
		if !up {
			continue
		}
		for _, t := range p.tests {
			c, ok := t.expr.(*sqltree.Compare)
			if !ok || t.scope != s || c.Op != "=" || isConstant(c.Left) || isConstant(c.Right) {
				continue
			}
			left, right := p.Origins(sqltree.Bare(c.Left)), p.Origins(sqltree.Bare(c.Right))
			if is(left, "descendant_concept_id") != is(right, "descendant_concept_id") && p.readsOwnResult(s) {
				p.report(t.expr, "this climbs from a concept to those above it, and the question wants those below; turn ancestor and descendant round")
				return
			}
		}
	}
}

// readsOwnResult reports whether a SELECT reads the query that it is a part of: it is recursive.
func (p *pass) readsOwnResult(s *scope) bool {
	return slices.ContainsFunc(s.Relations, func(r *relation) bool {
		return r.Table == nil && r.Inner != nil && slices.ContainsFunc(p.Sets, func(set *result) bool {
			return set == r.Inner && slices.ContainsFunc(set.Inputs, func(in *result) bool { return in.Scope == s })
		})
	})
}
