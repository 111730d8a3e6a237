package page_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
)

// TestThePageShowsHowThePeopleCameAbout compares the steps with counts that are asked for one by one.
func TestThePageShowsHowThePeopleCameAbout(t *testing.T) {
	c := enter(t, serve(t, demo(t)))
	run, body := c.ask("How many women with type 2 diabetes took metformin?")
	shows(t, body, `hx-get="/runs/`+run+`/steps"`)
	code, steps := c.get("/runs/" + run + "/steps")
	if code != http.StatusOK {
		t.Fatalf("%d %s", code, steps)
	}
	shows(t, steps, "How the people came about", "people in the database", "n = 5,000", "who were female", "who had an exposure to metformin")
	for _, question := range []string{"How many patients have type 2 diabetes?", "How many women have type 2 diabetes?", "How many women with type 2 diabetes took metformin?"} {
		shows(t, strings.ReplaceAll(steps, ",", ""), "n = "+told(t, question)[1][0])
	}
	before := logged(t)
	if _, again := c.get("/runs/" + run + "/steps"); again != steps || logged(t) != before {
		t.Error("the steps are asked for anew")
	}
}

// TestAFloodOfDrawingsIsOneQuestion: what is drawn beside an answer can't be used to ask the database more often than
// questions may.
func TestAFloodOfDrawingsIsOneQuestion(t *testing.T) {
	c := enter(t, serve(t, demo(t)))
	run, _ := c.ask("How many men with heart failure took metformin?")
	before := logged(t)
	var all sync.WaitGroup
	for _, part := range []string{"steps", "export/picture.png", "export/report.html", "steps", "export/picture.svg", "steps", "export/report.html", "steps"} {
		all.Go(func() {
			if code, body := c.get("/runs/" + run + "/" + part); code != http.StatusOK {
				t.Errorf("%s: %d %.100s", part, code, body)
			}
		})
	}
	all.Wait()
	if asked := logged(t) - before; asked != 1 {
		t.Errorf("%d questions were asked for the steps", asked)
	}
}

// TestStepsThatWouldTellOfAStratumAreNotShown: the total would give the hidden count of one sex away.
func TestStepsThatWouldTellOfAStratumAreNotShown(t *testing.T) {
	c := enter(t, serve(t, demo(t)))
	run, _ := c.ask("How many patients with multiple sclerosis by age group and sex?")
	if !strings.Contains(strings.Join(strings.Fields(flat(c.table(run))), " "), "<5") && !strings.Contains(flat(c.table(run)), "hidden") {
		t.Fatal("nothing is hidden: the test has nothing to look for")
	}
	if code, steps := c.get("/runs/" + run + "/steps"); code != http.StatusOK || strings.Contains(steps, "<svg") {
		t.Errorf("%d %s", code, steps)
	}
	_, report := c.get("/runs/" + run + "/export/report.html")
	if strings.Contains(report, "How the people came about") {
		t.Error("the report has the steps")
	}
}

func flat(rows [][]string) string {
	var b strings.Builder
	for _, r := range rows {
		b.WriteString(strings.Join(r, " ") + "\n")
	}
	return b.String()
}

func TestACurveIsDrawnAtMoreTimes(t *testing.T) {
	c := enter(t, serve(t, demo(t)))
	run, body := c.ask("What is the survival of patients with heart failure after 1 and 2 years?")
	shows(t, body, `hx-get="/runs/`+run+`/curve"`)
	code, curve := c.get("/runs/" + run + "/curve")
	if code != http.StatusOK || strings.Count(curve, "<title>") < 8 {
		t.Errorf("%d %s", code, curve)
	}
	shows(t, curve, "still at risk", ">365<", ">730<")
}
