package page_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/app/page"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/pipeline/cohort"
	"github.com/askomop/askomop/pipeline/schedule"
)

// lived is askomop that has been used for weeks: a history, cohorts, a definition of ATLAS, schedules with runs.
func lived(t *testing.T) *app.App {
	t.Helper()
	a := another(t, nil)
	now := time.Now()
	for ago := 20; ago >= 1; ago-- {
		for n := range ago % 5 {
			status := "answered"
			if n == 3 {
				status = "abstained"
			}
			e := app.LogEntry{Kind: "run", Time: now.AddDate(0, 0, -ago).UTC(), Command: "ask", Question: fmt.Sprintf("How many patients had a stroke in %d?", 2008+n), Status: status}
			if _, _, err := a.RunLog().Append(t.Context(), e); err != nil {
				t.Fatal(err)
			}
		}
	}
	define(t, a)
	for name, question := range map[string]string{"gout-monthly": "How many patients have gout?", "warfarin-by-sex": warfarin} {
		s, err := a.NewSchedule(t.Context(), name, app.ScheduleOptions{Cron: "@monthly"})
		if err != nil {
			t.Fatal(err)
		}
		s.Frozen.Question = question
		if err := a.Schedules().Put(s, false); err != nil {
			t.Fatal(err)
		}
		for i := range 12 {
			value := 1200 + 37*float64(i%5) + 12*float64(i)
			at := time.Date(2025, time.Month(1+i), 1, 6, 0, 0, 0, time.UTC)
			r := schedule.Record{ID: fmt.Sprint(i), By: schedule.ByClock, Due: at, Finished: at, Status: schedule.Answered, Answer: fmt.Sprintf("%.0f patients.", value),
				Measure: "patients", Shown: fmt.Sprintf("1,%03.0f", value-1000), Value: &value, Rows: 1}
			switch i {
			case 4:
				r.Shown, r.Value, r.Answer = "<5", nil, "<5 patients."
			case 7:
				r.Status, r.Message, r.Value, r.Shown = "failed", "The database could not be opened.", nil, ""
			case 11:
				r.Alerts = []string{"patients rose by 8.1 % (more than 5 %)"}
			}
			if err := a.Schedules().Append(name, r); err != nil {
				t.Fatal(err)
			}
		}
	}
	return a
}

// define keeps a definition whose people nobody has asked for.
func define(t *testing.T, a *app.App) {
	t.Helper()
	afib := []study.Entity{{Name: "atrial fibrillation", Items: []study.Item{{ID: 313217, Name: "Atrial fibrillation"}}}}
	def := cohort.Saved{Name: "atrial-fibrillation", Title: "First atrial fibrillation", Origin: "1402.json", At: time.Now(),
		Cohort: study.Cohort{Entry: &study.Event{Domain: study.Condition, Concepts: afib, Which: study.First},
			OpenEnd: study.NextDay}}
	if err := a.Definitions().Save(def); err != nil {
		t.Fatal(err)
	}
}

func TestTheKeptPagesInABrowser(t *testing.T) {
	a := lived(t)
	b := browseOver(t, a)
	c := enter(t, serve(t, a))
	for range 2 { // two cohorts
		run, _ := c.ask("How many women with type 2 diabetes took metformin?")
		_, _, _ = c.post("/runs/"+run+"/cohort", "name", "women on metformin")
		run, _ = c.ask("How many patients have heart failure?")
		_, _, _ = c.post("/runs/"+run+"/cohort", "name", "heart-failure")
	}
	pages := map[string]struct {
		path  string
		shows []string
	}{
		"library": {"/library", []string{"TOPICS", "mortality", "1 to 100 here"}}, "library-topic": {"/library?topic=cost&find=patients", []string{"All topics"}},
		"library-none": {"/library?find=xyzzy", []string{"ask in your own words"}}, "pair": {"/library/condition-then-drug-within-days", []string{"Ask it", "IN OTHER WORDS"}},
		"history": {"/history", []string{"QUESTIONS BY DAY", "TODAY", "YESTERDAY", "page"}}, "history-none": {"/history?find=xyzzy", []string{"See everything"}},
		"cohorts": {"/cohorts", []string{"women-on-metformin", "not counted yet"}}, "cohort": {"/cohorts/heart-failure", []string{"people", "HOW MANY ARE LEFT", "Source"}},
		"definition": {"/cohorts/atrial-fibrillation", []string{"WHO IS IN IT", "were not counted yet", "ATLAS cohort"}},
		"schedules":  {"/schedules", []string{"gout-monthly", "every month", "1 alert", "+3.7 %"}},
		"schedule":   {"/schedules/gout-monthly", []string{"patients rose by", "failed", "+3.7 %", "<5"}},
		"nowhere":    {"/nowhere", []string{"There is no such page."}},
	}
	for _, w := range windows {
		b.window(w.wide, w.tall, w.dark)
		for name, p := range pages {
			b.act(chromedp.Navigate(b.at+p.path), chromedp.WaitVisible(css("h1")))
			b.settle()
			text := b.says("body")
			for _, want := range p.shows {
				if !strings.Contains(text, want) {
					t.Errorf("%s does not show %q:\n%s", name, want, text)
				}
			}
			if over := eval[float64](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
				t.Errorf("%s, %s: the page is %g pixels wider than the window", w.name, name, over)
			}
			b.inspect(w.name + ", " + name)
			b.picture(w.name + "-kept-" + name)
		}
	}
	code, doc := c.get("/cohorts/atrial-fibrillation/atlas.json")
	if code != http.StatusOK || !strings.Contains(doc, "PrimaryCriteria") || !strings.Contains(doc, "313217") {
		t.Errorf("%d %s", code, doc)
	}
	if code, _ := c.get("/cohorts/heart-failure/atlas.json"); code != http.StatusNotFound {
		t.Errorf("a cohort without a definition is handed to ATLAS: %d", code)
	}
}

// pick opens a part of the sentence or a thing to add, and takes one of its options by its label.
func (b *browser) pick(part, option string) {
	b.t.Helper()
	b.open(part)
	b.act(chromedp.Click(chromedp.Search(fmt.Sprintf(`//div[contains(@class,"choices")][@data-open]//button[normalize-space()=%q]`, option))))
	b.answered()
}

// open opens a part of the sentence or a thing to add.
func (b *browser) open(part string) {
	b.t.Helper()
	b.settle()
	found := eval[bool](b, fmt.Sprintf(`(() => { const all = [...document.querySelectorAll(".part, .chip")];
		const one = all.find(p => p.textContent.trim() === %q); if (!one) return false;
		const rare = one.closest("details"); if (rare) rare.open = true;
		document.querySelectorAll("[data-open]").forEach(o => delete o.dataset.open);
		one.click(); document.getElementById(one.getAttribute("popovertarget")).dataset.open = "yes"; return true })()`, part))
	if !found {
		b.t.Fatalf("nothing to click is called %q:\n%s", part, b.says(".understood"))
	}
	b.until(`document.querySelector(".choices:popover-open") !== null`)
}

// answered waits for the page of another answer.
func (b *browser) answered() {
	b.t.Helper()
	b.until(`document.querySelector("[data-open]") === null && document.querySelector("#answer") !== null`)
	b.settle()
}

// What a person does who has never seen the page: asks, changes each part of the sentence, goes back, opens another
// tab.
func TestAStrangerInABrowser(t *testing.T) {
	b := browse(t)
	b.window(1180, 1400, false)
	b.ask(warfarin)
	said := func() string { return b.says(".sentence") }
	parts := eval[[]string](b, `[...document.querySelectorAll(".part, .chip")].map(p => p.textContent.trim())`)
	if len(parts) < 6 {
		t.Errorf("only %q can be clicked", parts)
	}
	for _, part := range parts { // each opens choices that one can do something with
		b.open(part)
		if eval[bool](b, `document.querySelector(".choices:popover-open").querySelectorAll("button:not(:disabled), input, select").length === 0`) {
			t.Errorf("%q opens nothing to choose", part)
		}
		b.act(chromedp.KeyEvent(kb.Escape))
		b.until(`document.querySelector(".choices:popover-open") === null`)
	}
	for _, step := range []struct{ part, option, says, not string }{
		{"a first ever", "any record", "any one diagnosis of atrial fibrillation", "a first ever diagnosis"},
		{"people", "women", "women", "people"}, {"sex", "by year", "by year", "by sex"}, {"days after it", "after it", "after it", "within 90 days"},
		{"percentage", "how many people", "number", "percentage"}, {"stratify by", "by age group", "age group", ""}, {"women", "women and men", "people", "women"},
	} {
		b.pick(step.part, step.option)
		if text := said(); !strings.Contains(text, step.says) || step.not != "" && strings.Contains(text, step.not) {
			t.Errorf("after %s → %s: %s", step.part, step.option, text)
		}
	}

	// The back button leads to the answer before, and forward again.
	before := eval[string](b, `location.pathname`)
	b.ask("How many patients have gout?")
	gout := b.says(".number strong")
	b.act(chromedp.NavigateBack())
	b.until(`location.pathname === "` + before + `" && document.querySelector(".sentence") !== null && document.querySelector(".sentence").innerText.includes("warfarin")`)
	b.settle()
	b.act(chromedp.NavigateForward())
	b.until(`(document.querySelector(".number strong") || {innerText: ""}).innerText === "` + gout + `"`)

	// A second tab asks something else; the first goes on where it was.
	ctx, cancel := chromedp.NewContext(b.ctx)
	defer cancel()
	if err := chromedp.Do(ctx); err != nil { // the tab opens, and stays open longer than one action
		t.Fatal(err)
	}
	tab := &browser{t, ctx, b.at}
	tab.act(chromedp.Navigate(b.at+"/"), chromedp.WaitVisible(css("#words")))
	tab.ask("How many patients had a stroke by sex?")
	b.pick("stratify by", "by sex")
	if text := said(); !strings.Contains(text, "gout") || !strings.Contains(text, "by sex") {
		t.Errorf("the first tab went on with %q", text)
	}

	// Letters of other languages, and more of them than a question has.
	b.ask("How many patients with Ménière’s disease — “vertigo” 眩暈 took betahistine?")
	if !strings.Contains(b.says("body"), "I can't answer this") {
		t.Error(b.says("body"))
	}
	b.ask("How many patients have " + strings.Repeat("really ", 200) + "gout?")
	if b.says("h2") == "" {
		t.Error(b.says("body"))
	}
}

// A suggestion that comes when its box has gone harms nothing: whoever types fast asks before it is there.
func TestASuggestionThatComesTooLate(t *testing.T) {
	b := browse(t)
	for _, wait := range []string{"0", "185", "200", "250"} { // before it is asked for, and while it is on its way
		b.act(chromedp.Navigate(b.at+"/"), chromedp.WaitVisible(css("#words")))
		b.settle()
		eval[bool](b, `new Promise(done => {
			const box = document.querySelector("#words");
			box.value = "How many patients with heart fail";
			box.dispatchEvent(new Event("input", { bubbles: true }));
			setTimeout(() => { box.closest("form").remove(); setTimeout(() => done(true), 1500) }, `+wait+`);
		})`, chromedp.EvalAwaitPromise)
	}
}

// A page whose askomop has ended says so, where a click would do nothing else.
func TestThePageSaysThatAskomopIsAway(t *testing.T) {
	p, err := page.New(demo(t), page.Options{Token: token, Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(p)
	b := browseAt(t, server.URL, "ERR_CONNECTION_REFUSED")
	b.ask("How many patients have gout?")
	b.settle() // before htmx has taken the form over, a click would leave the page
	answer := b.says(".number")
	p.Close()
	server.CloseClientConnections()
	server.Close()
	b.act(chromedp.Click(css(".box button")))
	b.until(`!document.querySelector("[data-away]").hidden`)
	if b.says(".number") != answer || !strings.Contains(b.says("body"), "askomop does not answer") {
		t.Error(b.says("body"))
	}
	b.inspect("away")
	b.picture("desk-away")
}
