package check

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func sourceValue() Rule {
	return Rule{
		ID: "source-value", Group: groupConcepts, Severity: omop.SeverityInfo, Generated: omop.SeverityError,
		Summary: "Patients are chosen by a source value, which every site writes in its own way.",
		Instead: "Choose by the standard concept; for a source code write IN ([condition@ICD10CM:E11.9]).",
		Wrong:   `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_source_value LIKE 'E11%'`,
		Right:   `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN ([condition@ICD10CM:E11])`,
		check: func(p *pass) {
			p.judgeCodePrefix()
			for _, t := range p.tests {
				if !t.clause.chooses() {
					continue
				}
				o, ok := p.textTest(t.expr, isSourceValue)
				switch {
				case !ok || p.withoutConcept(t.expr, o):
				// the question is of what was written
				case p.asks("source", "icd", "icd9", "icd 9", "icd9cm", "icd10", "icd 10", "icd10cm", "ndc", "cpt", "hcpcs",
					"snomed", "loinc", "rxnorm", "drg", "atc", "local", "recorded as", "labelled", "labeled", "text", "string", "spelled",
					"code", "codes", "coded", "verbatim", "as written"):
				// no placeholder stands for a payer, and few sites have its concept
				case o.TableName() == "payer_plan_period":
					p.reportAs(omop.SeverityInfo, t.expr, "%s is written as this site writes it", o)
				case len(p.question.words) > 0 && isCodedTwice(o) && !p.opt.Generated:
					p.reportAs(omop.SeverityWarning, t.expr, "patients are chosen by %s, and the question names no code; choose by the standard concept", o)
				default:
					p.report(t.expr, "patients are chosen by %s, which every site writes in its own way; choose by the standard concept", o)
				}
			}
		},
	}
}

// withoutConcept reports whether a test looks at a source value of records that have no concept: nothing else says what
// they are. Example: CASE WHEN COALESCE(unit_concept_id, 0) = 0 THEN unit_source_value END IN ('mg/dL').
func (p *pass) withoutConcept(test sqltree.Expr, value origin) bool {
	concept := strings.TrimSuffix(strings.ToLower(value.Column.Name), "_source_value") + "_concept_id"
	return p.Within(test, func(x sqltree.Expr) bool {
		c, ok := x.(*sqltree.Case)
		if !ok || c.Operand != nil || c.Else != nil || len(c.Whens) != 1 {
			return false
		}
		none, ok := c.Whens[0].If.(*sqltree.Compare)
		return ok && none.Op == "=" && isZero(p.onlyValue(none.Right)) && all(p.Origins(none.Left), func(o origin) bool {
			return o.TableName() == value.TableName() && strings.EqualFold(o.Column.Name, concept)
		})
	})
}

// onlyValue is what an expression stands for, through a query that gives one value: (SELECT zero FROM parameters).
func (p *pass) onlyValue(e sqltree.Expr) sqltree.Expr {
	e = p.Follow(sqltree.Bare(e))
	if sub, ok := e.(*sqltree.Subquery); ok {
		if r := p.Subs[sub.Query]; r != nil && len(r.Columns) == 1 && r.Columns[0].Expr != nil {
			return p.onlyValue(r.Columns[0].Expr)
		}
	}
	return e
}

// icdCategory is a pattern for the codes of a category of ICD, as '250%' and 'E11%': it meets '250.00', and codes of
// other vocabularies that begin alike, as 25064002 of SNOMED.
var icdCategory = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Z]?[0-9]{2,3}%$`) })

// judgeCodePrefix reports a pattern for the codes of a category of ICD where the database has codes of other
// vocabularies that begin alike.
func (p *pass) judgeCodePrefix() {
	if p.opt.Compare == nil || !p.asks("icd", "icd9", "icd9cm", "icd10", "icd10cm") {
		return
	}
	for _, t := range p.tests {
		l, ok := t.expr.(*sqltree.Like)
		if !ok || !t.clause.chooses() || !all(p.Origins(sqltree.Bare(l.Expr)), isSourceValue) {
			continue
		}
		pattern, text := sqltree.Bare(l.Pattern).(*sqltree.Constant)
		if !text || !icdCategory().MatchString(pattern.Text) {
			continue
		}
		narrow, ok := p.withPoint(l, pattern)
		if !ok {
			continue
		}
		c, err := p.opt.Compare(p.ctx, p.Tree.Text, narrow)
		if p.err = err; err != nil {
			return
		}
		if c.Known && !c.Same {
			p.reportAs(omop.SeverityWarning, l, "%q meets codes of other vocabularies, too, which only begin alike; write the point of the code, or choose the vocabulary", pattern.Text)
			return
		}
	}
}

// withPoint is the statement where a pattern's codes end behind the pattern, or go on with a point.
func (p *pass) withPoint(l *sqltree.Like, pattern *sqltree.Constant) (string, bool) {
	column, ok := sqltree.Bare(l.Expr).(*sqltree.Column)
	text, at, end := p.Tree.Text, place(l.Expr), pattern.Pos()
	quoted := "'" + pattern.Text + "'"
	if !ok || at < 0 || end < at || !strings.HasPrefix(text[end:], quoted) {
		return "", false
	}
	name := strings.Join(column.Names, ".")
	if !strings.HasPrefix(text[at:], name) {
		return "", false
	}
	end += len(quoted)
	return fmt.Sprintf("%s(%s AND SUBSTR(%s || '.', %d, 1) = '.')%s", text[:at], text[at:end], name, len(pattern.Text),
		text[end:]), true
}

// isCodedTwice reports whether a source value is that of what a record is of, or of a person's sex, race or ethnicity:
// a standard concept says the same.
func isCodedTwice(o origin) bool {
	name := strings.TrimSuffix(o.Column.Name, "_source_value")
	return o.TableName() == "person" || isEvent(o.Relation.Table) && name+"_concept_id" == o.Relation.Table.ConceptColumn
}

func isSourceValue(o origin) bool {
	own := []string{"person_source_value", "note_source_value", "value_source_value", "location_source_value",
		"care_site_source_value", "provider_source_value"}
	return isClinical(o.Relation.Table) && hasSuffix(o.Column.Name, "_source_value") &&
		!slices.Contains(own, o.Column.Name)
}
