package plausible

import (
	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop/sqltree"
)

// A fraction of two counts of persons is not a share where the two are groups that nobody is in both of: women per man,
// and 100 · women / men. Where the question asks for such a ratio it may be above the whole; where it asks for a share,
// it is none. A person has one sex, one race and one year of birth, so counts that fix such a column to different
// values are of different people, wherever it is fixed: in WHERE, in FILTER or in CASE.

// asksForRatio are the words by which questions ask for a ratio of groups.
var asksForRatio = lazyregexp.New(`(?i)\bratio|\bper \w+|\bfor (every|each)\b|\bto every\b|times as many|compared (to|with)|\brelative to\b`)

// apart reports whether two counts of persons are of groups of which nobody is in both.
func (t boundsReader) apart(top, bottom sqltree.Expr) bool {
	a, b := t.fixed(top, 0), t.fixed(bottom, 0)
	for column, value := range a {
		if other, both := b[column]; both && other != value {
			return true
		}
	}
	return false
}

// fixed are the columns of table person that a count fixes to one value, with the values as they are written.
func (t boundsReader) fixed(e sqltree.Expr, depth int) map[string]string {
	if depth > deepest {
		return nil
	}
	switch x := t.Follow(sqltree.Bare(e)).(type) {
	case *sqltree.Cast:
		return t.fixed(x.Expr, depth+1)
	case *sqltree.Subquery:
		if inner := t.Subs[x.Query]; inner != nil && len(inner.Columns) == 1 && inner.Columns[0].Expr != nil {
			return t.fixed(inner.Columns[0].Expr, depth+1)
		}
	case *sqltree.Func:
		if (x.Name == "coalesce" || x.Name == "nullif" || x.Name == "ifnull") && len(x.Args) > 0 {
			return t.fixed(x.Args[0], depth+1)
		}
		out := map[string]string{}
		t.fixedBy(x.Filter, out)
		if home := t.Homes[x]; home != nil {
			t.fixedBy(home.Tree.Where, out)
		}
		if len(x.Args) == 1 {
			if c, ok := t.Follow(sqltree.Bare(x.Args[0])).(*sqltree.Case); ok && c.Operand == nil && len(c.Whens) == 1 {
				t.fixedBy(c.Whens[0].If, out)
			}
		}
		return out
	}
	return nil
}

// fixedBy notes what a condition fixes: column = constant, alone or beside others by AND.
func (t boundsReader) fixedBy(condition sqltree.Expr, out map[string]string) {
	if condition == nil {
		return
	}
	for _, term := range sqltree.Conjuncts(condition) {
		c, ok := sqltree.Bare(term).(*sqltree.Compare)
		if !ok || c.Op != "=" {
			continue
		}
		column, value := c.Left, c.Right
		if _, is := sqltree.Bare(column).(*sqltree.Constant); is {
			column, value = value, column
		}
		k, ok := sqltree.Bare(value).(*sqltree.Constant)
		origins := t.Origins(column)
		if ok && len(origins) == 1 && origins[0].Column != nil && origins[0].TableName() == "person" {
			out[origins[0].Column.Name] = k.Text
		}
	}
}
