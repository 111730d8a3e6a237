package picture

import (
	"fmt"
	"testing"
	"time"

	"github.com/askomop/askomop/pipeline/schedule"
)

func points(s Series) string {
	text := ""
	for _, p := range s.Points {
		switch {
		case p.Shown:
			text += fmt.Sprint(p.Value, " ")
		case p.Hidden:
			text += "hidden "
		default:
			text += "– "
		}
	}
	return text
}

// A run that failed and a number that is hidden have their places in a schedule's picture.
func TestAScheduleIsDrawnWithItsGaps(t *testing.T) {
	var runs []schedule.Record
	for i, status := range []string{schedule.Answered, "failed", schedule.Answered, schedule.Answered} {
		value := float64(100 + i)
		r := schedule.Record{Status: status, Due: time.Date(2026, 1, 1+i, 0, 0, 0, 0, time.UTC), Measure: "patients"}
		if r.Shown = "<5"; i != 2 {
			r.Shown, r.Value = fmt.Sprint(value), &value
		}
		runs = append(runs, r)
	}
	p := OfHistory(runs)
	if p == nil || len(p.Labels) != 4 || points(p.Series[0]) != "100 – hidden 103 " {
		t.Errorf("%+v", p)
	}
	if p := OfHistory(runs[:2]); p != nil {
		t.Errorf("one number is drawn: %+v", p)
	}
}

func TestDaysWithoutQuestionsAreDrawn(t *testing.T) {
	today := time.Date(2026, 3, 10, 15, 0, 0, 0, time.Local)
	asked := map[string]Asked{"2026-03-10": {Answered: 2, Other: 1}, "2026-03-07": {Answered: 5}, "2025-01-01": {Answered: 9}}
	p := OfDays(asked, today, 30)
	if p == nil || fmt.Sprint(p.Labels) != "[2026-03-07 2026-03-08 2026-03-09 2026-03-10]" || points(p.Series[0]) != "5 0 0 2 " || points(p.Series[1]) != "0 0 0 1 " {
		t.Errorf("%+v", p)
	}
	delete(asked, "2026-03-10")
	if p := OfDays(asked, today, 30); p != nil {
		t.Errorf("one day is drawn: %+v", p)
	}
}

func TestTheSizesOfACohortAreDrawn(t *testing.T) {
	p := OfSizes([]string{"2026-01-01", "2026-02-01", "2026-03-01"}, []any{int64(120), "<5", int64(130)})
	if p == nil || points(p.Series[0]) != "120 hidden 130 " {
		t.Errorf("%+v", p)
	}
	if p := OfSizes([]string{"2026-01-01"}, []any{int64(120)}); p != nil {
		t.Errorf("one generation is drawn: %+v", p)
	}
}
