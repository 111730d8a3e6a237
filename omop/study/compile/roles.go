package compile

import "slices"

// FirstNumber returns the column that answers: the first that is neither a stratum nor says more about one; -1 where
// there is none.
func (p *Plan) FirstNumber() int {
	return slices.IndexFunc(p.Columns, func(c Column) bool { return c.Role != Stratum && c.Role != Name })
}
