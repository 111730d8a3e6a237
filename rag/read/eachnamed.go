package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// Some figures are of one thing at a time: an age at a diagnosis, a value of a test, the supply of a fill, a rate.
// Asked of A, B and C, they are asked of each: "What was the average age at first diagnosis of A, of B and of C?" A
// number of records is none of them, which may be of all together, nor is what people have who have all.

// leadsToNames may stand between such a figure and the names that it is asked of.
var leadsToNames = []category{"eventnoun", "whichrec", "startnoun", "quantity", "article"}

// asksEachNamed reports whether a list is what such a figure is asked of. twice tells whether what stands before the
// first is said once more before the others: "of A and of B".
func (p *parser) asksEachNamed(l list) (asks, twice bool) {
	words := func(i int, of ...string) bool { return i < len(p.toks) && slices.Contains(of, p.toks[i].low) }
	and := false
	for i := l.from; i < l.to; i++ {
		if words(i, "or", "/", "&", "plus") {
			return false, false
		}
		and = and || words(i, "and")
		twice = twice || words(i, "of", "for", "at", "mean", "average", "median")
	}
	if _, n := p.longest(l.to, "people", "usersof", "versus"); !and || n > 0 || words(l.to, "or", "and", ",", "with") {
		return false, false
	}
	return p.figureBefore(l.from), twice
}

// figureBefore reports whether the words up to token i are those of a figure that is of what follows: "mean age at
// first diagnosis of", and not "mean age of people with".
func (p *parser) figureBefore(i int) bool {
	for at := i - 1; at >= 0; at-- {
		from := at + 1
		for k := at; k >= max(0, at-4); k-- {
			if _, n := p.longest(k, "stat", "rate", "prevalence"); n > 0 && k+n == at+1 {
				return true
			}
			if _, n := p.longest(k, leadsToNames...); n > 0 && k+n == at+1 {
				from = k
			}
		}
		if from > at && !p.seq(at, "of|for|at|per|'") {
			return false
		}
		at = min(at, from)
	}
	return false
}

// isOfOneThing reports whether a question is a figure of one thing, of which several are named: n, with the preposition
// of the first before each where twice is set.
func isOfOneThing(q *study.Question, n int, twice bool) bool {
	if len(q.Population.Criteria) > 0 || q.Measure.Of == study.Persons && q.Population.Entry != nil &&
		q.Population.Entry.Which == study.Any && q.Measure.Quantity == study.AgeYears {
		return false
	}
	switch q.Measure.Kind {
	case study.Rate, study.Proportion:
		return true
	case study.Prevalence: // of A and B may be of both
		return n > 2 || twice
	case study.Number:
		e := q.Population.Entry
		ofOne := slices.Contains([]study.Quantity{study.AgeYears, study.Value, study.DaysSupply, study.Amount,
			study.Refills, study.Duration, study.Paid, study.PaidByPatient, study.PaidByPayer, study.Charged},
			q.Measure.Quantity)
		return ofOne && e != nil && (e.Domain != study.Visit || twice)
	}
	return false
}
