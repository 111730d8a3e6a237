package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// tells reports whether the answer to one question has the number of people or of records in it that another asks for:
// a share its denominator, an age and a length of stay of how many they are.
func tells(q, count *study.Question) bool {
	if count.Measure.Kind != study.Count || len(q.Strata) != len(count.Strata) || q.Top != nil || count.Top != nil {
		return false
	}
	m := q.Measure
	switch {
	case count.Measure.Of == study.Records:
		if m.Kind != study.Number || m.Quantity != study.Duration || m.Per != 0 {
			return false
		}
		same := q.Clone()
		same.Measure = count.Measure
		return same.Equal(count)
	case count.Measure.Of != study.Persons:
		return false
	case m.Kind == study.Share && m.Of == study.Persons:
	case m.Kind == study.Number && m.Quantity == study.AgeYears && m.Per == 0 && q.Population.Entry != nil:
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
	return people.Equal(all) || len(q.Strata) == 0 && slices.Equal(whoIs(people), whoIs(all)) && whoIs(all) != nil
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
