package dialect

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/askomop/askomop/internal/tsv"
)

//go:embed rules.tsv
var ruleText string

// rule says what one function of another dialect is in DuckDB.
type rule struct {
	dialects []string // "*" is all
	least    int      // arguments
	more     bool     // or more of them
	becomes  string
}

func (r rule) fits(d Dialect, args int) bool {
	return (r.dialects[0] == "*" || slices.Contains(r.dialects, string(d))) &&
		(args == r.least || r.more && args > r.least)
}

// rules are the rules of rules.tsv, by the function's name. A faulty line is a fault of the program.
var rules = sync.OnceValue(func() map[string][]rule {
	all := map[string][]rule{}
	for n, fields := range tsv.Rows(ruleText) {
		name, r, err := parseRule(fields)
		if err != nil {
			panic(fmt.Sprintf("rules.tsv:%d: %v", n, err))
		}
		all[name] = append(all[name], r)
	}
	return all
})

func parseRule(fields []string) (string, rule, error) {
	if len(fields) != 3 {
		return "", rule{}, fmt.Errorf("%d columns, want 3", len(fields))
	}
	name, count, _ := strings.Cut(fields[1], "/")
	digits, more := strings.CutSuffix(count, "+")
	n, err := strconv.Atoi(digits)
	return name, rule{strings.Split(fields[0], ","), n, more, fields[2]}, err
}

// byRule applies the first rule that fits a call.
func (t *translator) byRule(c call) (string, bool) {
	for _, r := range rules()[c.name] {
		if !r.fits(t.from, len(c.args)) {
			continue
		}
		if reason, none := strings.CutPrefix(r.becomes, "!"); none {
			t.problem(c.at, "%s:%s", c.name, reason)
			return "", false
		}
		return t.fill(r.becomes, c)
	}
	return "", false
}

// fill writes a rule's result with the arguments of a call.
func (t *translator) fill(becomes string, c call) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(becomes); i++ {
		mark := becomes[i]
		if i+1 == len(becomes) || !isDigit(becomes[i+1]) || strings.IndexByte("$%@#", mark) < 0 {
			b.WriteByte(mark)
			continue
		}
		i++
		arg := c.args[becomes[i]-'1']
		switch mark {
		case '$':
			b.WriteString(t.render(arg))
		case '%':
			b.WriteString(t.operand(arg))
		case '@':
			b.WriteString(t.date(arg))
		case '#':
			part, ok := t.part(arg, c)
			if !ok {
				return "", false
			}
			b.WriteString("'" + part + "'")
		}
	}
	return b.String(), true
}
