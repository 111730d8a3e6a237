package eval

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

// ExactExecution is EX: the results hold the same rows, as often, in any order; the
// columns stand in the same order and none is added; numbers are the same to nine digits, no share stands for its
// percentage.
//
// Source: Yu et al. (2018), Spider; Wang et al. (2020), MIMICSQL's execution accuracy.
func ExactExecution(want, got *omop.Table) bool {
	if got == nil || want.Truncated || got.Truncated || len(want.Rows) != len(got.Rows) ||
		len(want.Columns) != len(got.Columns) {
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

// tokens normalises and splits SQL; with hidden every literal's value is replaced by its kind.
func tokens(sql string, hidden bool) []string {
	var out []string
	for _, t := range sqltree.Tokens(sql) {
		switch t.Kind {
		case sqltree.CommentToken, sqltree.EndToken:
		case sqltree.PlaceholderToken:
			domain, text, _ := strings.Cut(strings.ToLower(strings.Trim(t.Text, "[]")), "@")
			if hidden {
				text = ""
			}
			out = append(out, "["+domain+"@"+text+"]")
		case sqltree.StringToken:
			if hidden {
				t.Text = "'…'"
			}
			out = append(out, t.Text)
		case sqltree.NumberToken:
			if hidden {
				t.Text = "0"
			}
			out = append(out, strings.ToLower(t.Text))
		case sqltree.NameToken:
			out = append(out, t.Text)
		default:
			out = append(out, strings.ToLower(strings.Replace(t.Text, "!=", "<>", 1)))
		}
	}
	for len(out) > 0 && out[len(out)-1] == ";" {
		out = out[:len(out)-1]
	}
	return out
}
