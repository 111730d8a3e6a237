package sqltree

import (
	"fmt"
	"slices"
	"strings"
)

// Layout sets SQL as it is in lines, one clause a line, subqueries indented. Text that
// has lines already was laid out by its author and stays as it is. It needs no parser: what has a tree is better
// written by Format.
func Layout(sql string) string {
	sql = strings.TrimSpace(sql)
	if strings.ContainsRune(sql, '\n') {
		return sql
	}
	l := layout{levels: []level{{query: true}}}
	tokens := Tokens(sql)
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

func (l *layout) put(tokens []Token, i int) {
	t := tokens[i]
	word := ""
	if t.Kind == WordToken {
		word = strings.ToUpper(t.Text)
	}
	switch {
	case t.Text == "(":
		l.write(t)
		l.open(tokens, i)
		return
	case t.Text == ")" && len(l.levels) > 1:
		l.close(t)
		return
	case l.beginsLine(tokens, i, word):
		l.newline(l.indent(word))
		t.Space = ""
	case l.column > lineWidth && t.Space != "":
		l.newline(l.depth() + 2)
		t.Space = ""
	}
	l.write(t)
	l.track(word)
	if t.Text == "," && l.top().query && l.top().clause == "WITH" {
		l.newline(l.depth())
	}
}

// open enters a bracket.
func (l *layout) open(tokens []Token, i int) {
	next := ""
	if i+1 < len(tokens) {
		next = strings.ToUpper(tokens[i+1].Text)
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
func opensGroup(tokens []Token, i int) bool {
	if i == 0 {
		return false
	}
	before := strings.ToUpper(tokens[i-1].Text)
	return slices.Contains([]string{"(", "WHERE", "ON", "HAVING", "QUALIFY", "AND", "OR", "NOT"}, before)
}

func (l *layout) close(t Token) {
	was := *l.top()
	l.levels = l.levels[:len(l.levels)-1]
	if was.query {
		l.newline(l.depth())
		t.Space = ""
	}
	l.write(t)
}

// clauses begin a line of their own within a query.
var clauses = []string{"SELECT", "FROM", "WHERE", "GROUP", "HAVING", "QUALIFY", "ORDER", "LIMIT", "OFFSET", "WINDOW",
	"WITH",
	"UNION", "INTERSECT", "EXCEPT", "JOIN", "INNER", "LEFT", "RIGHT", "FULL", "CROSS", "NATURAL", "ASOF", "SEMI", "ANTI", "POSITIONAL"}

// joining words stand before JOIN on one line.
var joining = []string{"INNER", "LEFT", "RIGHT", "FULL", "CROSS", "NATURAL", "ASOF", "SEMI", "ANTI", "OUTER",
	"POSITIONAL"}

func (l *layout) beginsLine(tokens []Token, i int, word string) bool {
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
	before := strings.ToUpper(tokens[i-1].Text)
	next := ""
	if i+1 < len(tokens) {
		next = strings.ToUpper(tokens[i+1].Text)
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

func (l *layout) write(t Token) {
	if l.column > 0 && t.Space != "" {
		l.out.WriteByte(' ')
		l.column++
	}
	l.out.WriteString(t.Text)
	l.column += len(t.Text)
}

// longList is the number of ids from which a list is folded for the eye.
const longList = 20

// FoldIDs shortens every IN list of more than longList whole numbers to its first three and a count.
func FoldIDs(sql string) string {
	tokens := Tokens(sql)
	var b strings.Builder
	for i := 0; i < len(tokens); i++ {
		b.WriteString(tokens[i].Space + tokens[i].Text)
		if tokens[i].Text != "(" {
			continue
		}
		ids, length := idList(tokens[i+1:])
		if len(ids) > longList {
			fmt.Fprintf(&b, "%s, … %d ids", strings.Join(ids[:3], ", "), len(ids))
			i += length
		}
	}
	return b.String()
}

// idList reads "1, 2, 3)" and returns the numbers and how many tokens stand
// before the closing bracket; nothing where anything else stands there.
func idList(tokens []Token) (ids []string, length int) {
	for i := 0; i+1 < len(tokens); i += 2 {
		if tokens[i].Kind != NumberToken {
			return nil, 0
		}
		ids = append(ids, tokens[i].Text)
		switch tokens[i+1].Text {
		case ",":
		case ")":
			return ids, i + 1
		default:
			return nil, 0
		}
	}
	return nil, 0
}
