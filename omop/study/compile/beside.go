package compile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// besideEachOther compiles a question whose groups have index dates of their own, new users of one drug and of another,
// or which counts people in groups that are named, each of which has a row though nobody be in it: the measure of each
// group by itself, its rows behind those of the group before it.
//
//	group_name  average_age
//	metformin          61.2
//	insulin            58.9
func besideEachOther(q *study.Question, at int, opts Options) (*Plan, error) {
	groups := q.Strata[at].Groups
	var plans []*Plan
	for i := range groups {
		one := q.Clone()
		if one.Strata = slices.Delete(one.Strata, at, at+1); groups[i].Entry != nil {
			one.Population.Entry = groups[i].Entry
		} else {
			one.Population.Criteria = append(one.Population.Criteria, groups[i].Is)
		}
		plan, err := Compile(one, opts)
		if err != nil {
			return nil, err
		}
		plans = append(plans, plan)
	}
	first := plans[0]
	all := &Plan{Columns: append([]Column{{Name: "group_name", Role: Stratum}}, first.Columns...),
		Support: first.Support,
		Behind:  first.Behind, Steps: first.Steps}
	for _, b := range first.Bounds {
		b.Estimate++
		b.From = slices.Clone(b.From)
		for i := range b.From {
			b.From[i]++
		}
		all.Bounds = append(all.Bounds, b)
	}
	var rows, people []string
	for i, p := range plans {
		if why := alike(first, p); why != "" {
			return nil, &Unsupported{Field: fmt.Sprintf("strata[%d].groups[%d]", at, i), Why: why}
		}
		name := literal(groups[i].Name)
		rows = append(rows, fmt.Sprintf("SELECT %d AS part, %s AS group_name, a%d.*\nFROM (%s) AS a%d", i+1, name, i+1,
			p.SQL, i+1))
		people = append(people,
			fmt.Sprintf("SELECT %s AS group_name, b%d.*\nFROM (%s) AS b%d", name, i+1, p.People, i+1))
		for _, note := range p.Notes {
			if !slices.Contains(all.Notes, note) {
				all.Notes = append(all.Notes, note)
			}
		}
	}
	var shown, order []string
	for _, c := range all.Columns {
		shown = append(shown, "u."+c.Name)
		if c.Role == Stratum && c.Name != "group_name" {
			order = append(order, ", u."+c.Name)
		}
	}
	for _, name := range first.Support {
		shown = append(shown, "u."+name)
	}
	all.SQL = fmt.Sprintf("SELECT %s\nFROM (\n%s\n) AS u\nORDER BY u.part%s", strings.Join(shown, ", "),
		strings.Join(rows, "\nUNION ALL\n"), strings.Join(order, ""))
	all.People = strings.Join(people, "\nUNION ALL\n")
	return all, nil
}

// eachGroup is the stratum whose groups are told each by itself; -1 where there is none.
func eachGroup(q *study.Question) int {
	m := q.Measure
	if m.Kind == study.Count && m.Of == study.Persons && !m.Change && !m.Cumulative && !m.OfTotal && q.Top == nil &&
		len(q.Strata) == 1 && q.Strata[0].Kind == study.Groups &&
		!slices.ContainsFunc(q.Strata[0].Groups, func(g study.Group) bool { return g.Entry != nil }) {
		return 0
	}
	return q.Beside()
}

// alike says why the rows of two plans cannot stand below each other; "" where they can.
func alike(a, b *Plan) string {
	same := slices.EqualFunc(a.Columns, b.Columns, func(x, y Column) bool { return x.Role == y.Role && x.Of == y.Of })
	if !same || !slices.Equal(a.Support, b.Support) || a.Behind != b.Behind || a.People == "" {
		return "the groups are not told by the same numbers"
	}
	return ""
}
