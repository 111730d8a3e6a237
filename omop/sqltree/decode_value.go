package sqltree

import (
	"encoding/json"
	"math/big"
	"strconv"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
)

// constant decodes a literal; nil for a type this package does not write.
func (d *decoder) constant(o *object, loc Loc) Expr {
	v := o.object("value")
	if v == nil {
		return nil
	}
	typ := v.object("type")
	if typ == nil {
		return nil
	}
	c := &Constant{Loc: loc}
	id, info, value := typ.str("id"), typ.object("type_info"), v.get("value")
	if v.bool("is_null") {
		if id != "NULL" {
			return nil
		}
		return c
	}
	ok := false
	switch id {
	case "BOOLEAN":
		var b bool
		b, ok = value.(bool)
		c.Kind, c.Text = Bool, strconv.FormatBool(b)
	case "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "HUGEINT",
		"UHUGEINT":
		c.Kind = Int
		c.Text, ok = integerText(value, id == "UHUGEINT")
	case "DECIMAL":
		c.Kind = Decimal
		c.Text, ok = decimalText(value, info)
	case "FLOAT", "DOUBLE":
		c.Kind = Float
		c.Text, ok = floatText(value)
	case "VARCHAR":
		c.Kind = String
		c.Text, ok = value.(string)
	}
	if !ok {
		return nil
	}
	return c
}

// integerText reads a number, or the halves of a 128-bit one.
func integerText(v any, unsigned bool) (string, bool) {
	if n, ok := v.(json.Number); ok {
		return n.String(), true
	}
	o := asObject(v)
	if o == nil {
		return "", false
	}
	upper, okU := bigOf(o.get("upper"))
	lower, okL := bigOf(o.get("lower"))
	if !okU || !okL {
		return "", false
	}
	word := new(big.Int).Lsh(big.NewInt(1), 64)
	if lower.Sign() < 0 { // an unsigned half that was written as signed
		lower.Add(lower, word)
	}
	if unsigned && upper.Sign() < 0 {
		upper.Add(upper, word)
	}
	return upper.Mul(upper, word).Add(upper, lower).String(), true
}

func bigOf(v any) (*big.Int, bool) {
	n, ok := v.(json.Number)
	if !ok {
		return nil, false
	}
	return new(big.Int).SetString(n.String(), 10)
}

// decimalText puts the point into the integer that the parser keeps of a decimal.
func decimalText(v any, info *object) (string, bool) {
	if info == nil {
		return "", false
	}
	digits, ok := integerText(v, false)
	scale, okScale := info.int("scale")
	if !ok || !okScale {
		return "", false
	}
	sign := ""
	if strings.HasPrefix(digits, "-") {
		sign, digits = "-", digits[1:]
	}
	if pad := int(scale) + 1 - len(digits); pad > 0 {
		digits = strings.Repeat("0", pad) + digits
	}
	point := len(digits) - int(scale)
	return sign + digits[:point] + "." + digits[point:], true
}

// floatText writes a number so that the parser reads a DOUBLE, not a DECIMAL: with an exponent.
func floatText(v any) (string, bool) {
	n, ok := v.(json.Number)
	if !ok {
		return "", false
	}
	f, err := strconv.ParseFloat(n.String(), 64)
	if err != nil {
		return "", false
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(f, 'e', -1, 64), "e")
	e, err := strconv.Atoi(exponent)
	if err != nil {
		return "", false
	}
	return mantissa + "e" + strconv.Itoa(e), true
}

func (d *decoder) cast(o *object, loc Loc) Expr {
	typ, ok := typeName(o.object("cast_type"))
	if !ok {
		return nil
	}
	c := &Cast{Loc: loc, Expr: d.expr(o.get("child")), Type: typ, Try: o.bool("try_cast")}
	if k, ok := c.Expr.(*Constant); ok && k.Kind == String && !c.Try {
		if e := c.literal(k); e != nil {
			return e
		}
	}
	if c.Type == "INTERVAL" && c.Pos() >= 0 && c.Expr.Pos() == c.Pos() && !c.Try { // INTERVAL (x || ' days')
		return &Interval{Loc: loc, Expr: c.Expr}
	}
	return c
}

// literal returns the constant that a cast of the string k is written as, or nil.
func (c *Cast) literal(k *Constant) Expr {
	loc := c.Loc
	if loc.Pos() < 0 || k.Pos() >= 0 && k.Pos() < loc.Pos() {
		loc = k.Loc
	}
	switch {
	case c.Type == "BOOLEAN" && c.Pos() < 0 && (k.Text == "t" || k.Text == "f"):
		return &Constant{Loc: loc, Kind: Bool, Text: strconv.FormatBool(k.Text == "t")}
	case c.Type == "DATE":
		return &Constant{Loc: loc, Kind: Date, Text: k.Text}
	case c.Type == "TIME":
		return &Constant{Loc: loc, Kind: Time, Text: k.Text}
	case c.Type == "TIMESTAMP":
		return &Constant{Loc: loc, Kind: Timestamp, Text: k.Text}
	case c.Type == "INTERVAL":
		return intervalLiteral(loc, k.Text)
	}
	return nil
}

var oneUnit = lazyregexp.New(`^\s*(-?\d+)\s+(?i:(year|quarter|month|week|day|hour|minute|second)s?)\s*$`)

// intervalLiteral gives '90 days' the form of INTERVAL '90' DAY; they mean the same.
func intervalLiteral(loc Loc, text string) *Interval {
	if m := oneUnit.FindStringSubmatch(text); m != nil {
		return &Interval{Loc: loc, Value: m[1], Unit: strings.ToUpper(m[2])}
	}
	return &Interval{Loc: loc, Value: text}
}
