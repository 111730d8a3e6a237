package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// asksOtherPercentile reports whether the question names a percentile that is none of those computed.
func (p *pass) asksOtherPercentile() bool {
	w := p.question.words
	for i, word := range w {
		n, err := strconv.Atoi(strings.TrimRight(word, "stndrh"))
		if err != nil || n <= 0 || n >= 100 || i+1 >= len(w) || w[i+1] != "percentile" {
			continue
		}
		computed := false
		for _, f := range p.Calls {
			if !slices.Contains([]string{"quantile_cont", "quantile_disc", "quantile", "percentile_cont",
				"percentile_disc", "approx_quantile", "median"}, f.Name) {
				continue
			}
			for _, a := range append(f.Args[:len(f.Args):len(f.Args)],
				&sqltree.Constant{Kind: sqltree.Decimal, Text: map[bool]string{true: "0.5"}[f.Name == "median"]}) {
				if x, ok := number(a); ok && x > 0 && x < 1 {
					computed = true
					if int(x*100+0.5) == n {
						return false
					}
				}
			}
		}
		return computed
	}
	return false
}

// judgeAskedEvents reports a statement that reads no events at all where the question is of diagnoses, drugs or visits.
func (p *pass) judgeAskedEvents() {
	if !p.asks("diagnosed", "diagnosis", "diagnoses", "prescribed", "prescription", "prescriptions", "took", "exposed",
		"visits", "procedures", "patients with", "people with", "persons with") ||
		p.asks("with missing", "with no", "with unknown", "with an unknown", "with a missing", "with a known",
			"with a recorded", "with a birth", "with year", "with a year") || len(p.Lost) > 0 || !p.touchesPatients() {
		return
	}
	if !slices.ContainsFunc(p.Bases,
		func(r *relation) bool { return r.Table.Name != "person" && r.Table.Group != "vocabulary" }) &&
		!p.Mentions(p.Bases[0], "location_id", "care_site_id", "provider_id", "birth_datetime", "month_of_birth",
			"day_of_birth", "race_concept_id", "ethnicity_concept_id", "gender_source_value") {
		p.report(p.main(), "the question is of people with something, and nothing here but person is read")
	}
}

// judgeAskedEnds reports a year of the end where the question asks what began then, and the other way round.
func (p *pass) judgeAskedEnds() {
	began := p.asks("started in", "began in", "admitted in", "starting in", "beginning in", "starts in")
	ended := p.asks("ended in", "discharged in", "ending in", "finished in")
	if began == ended {
		return
	}
	var wrong sqltree.Expr
	for _, t := range p.tests {
		what, with := compared(t.expr)
		if what == nil || !t.clause.chooses() || !isConstant(with[0]) {
			continue
		}
		start, end := false, false
		p.Within(what, func(e sqltree.Expr) bool {
			for _, o := range p.Origins(e) {
				start, end = start || isStart(o), end || isEnd(o)
			}
			return false
		})
		switch {
		case began && start || ended && end:
			return
		case began && end || ended && start:
			wrong = t.expr
		}
	}
	if wrong != nil {
		p.report(wrong, "the question is of what %s then, and this looks at the %s",
			map[bool]string{true: "began", false: "ended"}[began], map[bool]string{true: "end", false: "start"}[began])
	}
}

var months = []string{"january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
	"november", "december"}

// judgeAskedDay reports records that began on or before a day, where the question is of what went on that day.
func (p *pass) judgeAskedDay() {
	w := p.question.words
	day := false
	for i := range w {
		day = day || i+2 < len(w) && (w[i] == "on" || w[i] == "at" || w[i] == "of") &&
			(slices.Contains(months, w[i+1]) || slices.Contains(months, w[i+2]) && !strings.HasPrefix(w[i+1], "1st of"))
	}
	if !day || !p.asks("taking", "using", "on treatment", "active", "ongoing", "in hospital on", "admitted on",
		"insured on", "observed on", "enrolled on", "were on", "current", "under treatment") {
		return
	}
	for _, t := range p.tests {
		c, ok := t.expr.(*sqltree.Compare)
		if !ok || !t.must || t.not || c.Op[0] != '<' || c.Op == "<>" || !isConstant(c.Right) {
			continue
		}
		from := p.Origins(sqltree.Bare(c.Left))
		if len(from) != 1 || !isStart(from[0]) || from[0].Relation.Table.EndDate == "" {
			continue
		}
		rel := from[0].Relation
		if !p.Mentions(rel, rel.Table.EndDate, "days_supply",
			strings.TrimSuffix(rel.Table.EndDate, "date")+"datetime") {
			p.report(c, "what began by then may have ended before; compare %s as well", rel.Table.EndDate)
			return
		}
	}
}
