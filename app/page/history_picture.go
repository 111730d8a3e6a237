package page

import (
	"html/template"
	"strings"

	"github.com/askomop/askomop/pipeline/schedule"
)

// mostRuns is how many runs of a schedule its picture has.
const mostRuns = 60

// historyPicture draws the main number of a schedule's runs over time; a hidden one leaves a gap.
func historyPicture(runs []schedule.Record) template.HTML {
	c := &chart{overall: true}
	for _, r := range runs[max(0, len(runs)-mostRuns):] {
		if r.Status != schedule.Answered {
			continue
		}
		p := point{hidden: r.Value == nil && strings.TrimSpace(r.Shown) != ""}
		if r.Value != nil {
			p.value, p.shown = *r.Value, true
		}
		c.unit = columnText(r.Measure)
		c.labels = append(c.labels, r.Due.Local().Format("2006-01-02"))
		if len(c.series) == 0 {
			c.series = []series{{}}
		}
		c.series[0].points = append(c.series[0].points, p)
	}
	if len(c.labels) < 2 {
		return ""
	}
	c.title = c.unit + " by run"
	return c.draw("wide", "narrow")
}
