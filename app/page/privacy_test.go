package page_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/pipeline/schedule"
)

// few are questions to the demo database whose answers have numbers of few people.
var few = []string{
	"How many patients had a pulmonary embolism by state?", "How many patients have gout by race?", "What percentage of patients with gout died, by race?",
	"How many patients were newly diagnosed with rheumatoid arthritis by year and month?", "How many patients had a stroke by race and sex?",
}

func TestNumbersOfFewPeopleAreNowhere(t *testing.T) {
	all := another(t, func(s *app.Settings, _ *app.Host) { s.MinCell = app.ShowAll })
	c := enter(t, serve(t, demo(t)))
	hidden := 0
	for _, words := range few {
		truth, err := all.Ask(t.Context(), words, app.AskOptions{})
		if err != nil || truth.Status != "answered" {
			t.Errorf("%s: %v %s", words, err, truth.Message)
			continue
		}
		run, body := c.ask(words)
		rows := c.table(run)
		_, report := c.get("/runs/" + run + "/export/report.html")
		_, steps := c.get("/runs/" + run + "/steps")
		if strings.Contains(steps, "<figure>") && strings.Contains(fmt.Sprint(rows), "hidden") {
			t.Errorf("%s: the steps stand beside what is hidden: %s", words, steps)
		}
		for i, row := range rows[1:] {
			for k, cell := range row {
				if cell != "hidden" && !strings.HasPrefix(cell, "<") {
					continue
				}
				hidden++
				was := fmt.Sprint(truth.Rows[i][k])
				if was == "0" || was == "100" { // other columns of the row have it, too
					continue
				}
				keys := row[:k]
				if slices.Contains(keys, was) {
					continue
				}
				for what, doc := range map[string]string{"the page": body, "the report": report} {
					// A row of the table or a point of the picture that is of these groups and has the true number.
					for _, shown := range lazyregexp.New(`(?s)<tr>.*?</tr>|<path[^>]*><title>[^<]*</title>`).FindAllString(doc, -1) {
						ofThem := !slices.ContainsFunc(keys, func(key string) bool {
							return !strings.Contains(shown, ">"+key+"<") && !strings.Contains(shown, key+":")
						})
						if ofThem && (strings.Contains(shown, ">"+was+"<") || strings.Contains(shown, ": "+was+"<")) {
							t.Errorf("%s: %s tells that %v has %s: %s", words, what, keys, was, shown)
						}
					}
				}
			}
		}
		shows(t, body, "hidden")
	}
	if hidden < 10 {
		t.Errorf("only %d numbers are hidden: the test has nothing to look for", hidden)
	}
}

// Whatever a request says of bounds, the numbers are hidden as they were.
func TestNoRequestLowersTheMinimalCell(t *testing.T) {
	c := enter(t, serve(t, demo(t)))
	run, _ := c.ask(few[0])
	want := fmt.Sprint(c.table(run))
	for _, extra := range [][]string{{"min_cell", "0"}, {"min-cell", "0"}, {"MinCell", "-1"}, {"rows", "true"}, {"round", "0"}} {
		got, _ := c.wait(c.post("/ask?min-cell=0&min_cell=0&rows=1", append([]string{"words", few[0]}, extra...)...))
		if text := fmt.Sprint(c.table(got)); text != want {
			t.Errorf("%v: %s, want %s", extra, text, want)
		}
		if _, csv := c.get("/runs/" + run + "/export/table.csv?" + extra[0] + "=" + extra[1]); strings.Contains(csv, "min") {
			t.Error(csv)
		}
	}
}

func TestNobodyIsShown(t *testing.T) {
	c := enter(t, serve(t, demo(t)))
	for _, words := range []string{"List the patients with gout", "Show me person 7", "What is the birth date of each patient?", "SELECT person_id FROM person", "Which patients have gout?"} {
		run, body := c.ask(words)
		if !strings.Contains(body, "/export/table.csv") {
			continue // refused
		}
		if rows := c.table(run); len(rows) != 2 || len(rows[0]) != 1 || rows[0][0] != "patients" { // a number is an answer
			t.Errorf("%s: %v", words, rows)
		}
	}
	for _, doc := range []string{`{"measure":{"kind":"count"},"population":{},"strata":[{"kind":"person_id"}]}`, `{"measure":{"kind":"rows"},"population":{}}`} {
		if code, _, _ := c.post("/question", "study", doc); code != http.StatusBadRequest {
			t.Errorf("%s: %d", doc, code)
		}
	}
}

// A schedule of the command line may show all; the page shows nothing of it that the page itself would hide.
func TestASchedulesNumbersAreHiddenAsThePages(t *testing.T) {
	a := another(t, nil)
	three := 3.0
	for name, least := range map[string]int{"open": 0, "own": 5} {
		s, err := a.NewSchedule(t.Context(), name, app.ScheduleOptions{Cron: "@daily"})
		if err != nil {
			t.Fatal(err)
		}
		s.MinCell = least
		if err := a.Schedules().Put(s, false); err != nil {
			t.Fatal(err)
		}
		for i := range 3 {
			at := time.Date(2026, 1, 1+i, 0, 0, 0, 0, time.UTC)
			r := schedule.Record{ID: fmt.Sprint(i), By: schedule.ByClock, Due: at, Finished: at, Status: schedule.Answered, Answer: "3 zebras.", Measure: "zebras", Shown: "3", Value: &three, Rows: 1}
			if least > 0 {
				r.Answer, r.Shown, r.Value = "<5 zebras.", "<5", nil
			}
			if err := a.Schedules().Append(name, r); err != nil {
				t.Fatal(err)
			}
		}
	}
	c := enter(t, serve(t, a))
	for _, path := range []string{"/schedules", "/schedules/open"} {
		if _, body := c.get(path); strings.Contains(body, "3 zebras") || strings.Contains(body, ": 3<") {
			t.Errorf("%s shows what a schedule without a minimal cell has counted", path)
		}
	}
	_, own := c.get("/schedules/own")
	shows(t, own, "&lt;5 zebras", "hidden: few people stand behind it")
	_, open := c.get("/schedules/open")
	shows(t, open, "Its numbers are not shown here")
}
