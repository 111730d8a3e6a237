package pipeline

import (
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/pipeline/privacy"
)

// Two groups that are compared tell of each other: from the risk of one and their ratio follows the risk of the other.
// So where a number of one is hidden, what is made of both is.

// knowPairs says of the columns of a comparison or a description who is behind them; nil for other measures.
func knowPairs(q *study.Question, p *compile.Plan) []privacy.Known {
	switch q.Measure.Kind {
	case study.Comparison:
		return knowSides(p)
	case study.Characteristics, study.DrugUse:
		return knowLevels(p)
	}
	return nil
}

// knowSides goes by the place of columns: the measures of both groups first, then for each group its risk, those with
// the outcome, its people, its time.
func knowSides(p *compile.Plan) []privacy.Known {
	known := make([]privacy.Known, len(p.Columns))
	part, whole := len(p.Columns), -1 // of the side of a column, from the last to the first
	sides := map[int][2]int{}
	for i, c := range slices.Backward(p.Columns) {
		switch c.Role {
		case compile.Denominator:
			whole = i
		case compile.Numerator:
			part = i
		}
		sides[i] = [2]int{part, whole}
	}
	for i, c := range p.Columns {
		k := privacy.Known{Name: c.Name, Role: privacy.Estimate, People: sides[i][1], Part: sides[i][0]}
		switch c.Role {
		case compile.Numerator, compile.Denominator:
			k.Role, k.People, k.Part = privacy.Persons, i, -1
			if c.Role == compile.Numerator {
				k.Among = sides[i][1] + 1
			}
		case compile.PersonTime:
			k.Role, k.People, k.Part = privacy.Tally, i-1, -1 // its people stand before it
		case compile.Estimate:
			if k.Part >= len(p.Columns) { // pooled: behind both sides
				k.Part, k.People = sides[0][0], sides[0][1]
			}
		}
		known[i] = k
	}
	return known
}

// knowLevels goes by the place of columns, too: the mean and the deviation stand before the quartiles, which are not
// made of all values.
func knowLevels(p *compile.Plan) []privacy.Known {
	var known []privacy.Known
	numbers := 0
	patients := slices.IndexFunc(p.Columns, func(c compile.Column) bool { return c.Role == compile.Numerator })
	for i, c := range p.Columns {
		k := privacy.Known{Name: c.Name, Role: privacy.Estimate, People: patients, Part: -1}
		switch c.Role {
		case compile.Stratum:
			k.Role, k.People = privacy.Group, -1
		case compile.Numerator, compile.Denominator:
			k.Role, k.People = privacy.Persons, i
			if c.Role == compile.Numerator {
				k.Among = patients + 2
			}
		case compile.Estimate:
			k.People, k.Part = patients+1, patients
		case compile.Number:
			k.Few = []int{behindDescription(p)}
			if numbers++; numbers <= 2 {
				k.Few = append(k.Few, behindValues(p)...)
			}
			switch {
			case isDeviation(c):
				k.Few = append(k.Few, behindDeviation(p))
			case isQuartile(c):
				k.Few = append(k.Few, behindQuartile(p))
			}
		}
		known = append(known, k)
	}
	return known
}

// hidePairs hides what is made of two groups where a number of one of them is hidden, and returns how many cells it has
// hidden.
func (r *work) hidePairs() int {
	if r.Plan == nil || !r.Plan.Pairs {
		return 0
	}
	told := map[string]bool{} // rows of which something is hidden in one of the groups
	for _, row := range r.Table.Rows {
		for i, c := range r.Plan.Columns {
			if s, ok := row[i].(string); ok && c.Role != compile.Stratum &&
				(s == privacy.Hidden || strings.HasPrefix(s, "<")) {
				told[r.pairOf(row)] = true
			}
		}
	}
	hidden := 0
	for _, row := range r.Table.Rows {
		for i, c := range r.Plan.Columns {
			both := c.Role == compile.Difference ||
				r.Study.Measure.Kind == study.Comparison && c.Role == compile.Estimate
			if told[r.pairOf(row)] && both && row[i] != nil && row[i] != privacy.Hidden {
				row[i] = privacy.Hidden
				hidden++
			}
		}
	}
	return hidden
}

// pairOf names a row but for its group.
func (r *work) pairOf(row []any) string {
	var b strings.Builder
	for i, c := range r.Plan.Columns {
		if c.Role == compile.Stratum && c.Name != "group_name" {
			fmt.Fprintf(&b, "%v|", row[i])
		}
	}
	return b.String()
}
