package eval

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop"
)

// ExactExecution is EX: the results hold the same rows, as often, in any order; the
// columns stand in the same order and none is added; numbers are the same to nine digits, no share stands for its percentage.
//
// Source: Yu et al. (2018), Spider; Wang et al. (2020), MIMICSQL's execution accuracy.
func ExactExecution(want, got *omop.Table) bool {
	if got == nil || want.Truncated || got.Truncated || len(want.Rows) != len(got.Rows) || len(want.Columns) != len(got.Columns) {
		return false
	}
	a, b := sortedRows(want), sortedRows(got)
	for i := range a {
		for j := range a[i] {
			if !equal(a[i][j], b[i][j], 1, 0) {
				return false
			}
		}
	}
	return true
}

func sortedRows(t *omop.Table) [][]cell {
	rows := make([][]cell, len(t.Rows))
	for i, row := range t.Rows {
		for _, v := range row {
			rows[i] = append(rows[i], newCell(v))
		}
	}
	slices.SortFunc(rows, func(a, b []cell) int { return slices.CompareFunc(a, b, compareCells) })
	return rows
}

// LogicForm is LF: two SQL texts have the same tokens after normalising: comments,
// blanks, the case of everything outside of quotes and the last semicolon do not count.
//
// Source: Zhong et al. (2017), Seq2SQL; Wang et al. (2020), MIMICSQL.
func LogicForm(want, got string) bool {
	return got != "" && slices.Equal(tokens(want, false), tokens(got, false))
}

// Structure is ST: the same as LogicForm but for the values of literals: numbers,
// strings and the texts of placeholders.
//
// Source: Park et al. (2021), Knowledge graph-based question answering with electronic health records.
func Structure(want, got string) bool {
	return got != "" && slices.Equal(tokens(want, true), tokens(got, true))
}

// sqlToken is, in this order: a comment, a placeholder, a string, a quoted name, a number, a name, an operator, any other sign.
var sqlToken = lazyregexp.New(`(?s)--[^\n]*|/\*.*?\*/|\[[a-zA-Z_]+@(?:\\\]|[^\]\n])*\]|'(?:''|[^'])*'|"(?:""|[^"])*"|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[\pL_][\pL\d_$]*|<>|!=|<=|>=|\|\||::|->>|->|\S`)

// tokens normalises and splits SQL; with hidden every literal's value is replaced by its kind.
func tokens(sql string, hidden bool) []string {
	var out []string
	for _, t := range sqlToken.FindAllString(sql, -1) {
		switch {
		case strings.HasPrefix(t, "--") || strings.HasPrefix(t, "/*"):
		case t[0] == '[' && len(t) > 1:
			domain, text, _ := strings.Cut(strings.ToLower(strings.Trim(t, "[]")), "@")
			if hidden {
				text = ""
			}
			out = append(out, "["+domain+"@"+text+"]")
		case t[0] == '\'' && hidden:
			out = append(out, "'…'")
		case t[0] >= '0' && t[0] <= '9' && hidden:
			out = append(out, "0")
		case t[0] == '\'' || t[0] == '"':
			out = append(out, t)
		case t == "!=":
			out = append(out, "<>")
		default:
			out = append(out, strings.ToLower(t))
		}
	}
	for len(out) > 0 && out[len(out)-1] == ";" {
		out = out[:len(out)-1]
	}
	return out
}
