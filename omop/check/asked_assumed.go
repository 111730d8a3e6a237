package check

import (
	"math"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
)

// judgeAssumed reports what is missing taken for just what a condition wants, where the question wants that only.
//
// Example: of "only results whose unit is mg/dL", COALESCE(unit_concept_id, 8840) = 8840.
func (p *pass) judgeAssumed() {
	if !p.wordsFor("this value only") || p.asks("missing", "unknown") {
		return
	}
	for _, t := range p.tests {
		c, ok := t.expr.(*sqltree.Compare)
		if !ok || !t.clause.chooses() || t.not {
			continue
		}
		f, ok := p.Follow(sqltree.Bare(c.Left)).(*sqltree.Func)
		if !ok || f.Name != "coalesce" || len(f.Args) < 2 {
			continue
		}
		instead, with := f.Args[len(f.Args)-1], sqltree.Bare(c.Right)
		from := p.columnsIn(f.Args[0])
		same := c.Op == "=" && isConstant(instead) && sqltree.Equal(sqltree.Bare(instead), with)
		if same && len(from) == 1 && !hasDate(from[0]) {
			p.report(t.expr, "records without %s are taken for those that are asked for; leave COALESCE out", from[0].Column.Name)
			return
		}
	}
}

// judgeNamedColumns reports a column that the question names as such, and that nothing reads: "total days_supply".
func (p *pass) judgeNamedColumns() {
	for _, word := range strings.FieldsFunc(strings.ToLower(p.asked), func(r rune) bool {
		return r != '_' && (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}) {
		written := strings.Contains(strings.ToLower(p.Tree.Text), word) // Straighten may have left it out
		if !strings.Contains(word, "_") || written || !p.saysPlainly(strings.Join(words(word), " ")) {
			continue
		}
		has := func(r *relation) bool {
			_, ok := r.Table.Column(word)
			return ok
		}
		reads := func(r *relation) bool { return has(r) && (p.Mentions(r, word) || p.readsAll(r)) }
		if (slices.ContainsFunc(p.Bases, has) || p.erasHide(word)) && !slices.ContainsFunc(p.Bases, reads) {
			p.report(p.main(), "the question names %s, and nothing here reads it", word)
			return
		}
	}
}

// erasHide reports whether eras are read in place of the records of which they are made, and a column is of these
// alone: of "the sum of days_supply", drug_era_end_date - drug_era_start_date.
func (p *pass) erasHide(column string) bool {
	return slices.ContainsFunc(p.Bases, func(r *relation) bool {
		of, ok := p.Schema.Table(schema.RecordsOf(r.Table.Name))
		if !ok {
			return false
		}
		_, ok = of.Column(column)
		return ok
	})
}

// judgeFractionalAge reports an age in parts of years that is to be at most a whole number which the question lets in:
// who is 74 and a half is no more than 74.
//
// Example: of "aged 65 to 74", (DATE '2009-01-01' - birth_datetime::DATE) / 365.25 BETWEEN 65 AND 74.
func (p *pass) judgeFractionalAge() {
	for _, t := range p.tests {
		var high sqltree.Expr
		what, with := compared(t.expr)
		if what != nil && p.roundsAge(what) && slices.ContainsFunc(with, func(e sqltree.Expr) bool {
			n, ok := number(e)
			return ok && p.namesNumber(n)
		}) {
			p.report(what, "the age is rounded here: who is half a year short of an age has it already; take whole years by FLOOR")
			return
		}
		switch e := t.expr.(type) {
		case *sqltree.Between:
			high = e.High
		case *sqltree.Compare:
			if e.Op == "<=" && !t.not || e.Op == ">" && t.not {
				high = with[0]
			}
		}
		n, ok := number(high)
		if high == nil || !ok || n != math.Trunc(n) || !p.namesNumber(n) || !p.hasPartsOfYears(what) ||
			p.asks("birthday", "exactly") {
			continue
		}
		p.report(t.expr, "who is between %g and %g years old is left out here; compare with < %g, or take whole years", n, n+1, n+1)
		return
	}
}

// roundsAge reports whether an age in parts of years is rounded to whole ones, as CAST to an integer does too.
func (p *pass) roundsAge(e sqltree.Expr) bool {
	switch e := p.Follow(e).(type) {
	case *sqltree.Cast:
		whole := slices.Contains([]string{"INTEGER", "BIGINT", "SMALLINT", "TINYINT", "HUGEINT"}, strings.ToUpper(e.Type))
		return whole && p.hasPartsOfYears(e.Expr)
	case *sqltree.Func:
		rounds := e.Name == "round" && len(e.Args) == 1 || isNamed(e, "ceil", "ceiling")
		return rounds && p.hasPartsOfYears(e.Args[0])
	}
	return false
}

// hasPartsOfYears reports whether an expression is an age in days divided by those of a year, and not cut to whole
// years.
func (p *pass) hasPartsOfYears(e sqltree.Expr) bool {
	for range 5 {
		e = p.Follow(e)
		f, ok := e.(*sqltree.Func)
		switch {
		case !ok:
			return false
		case f.Name == "/" && len(f.Args) == 2:
			n, divides := number(f.Args[1])
			return divides && n >= 365 && n <= 366 && p.seesBirth(f.Args[0])
		case f.Name == "*" && len(f.Args) == 2, f.Name == "round" && len(f.Args) == 2:
			e = f.Args[0]
		default:
			return false
		}
	}
	return false
}

// judgeFirstWithin reports a first record that is looked for within a period only, where the question is when the first
// of all was.
//
// Example: of "for how many was 2009 the year of their first diagnosis", the first of those in 2009.
func (p *pass) judgeFirstWithin() {
	if !p.namesYearAsked() || !p.wordsFor("first of all") || p.saysOfYear() || p.wordsFor("earlier ones allowed") {
		return
	}
	for _, k := range append(p.picks(), p.extremes()...) {
		if k.kept != yes || k.last || !all(k.from, isStart) {
			continue
		}
		if t := p.cutBefore(k.from[0].Relation); t != nil {
			p.report(t.expr, "the first record is looked for within this period only: who had one earlier looks new; choose the period after taking the first")
			return
		}
	}
}

// saysOfYear reports whether the question is of something "of 2009".
func (p *pass) saysOfYear() bool {
	w := p.question.words
	for i := range w[:max(0, len(w)-1)] {
		if n, ok := asNumber(w[i+1]); ok && namesYear(n) && w[i] == "of" {
			return true
		}
	}
	return false
}
