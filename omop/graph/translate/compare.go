package translate

import (
	"strings"

	"github.com/askomop/askomop/omop/graph/sparql"
	"github.com/askomop/askomop/omop/sqltree"
)

// comparison is a op b by SPARQL's rules. Types that can never be compared are an error of the query: SPARQL would find
// nothing, in silence.
func (t *Translator) comparison(e sparql.Expr, op string, a, b Value) sqltree.Expr {
	if op == "!=" {
		op = "<>"
	}
	equality := op == "=" || op == "<>"
	ka, kb := a.Type.Kind, b.Type.Kind
	switch {
	case isNullConstant(a.Expr) || isNullConstant(b.Expr):
		return null().Expr
	case ka == Any || kb == Any:
		if equality {
			return t.equality(op, a, b)
		}
		return ordering(op, a, b)
	case ka == Resource && kb == Resource && equality:
		if a.Type != b.Type {
			return boolean(op == "<>")
		}
		return compare(op, a.Expr, b.Expr)
	case ka == Duration && a.dates != nil && kb == Duration && isConstant(b.Expr):
		// ?later - ?earlier < 30 days, as SQL is written that compares dates
		n, _ := b.Expr.(*sqltree.Constant).Int64()
		return compare(op, a.dates[0], later(a.dates[1], n, "DAY"))
	case ka == Resource || kb == Resource:
	case a.Type.numeric() && b.Type.numeric(), ka == kb,
		(ka == Date || ka == DateTime) && (kb == Date || kb == DateTime):
		return compare(op, bare(a.Expr), bare(b.Expr))
	}
	t.fail(e.Offset(), "%s can't be compared with %s%s", a.Type, b.Type, hint(a, b))
	return nil
}

// bare is a constant without the cast that arithmetic needs.
func bare(e sqltree.Expr) sqltree.Expr {
	if c, ok := e.(*sqltree.Cast); ok && isConstant(c.Expr) && c.Type == "DOUBLE" {
		return c.Expr
	}
	return e
}

// hint says how a constant would be written so that it can be compared.
func hint(a, b Value) string {
	if b.Type.Kind == String {
		a, b = b, a
	}
	c, ok := a.Expr.(*sqltree.Constant)
	if !ok || a.Type.Kind != String {
		return ""
	}
	switch b.Type.Kind {
	case Date:
		return `; write a date as "` + c.Text + `"^^xsd:date`
	case Integer, Decimal, Double:
		return "; write a number without quotes"
	}
	return ""
}

// equality compares terms whose types are not known: numbers and dates by their value, strings by their text,
// everything else by being the same term. Two literals of datatypes that are not known may be equal or not: an error.
func (t *Translator) equality(op string, a, b Value) sqltree.Expr {
	x, y := Encoded(a), Encoded(b)
	if isIRI(a) || isIRI(b) {
		return compare(op, x, y)
	}
	known := func(v Value, x sqltree.Expr) sqltree.Expr {
		if v.Type.Kind != Any {
			return boolean(true)
		}
		h := head(x)
		return or(&sqltree.Not{Expr: isLiteral(x)}, notNull(number(v)), notNull(moment(v)),
			in(h, plainHead, headOf(sparql.XSDBoolean)), call("starts_with", h, str(`"@`)))
	}
	truthful := func(x sqltree.Expr) sqltree.Expr {
		return when(in(x, headOf(sparql.XSDBoolean)+" true", headOf(sparql.XSDBoolean)+" 1"), boolean(true),
			in(x, headOf(sparql.XSDBoolean)+" false", headOf(sparql.XSDBoolean)+" 0"), boolean(false))
	}
	bothLiterals := and(isLiteral(x), isLiteral(y))
	return when(
		and(notNull(number(a)), notNull(number(b))), compare(op, number(a), number(b)),
		equal(x, y), boolean(op == "="),
		and(notNull(moment(a)), notNull(moment(b))), compare(op, moment(a), moment(b)),
		and(notNull(truthful(x)), notNull(truthful(y))), compare(op, truthful(x), truthful(y)),
		and(bothLiterals, or(&sqltree.Not{Expr: known(a, x)}, &sqltree.Not{Expr: known(b, y)})), null().Expr,
		and(notNull(x), notNull(y)), boolean(op == "<>"))
}

// isIRI reports whether a value is surely an IRI or nothing, which equals nothing but itself.
func isIRI(v Value) bool {
	c, ok := v.Expr.(*sqltree.Constant)
	return v.Type.Kind == Resource || ok && v.Type.Kind == Any && strings.HasPrefix(c.Text, "<")
}

// ordering is <, >, <= or >= of terms whose types are not known.
func ordering(op string, a, b Value) sqltree.Expr {
	plain := func(v Value) sqltree.Expr {
		if v.Type.Kind == String {
			return v.Expr
		}
		if v.Type.Kind != Any {
			return null().Expr
		}
		return when(in(head(v.Expr), plainHead, headOf(sparql.XSDBoolean)), lex(v.Expr))
	}
	return when(
		and(notNull(number(a)), notNull(number(b))), compare(op, number(a), number(b)),
		and(notNull(moment(a)), notNull(moment(b))), compare(op, moment(a), moment(b)),
		and(notNull(plain(a)), notNull(plain(b)), equal(headOrPlain(a), headOrPlain(b))), compare(op, plain(a),
			plain(b)))
}

func headOrPlain(v Value) sqltree.Expr {
	if v.Type.Kind == String {
		return str(plainHead)
	}
	return head(Encoded(v))
}

// orderKeys are the keys by which ORDER BY sorts a value: nothing, blank nodes, IRIs, literals.
func orderKeys(v Value) []sqltree.Expr {
	switch v.Type.Kind {
	case Resource: // as IRIs, which are texts
		return []sqltree.Expr{cast(v.Expr, "VARCHAR")}
	case Any:
		class := when(call("starts_with", v.Expr, str("_")), sqltree.NewInt(1), call("starts_with", v.Expr, str("<")),
			sqltree.NewInt(2), isLiteral(v.Expr), sqltree.NewInt(3))
		text := when(isLiteral(v.Expr), lex(v.Expr), v.Expr)
		return []sqltree.Expr{class, number(v), moment(v), text}
	}
	return []sqltree.Expr{v.Expr}
}
