package pipeline

import (
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/pipeline/cell"
	"github.com/askomop/askomop/pipeline/privacy"
)

// Named groups may overlap: of 90 people with hypertension, 89 never took tamoxifen. Beside each other their numbers
// tell of the one who did, be it the total age, 6782 and 6703, or how many have diabetes. So who is in which groups is
// counted beside the result:
//
//	hypertension  no tamoxifen  people
//	           1             1      89
//	           1             0       1   ← all that the two groups differ in
//
// and of groups that differ by few people, or of which few are left when others are taken off, the smallest is hidden.

// membership counts the people of a result's groups by which of them they are in.
type membership struct {
	// a template: the other strata, a column a group, the same for those of the numerator, and how many people
	sql    string
	others []int    // the columns of the result with the other strata
	column int      // that with the group's name; -1 where each group has columns of its own
	groups []string // by name
	halves bool     // of a group, those of the numerator and those who are not are told apart
	whole  bool     // each row has the size of its group, too
}

// groupsOf says how the people of overlapping groups are counted; nil where the question names none.
func groupsOf(q *study.Question, p *compile.Plan) *membership {
	m := &membership{column: -1, halves: tellsPart[q.Measure.Kind]}
	for _, s := range q.Strata {
		if s.Kind == study.Groups {
			for _, g := range s.Groups {
				m.groups = append(m.groups, g.Name)
			}
		}
	}
	if len(m.groups) < 2 || q.Measure.Kind == study.Overlap { // whose groups are those who are in these and no others
		return nil
	}
	name := "group_name"
	var strata []string
	for i, c := range p.Columns {
		switch {
		case c.Role == compile.Stratum && c.Name == name:
			m.column = i
		case c.Role == compile.Stratum:
			m.others, strata = append(m.others, i), append(strata, sqltree.Ident(c.Name))
		}
	}
	values := make([]string, len(m.groups))
	for i, g := range m.groups {
		values[i] = "'" + strings.ReplaceAll(g, "'", "''") + "'"
	}
	if q.Measure.Kind == study.Comparison {
		name, m.halves, values = "group_no", true, []string{"1", "2"}
	} else if m.column < 0 {
		return nil
	}
	m.whole = q.Measure.Kind == study.Characteristics || q.Measure.Kind == study.DrugUse
	var flags, names []string
	flag := func(condition string) {
		names = append(names, fmt.Sprintf("in_%d", len(names)+1))
		flags = append(flags, fmt.Sprintf("MAX(CASE WHEN %s THEN 1 ELSE 0 END) AS %s", condition, names[len(names)-1]))
	}
	for _, v := range values {
		flag(name + " = " + v)
	}
	if m.halves {
		for _, v := range values {
			flag(name + " = " + v + " AND counted = 1")
		}
	}
	list := strings.Join(slices.Concat(strata, names), ", ")
	m.sql = fmt.Sprintf("SELECT %s, COUNT(*) AS people\nFROM (\n  SELECT %s\n  FROM (%s) AS behind\n  GROUP BY %s\n) AS members\nGROUP BY %s", list,
		strings.Join(slices.Concat([]string{"person_id"}, strata, flags),
			", "), p.People, strings.Join(append([]string{"person_id"}, strata...), ", "), list)
	return m
}

// pattern is so many people who are in the same groups.
type pattern struct {
	in, counted []bool
	people      int64
}

// patterns reads the counts, by the other strata.
func (m *membership) patterns(t *omop.Table) (map[string][]pattern, error) {
	n := len(m.groups)
	width := len(m.others) + n + 1
	if m.halves {
		width += n
	}
	all := map[string][]pattern{}
	for _, row := range t.Rows {
		if len(row) != width {
			return nil, fmt.Errorf("counting the people of overlapping groups: %d columns and not %d", len(row), width)
		}
		p := pattern{in: make([]bool, n), counted: make([]bool, n)}
		for i := range n {
			in, _ := cell.Number(row[len(m.others)+i])
			p.in[i] = in == 1
			if m.halves {
				counted, _ := cell.Number(row[len(m.others)+n+i])
				p.counted[i] = counted == 1
			}
		}
		people, _ := cell.Number(row[width-1])
		p.people = int64(people)
		key := strataKey(row[:len(m.others)])
		all[key] = append(all[key], p)
	}
	return all, nil
}

// mostGroups is how many groups are added up and subtracted in every way; of more, two at a time.
const mostGroups = 7

// given are the groups to hide among those of one row of strata: as long as sums of some less others are few people.
func (m *membership) given(patterns []pattern, min int64) (out []int) {
	sizes := make([]int64, len(m.groups))
	for _, p := range patterns {
		for i, in := range p.in {
			if in {
				sizes[i] += p.people
			}
		}
	}
	hidden := map[int]bool{}
	for i, n := range sizes {
		hidden[i] = n < min
	}
	for {
		signs := m.told(patterns, hidden, min)
		if signs == nil {
			break
		}
		smallest := -1
		for i, sign := range signs {
			if sign != 0 && (smallest < 0 || sizes[i] < sizes[smallest]) {
				smallest = i
			}
		}
		hidden[smallest] = true
		out = append(out, smallest)
	}
	return out
}

// told is a way to add up and subtract groups in sight that leaves few people; nil where there is none.
func (m *membership) told(patterns []pattern, hidden map[int]bool, min int64) (signs []int) {
	signs = make([]int, len(m.groups))
	var try func(i, used int) bool
	try = func(i, used int) bool {
		if i == len(signs) {
			return slices.Contains(signs, 1) && slices.Contains(signs, -1) && m.leavesFew(patterns, signs, min)
		}
		for _, sign := range []int{0, 1, -1} {
			if sign != 0 && (hidden[i] || len(signs) > mostGroups && used == 2) {
				continue
			}
			signs[i] = sign
			if try(i+1, used+sign*sign) {
				return true
			}
		}
		signs[i] = 0
		return false
	}
	if try(0, 0) {
		return signs
	}
	return nil
}

// leavesFew reports whether groups that are added up and subtracted leave few people, or few of those who count in the
// numerator or do not.
func (m *membership) leavesFew(patterns []pattern, signs []int, min int64) bool {
	var all, counted, rest int64
	for _, p := range patterns {
		weight, part := 0, 0
		for i, sign := range signs {
			if p.in[i] {
				weight += sign
			}
			if p.counted[i] {
				part += sign
			}
		}
		if weight != 0 {
			all += p.people
		}
		if part != 0 {
			counted += p.people
		}
		if weight != part {
			rest += p.people
		}
	}
	few := func(n int64) bool { return n > 0 && n < min }
	return few(all) || m.halves && (few(counted) || few(rest))
}

// totalRow is the row of a description with the size of its groups.
const totalRow = "number of people"

// hideGroups hides the rows of groups that would tell of few people beside others, and returns how many cells it has
// hidden.
func (r *work) hideGroups(min int) int {
	if r.behind == nil || r.behind.groups == nil || min <= 1 {
		return 0
	}
	m, given, everywhere := r.behind.groups, map[string]bool{}, map[string]bool{}
	for key, list := range r.members {
		for _, i := range m.given(list, int64(min)) {
			given[key+m.groups[i]] = true
			everywhere[m.groups[i]] = everywhere[m.groups[i]] || m.column < 0 ||
				m.whole && strings.Contains(key, totalRow)
		}
	}
	cells := 0
	for _, row := range r.Table.Rows {
		strata := make([]any, len(m.others))
		for k, i := range m.others {
			strata[k] = row[i]
		}
		hide := m.column < 0 && len(given) > 0
		if m.column >= 0 {
			group := fmt.Sprint(row[m.column])
			hide = everywhere[group] || given[strataKey(strata)+group]
		}
		for i, c := range r.Plan.Columns {
			if hide && c.Role != compile.Stratum && c.Role != compile.Name && row[i] != nil &&
				row[i] != privacy.Hidden {
				row[i] = privacy.Hidden
				cells++
			}
		}
	}
	return cells
}

func strataKey(strata []any) string { return fmt.Sprintf("%#v", strata) }
