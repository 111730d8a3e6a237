package dialect

import (
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
)

// renderTemplate gives SQL of OHDSI's SqlRender the form that it has with its defaults: {DEFAULT @x = 3}
// gives a parameter a value, {condition}?{then}:{else} chooses. A parameter without a default stays as it
// is, and a condition that depends on one is taken as met.
func renderTemplate(sql string) string {
	values := map[string]string{}
	for _, m := range defaults.FindAllStringSubmatch(sql, -1) {
		values[strings.ToLower(m[1])] = strings.Trim(strings.TrimSpace(m[2]), `'"`)
	}
	sql = defaults.ReplaceAllString(sql, "")
	for range 1000 { // each turn resolves one condition
		next, ok := resolveCondition(sql, values)
		if !ok {
			break
		}
		sql = next
	}
	return parameter.ReplaceAllStringFunc(sql, func(name string) string {
		if v := values[strings.ToLower(name[1:])]; v != "" {
			return v
		}
		return name
	})
}

var (
	defaults  = lazyregexp.New(`(?i)\{\s*DEFAULT\s+@(\w+)\s*=\s*([^}]*)\}`)
	parameter = lazyregexp.New(`@\w+`)
)

// resolveCondition replaces the first {condition}?{then}:{else} by the part that holds.
func resolveCondition(sql string, values map[string]string) (string, bool) {
	for i := 0; i < len(sql); i++ {
		if sql[i] != '{' {
			continue
		}
		end := closingBrace(sql, i)
		then, ok := blockAfter(sql, end, '?')
		if end < 0 || !ok {
			continue
		}
		thenEnd := closingBrace(sql, then)
		if thenEnd < 0 {
			continue
		}
		out, last := sql[then+1:thenEnd], thenEnd
		if other, ok := blockAfter(sql, thenEnd, ':'); ok {
			if otherEnd := closingBrace(sql, other); otherEnd >= 0 {
				last = otherEnd
				if !holds(sql[i+1:end], values) {
					out = sql[other+1 : otherEnd]
				}
			}
		} else if !holds(sql[i+1:end], values) {
			out = ""
		}
		return sql[:i] + out + sql[last+1:], true
	}
	return sql, false
}

// closingBrace is the place of the brace that closes the one at i, or -1.
func closingBrace(sql string, i int) int {
	depth := 0
	for ; i >= 0 && i < len(sql); i++ {
		switch sql[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// blockAfter is the place of the brace that a mark behind end opens.
func blockAfter(sql string, end int, mark byte) (int, bool) {
	if end < 0 {
		return 0, false
	}
	rest := strings.TrimLeft(sql[end+1:], " \t\r\n")
	if rest == "" || rest[0] != mark {
		return 0, false
	}
	block := strings.TrimLeft(rest[1:], " \t\r\n")
	return len(sql) - len(block), strings.HasPrefix(block, "{")
}

// holds reports whether a condition of a template is met.
func holds(condition string, values map[string]string) bool {
	for or := range strings.SplitSeq(condition, "|") {
		all := true
		for and := range strings.SplitSeq(or, "&") {
			all = all && comparison(and, values)
		}
		if all {
			return true
		}
	}
	return false
}

func comparison(text string, values map[string]string) bool {
	unknown := false
	value := func(s string) string {
		s = strings.Trim(strings.TrimSpace(s), `'"() `)
		if strings.HasPrefix(s, "@") {
			v, ok := values[strings.ToLower(s[1:])]
			unknown = unknown || !ok
			return v
		}
		return s
	}
	for _, op := range []string{"==", "!=", "<>"} {
		if l, r, ok := strings.Cut(text, op); ok {
			same := strings.EqualFold(value(l), value(r))
			return unknown || same == (op == "==")
		}
	}
	text = strings.TrimSpace(text)
	negated := strings.HasPrefix(text, "!")
	v := value(strings.TrimPrefix(text, "!"))
	on := v != "" && v != "0" && !strings.EqualFold(v, "false")
	return unknown || on != negated
}
