package main

import (
	"slices"
	"strings"
)

// layoutWidth is the column after which a line of SQL is broken at the next blank.
const layoutWidth = 100

// layoutSQL sets SQL in lines, one clause a line, subqueries indented. Text that
// has lines already was laid out by its author and stays as it is.
func layoutSQL(sql string) string {
	sql = strings.TrimSpace(sql)
	if strings.ContainsRune(sql, '\n') {
		return sql
	}
	l := layout{levels: []level{{query: true}}}
	tokens := splitSQL(sql)
	for i := range tokens {
		l.put(tokens, i)
	}
	return strings.TrimRight(l.out.String(), " ")
}

// level is a pair of brackets, or the whole statement.
type level struct {
	query   bool   // holds a query: its clauses begin lines
	boolean bool   // groups conditions: AND and OR begin lines
	clause  string // keyword of the clause that is being written
	between bool   // the next AND belongs to BETWEEN
	cases   int    // open CASE … END
}

type layout struct {
	out    strings.Builder
	column int
	levels []level
}

func (l *layout) top() *level { return &l.levels[len(l.levels)-1] }

func (l *layout) put(tokens []sqlToken, i int) {
	t := tokens[i]
	word := ""
	if t.kind == sqlWord {
		word = strings.ToUpper(t.text)
	}
	switch {
	case t.text == "(":
		l.write(t)
		l.open(tokens, i)
		return
	case t.text == ")" && len(l.levels) > 1:
		l.close(t)
		return
	case l.beginsLine(tokens, i, word):
		l.newline(l.indent(word))
		t.space = ""
	case l.column > layoutWidth && t.space != "":
		l.newline(l.depth() + 2)
		t.space = ""
	}
	l.write(t)
	l.track(word)
	if t.text == "," && l.top().query && l.top().clause == "WITH" {
		l.newline(l.depth())
	}
}

// open enters a bracket.
func (l *layout) open(tokens []sqlToken, i int) {
	next := ""
	if i+1 < len(tokens) {
		next = strings.ToUpper(tokens[i+1].text)
	}
	parent := *l.top()
	conditions := slices.Contains([]string{"WHERE", "ON", "HAVING", "QUALIFY"}, parent.clause) || parent.boolean
	in := level{query: next == "SELECT" || next == "WITH", boolean: conditions && opensGroup(tokens, i), clause: ""}
	l.levels = append(l.levels, in)
	if in.query {
		l.newline(l.depth())
	}
}

// opensGroup reports whether the bracket at i groups conditions, rather than
// holding a function's arguments or a list.
func opensGroup(tokens []sqlToken, i int) bool {
	if i == 0 {
		return false
	}
	before := strings.ToUpper(tokens[i-1].text)
	return slices.Contains([]string{"(", "WHERE", "ON", "HAVING", "QUALIFY", "AND", "OR", "NOT"}, before)
}

func (l *layout) close(t sqlToken) {
	was := *l.top()
	l.levels = l.levels[:len(l.levels)-1]
	if was.query {
		l.newline(l.depth())
		t.space = ""
	}
	l.write(t)
}

// clauses begin a line of their own within a query.
var clauses = []string{"SELECT", "FROM", "WHERE", "GROUP", "HAVING", "QUALIFY", "ORDER", "LIMIT", "OFFSET", "WINDOW", "WITH",
	"UNION", "INTERSECT", "EXCEPT", "JOIN", "INNER", "LEFT", "RIGHT", "FULL", "CROSS", "NATURAL", "ASOF", "SEMI", "ANTI", "POSITIONAL"}

// joining words stand before JOIN on one line.
var joining = []string{"INNER", "LEFT", "RIGHT", "FULL", "CROSS", "NATURAL", "ASOF", "SEMI", "ANTI", "OUTER", "POSITIONAL"}

func (l *layout) beginsLine(tokens []sqlToken, i int, word string) bool {
	if i == 0 || l.column == 0 {
		return false
	}
	top := l.top()
	switch {
	case word == "AND" || word == "OR":
		conditions := slices.Contains([]string{"WHERE", "ON", "HAVING", "QUALIFY"}, top.clause)
		return (top.boolean || top.query && conditions) && !top.between && top.cases == 0
	case !top.query || !slices.Contains(clauses, word):
		return false
	}
	before := strings.ToUpper(tokens[i-1].text)
	next := ""
	if i+1 < len(tokens) {
		next = strings.ToUpper(tokens[i+1].text)
	}
	switch {
	case slices.Contains(joining, before):
		return false
	case next == "(" && (word == "LEFT" || word == "RIGHT"): // the string functions
		return false
	case word == "SELECT" && before == "(", word == "WITH" && before == "(":
		return false
	case before == "DISTINCT" && word == "FROM", before == "." || next == ".": // IS DISTINCT FROM; a qualified name
		return false
	}
	return true
}

// indent is the column, in steps, at which a line that begins with word stands.
func (l *layout) indent(word string) int {
	if word == "AND" || word == "OR" {
		return l.depth() + 1
	}
	return l.depth()
}

// depth is the number of brackets that indent what stands in them.
func (l *layout) depth() int {
	n := 0
	for _, v := range l.levels[1:] {
		if v.query || v.boolean {
			n++
		}
	}
	return n
}

// track remembers what the coming words belong to.
func (l *layout) track(word string) {
	top := l.top()
	switch word {
	case "":
	case "BETWEEN":
		top.between = true
	case "AND":
		top.between = false
	case "CASE":
		top.cases++
	case "END":
		top.cases = max(0, top.cases-1)
	case "ON":
		top.clause = word
	default:
		if top.query && slices.Contains(clauses, word) {
			top.clause = word
		}
	}
}

func (l *layout) newline(indent int) {
	l.out.WriteString("\n" + strings.Repeat("  ", indent))
	l.column = 0
}

func (l *layout) write(t sqlToken) {
	if l.column > 0 && t.space != "" {
		l.out.WriteByte(' ')
		l.column++
	}
	l.out.WriteString(t.text)
	l.column += len(t.text)
}
