package check

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// judgeErasWithoutGap reports eras that are made of records which follow each other without a day between, where the
// question asks for eras and names no gap: those of the CDM go on over gaps of up to 30 days.
//
// Example: drug_exposure_start_date > LAG(drug_exposure_end_date) OVER (PARTITION BY person_id ORDER BY …).
func (p *pass) judgeErasWithoutGap() {
	if !p.asks("era", "eras", "drug eras", "condition eras") || p.wordsFor("gap of eras") ||
		slices.ContainsFunc(p.Bases, isDrugEraTable) {
		return
	}
	for n := range p.lengths() {
		if n > 1 && n < 400 { // a gap is allowed
			return
		}
	}
	for _, s := range p.Scopes {
		for _, w := range windowsOf(s) {
			if !isNamed(w.Func, "lag", "lead", "max", "min") || len(w.Func.Args) == 0 {
				continue
			}
			from := p.columnsIn(w.Func.Args[0])
			ofEra := slices.ContainsFunc(from, func(o origin) bool {
				return (isEnd(o) || isStart(o)) && (o.TableName() == "drug_exposure" || o.TableName() == "condition_occurrence")
			})
			end := func(e sqltree.Expr) bool { return slices.ContainsFunc(p.columnsIn(e), isEnd) }
			tested := slices.ContainsFunc(p.tests, func(t *test) bool { return end(t.expr) })
			if ofEra && (tested || end(w.Func.Args[0])) {
				p.report(w, "an era of the CDM goes on over gaps of up to 30 days, and here each day between two "+
					"records begins another; read drug_era or condition_era")
				return
			}
		}
	}
}
