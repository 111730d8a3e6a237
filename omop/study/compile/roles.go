package compile

import "slices"

// FirstNumber returns the column that answers: the first that is neither a stratum nor says more about one; -1 where there is none.
func (p *Plan) FirstNumber() int {
	return slices.IndexFunc(p.Columns, func(c Column) bool { return c.Role != Stratum && c.Role != Name })
}

// Fraction returns the columns of an estimate and of what it is a fraction of: numerator and denominator, or events and
// person-time. It returns -1 for all where there is no such estimate.
func (p *Plan) Fraction() (estimate, over, below int) {
	estimate = p.column(Estimate)
	over = p.column(Numerator)
	if below = p.column(PersonTime); below < 0 {
		below = p.column(Denominator)
	} else if over < 0 {
		over = p.column(Count)
	}
	if estimate < 0 || over < 0 || below < 0 {
		return -1, -1, -1
	}
	return estimate, over, below
}

func (p *Plan) column(role Role) int {
	return slices.IndexFunc(p.Columns, func(c Column) bool { return c.Role == role })
}
