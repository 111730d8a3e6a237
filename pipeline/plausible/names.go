package plausible

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline/cell"
)

var (
	shareName  = lazyregexp.New(`(?i)(^|_)(percent|percentage|pct|share|proportion|fraction|prevalence)(_|$)`)
	changeName = lazyregexp.New(`(?i)change|growth|increase|decrease|difference|per_`)
	hundred    = lazyregexp.New(`\b100(\.0*)?\b`)

	peopleName = lazyregexp.New(`(?i)(^|_)(patients|persons|people|subjects|individuals|women|men)(_|$)`)
	wholeName  = lazyregexp.New(`(?i)^(patients|persons|people|subjects|individuals)$`)
	notACount  = lazyregexp.New(
		`(?i)per_|_per|average|mean|median|rate|ratio|days|years|months|change|growth|difference|id$`,
	)

	yearName  = lazyregexp.New(`(?i)(^|_)(year|yr)$`)
	otherDate = lazyregexp.New(`(?i)birth|born|dob|valid|expir|per_`)
)

// named is a column's name for a message: "…" for one that comes from the data, as PIVOT makes them.
func named(column, sql string) string {
	if strings.Contains(strings.ToLower(sql), strings.ToLower(column)) {
		return column
	}
	return "…"
}

// remarks are about values that are odd for the name of their column. Names can mislead: no remark keeps a result from
// being the answer.
func remarks(t *omop.Table, people int64, sql string) []Oddity {
	all := append(beyondNamedWhole(t, sql), partBeyondWhole(t, sql)...)
	all = append(all, beyondPeople(t, people, sql)...)
	for i := range all {
		all[i].Remark = true
	}
	return all
}

// beyondNamedWhole looks for what is called a share and lies below nothing or above the whole: 100 where the SQL or the
// column's name speaks of percent, else 1.
func beyondNamedWhole(t *omop.Table, sql string) []Oddity {
	var out []Oddity
	for i, c := range t.Columns {
		if !shareName.MatchString(c.Name) || changeName.MatchString(c.Name) {
			continue
		}
		limit, words := 1.0, "1"
		if hundred.MatchString(sql) || cell.IsPercent(c.Name) {
			limit, words = 100, "100 percent"
		}
		for _, row := range t.Rows {
			x, ok := cell.Number(row[i])
			if !ok || x >= -1e-9 && x <= limit+1e-9 {
				continue
			}
			how := "above " + words +
				": numerator and denominator may not count the same population, or rows may have been multiplied by a join"
			if x < 0 {
				how = "below 0: something may be subtracted that is no part of it"
			}
			out = append(
				out,
				Oddity{
					Rule: "share-beyond-whole",
					What: fmt.Sprintf("what is called a share (column %s) is %s", named(c.Name, sql), how),
				},
			)
			break
		}
	}
	return out
}

// countsOfPeople are the columns that count people, by name and type.
func countsOfPeople(t *omop.Table) []int {
	var out []int
	for i, c := range t.Columns {
		integer := strings.Contains(c.Type, "INT") || c.Type == ""
		if integer && peopleName.MatchString(c.Name) && !notACount.MatchString(c.Name) &&
			!shareName.MatchString(c.Name) {
			out = append(out, i)
		}
	}
	return out
}

// partBeyondWhole looks for rows in which a group of patients is larger than the
// patients whose part the same row says that it is.
func partBeyondWhole(t *omop.Table, sql string) []Oddity {
	whole := -1
	counts := countsOfPeople(t)
	for _, i := range counts {
		if wholeName.MatchString(t.Columns[i].Name) {
			whole = i
		}
	}
	if i := slices.IndexFunc(t.Columns,
		func(c omop.Column) bool { return strings.HasPrefix(strings.ToLower(c.Name), "all_") }); i >= 0 {
		whole = i // of which the others are parts
	}
	share := false
	for _, c := range t.Columns {
		share = share || shareName.MatchString(c.Name)
	}
	if whole < 0 || !share {
		return nil
	}
	for _, row := range t.Rows {
		all, ok := row[whole].(int64)
		for _, i := range counts {
			if part, is := row[i].(int64); ok && is && part > all {
				return []Oddity{{Rule: "part-beyond-whole", What: fmt.Sprintf("column %s holds more than column %s: "+
					"if it is a part of it, it is not taken from the whole", named(t.Columns[i].Name,
					sql), named(t.Columns[whole].Name, sql))}}
			}
		}
	}
	return nil
}

// beyondPeople looks for columns that are called people and hold more than the database has.
func beyondPeople(t *omop.Table, people int64, sql string) []Oddity {
	for _, i := range countsOfPeople(t) {
		for _, row := range t.Rows {
			if n, ok := row[i].(int64); ok && people > 0 && n > people {
				return []Oddity{
					{
						Rule: "more-than-everybody",
						What: fmt.Sprintf("the column %s holds more than the database has people: "+
							"records may be counted, not people", named(t.Columns[i].Name, sql)),
					},
				}
			}
		}
	}
	return nil
}

// asksForPeople is how questions begin that are answered by one number of people.
var asksForPeople = lazyregexp.New(
	`(?i)^\W*(?:please\s+)?(?:how\s+many|count(?:\s+of)?(?:\s+the)?|(?:what\s+is\s+)?the\s+number\s+of|number\s+of)\s+(?:\S+\s+){0,2}?(?:patients?|persons?|people|individuals|subjects|women|men|females|males|children|adults)\b`,
)

// perSomething finds questions for another number than one of people: visits of patients, patients a year.
var perSomething = lazyregexp.New(
	`(?i)\b(?:per|each|every|by|records?|times|visits?|prescriptions?|days|person[- ]?(?:years|days|months)|average|mean)\b`,
)

// morePeopleThanAsked looks at the one number that answers "How many patients …": it cannot be more than there are.
func morePeopleThanAsked(r Result, people int64) []Oddity {
	if people == 0 || len(r.Table.Rows) != 1 || len(r.Table.Rows[0]) != 1 || !asksForPeople.MatchString(r.Question) ||
		perSomething.MatchString(r.Question) {
		return nil
	}
	if n, ok := r.Table.Rows[0][0].(int64); ok && n > people {
		return []Oddity{
			{Rule: "more-than-everybody", Impossible: true, What: "more people are counted than the database has: " +
				"records are counted, not people; write COUNT(DISTINCT person_id)"},
		}
	}
	return nil
}

// beyondYears looks for dates and years in which nobody is observed, by more than a year.
func (j Judge) beyondYears(ctx context.Context, t *omop.Table, sql string) []Oddity {
	var out []Oddity
	first, last, asked, ok := 0, 0, false, false
	for i, c := range t.Columns {
		if otherDate.MatchString(c.Name) {
			continue
		}
		for _, row := range t.Rows {
			year := 0
			switch v := row[i].(type) {
			case time.Time:
				year = v.Year()
			case int64:
				if yearName.MatchString(c.Name) {
					year = int(v)
				}
			}
			if year == 0 || j.Data == nil {
				continue
			}
			if !asked {
				first, last, ok = j.Data.Years(ctx)
				asked = true
			}
			if ok && (year < first-1 || year > last+1) {
				out = append(
					out,
					Oddity{
						Rule:   "date-outside-data",
						Remark: true,
						What: fmt.Sprintf(
							"the column %s holds dates far outside of the years in which people are observed (%d to %d): "+
								"the data has wrong dates, or the SQL computes them wrongly",
							named(c.Name, sql),
							first,
							last,
						),
					},
				)
				break
			}
		}
	}
	return out
}

// allNull looks for columns without any value, beside others with values. A median of survival that is NULL is not
// reached, which the headline says; a median of days that nobody has is odd.
func allNull(r Result) []Oddity {
	t, sql := r.Table, r.SQL
	survival := r.Plan != nil && slices.ContainsFunc(t.Columns, func(c omop.Column) bool { return c.Name == "censored" })
	beyond := NobodyFollowed(r)
	var out []Oddity
	for i, c := range t.Columns {
		if survival && c.Name == "median_days" || i == estimate(r) && slices.Contains(beyond, true) {
			continue
		}
		null, others := len(t.Rows) > 0, false
		for _, row := range t.Rows {
			null = null && row[i] == nil
			for k, v := range row {
				others = others || k != i && v != nil
			}
		}
		if null && others && !(len(t.Rows) == 1 && i == 0) { // a single NULL is an empty result
			out = append(
				out,
				Oddity{
					Rule:   "null-column",
					Remark: true,
					What: fmt.Sprintf(
						"the column %s is NULL in every row: what it is made of is not recorded, or a join finds nothing",
						named(c.Name, sql),
					),
				},
			)
		}
	}
	return out
}
