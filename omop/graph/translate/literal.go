package translate

import (
	"strconv"
	"strings"
	"time"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop/graph/sparql"
	"github.com/askomop/askomop/omop/sqltree"
)

// Constant is the value of an IRI or a literal.
func (t *Translator) Constant(term sparql.Term) Value {
	switch term := term.(type) {
	case *sparql.IRI:
		return t.graph.Constant(term.Value)
	case *sparql.Literal:
		return literal(term)
	case *sparql.Placeholder:
		t.fail(term.Pos, "%s is a set of concepts; write it as the object of a property, or in FILTER (?concept IN (%s))", term.Placeholder, term.Placeholder)
	}
	return null()
}

var (
	integerForm = lazyregexp.New(`^[+-]?[0-9]{1,18}$`)
	decimalForm = lazyregexp.New(`^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)$`)
	doubleForm  = lazyregexp.New(`^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$`)
	daysForm    = lazyregexp.New(`^(-?)P([0-9]{1,7})D$`)
	monthsForm  = lazyregexp.New(`^(-?)P(?:([0-9]{1,5})Y)?(?:([0-9]{1,5})M)?$`)
)

// literal is a constant of SQL where its datatype has a kind and its form is right; any other literal is a term.
func literal(l *sparql.Literal) Value {
	known := func(k Kind, e sqltree.Expr) Value { return Value{Type: Type{Kind: k}, Expr: e} }
	number := func(k sqltree.ConstKind) sqltree.Expr {
		return &sqltree.Constant{Kind: k, Text: strings.TrimPrefix(l.Text, "+")}
	}
	switch l.Datatype {
	case sparql.XSDString:
		return known(String, str(l.Text))
	case sparql.XSDInteger:
		if n, err := strconv.ParseInt(l.Text, 10, 64); err == nil && integerForm.MatchString(l.Text) {
			return known(Integer, sqltree.NewInt(n))
		}
	case sparql.XSDDecimal:
		switch {
		case !decimalForm.MatchString(l.Text):
		case len(l.Text) > 15: // a decimal of so many digits is not cast to the nearest double
			return known(Decimal, cast(&sqltree.Constant{Kind: sqltree.Float,
				Text: strings.TrimPrefix(l.Text, "+") + "e0"}, "DOUBLE"))
		default:
			return known(Decimal, cast(number(sqltree.Decimal), "DOUBLE"))
		}
	case sparql.XSDDouble:
		if doubleForm.MatchString(l.Text) {
			return known(Double, cast(number(sqltree.Float), "DOUBLE"))
		}
	case sparql.XSDBoolean:
		if l.Text == "true" || l.Text == "false" {
			return known(Boolean, boolean(l.Text == "true"))
		}
	case sparql.XSD + "date":
		if _, err := time.Parse(time.DateOnly, l.Text); err == nil {
			return known(Date, sqltree.NewDate(l.Text))
		}
	case sparql.XSD + "dateTime":
		if when, err := time.Parse("2006-01-02T15:04:05.999999", l.Text); err == nil {
			return known(DateTime, &sqltree.Constant{Kind: sqltree.Timestamp,
				Text: when.Format("2006-01-02 15:04:05.999999")})
		}
	case sparql.XSD + "dayTimeDuration", sparql.XSD + "duration":
		if m := daysForm.FindStringSubmatch(l.Text); m != nil {
			n, _ := strconv.ParseInt(m[1]+m[2], 10, 64)
			return known(Duration, sqltree.NewInt(n))
		}
	}
	return Value{Expr: str(Term{Kind: '"', Text: l.Text, Datatype: l.Datatype, Lang: l.Lang}.Encode())}
}

// calendarMonths is how many months a literal of years and months has.
func calendarMonths(l *sparql.Literal) (int64, bool) {
	m := monthsForm.FindStringSubmatch(l.Text)
	if l.Datatype != sparql.XSD+"yearMonthDuration" || m == nil || m[2]+m[3] == "" {
		return 0, false
	}
	years, _ := strconv.ParseInt("0"+m[2], 10, 64)
	months, _ := strconv.ParseInt("0"+m[3], 10, 64)
	if months += 12 * years; m[1] != "" {
		months = -months
	}
	return months, true
}

// Concepts is a placeholder as an entry of an IN list of concept ids.
func (t *Translator) Concepts(p *sparql.Placeholder, of Value) sqltree.Expr {
	if of.Type.Kind != Resource {
		t.fail(p.Pos, "%s is a set of concepts, and is compared with %s here", p.Placeholder, of.Type)
	}
	return &sqltree.Placeholder{Domain: p.Domain, Text: p.Text}
}
