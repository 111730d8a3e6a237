package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func valueAsString() Rule {
	return Rule{
		ID: "value-as-string", Group: groupValues, Severity: omop.SeverityError,
		Summary: "value_as_string, or value_source_value, is compared as a number: it fails at the first text, or '10' comes before '9'.",
		Instead: "Compare value_as_number, or compare the text as text.",
		Wrong:   `SELECT COUNT(DISTINCT person_id) AS patients FROM observation WHERE observation_concept_id IN ([observation@pain score]) AND value_as_string > 5`,
		Right:   `SELECT COUNT(DISTINCT person_id) AS patients FROM observation WHERE observation_concept_id IN ([observation@pain score]) AND value_as_string = 'severe'`,
		check: func(p *pass) {
			for _, f := range p.Calls {
				if (f.Name == "min" || f.Name == "max") && len(f.Args) == 1 && all(p.Origins(f.Args[0]), isValueText) {
					p.reportAs(omop.SeverityWarning, f, "the text '99' comes behind '308'; take value_as_number")
				}
			}
			for _, t := range p.tests {
				what, with := compared(t.expr)
				from := p.Origins(sqltree.Bare(what))
				if what != nil && all(from, func(o origin) bool { return o.Column.Name == "value_as_number" }) &&
					slices.ContainsFunc(with, isNoNumber) {
					p.report(t.expr, "value_as_number is a number; compare it with one, and choose the unit by unit_concept_id")
				}
				if what == nil || !all(from, isValueText) || p.screened(from[0]) {
					continue
				}
				if c, ok := what.(*sqltree.Cast); ok && (c.Try || !isNumeric(c.Type)) {
					continue
				}
				if slices.ContainsFunc(with, func(e sqltree.Expr) bool { return comparesNumber(t.expr, e) }) {
					p.report(t.expr, "%s is text; compare value_as_number", from[0].Column.Name)
				}
			}
		},
	}
}

// isNoNumber reports whether an expression is a text that can't be read as a number, such as '7 percent'.
func isNoNumber(e sqltree.Expr) bool {
	c, ok := e.(*sqltree.Constant)
	if !ok || c.Kind != sqltree.String {
		return false
	}
	_, err := strconv.ParseFloat(strings.TrimSpace(c.Text), 64)
	return err != nil
}

// isValueText reports whether the column holds the value of a measurement or an observation as a text.
func isValueText(o origin) bool {
	return o.Column.Name == "value_as_string" || o.Column.Name == "value_source_value"
}

// comparesNumber reports whether a condition reads a text as a number: against a
// number, or by order against a text of digits.
func comparesNumber(condition, with sqltree.Expr) bool {
	if _, ok := number(with); ok {
		return true
	}
	c, ok := with.(*sqltree.Constant)
	if !ok || c.Kind != sqltree.String || c.Text == "" || strings.Trim(c.Text, "0123456789.-") != "" {
		return false
	}
	switch e := condition.(type) {
	case *sqltree.Compare:
		return e.Op[0] == '<' && e.Op != "<>" || e.Op[0] == '>'
	case *sqltree.Between:
		return true
	}
	return false
}

func isNumeric(sqlType string) bool {
	return slices.ContainsFunc([]string{"INT", "DOUBLE", "FLOAT", "REAL", "DECIMAL", "NUMERIC"}, func(s string) bool {
		return strings.Contains(strings.ToUpper(sqlType), s)
	})
}

// screened reports whether a pattern picks the texts that are numbers.
func (p *pass) screened(o origin) bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		f, ok := t.expr.(*sqltree.Func)
		return ok && slices.Contains(textFunctions, f.Name) && len(f.Args) > 0 &&
			slices.Contains(p.Origins(f.Args[0]), o)
	})
}
