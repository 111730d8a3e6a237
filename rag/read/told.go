package read

import (
	"reflect"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// tells reports whether the answer to one question has the number of people or of records in it that another asks for:
// a share its denominator, an age and a length of stay of how many they are.
func tells(q, count *study.Question) bool {
	if tellsDeviation(q, count) {
		return true
	}
	if count.Measure.Kind != study.Count || len(q.Strata) != len(count.Strata) || q.Top != nil || count.Top != nil {
		return false
	}
	m := q.Measure
	switch {
	case count.Measure.Of == study.Records:
		firsts := m.Quantity == study.AgeYears && m.On == "" && q.Population.Entry != nil &&
			q.Population.Entry.Which == study.First
		if m.Kind != study.Number || m.Quantity != study.Duration && !firsts || m.Per != 0 {
			return false
		}
		same := q.Clone()
		same.Measure = count.Measure
		return same.Equal(count)
	case count.Measure.Of != study.Persons:
		return false
	case m.Kind == study.Share && m.Of == study.Persons:
	case m.Kind == study.Number && m.Quantity == study.AgeYears && m.Per == 0:
	default:
		return false
	}
	people := q.Clone()
	people.Measure, people.Outcome = count.Measure, nil
	all := count
	if count.Outcome != nil {
		all = counted(count)
	}
	if all == nil {
		return false
	}
	return people.Equal(all) || sameGroups(q, count) && slices.Equal(whoIs(people), whoIs(all)) && whoIs(all) != nil
}

// sameGroups reports whether the same people are in the same groups, whichever of their records is the index: groups of
// the people themselves, or of the one death.
func sameGroups(a, b *study.Question) bool {
	if !reflect.DeepEqual(a.Strata, b.Strata) {
		return false
	}
	died := b.Outcome != nil && b.Outcome.Has != nil && b.Outcome.Has.Event.Domain == study.Death
	return died || !slices.ContainsFunc(a.Strata, func(s study.Stratum) bool {
		return !slices.Contains([]study.StratumKind{study.Sex, study.Race, study.Ethnicity, study.State}, s.Kind)
	})
}

// ofTheSameRecords reports whether a number is of the records that another question counts, or of whose people: it is
// shown with how many of them have it.
func ofTheSameRecords(q, count *study.Question) bool {
	m, e := q.Measure, count.Population.Entry
	if m.Kind != study.Number || e == nil || count.Measure.Kind != study.Count || count.Outcome != nil ||
		q.Top != nil || count.Top != nil || m.Of == study.Persons && m.Quantity.IsPaid() && m.Stat != study.Sum {
		return false
	}
	if !m.Quantity.IsPaid() && !slices.Contains([]study.Quantity{study.Value, study.Duration, study.DaysSupply,
		study.Amount, study.Refills}, m.Quantity) {
		return false
	}
	same := q.Clone()
	same.Measure = count.Measure
	return same.Equal(count)
}

// ofLongerRecords reports whether a question counts those of the records that a number is of that are of some length:
// "the longest stay, and how many stays lasted more than 30 days".
func ofLongerRecords(q, number *study.Question) bool {
	e := q.Population.Entry
	if q.Measure.Kind != study.Count || number.Measure.Kind != study.Number || e == nil || e.Where == nil ||
		e.Where.Days == nil {
		return false
	}
	all := q.Clone()
	if all.Population.Entry.Where.Days = nil; reflect.DeepEqual(all.Population.Entry.Where, &study.Where{}) {
		all.Population.Entry.Where = nil
	}
	all.Measure = number.Measure
	return all.Equal(number)
}

// whoIs says who people are, whichever of a person's records is the index; nil where that changes who they are.
func whoIs(q *study.Question) []string {
	var said []string
	all := slices.Clone(q.Population.Criteria)
	if e := q.Population.Entry; e != nil {
		if e.During != nil || e.Age != nil && e.Which != study.Any || len(e.With) > 0 || e.Chosen != nil {
			return nil
		}
		one := *e
		all = append(all, study.Criterion{Has: &study.Has{Event: one}})
	}
	for _, c := range all {
		if c.Has != nil && c.Has.Relation == nil && c.Has.Times == nil {
			has := *c.Has
			e := &has.Event
			if e.Which == study.First && e.Chosen == nil && e.During == nil && e.Age == nil {
				e.Which = study.Any
			}
			c.Has = &has
		} else if c.Is == nil || c.Is.Age != nil {
			return nil
		}
		said = append(said, (&study.Question{Measure: q.Measure, Outcome: &c}).String())
	}
	slices.Sort(said)
	return slices.Compact(said)
}

// asShare is the share of those of whom a figure counts some, where the figure before it counts all of them; the figure
// itself where it is none.
func asShare(q, before *study.Question) *study.Question {
	if q.Measure.Kind != study.Count || q.Measure.Of != study.Persons || q.Outcome == nil || len(q.Strata) > 0 ||
		diesAmong([]study.Criterion{*deathOf(q.Outcome)}) {
		return q
	}
	share := q.Clone()
	if share.Measure.Kind = study.Share; share.Validate() != nil || !tells(share, before) {
		return q
	}
	return share
}
