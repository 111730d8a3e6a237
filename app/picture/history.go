package picture

import (
	"strings"

	"github.com/askomop/askomop/pipeline/schedule"
)

// mostRuns is how many runs of a schedule its picture has.
const mostRuns = 60

// OfHistory is the main number of a schedule's runs over time, oldest first; a hidden one leaves a gap. It is nil
// where there are fewer than two.
func OfHistory(runs []schedule.Record) *Picture {
	p := &Picture{Kind: Trend, Series: []Series{{}}}
	for _, r := range runs[max(0, len(runs)-mostRuns):] {
		if r.Status != schedule.Answered {
			continue
		}
		one := Point{Hidden: r.Value == nil && strings.TrimSpace(r.Shown) != ""}
		if r.Value != nil {
			one.Value, one.Shown = *r.Value, true
		}
		p.Unit = Column(r.Measure)
		p.Labels = append(p.Labels, r.Due.Local().Format("2006-01-02"))
		p.Series[0].Points = append(p.Series[0].Points, one)
	}
	if len(p.Labels) < 2 {
		return nil
	}
	p.What = p.Unit + " by run"
	p.Title = p.What
	return p.cleaned()
}
