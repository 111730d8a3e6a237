package picture

import (
	"strings"
	"time"

	"github.com/askomop/askomop/pipeline/schedule"
)

// mostRuns is how many runs of a schedule its picture has.
const mostRuns = 60

// OfHistory is the main number of a schedule's runs over time, oldest first; one that is hidden leaves a gap, and so
// does a run without an answer. It is nil where there are fewer than two numbers.
func OfHistory(runs []schedule.Record) *Picture {
	p := &Picture{Kind: Trend, Series: []Series{{}}}
	answers := 0
	for _, r := range runs[max(0, len(runs)-mostRuns):] {
		one := Point{}
		if r.Status == schedule.Answered {
			answers++
			one.Hidden = r.Value == nil && strings.TrimSpace(r.Shown) != ""
			p.Unit = Column(r.Measure)
		}
		if r.Status == schedule.Answered && r.Value != nil {
			one.Value, one.Shown = *r.Value, true
		}
		p.Labels = append(p.Labels, r.Due.Local().Format("2006-01-02"))
		p.Series[0].Points = append(p.Series[0].Points, one)
	}
	if answers < 2 {
		return nil
	}
	p.What = p.Unit + " by run"
	p.Title = p.What
	return p.cleaned()
}

// Asked is how many questions were asked on a day.
type Asked struct{ Answered, Other int }

// OfDays is how many questions were asked on each day up to today, by days as 2006-01-02. It begins with the first of
// them, and with the one that many days ago at the earliest; nil where all were asked on one day.
func OfDays(asked map[string]Asked, today time.Time, most int) *Picture {
	p := &Picture{Kind: Trend, What: "questions by day", Title: "questions by day", Unit: "questions",
		Series: []Series{{Name: "answered"}, {Name: "not answered"}}}
	days, other := 0, 0
	for ago := most - 1; ago >= 0; ago-- {
		day := today.Local().AddDate(0, 0, -ago).Format(time.DateOnly)
		n, some := asked[day]
		if !some && days == 0 {
			continue
		}
		if some {
			days++
		}
		other += n.Other
		p.Labels = append(p.Labels, day)
		for i, value := range []int{n.Answered, n.Other} {
			p.Series[i].Points = append(p.Series[i].Points, Point{Value: float64(value), Shown: true})
		}
	}
	if days < 2 {
		return nil
	}
	if other == 0 {
		p.Series = p.Series[:1]
	}
	return p
}
