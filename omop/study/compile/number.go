package compile

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// number is a statistic of a quantity.
func (c *compiler) number() {
	t, of := c.quantity()
	if c.refusal != nil {
		return
	}
	if c.question.Measure.Stat == study.InRange {
		t.finish(c.inRange(of)...)
		return
	}
	t.valued = true
	t.finish(append(c.statistics(of), t.units(of)...)...)
}

// inRange are the percentage of people whose quantity lies in the range, how many these are, and of how many.
func (c *compiler) inRange(of measured) []aggregate {
	if of.records != "" || of.sums {
		c.refuse("measure.stat", "a percentage is of quantities that each person has once")
		return nil
	}
	const part, whole = "patients_in_range", "patients"
	all := func(u unit) string { return distinct(u.who) }
	some := func(u unit) string {
		in := strings.Join(inRange(u.value, c.question.Measure.Within), " AND ")
		return fmt.Sprintf("%s FILTER (WHERE %s)", all(u), in)
	}
	return []aggregate{
		{Column: Column{"percentage", Estimate, study.Persons}, bound: shareBound(part, whole),
			expr: func(u unit) string { return fmt.Sprintf("ROUND(100.0 * %s\n / NULLIF(%s, 0), 2)", some(u), all(u)) }},
		{Column: Column{part, Numerator, study.Persons}, expr: some},
		{Column: Column{whole, Denominator, study.Persons}, expr: all},
	}
}

// distribution is how many units have which value of a quantity.
func (c *compiler) distribution() {
	t, of := c.quantity()
	if c.refusal != nil {
		return
	}
	value := dimension{name: of.name, key: t.unit.value, complex: of.computed}
	t.dims = append(t.dims, value)
	t.finish(t.units(of)...)
}

// measured describes a quantity: its name, its digits, the records that have it.
type measured struct {
	name     string // of the column: age, days
	digits   int    // of averages
	records  string // the column that counts records; empty where people have the quantity
	id       string // the records' ids
	computed bool   // the value is a subquery
	sums     bool   // a record may have several parts of the value
	pooled   bool   // the sum of the values in percent of the sum of unit.other
	around   bool   // unit.other is the value before, from which the quantity is a change
	total    string // the sum of all values, shown beside an average
}

// quantities compile the values of the units.
var quantities map[study.Quantity]func(*compiler, *table) measured

func init() {
	quantities = map[study.Quantity]func(*compiler, *table) measured{
		study.AgeYears:   (*compiler).ages,
		study.BirthYear:  (*compiler).birthYears,
		study.Value:      (*compiler).values,
		study.Duration:   (*compiler).durations,
		study.DaysSupply: recordColumn(daysSupply, "days"),
		study.Amount:     recordColumn(quantity, "quantity"),
		study.Refills:    recordColumn(refills, "refills"),
		study.Paid:       (*compiler).paid,

		study.PaidByPatient: (*compiler).paid,
		study.PaidByPayer:   (*compiler).paid,
		study.Charged:       (*compiler).paid,
		study.PatientShare:  (*compiler).paid,

		study.DaysTo:       (*compiler).daysTo,
		study.Occurrences:  (*compiler).occurrences,
		study.Distincts:    (*compiler).occurrences,
		study.Total:        (*compiler).totals,
		study.ObservedDays: (*compiler).observedDays,
		study.FollowUpDays: (*compiler).followUp,
		study.PriorDays:    (*compiler).followUp,
		study.Score:        (*compiler).scored,
		study.DaysCovered:  (*compiler).daysCovered,
		study.Gap:          (*compiler).gaps,
		study.PDC:          (*compiler).proportionCovered,
		study.ValueChange:  (*compiler).valueChange,
	}
	for _, f := range factsOfUse {
		if f.quantity != "" {
			quantities[f.quantity] = (*compiler).useOfDrug
		}
	}
}

// quantity brings the rows of a question and the value of each together.
func (c *compiler) quantity() (*table, measured) {
	m := &c.question.Measure
	compute, ok := quantities[m.Quantity]
	if !ok {
		c.refuse("measure.quantity", "%s is not compiled yet", m.Quantity)
		return nil, measured{}
	}
	for i := range c.question.Strata {
		if c.takesOutcome(&c.question.Strata[i]) {
			c.refuse(fmt.Sprintf("strata[%d].of", i),
				"a statistic is of the index records: name what its date is of in the population")
			return nil, measured{}
		}
	}
	t := &table{rows: &rows{c: c, q: c.newQuery()}}
	of := compute(c, t)
	if c.refusal != nil {
		return t, of
	}
	if of.id != "" {
		t.unit.id = of.id
	}
	if in := c.question.Measure.In; in != "" {
		t.unit.value = fmt.Sprintf("(%s) / %s", t.unit.value, decimal(in.Days()))
		of.name = string(in)
	}
	t.dims = append(t.dimensions(), t.dims...)
	if m.Within != nil && m.Stat != study.InRange {
		within := *m.Within
		t.keep = append(t.keep, func(u unit) []string { return inRange(u.value, &within) })
	}
	if of.computed {
		t.wrap = true
	}
	return t, of
}

// indexed are rows of the index records; the outcome, where there is one, holds for them.
func (c *compiler) indexed(t *table) {
	t.index = c.population(t.q)
	t.unique = t.index == nil || t.index.single
	t.outcomeHolds()
	if lists := c.listing(); lists != nil {
		t.listed = t.join(lists.Event, lists.Relation, "strata")
		t.wrap, t.once = true, true
		if t.index != nil {
			t.unit.id = t.index.col(recordID)
		}
	}
}

// people are rows of people, each once: what is asked depends on no index record.
func (c *compiler) people(t *table) {
	if !c.leavesIndex() || c.question.Outcome != nil && !c.undated(c.question.Outcome) || c.listing() != nil {
		c.indexed(t)
		return
	}
	c.entry(t.q, nil)
	if c.question.Population.Entry != nil {
		t.q.filter(c.members(t.q.who)...)
	} else {
		t.q.filter(c.criteria(t.q, nil, c.question.Population.Criteria, "population.criteria")...)
	}
	t.unique = true
	t.outcomeHolds()
}

// units count what the statistic is of.
func (t *table) units(of measured) []aggregate {
	var all []aggregate
	if of.records != "" {
		all = append(all, aggregate{Column: Column{of.records, Count, study.Records}, expr: func(u unit) string {
			switch {
			case of.total != "":
				return fmt.Sprintf("SUM(%s)", u.value)
			case of.sums || t.once:
				return distinct(u.id)
			}
			return fmt.Sprintf("COUNT(%s)", u.id)
		}})
	}
	if of.around && t.c.question.Measure.Stat == study.Mean {
		all = append(all,
			aggregate{Column: Column{Name: "average_before", Role: Number},
				expr: func(u unit) string { return fmt.Sprintf("ROUND(AVG(%s), 2)", u.other) }},
			aggregate{Column: Column{Name: "average_after", Role: Number},
				expr: func(u unit) string { return fmt.Sprintf("ROUND(AVG(%s + %s), 2)", u.other, u.value) }})
	}
	return append(all, aggregate{Column: Column{"patients", Count, study.Persons},
		expr: func(u unit) string { return distinct(u.who) }})
}

// statistics are the numbers of Measure.Stat.
func (c *compiler) statistics(of measured) []aggregate {
	m := &c.question.Measure
	role := Number
	quantile := func(name string, p float64) aggregate {
		return aggregate{Column: Column{Name: name, Role: role}, expr: func(u unit) string {
			return fmt.Sprintf("PERCENTILE_CONT(%s) WITHIN GROUP (ORDER BY %s)", decimal(p), u.value)
		}}
	}
	plain := func(name, form string) aggregate {
		return aggregate{Column: Column{Name: name, Role: role},
			expr: func(u unit) string { return fmt.Sprintf(form, u.value) }}
	}
	mean := func(name string) aggregate {
		return aggregate{Column: Column{Name: name, Role: role}, expr: func(u unit) string {
			return fmt.Sprintf("ROUND(AVG(%s), %d)", u.value, of.digits)
		}}
	}
	switch m.Stat {
	case study.Mean:
		if m.Per > 0 {
			return perPeople(of, m.Per)
		}
		if of.pooled {
			return []aggregate{{Column: Column{Name: "percentage_" + of.name, Role: role}, expr: func(u unit) string {
				return fmt.Sprintf("ROUND(100.0 * SUM(%[1]s) FILTER (WHERE %[2]s IS NOT NULL)\n"+
					" / NULLIF(SUM(%[2]s) FILTER (WHERE %[1]s IS NOT NULL), 0), 2)", u.value, u.other)
			}}}
		}
		all := spread(mean("average_"+of.name), of)
		if m.Quantity == study.Score { // is shown by what its SQL says, which has no columns beside
			all[0].bound = nil
			return all[:2]
		}
		return all
	case study.Median:
		return []aggregate{quantile("median_"+of.name, 0.5), quantile("lower_quartile", 0.25),
			quantile("upper_quartile", 0.75)}
	case study.Quantile:
		var all []aggregate
		for _, p := range m.Percentiles() {
			part := strings.ReplaceAll(decimal(math.Round(1e6*p)/1e4), ".", "_") // a name has no point
			all = append(all, quantile(fmt.Sprintf("percentile_%s_%s", part, of.name), p))
		}
		return all
	case study.Quartiles:
		return []aggregate{quantile("lower_quartile", 0.25), quantile("median", 0.5), quantile("upper_quartile", 0.75)}
	case study.Min:
		return []aggregate{plain("minimum_"+of.name, "MIN(%s)")}
	case study.Max:
		return []aggregate{plain("maximum_"+of.name, "MAX(%s)")}
	case study.SD:
		return []aggregate{plain("standard_deviation_"+of.name,
			fmt.Sprintf("ROUND(STDDEV_SAMP(%%s), %d)", max(2, of.digits)))}
	case study.Sum:
		form := "SUM(%s)"
		if of.sums {
			form = "ROUND(SUM(%s), 2)"
		}
		name := "total_" + of.name
		return []aggregate{plain(name, form)}
	case study.Summary:
		return []aggregate{plain("minimum", "MIN(%s)"), quantile("lower_quartile", 0.25), quantile("median", 0.5),
			quantile("upper_quartile", 0.75),
			plain("maximum", "MAX(%s)"), mean("average"),
			plain("sd", fmt.Sprintf("ROUND(STDDEV_SAMP(%%s), %d)", max(2, of.digits)))}
	}
	c.refuse("measure.stat", "%q is not a statistic", m.Stat)
	return nil
}

// perPeople is a mean of so many people, with what its interval is computed from.
func perPeople(of measured, per float64) []aggregate {
	n := decimal(per)
	mean := aggregate{Column: Column{Name: fmt.Sprintf("%s_per_%s_patients", of.name, n), Role: Number},
		expr: func(u unit) string { return fmt.Sprintf("ROUND(%s * AVG(%s), %d)", n, u.value, of.digits) }}
	all := spread(mean, of)
	all[3].expr = func(u unit) string { return fmt.Sprintf("%s * AVG(%s)", n, u.value) }
	all[4].expr = func(u unit) string { return fmt.Sprintf("%s * STDDEV_SAMP(%s)", n, u.value) }
	return slices.Delete(all, 1, 2) // the deviation is that of one person
}

// spread shows a mean with its standard deviation, and what its interval is computed from.
func spread(mean aggregate, of measured) []aggregate {
	over := func(form string) func(u unit) string {
		return func(u unit) string { return fmt.Sprintf(form, u.value) }
	}
	mean.bound = &bounded{OfMean, []string{"patients", "number_of_values", "exact_mean", "exact_sd"}, 1}
	return []aggregate{mean,
		{Column: Column{Name: "sd", Role: Number}, expr: over(fmt.Sprintf("ROUND(STDDEV_SAMP(%%s), %d)", max(2, of.digits)))},
		supporting("number_of_values", over("COUNT(%s)")), supporting("exact_mean", over("AVG(%s)")),
		supporting("exact_sd", over("STDDEV_SAMP(%s)"))}
}
