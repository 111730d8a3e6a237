package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// calendarMonth marks a grouping by "calendar month" until the strata are settled: January of each year, or of all.
const calendarMonth = "calendar"

// settleMonths takes "by calendar month over the years 2010 to 2018" for January to December of all these years, as a
// seasonal pattern is, and "by calendar month" of several years for each month of each year. The other stands beside
// it. A rate and a prevalence are of each month.
func (b *builder) settleMonths(st *study.Stratum) {
	if st.Kind != study.Month || st.Level != calendarMonth {
		return
	}
	st.Level = ""
	if b.q.Measure.Kind != study.Count || b.oneYear() || b.s.pooled || b.s.top != nil {
		return
	}
	if b.s.p.saysOverYears() {
		st.Kind = study.MonthOfYear
		b.besideMonths("Each month of each year by itself", func(s []study.Stratum, i int) []study.Stratum {
			return slices.Insert(s, i, study.Stratum{Kind: study.Year, Of: s[i].Of})
		})
		return
	}
	b.besideMonths("January to December, all years together", func(s []study.Stratum, i int) []study.Stratum {
		if i == 0 || s[i-1].Kind != study.Year {
			return nil
		}
		return slices.Delete(s, i-1, i)
	})
}

// besideMonths puts a question beside the one that is asked, in which the months are grouped otherwise.
func (b *builder) besideMonths(what string, grouped func(strata []study.Stratum, i int) []study.Stratum) {
	b.s.later = append(b.s.later, func(whole *study.Question) {
		i := slices.IndexFunc(whole.Strata, func(s study.Stratum) bool { return s.Kind == study.MonthOfYear })
		if i < 0 || whole.Measure.Change {
			return
		}
		other := whole.Clone()
		if other.Strata = grouped(other.Strata, i); other.Strata != nil {
			other.Canonicalize()
			b.s.others = append(b.s.others, Other{What: what, Question: other})
		}
	})
}

// saysOverYears reports whether years are said to be taken together: "over the years 2010 to 2018".
func (p *parser) saysOverYears() bool {
	for i := range p.toks {
		if p.seq(i, "over|across", "years") && i+2 < len(p.toks) && isYear(p.toks[i+2]) ||
			p.seq(i, "over|across", "the", "years") && i+3 < len(p.toks) && isYear(p.toks[i+3]) {
			return true
		}
	}
	return false
}
