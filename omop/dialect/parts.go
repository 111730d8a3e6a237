package dialect

import (
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop/sqltree"
)

// parts are date parts by the names that dialects give them.
var parts = map[string]string{
	"year": "year", "years": "year", "yy": "year", "yyyy": "year", "y": "year", "yr": "year",
	"quarter": "quarter", "quarters": "quarter", "qq": "quarter", "q": "quarter", "qtr": "quarter",
	"month": "month", "months": "month", "mm": "month", "m": "month", "mon": "month", "mons": "month",
	"week": "week", "weeks": "week", "ww": "week", "wk": "week", "w": "week", "isoweek": "week", "weekiso": "week",
	"iso_week": "week",
	"day":      "day", "days": "day", "dd": "day", "d": "day", "dayofmonth": "day",
	"hour": "hour", "hours": "hour", "hh": "hour", "h": "hour", "minute": "minute", "minutes": "minute", "mi": "minute",
	"n":      "minute",
	"second": "second", "seconds": "second", "ss": "second", "s": "second", "millisecond": "millisecond",
	"ms":        "millisecond",
	"dayofyear": "doy", "doy": "doy", "dy": "doy", "dayofweek": "dow", "dow": "dow", "dw": "dow", "weekday": "dow",
	"isodow": "isodow", "dayofweek_iso": "isodow", "dayofweekiso": "isodow", "epoch": "epoch", "epoch_second": "epoch",
	"isoyear": "isoyear",
	"decade":  "decade", "century": "century",
}

// part is DuckDB's name of the date part that an argument names, bare or as a string.
func (t *translator) part(arg []node, c call) (string, bool) {
	name := strings.ToLower(strings.Trim(t.render(arg), "' "))
	if t.is(SQLServer) && (name == "y" || name == "dy") {
		name = "doy"
	}
	if t.is(BigQuery) && strings.HasPrefix(name, "week(") {
		if name != "week(monday)" {
			t.problem(c.at, "%s: weeks that begin on another day than Monday have no equal", c.name)
			return "", false
		}
		name = "isoweek"
	}
	if (t.is(SQLServer) || t.is(BigQuery)) && parts[name] == "week" && !strings.Contains(name, "iso") {
		t.problem(c.at, "%s: weeks begin on Sunday here, on Monday in DuckDB", c.name)
		return "", false
	}
	p, ok := parts[name]
	if !ok {
		t.problem(c.at, "%s: %q is not a date part that DuckDB has", c.name, name)
	}
	return p, ok
}

// interval is n times a date part; its count is negative where it begins with "-".
func interval(n, part string) (sign, text string) {
	sign = "+"
	if rest, negative := strings.CutPrefix(n, "-"); negative && isInteger(strings.TrimSpace(rest)) {
		sign, n = "-", strings.TrimSpace(rest)
	}
	factor := 1
	switch part {
	case "quarter":
		factor, part = 3, "month"
	case "week":
		factor, part = 7, "day"
	case "doy", "dow":
		part = "day"
	}
	unit := strings.ToUpper(part)
	if isInteger(n) {
		return sign, "INTERVAL '" + times(n, factor) + "' " + unit
	}
	return sign, n + " * INTERVAL '" + times("1", factor) + "' " + unit
}

var aDay = lazyregexp.New(`^'\d{4}-\d{2}-\d{2}'$`)

// date is an argument as a date: a string in ISO form gets its type, which functions of dates need to be found.
func (t *translator) date(arg []node) string {
	s := t.operand(arg)
	switch {
	case aDay.MatchString(s):
		return "DATE " + s
	case len(arg) == 1 && arg[0].kind == text:
		return "CAST(" + s + " AS TIMESTAMP)"
	}
	return s
}

// operand is an argument that can stand beside an operator.
func (t *translator) operand(arg []node) string {
	s := t.render(arg)
	for i, n := range arg {
		last := i == len(arg)-1
		switch {
		case n.kind == word && !n.is("CASE", "SELECT", "NOT"), n.kind == quoted, n.isSign("."), len(arg) == 1:
		case n.kind == paren && last:
		default:
			return "(" + s + ")"
		}
	}
	return s
}

// format translates the format of a date: pairs of a code and what strftime calls it, the longest codes first.
func format(f string, codes [][2]string, fold bool) (string, bool) {
	var b strings.Builder
next:
	for i := 0; i < len(f); {
		for _, c := range codes {
			have := f[i:min(len(f), i+len(c[0]))]
			if have == c[0] || fold && strings.EqualFold(have, c[0]) {
				b.WriteString(c[1])
				i += len(c[0])
				continue next
			}
		}
		if f[i] == '"' {
			end := strings.IndexByte(f[i+1:], '"')
			if end < 0 {
				return "", false
			}
			b.WriteString(f[i+1 : i+1+end])
			i += end + 2
			continue
		}
		if isLetter(f[i]) || isDigit(f[i]) || f[i] == '%' {
			return "", false
		}
		b.WriteByte(f[i])
		i++
	}
	return sqltree.QuoteString(b.String()), true
}

// oracleCodes are the codes of TO_CHAR, TO_DATE and TO_TIMESTAMP.
var oracleCodes = [][2]string{
	{"YYYY", "%Y"}, {"MONTH", "%B"}, {"HH24", "%H"}, {"HH12", "%I"}, {"DDD", "%j"}, {"DAY", "%A"}, {"MON", "%b"},
	{"FM", ""},
	{"YY", "%y"}, {"MM", "%m"}, {"DD", "%d"}, {"DY", "%a"}, {"HH", "%I"}, {"MI", "%M"}, {"SS", "%S"}, {"IW", "%V"},
	{"AM", "%p"}, {"PM", "%p"},
}

// dotnetCodes are the codes of SQL Server's FORMAT.
var dotnetCodes = [][2]string{
	{"yyyy", "%Y"}, {"MMMM", "%B"}, {"dddd", "%A"}, {"MMM", "%b"}, {"ddd", "%a"}, {"yy", "%y"}, {"MM", "%m"},
	{"dd", "%d"},
	{"HH", "%H"}, {"hh", "%I"}, {"mm", "%M"}, {"ss", "%S"}, {"tt", "%p"},
}

// styles are the styles of SQL Server's CONVERT of a date.
var styles = map[string]string{
	"101": "%m/%d/%Y", "102": "%Y.%m.%d", "103": "%d/%m/%Y", "104": "%d.%m.%Y", "110": "%m-%d-%Y", "111": "%Y/%m/%d",
	"112": "%Y%m%d", "23": "%Y-%m-%d", "120": "%Y-%m-%d %H:%M:%S", "126": "%Y-%m-%dT%H:%M:%S",
}
