package pipeline

import (
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline/cell"
)

// IsMeasure reports whether column i of a result measures something, counts among it,
// rather than names or orders rows. A hidden count is one.
func IsMeasure(t *omop.Table, i int) bool {
	name := t.Columns[i].Name
	return !cell.IsKey(name) && !strings.HasSuffix(name, "_id") && isNumericColumn(t, i)
}

// Headline is the main number of a result of one row: its first measure. ok is false where the
// result is no such thing.
func Headline(t *omop.Table) (column string, value any, ok bool) {
	if t == nil || len(t.Rows) != 1 {
		return "", nil, false
	}
	for i, c := range t.Columns {
		if IsMeasure(t, i) {
			return c.Name, t.Rows[0][i], true
		}
	}
	return "", nil, false
}

// groups are the names of the columns that the rows of the result are grouped by.
func (r *work) groups() []string {
	if r.plan == nil || r.Table == nil {
		return nil
	}
	var names []string
	for _, i := range r.plan.Groups() {
		if i < len(r.Table.Columns) {
			names = append(names, r.Table.Columns[i].Name)
		}
	}
	return names
}
