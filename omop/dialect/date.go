package dialect

import (
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// dateAdd is DATEADD(part, count, date).
func (t *translator) dateAdd(c *call) (string, bool) {
	if len(c.args) != 3 {
		return "", false
	}
	part, ok := t.part(c.args[0], *c)
	if !ok {
		return "", false
	}
	return t.shifted(c.args[2], t.operand(c.args[1]), part, false), true
}

func (t *translator) addMonths(c *call) (string, bool) {
	if len(c.args) != 2 {
		return "", false
	}
	t.doubt(c.at, "ADD_MONTHS goes from the last day of a month to the last day of a month; an interval keeps the day")
	return t.shifted(c.args[0], t.operand(c.args[1]), "month", false), true
}

// shifted is a date and so many parts more.
func (t *translator) shifted(date []node, count, part string, back bool) string {
	if strings.HasPrefix(count, "(-") && isInteger(strings.Trim(count, "()")) {
		count = strings.Trim(count, "()")
	}
	sign, by := interval(count, part)
	if back {
		sign = map[string]string{"+": "-", "-": "+"}[sign]
	}
	return "(" + t.date(date) + " " + sign + " " + by + ")"
}

// dateShift is BigQuery's DATE_ADD(date, INTERVAL count part) and its like. DATE_SUB
// with three arguments is DuckDB's own.
func (t *translator) dateShift(c *call) (string, bool) {
	if len(c.args) != 2 || len(c.args[1]) == 0 || !strings.HasPrefix(strings.ToUpper(c.args[1][0].text), "INTERVAL") {
		return "", false
	}
	count := trim(c.args[1][1:])
	back := strings.HasSuffix(c.name, "_SUB")
	s := ""
	if last := len(count) - 1; last > 0 {
		part, ok := t.part(count[last:], *c)
		if !ok {
			return "", false
		}
		n := t.operand(trim(count[:last]))
		if text, ok := literal(trim(count[:last])); ok {
			n = text
		}
		s = t.shifted(c.args[0], n, part, back)
	} else {
		s = "(" + t.date(c.args[0]) + map[bool]string{true: " - ", false: " + "}[back] + t.arg(c, 1) + ")"
	}
	if strings.HasPrefix(c.name, "DATE_") {
		s = "CAST" + "(" + strings.TrimSuffix(strings.TrimPrefix(s, "("), ")") + " AS DATE)"
	}
	return s, true
}

// extract is EXTRACT(part FROM date), whose parts mean other things in BigQuery.
func (t *translator) extract(c *call) (string, bool) {
	if len(c.args) != 1 {
		return "", false
	}
	from := indexOf(c.args[0], "FROM")
	if from < 0 {
		return "", false
	}
	part, date := trim(c.args[0][:from]), trim(c.args[0][from+1:])
	if t.is(BigQuery) && len(part) == 1 && part[0].is("DATE") {
		return "CAST(" + t.render(date) + " AS DATE)", true
	}
	return t.partOf(c, part, date)
}

// datePart is DATE_PART(part, date).
func (t *translator) datePart(c *call) (string, bool) {
	if len(c.args) != 2 {
		return "", false
	}
	return t.partOf(c, c.args[0], c.args[1])
}

func (t *translator) partOf(c *call, part, date []node) (string, bool) {
	name, ok := t.part(part, *c)
	if !ok {
		return "", false
	}
	s := "EXTRACT(" + strings.ToUpper(name) + " FROM " + t.date(date) + ")"
	if name == "dow" && t.is(BigQuery, SQLServer) {
		return "(" + s + " + 1)", true // Sunday is 1 there and 0 in DuckDB
	}
	return s, true
}

func (t *translator) lastDay(c *call) (string, bool) {
	if len(c.args) != 2 {
		return "", false
	}
	if part, ok := t.part(c.args[1], *c); ok && part != "month" {
		t.problem(c.at, "LAST_DAY of a %s has no equal", part)
		return "", false
	}
	return "LAST_DAY(" + t.date(c.args[0]) + ")", true
}

// trunc is DATE_TRUNC where its second argument names a part.
func (t *translator) trunc(c *call) (string, bool) {
	if len(c.args) != 2 || len(c.args[1]) != 1 || c.args[1][0].kind != text {
		return "", false
	}
	part, ok := t.part(c.args[1], *c)
	return "DATE_TRUNC('" + part + "', " + t.date(c.args[0]) + ")", ok
}

// formatted is TO_CHAR(date, format) and its like.
func (t *translator) formatted(c *call) (string, bool) {
	if len(c.args) != 2 || c.name == "FORMAT" && !t.is(SQLServer) {
		return "", false
	}
	codes, fold := oracleCodes, true
	if c.name == "FORMAT" || c.name == "DATE_FORMAT" {
		codes, fold = dotnetCodes, false
	}
	f, ok := t.format(c, c.args[1], codes, fold)
	return "STRFTIME(" + t.date(c.args[0]) + ", " + f + ")", ok
}

func (t *translator) format(c *call, arg []node, codes [][2]string, fold bool) (string, bool) {
	s, ok := literal(arg)
	if ok {
		s, ok = format(s, codes, fold)
	}
	if !ok {
		t.problem(c.at, "%s: the format %s has no equal", c.name, t.render(arg))
	}
	return s, ok
}

// parsed is TO_DATE(text, format) or TO_TIMESTAMP(text, format).
func (t *translator) parsed(c *call) (string, bool) {
	if len(c.args) != 2 {
		return "", false
	}
	f, ok := t.format(c, c.args[1], oracleCodes, true)
	typ, function := "DATE", "STRPTIME("
	if strings.HasSuffix(c.name, "TIMESTAMP") {
		typ = "TIMESTAMP"
	}
	if strings.HasPrefix(c.name, "TRY_") {
		function = "TRY_STRPTIME("
	}
	return "CAST(" + function + t.arg(c, 0) + ", " + f + ") AS " + typ + ")", ok
}

// formatDate is BigQuery's FORMAT_DATE(format, date), whose formats are strftime's but for its own %E and %Q.
func (t *translator) formatDate(c *call) (string, bool) {
	f, ok := t.ownFormat(c)
	return "STRFTIME(" + t.operandAt(c, 1) + ", " + f + ")", ok
}

func (t *translator) parseDate(c *call) (string, bool) {
	f, ok := t.ownFormat(c)
	typ := map[bool]string{true: "DATE", false: "TIMESTAMP"}[c.name == "PARSE_DATE"]
	return "CAST(STRPTIME(" + t.operandAt(c, 1) + ", " + f + ") AS " + typ + ")", ok
}

func (t *translator) operandAt(c *call, i int) string {
	if i < len(c.args) {
		return t.operand(c.args[i])
	}
	return ""
}

func (t *translator) ownFormat(c *call) (string, bool) {
	if len(c.args) != 2 {
		return "", false
	}
	s, ok := literal(c.args[0])
	if !ok || strings.Contains(s, "%E") || strings.Contains(s, "%Q") {
		t.problem(c.at, "%s: the format %s has no equal", c.name, t.arg(c, 0))
		return "", false
	}
	return sqltree.QuoteString(strings.NewReplacer("%F", "%Y-%m-%d", "%T", "%H:%M:%S").Replace(s)), true
}

// castCall is CAST(x AS type [FORMAT …]).
func (t *translator) castCall(c *call) (string, bool) {
	if len(c.args) == 0 {
		return "", false
	}
	all := c.args[0]
	// the digits of DECIMAL(p, s) are inside their own group: a comma here is the argument's
	for _, more := range c.args[1:] {
		all = append(append(all, node{kind: sign, text: ", "}), more...)
	}
	as := -1
	for i, n := range all {
		if n.is("AS") {
			as = i
		}
	}
	if as < 0 {
		return "", false
	}
	typ := trim(all[as+1:])
	if i := indexOf(typ, "FORMAT"); i >= 0 {
		t.problem(c.at, "CAST with a FORMAT has no equal")
		return "", false
	}
	function := strings.Replace(c.name, "SAFE_", "TRY_", 1)
	return t.cast(function, t.render(trim(all[:as])), typ), true
}

// convert is SQL Server's CONVERT(type, x [, style]).
func (t *translator) convert(c *call) (string, bool) {
	function := strings.Replace(c.name, "CONVERT", "CAST", 1)
	switch len(c.args) {
	case 2:
		return t.cast(function, t.arg(c, 1), c.args[0]), true
	case 3:
	default:
		return "", false
	}
	name, length := t.typeName(c.args[0])
	f, known := styles[t.arg(c, 2)]
	switch {
	case !known:
		t.problem(c.at, "CONVERT with style %s has no equal", t.arg(c, 2))
		return "", false
	case name == "VARCHAR":
		s := "STRFTIME(" + t.date(c.args[1]) + ", '" + f + "')"
		if length > 0 {
			s = "LEFT(" + s + ", " + times("1", length) + ")"
		}
		return s, true
	}
	return "CAST(STRPTIME(" + t.arg(c, 1) + ", '" + f + "') AS " + name + ")", true
}
