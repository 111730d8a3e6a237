package compile

import "slices"

// An interval is computed from what stands behind its estimate, not of the estimate, which is rounded: a rate's of the
// events and the days at risk, a mean's of the mean to all its digits. What the answer does not show of that comes as
// further columns of the SQL, Plan.Support, which are taken off before the answer is shown.

// Bound says of what the interval around an estimate is computed.
type Bound struct {
	Estimate int // index in Plan.Columns
	Method   Method
	From     []int   // what Method asks for, as columns of the SQL: those of Plan.Columns, then those of Plan.Support
	Unit     float64 // an estimate is so many times what the method is of: 100 for percent
}

// Method is how an interval is computed.
type Method string

// The methods, and the columns that Bound.From names for them.
const (
	OfShare Method = "share" // numerator, denominator
	OfRate  Method = "rate"  // events, days at risk
	// people, values, mean, standard deviation: only where each person has one value
	OfMean Method = "mean"
	// those with the outcome, people, the estimate, Greenwood's sum of d/(n(n-d))
	OfSurvival     Method = "survival"
	OfIncidence    Method = "incidence"    // those with the outcome, people, the estimate, its variance
	OfMortality    Method = "mortality"    // the same of survival: the interval is that of one less it
	OfStandardised Method = "standardised" // events, the estimate, its variance, the largest weight of one event
	OfOdds         Method = "odds"         // the people of one group and of the other, which share nobody
	OfRiskRatio    Method = "risk_ratio"   // numerator and denominator of the one group and of the other
	OfRiskDiff     Method = "risk_diff"    // the same
	OfOddsRatio    Method = "odds_ratio"   // the same
	OfRateRatio    Method = "rate_ratio"   // events and days of the one group and of the other
	OfRateDiff     Method = "rate_diff"    // the same
	// of a survival: those with the outcome, people, low, high, those with the outcome at any time, and those with it
	// up to the median, to low and to high, each with those followed on after it; the ends are columns of the SQL
	OfMedian      Method = "median"
	OfPooledRatio Method = "pooled_ratio" // the estimate, the variance of its logarithm
)

// bounded is a Bound of columns by their names.
type bounded struct {
	method Method
	from   []string
	unit   float64
}

// shareBound is the bound of a share in percent.
func shareBound(numerator, denominator string) *bounded {
	return &bounded{OfShare, []string{numerator, denominator}, 100}
}

// supporting is a column that is not shown.
func supporting(name string, expr func(u unit) string) aggregate {
	return aggregate{Column: Column{Name: name}, expr: expr, support: true}
}

// supportLast puts the columns that are not shown behind the others.
func supportLast(all []aggregate) []aggregate {
	return slices.Concat(slices.DeleteFunc(slices.Clone(all), func(a aggregate) bool { return a.support }),
		slices.DeleteFunc(slices.Clone(all), func(a aggregate) bool { return !a.support }))
}

// bind adds the bounds of the columns to the plan, once all columns are named.
func (c *compiler) bind(all []aggregate) {
	p := c.plan
	for _, a := range all {
		if a.bound == nil {
			continue
		}
		b := Bound{Estimate: p.named(a.Name), Method: a.bound.method, Unit: a.bound.unit}
		for _, name := range a.bound.from {
			i := p.named(name)
			if i < 0 {
				c.refuse("measure", "the interval of %s has no column %s", a.Name, name)
			}
			b.From = append(b.From, i)
		}
		p.Bounds = append(p.Bounds, b)
	}
}

// named is the index of a column of the SQL; -1 where there is none.
func (p *Plan) named(name string) int {
	for i, c := range p.Columns {
		if c.Name == name && c.Role != Stratum {
			return i
		}
	}
	if i := slices.Index(p.Support, name); i >= 0 {
		return len(p.Columns) + i
	}
	return -1
}
