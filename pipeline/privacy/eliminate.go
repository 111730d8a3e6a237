package privacy

import (
	"math/big"
	"slices"
)

// reduced are the equations of the unknown cells, as they are and solved as far as they can be.
func (a *audit) reduced() []linear {
	var open []linear
	seen := map[int]bool{}
	for _, eq := range a.equations {
		l := linear{coef: map[int]float64{}}
		for _, t := range eq {
			if a.unknown[t.cell] {
				l.coef[t.cell] += float64(t.coef)
				seen[t.cell] = true
			} else {
				l.sum -= float64(t.coef) * float64(a.value(t.cell))
			}
		}
		if len(l.coef) > 0 {
			open = append(open, l)
		}
	}
	if len(seen) > mostUnknown {
		return open
	}
	return append(open, eliminate(open)...)
}

// eliminate solves the equations as far as they can be, exactly.
func eliminate(open []linear) []linear {
	var cells []int
	index := map[int]int{}
	for _, l := range open {
		for c := range l.coef {
			if _, ok := index[c]; !ok {
				index[c] = 0
				cells = append(cells, c)
			}
		}
	}
	slices.Sort(cells)
	for i, c := range cells {
		index[c] = i
	}
	var rows [][]*big.Rat
	for _, l := range open {
		row := make([]*big.Rat, len(cells)+1)
		for i := range row {
			row[i] = new(big.Rat)
		}
		for c, k := range l.coef {
			row[index[c]].SetFloat64(k)
		}
		row[len(cells)].SetFloat64(l.sum)
		rows = insert(rows, row)
	}
	var out []linear
	for _, row := range rows {
		l := linear{coef: map[int]float64{}}
		for i, c := range cells {
			if row[i].Sign() != 0 {
				l.coef[c], _ = row[i].Float64()
			}
		}
		l.sum, _ = row[len(cells)].Float64()
		out = append(out, l)
	}
	return out
}

// insert adds a row to a matrix in reduced echelon form, where it says anything new.
func insert(rows [][]*big.Rat, row []*big.Rat) [][]*big.Rat {
	for _, r := range rows {
		subtract(row, r, pivot(r))
	}
	p := pivot(row)
	if p == len(row)-1 {
		return rows
	}
	inverse := new(big.Rat).Inv(row[p])
	for i := range row {
		row[i].Mul(row[i], inverse)
	}
	for _, r := range rows {
		subtract(r, row, p)
	}
	return append(rows, row)
}

// pivot is the first column that is not 0; the last one is the sum.
func pivot(row []*big.Rat) int {
	for i, x := range row[:len(row)-1] {
		if x.Sign() != 0 {
			return i
		}
	}
	return len(row) - 1
}

// subtract takes off row what makes its column p 0; by has 1 there.
func subtract(row, by []*big.Rat, p int) {
	if row[p].Sign() == 0 {
		return
	}
	factor := new(big.Rat).Set(row[p])
	product := new(big.Rat)
	for i := range row {
		row[i].Sub(row[i], product.Mul(factor, by[i]))
	}
}
