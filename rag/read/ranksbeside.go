package read

import (
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// Percentiles may stand beside other statistics: "median and 90th percentile". With a median and quartiles they are one
// measure, of several percentiles. Beside a mean they are a figure of their own, told below:
//
//	median and 90th percentile   the 50th and 90th percentile
//	mean and 90th percentile     the mean; and the 90th percentile
//
// Until the sentence is resolved they are kept with the statistic, as "mean|0.9".

// ranksMark parts a statistic from the ranks beside it.
const ranksMark = "|"

// withRanks is a statistic with the ranks of percentiles that are asked for beside it.
func withRanks(stat study.Stat, ranks []float64) study.Stat {
	ranks = slices.Clone(ranks)
	slices.Sort(ranks)
	for _, q := range slices.Compact(ranks) {
		stat += study.Stat(ranksMark + strconv.FormatFloat(q, 'g', -1, 64))
	}
	return stat
}

// ranksOf parts a statistic from the ranks beside it.
func ranksOf(told study.Stat) (stat study.Stat, ranks []float64) {
	fields := strings.Split(string(told), ranksMark)
	for _, field := range fields[1:] {
		if q, err := strconv.ParseFloat(field, 64); err == nil {
			ranks = append(ranks, q)
		}
	}
	return study.Stat(fields[0]), ranks
}

// quartileRanks are those that a median is shown with.
var quartileRanks = []float64{0.25, 0.5, 0.75}

// quartileRank reads "lower quartile", "3rd quartile", and "lower" of "lower and upper quartile".
func (p *parser) quartileRank() (percent float64, ok bool) {
	ok = p.try(func() bool {
		switch {
		case p.word("lower", "first", "1st"):
			percent = 25
		case p.word("upper", "third", "3rd"):
			percent = 75
		default:
			return false
		}
		return p.word("quartile", "quartiles") || p.ahead(func() bool {
			return p.is("and") && p.word("lower", "first", "1st", "upper", "third", "3rd") && p.word("quartile", "quartiles")
		})
	})
	return percent, ok
}

// settleRanks makes one measure of percentiles and the median, or notes the percentiles for a figure of their own.
func (b *builder) settleRanks() {
	m := &b.q.Measure
	stat, ranks := ranksOf(m.Stat)
	if m.Stat = stat; len(ranks) > 0 {
		b.s.beside = append(b.s.beside, placeRanks(m, ranks)...)
	}
}

// placeRanks asks a measure for percentiles, too; it returns those that it cannot show.
func placeRanks(m *study.Measure, ranks []float64) (beside []float64) {
	switch m.Stat {
	case study.Median:
		ranks = append(ranks, 0.5)
	case study.Quartiles:
		ranks = append(ranks, quartileRanks...)
	case study.Quantile:
		ranks = append(ranks, m.Percentiles()...)
	case "":
	default:
		return ranks
	}
	ranks = slices.Clone(ranks)
	slices.Sort(ranks)
	setRanks(m, slices.Compact(ranks))
	return nil
}

func setRanks(m *study.Measure, ranks []float64) {
	m.Stat, m.Quantile, m.Quantiles = study.Quantile, ranks[0], nil
	if len(ranks) > 1 {
		m.Quantile, m.Quantiles = 0, ranks
	}
}

// addRanks adds the figure of the percentiles that the measure does not show.
func (s *sentence) addRanks(q *study.Question) {
	if len(s.beside) == 0 || q.Measure.Kind != study.Number {
		return
	}
	ranks := slices.Clone(s.beside)
	slices.Sort(ranks)
	other := q.Clone()
	setRanks(&other.Measure, slices.Compact(ranks))
	if other.Validate() != nil {
		return
	}
	s.others = append(s.others, Other{What: strings.Join(other.Measure.Ranks(), ", ") + " percentile", Question: other,
		Always: true, Asked: true})
}
