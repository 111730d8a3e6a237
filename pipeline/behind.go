package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/pipeline/privacy"
)

// A compiled query needs no analysis of its SQL to hide small cells: the compiler says what each column is and who is
// behind each row. Where a column of the result counts those people itself, it is that column; else they are counted by
// a query of their own, whose numbers stand beside the result until small cells are hidden.

// behind says where the people behind a compiled result are to be found.
type behind struct {
	plan    *privacy.Plan
	count   string // the template of the query that counts them by the strata; "" where the result has them
	column  int    // the column of Support that counts them; -1 where none does
	weighed string // a template with columns that count on how many people a standardised estimate rests; "" for others

	groups *membership // who is in which of overlapping groups; nil where there are none
}

// knowBehind returns nil where the compiler cannot say who is behind a cell, and the SQL is analysed instead: changes,
// running totals, ratios, sequences, shares of all rows, scores, and results of no people.
func knowBehind(q *study.Question, p *compile.Plan, min int) *behind {
	m := q.Measure
	several := m.Change || m.Cumulative || m.Kind == study.Ratio || m.Kind == study.Sequences || m.OfTotal ||
		m.Kind == study.Number && m.Quantity == study.Score // of one rare flag, or of weights that tell flags apart
	if p.People == "" || several {
		return nil
	}
	b := &behind{column: -1, groups: groupsOf(q, p)}
	if known := knowPairs(q, p); known != nil {
		added := 0
		if slices.ContainsFunc(p.Columns, func(c compile.Column) bool { return c.Role == compile.Number }) {
			added = valueCounts
			b.count = countValues(p, min, 0.5, 0)
		}
		b.plan = privacy.Compiled(known, added, min)
		b.ranked(p)
		return b
	}
	own := func(role compile.Role) int {
		return slices.IndexFunc(p.Columns, func(c compile.Column) bool {
			return c.Role == role && c.Of == study.Persons
		})
	}
	all, part := own(compile.Count), own(compile.Numerator)
	if den := own(compile.Denominator); den >= 0 {
		all = den
	}
	added, rest := 0, -1
	var few []int
	switch {
	case m.Kind == study.Number && addsUp(m.Stat):
		few, added = behindValues(p), valueCounts
		if m.Stat == study.Summary {
			few = append(few, behindDescription(p))
		}
		b.count = countValues(p, min, 0.5, 0)
	case m.Kind == study.Number && len(quantiles(m)) > 0:
		few, added = []int{behindDescription(p)}, valueCounts
		b.count = countQuantiles(p, min, m)
		if all < 0 {
			all = len(p.Columns)
		}
	case all < 0 && p.Behind != "" && part >= 0:
		all, added, b.column = len(p.Columns), 1, slices.Index(p.Support, p.Behind)
	case all < 0:
		all, added = len(p.Columns), 1
		if part < 0 && tellsPart[m.Kind] {
			part, rest, added = all+1, all+2, 3
		}
		b.count = countBehind(p, added == 3)
	}
	var weighed []int
	if b.weighed = p.Weighed; b.weighed != "" {
		for range weighedCounts(m.Kind) {
			weighed = append(weighed, len(p.Columns)+added)
			added++
		}
	}
	whole := slices.IndexFunc(p.Columns, func(c compile.Column) bool { return c.Role == compile.Denominator })
	known := make([]privacy.Known, len(p.Columns))
	for i, c := range p.Columns {
		known[i] = privacy.Known{Name: c.Name, People: all, Part: -1}
		switch {
		case c.Role == compile.Stratum && m.Kind == study.Pathways && c.Name == pathColumn:
			known[i].Role, known[i].People = privacy.Own, part
		case c.Role == compile.Stratum || c.Role == compile.Name:
			known[i].Role, known[i].People = privacy.Group, -1
		case c.Of == study.Persons && (c.Role == compile.Count || c.Role == compile.Numerator ||
			c.Role == compile.Denominator):
			known[i].Role, known[i].People = privacy.Persons, i
		case c.Role == compile.Numerator:
			known[i].Role, known[i].People = privacy.Tally, part
		case c.Role == compile.Count || c.Role == compile.Denominator || c.Role == compile.PersonTime:
			known[i].Role = privacy.Tally
		default:
			known[i].Role, known[i].Part, known[i].Timed = privacy.Estimate, part, m.Kind == study.Rate
		}
		if c.Role == compile.Numerator {
			known[i].Among = whole + 1
		}
		if known[i].Role == privacy.Estimate {
			known[i].Few, weighed = weighed, nil // the crude one stands behind it
		}
		total := m.Quantity == study.Occurrences && c.Role == compile.Count && c.Of == study.Records
		switch {
		case few != nil && (known[i].Role == privacy.Estimate || total): // 14 records of everybody may be one person's
			known[i].Few = few
			switch {
			case isDeviation(c):
				known[i].Few = append(slices.Clone(few), behindDeviation(p))
			case isQuartile(c):
				known[i].Few = append(slices.Clone(few), behindQuartile(p))
			}
		case rest >= 0 && (c.Role == compile.Numerator || known[i].Role == privacy.Estimate && !known[i].Timed):
			known[i].Few = append(known[i].Few, rest)
		}
	}
	b.plan = privacy.Compiled(known, added, min)
	b.ranked(p)
	return b
}

// ranked tells the plan in which order of numbers the rows are.
func (b *behind) ranked(p *compile.Plan) {
	r := p.Ranked
	if r == nil {
		return
	}
	columns := func(names []string) (out []int) {
		for _, name := range names {
			if i := slices.IndexFunc(p.Columns, func(c compile.Column) bool { return c.Name == name }); i >= 0 {
				out = append(out, i)
			}
		}
		return out
	}
	if by := columns([]string{r.By}); len(by) > 0 {
		first := r.First
		if r.Kept { // that a row is there tells of its number
			first = max(first, 1)
		}
		b.plan.Ranked(columns(r.Within), by[0], first)
		return
	}
	b.plan.RankedPlaces(columns(r.Within), columns(r.Of), r.Parts, r.First)
}

// weighedCounts is how many columns compile.Plan.Weighed puts out: the people, those with the outcome, and those
// without, who have no place in a rate.
func weighedCounts(k study.Kind) int {
	if k == study.Rate {
		return 2
	}
	return 3
}

// tellsPart are the measures whose people are told apart by whether they are counted.
var tellsPart = map[study.Kind]bool{study.Share: true, study.Rate: true, study.Proportion: true, study.Prevalence: true,
	study.Survival: true, study.CumulativeIncidence: true}

// addsUp reports whether a statistic is made of all values, so that it tells of those that few people have.
func addsUp(s study.Stat) bool {
	return s == study.Mean || s == study.Sum || s == study.SD || s == study.Summary
}

func countBehind(p *compile.Plan, parts bool) string {
	if parts {
		return countPeople(p, p.People, "COUNT(DISTINCT CASE WHEN counted = 1 THEN person_id END) AS part",
			"COUNT(DISTINCT CASE WHEN counted = 0 THEN person_id END) AS rest")
	}
	return countPeople(p, p.People)
}

// mostKinds is of how many kinds a mean and a deviation tell how many people have which.
const mostKinds = 3

// valueCounts is how many columns countValues puts out, and behindValues are those that a mean must have enough people
// in.
const valueCounts = 7

func behindValues(p *compile.Plan) []int {
	n := len(p.Columns)
	return []int{n + 1, n + 2, n + 3}
}

// behindDescription is the column that must not be small where quartiles stand beside a mean and a deviation: six ages
// follow from all of them, and of seven all but two sets are ruled out. So twice as many people must have a value. Of
// quantiles it is of the people who stand beyond them, the 99th percentile of 13 ages being nearly the highest, and of
// those who are left when one is taken off for each further number: the quartiles of five ages are three of them, and
// their median is one.
func behindDescription(p *compile.Plan) int { return len(p.Columns) + 4 }

// behindDeviation is the column that must not be small where a deviation is shown: see privacy.TimesForDeviation.
func behindDeviation(p *compile.Plan) int { return len(p.Columns) + 5 }

// behindQuartile is the column that must not be small where a quartile is shown: the people who stand beyond it, as
// privacy.Between has it.
func behindQuartile(p *compile.Plan) int { return len(p.Columns) + 6 }

// isQuartile reports whether a column is a lower or an upper quartile.
func isQuartile(c compile.Column) bool {
	return c.Role == compile.Number && (c.Name == "lower_quartile" || c.Name == "upper_quartile")
}

// isDeviation reports whether a column is a standard deviation.
func isDeviation(c compile.Column) bool {
	return c.Role == compile.Number && (c.Name == "sd" || strings.HasPrefix(c.Name, "standard_deviation_"))
}

var quartiles = []float64{0.25, 0.5, 0.75}

// quantiles are those that a measure tells by themselves.
func quantiles(m study.Measure) []float64 {
	switch m.Stat {
	case study.Median, study.Quartiles:
		return quartiles
	case study.Quantile:
		return m.Percentiles()
	}
	return nil
}

// countQuantiles counts who is behind quantiles. Beside a median the quartiles have a number of people of their own.
func countQuantiles(p *compile.Plan, min int, m study.Measure) string {
	parts := quantiles(m)
	part := privacy.Between(parts)
	if m.Stat != study.Quantile || part == 0 {
		part = 1
	}
	return countValues(p, min, part, privacy.BeyondQuantiles(len(parts), min))
}

// countValues counts the people who have a value; who have another one than nearly all, since a mean of zeros and one
// stay of 17 days is that stay; where there are few kinds of values, those of the rarest; and a part of those who have
// one, here half, or those who are left without some:
//
//	people  valued  others  fewest  left_over  spread_over  beyond_quartile
//	    30      30       2       2         15            7                7   ← 28 were observed for 365 days before, 2 for 200
//
// and of those that a deviation asks for, here a quarter, and those who stand beyond a quartile.
func countValues(p *compile.Plan, min int, part float64, without int) string {
	strata := strings.Join(append(strataNames(p), ""), ", ")
	people := fmt.Sprintf("SELECT b.*, COUNT(*) OVER (PARTITION BY %[1]svalue) AS alike,\n"+
		"  COUNT(CASE WHEN kinds = 1 THEN 1 END) OVER (PARTITION BY %[1]svalue) AS alone\n"+
		"FROM (SELECT a.*, COUNT(value) OVER (PARTITION BY %[1]sperson_id) AS kinds FROM (%[2]s) AS a) AS b", strata, p.People)
	const valued = "COUNT(DISTINCT CASE WHEN value IS NOT NULL THEN person_id END)"
	return countPeople(p, people, valued+" AS valued",
		fmt.Sprintf("%s - COALESCE(MAX(CASE WHEN value = 0 OR value IS NOT NULL AND alone >= %d THEN alone END), 0) AS others",
			valued, min),
		fmt.Sprintf("CASE WHEN COUNT(DISTINCT value) BETWEEN 2 AND %d "+
			"THEN MIN(CASE WHEN value IS NOT NULL THEN alike END) END AS fewest", mostKinds),
		fmt.Sprintf("CAST(LEAST(%[1]s, GREATEST(1, LEAST(FLOOR(%[1]s * %.6[2]f), %[1]s - %[3]d))) AS BIGINT) AS left_over",
			valued, part, without),
		fmt.Sprintf("CAST(LEAST(%[1]s, GREATEST(1, FLOOR(%[1]s / CASE "+
			"WHEN COUNT(DISTINCT value) * 2 <= COUNT(value) THEN %[2]d "+
			"WHEN MAX(value) - MIN(value) <= %[3]d AND MAX(ABS(value - ROUND(value))) < 0.000001 THEN %[2]d "+
			"ELSE %[4]d.0 END))) AS BIGINT) AS spread_over",
			valued, privacy.TimesForClose, privacy.CloseTogether, privacy.TimesForDeviation),
		fmt.Sprintf("CAST(LEAST(%[1]s, GREATEST(1, FLOOR(%[1]s * %.6[2]f))) AS BIGINT) AS beyond_quartile",
			valued, privacy.Between(quartiles)))
}

func strataNames(p *compile.Plan) []string {
	var strata []string
	for _, c := range p.Columns {
		if c.Role == compile.Stratum {
			strata = append(strata, sqltree.Ident(c.Name))
		}
	}
	return strata
}

func countPeople(p *compile.Plan, people string, more ...string) string {
	strata := strataNames(p)
	list := slices.Concat(strata, []string{"COUNT(DISTINCT person_id) AS people"}, more)
	sql := fmt.Sprintf("SELECT %s\nFROM (%s) AS behind", strings.Join(list, ", "), people)
	if len(strata) > 0 {
		sql += "\nGROUP BY " + strings.Join(strata, ", ")
	}
	return sql
}

// queryBehind runs a compiled query, and sets the numbers of people beside its rows where it does not have them.
func (p *Pipeline) queryBehind(ctx context.Context, r *work) (*omop.Table, error) {
	table, err := p.parts.Engine.Query(ctx, r.SQL, p.opt.Limit)
	table = r.takeSupport(table)
	if err == nil && r.behind.groups != nil {
		var members *omop.Table
		if members, err = p.countBehind(ctx, r, r.behind.groups.sql); err == nil {
			r.members, err = r.behind.groups.patterns(members)
		}
	}
	if err == nil && r.behind.column >= 0 {
		r.wide, err = besideSupport(r, table)
		return table, err
	}
	if err != nil {
		return table, err
	}
	wide := table
	for _, template := range []string{r.behind.count, r.behind.weighed} {
		if template == "" {
			continue
		}
		counts, err := p.countBehind(ctx, r, template)
		if err == nil {
			wide, err = besideRows(r.Plan, wide, counts)
		}
		if err != nil {
			return nil, err
		}
		r.wide = wide
	}
	return table, nil
}

// besideSupport appends to each row the number of people that a column of Support counts.
func besideSupport(r *work, table *omop.Table) (*omop.Table, error) {
	if len(r.support) != len(table.Rows) {
		return nil, errors.New("counting the people behind the result: it has other columns than were compiled")
	}
	wide := &omop.Table{Columns: slices.Concat(table.Columns, []omop.Column{{Name: r.Plan.Behind, Type: "BIGINT"}}),
		Truncated: table.Truncated}
	for i, row := range table.Rows {
		wide.Rows = append(wide.Rows, slices.Concat(row, r.support[i][r.behind.column:r.behind.column+1]))
	}
	return wide, nil
}

func (p *Pipeline) countBehind(ctx context.Context, r *work, template string) (*omop.Table, error) {
	sql, _, err := coding.CodeTemplate(ctx, coded(r.Concepts), template)
	if err == nil {
		var counts *omop.Table
		if counts, err = p.parts.Engine.Query(ctx, sql, p.opt.Limit); err == nil {
			return counts, nil
		}
	}
	return nil, fmt.Errorf("counting the people behind the result: %w", err)
}

// besideRows appends to each row the numbers of people of its strata.
func besideRows(p *compile.Plan, table, counts *omop.Table) (*omop.Table, error) {
	var strata []int
	for i, c := range p.Columns {
		if c.Role == compile.Stratum {
			strata = append(strata, i)
		}
	}
	if len(table.Columns) < len(p.Columns) || len(counts.Columns) <= len(strata) {
		return nil, errors.New("counting the people behind the result: it has other columns than were compiled")
	}
	of := map[string][]any{}
	for _, row := range counts.Rows {
		of[fmt.Sprintf("%#v", row[:len(strata)])] = row[len(strata):]
	}
	none := make([]any, len(counts.Columns)-len(strata))
	for i := range none {
		none[i] = int64(0)
	}
	wide := &omop.Table{Columns: slices.Concat(table.Columns, counts.Columns[len(strata):]), Truncated: table.Truncated}
	for _, row := range table.Rows {
		key := make([]any, len(strata))
		for k, i := range strata {
			key[k] = row[i]
		}
		beside, ok := of[fmt.Sprintf("%#v", key)]
		if !ok {
			beside = none
		}
		wide.Rows = append(wide.Rows, slices.Concat(row, beside))
	}
	return wide, nil
}
