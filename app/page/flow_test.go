package page_test

import (
	"encoding/csv"
	"encoding/json"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/app/report/reporttest"
	"github.com/askomop/askomop/internal/lazyregexp"
)

const warfarin = "What percentage of patients with atrial fibrillation started warfarin within 90 days of diagnosis, by sex?"

// table is the result of a run, as its CSV has it.
func (c *client) table(run string) [][]string {
	c.t.Helper()
	code, body := c.get("/runs/" + run + "/export/table.csv")
	rows, err := csv.NewReader(strings.NewReader(body)).ReadAll()
	if code != http.StatusOK || err != nil {
		c.t.Fatalf("%d %v\n%s", code, err, body)
	}
	return rows
}

// told is the result that askomop gives to the words, as a CSV would have it.
func told(t *testing.T, words string) [][]string {
	t.Helper()
	a, err := demo(t).Ask(t.Context(), words, app.AskOptions{})
	if err != nil || a.Status != "answered" {
		t.Fatalf("%s: %v %v", words, err, a)
	}
	table := app.WithEnds(a.Run())
	rows := [][]string{app.ColumnNames(table)}
	for _, r := range app.Cells(table) {
		var row []string
		for _, v := range r {
			text, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			row = append(row, strings.Trim(string(text), `"`))
		}
		rows = append(rows, row)
	}
	return rows
}

func TestAQuestionIsAnsweredAsOnTheCommandLine(t *testing.T) {
	c := enter(t, serve(t, demo(t)))
	run, body := c.ask(warfarin)
	shows(t, body, "Understood as", `title="what is counted"`, ">percentage<", "95 % interval", "<svg", "Read otherwise", "Female", "/export/report.html")
	if got, want := c.table(run), told(t, warfarin); !reflect.DeepEqual(got, want) || !slices.Contains(got[0], "percentage_ci_low") {
		t.Errorf("%v, want %v", got, want)
	}
}

// Each change of the sentence gives the number that the question has in other words.
func TestAChangedSentenceIsTheQuestionInOtherWords(t *testing.T) {
	c := enter(t, serve(t, demo(t)))
	for _, tc := range []struct {
		words  string
		change []string
		same   string
	}{
		{warfarin, []string{"choice", "outcome.has.relation.to", "value", "365"}, "What percentage of patients with atrial fibrillation started warfarin within 365 days of diagnosis, by sex?"},
		{warfarin, []string{"choice", "strata[0]", "value", ""}, "What percentage of patients with atrial fibrillation started warfarin within 90 days of diagnosis?"},
		{"How many patients with type 2 diabetes took metformin?", []string{"choice", "population.criteria.sex", "value", "female"}, "How many women with type 2 diabetes took metformin?"},
		{"How many patients had heart failure?", []string{"choice", "strata.add", "value", "sex"}, "How many patients had heart failure by sex?"},
		{"How many patients had a stroke?", []string{"choice", "outcome.has.event.concepts[0]", "value", "gout"}, "How many patients had gout?"},
		{"How many patients had a stroke?", []string{"choice", "population.criteria.had", "domain", "drug", "value", "metformin"}, "How many patients with a stroke took metformin?"},
		{"How many patients had a stroke?", []string{"choice", "outcome.has.event.during", "low", "2009", "high", "2009"}, "How many patients had a stroke in 2009?"},
	} {
		run, body := c.ask(tc.words)
		if !strings.Contains(body, tc.change[1]) { // an equal question may hold the event elsewhere
			tc.change[1] = strings.NewReplacer("outcome.has.event", "population.entry").Replace(tc.change[1])
		}
		run, body = c.wait(c.post("/runs/"+run+"/change", tc.change...))
		if got, want := c.table(run)[1:], told(t, tc.same)[1:]; !reflect.DeepEqual(got, want) {
			t.Errorf("%s, %v: %v, want %v of %s", tc.words, tc.change, got, want, tc.same)
		}
		shows(t, body, "Changed by hand")
	}
}

func TestAChangeThatCannotBeIsRefused(t *testing.T) {
	c := enter(t, serve(t, demo(t)))
	run, _ := c.ask(warfarin)
	for _, tc := range [][]string{{"choice", "outcome.has.relation.to", "value", "-1"}, {"choice", "nothing", "value", "1"}, {"choice", "population.entry.during", "low", "2010", "high", "2009"}, {}} {
		if code, body, _ := c.post("/runs/"+run+"/change", tc...); code != http.StatusBadRequest || !strings.Contains(body, "Back to the question") {
			t.Errorf("%v: %d\n%s", tc, code, body)
		}
	}
}

// A question about a cohort stays one when it is changed.
func TestAChangeKeepsTheCohort(t *testing.T) {
	a := another(t, nil)
	c := enter(t, serve(t, a))
	run, _ := c.ask("How many patients have heart failure?")
	if code, body, _ := c.post("/runs/"+run+"/cohort", "name", "failing"); code != http.StatusOK {
		t.Fatalf("%d\n%s", code, body)
	}
	run, _ = c.ask("In cohort failing, how many patients took furosemide?")
	run, body := c.wait(c.post("/runs/"+run+"/change", "choice", "population.criteria.sex", "value", "female"))
	want, err := a.Ask(t.Context(), "In cohort failing, how many women took furosemide?", app.AskOptions{})
	if err != nil || want.Status != "answered" {
		t.Fatal(err, want)
	}
	everybody, err := a.Ask(t.Context(), "How many women took furosemide?", app.AskOptions{})
	if err != nil || reflect.DeepEqual(want.Rows, everybody.Rows) {
		t.Fatalf("the cohort makes no difference: %v %v", want.Rows, everybody.Rows)
	}
	shows(t, body, "failing")
	got := c.table(run)[1][0]
	if text, _ := json.Marshal(want.Rows[0][0]); got != string(text) {
		t.Errorf("%s women, want %s", got, text)
	}
	code, page := c.get("/cohorts/failing")
	if code != http.StatusOK {
		t.Error(code)
	}
	shows(t, page, "How many are left", "Generations", "In cohort failing")
}

var keepBox = lazyregexp.New(`name="keep" value="([0-9]+)"`)

func TestConceptsCanBeThrownOut(t *testing.T) {
	c := enter(t, serve(t, demo(t)))
	run, body := c.ask("How many patients have heart failure?")
	before := c.table(run)
	code, sets := c.get("/runs/" + run + "/concepts")
	if code != http.StatusOK {
		t.Fatal(code)
	}
	shows(t, sets, "Records", "descendant of")
	var ids []string
	for _, m := range keepBox.FindAllStringSubmatch(body, -1) {
		ids = append(ids, m[1])
	}
	if len(ids) < 3 {
		t.Fatalf("only %d concepts", len(ids))
	}
	values := []string{"set", "0"}
	for _, id := range ids[:len(ids)-1] {
		values = append(values, "keep", id)
	}
	kept, page := c.wait(c.post("/runs/"+run+"/exclude", values...))
	shows(t, page, "other than")
	code, sql := c.get("/runs/" + kept + "/export/query.sql")
	if code != http.StatusOK || !strings.Contains(sql, "NOT IN ("+ids[len(ids)-1]+")") {
		t.Errorf("%d %s", code, sql)
	}
	none, _, _ := c.post("/runs/"+run+"/exclude", "set", "0")
	other, _, _ := c.post("/runs/"+run+"/exclude", "set", "7")
	if none != http.StatusBadRequest || other != http.StatusBadRequest {
		t.Errorf("throwing out all: %d; of a set that is not there: %d", none, other)
	}
	again, _ := c.wait(c.post("/runs/"+kept+"/change", "choice", "outcome.has.event.except", "value", "back"))
	if after := c.table(again); !slices.Equal(after[1], before[1]) {
		t.Errorf("taken back: %v, was %v", after, before)
	}
}

func TestAnotherReadingCanBeAsked(t *testing.T) {
	c := enter(t, serve(t, demo(t)))
	run, _ := c.ask(warfarin)
	other, body := c.wait(c.post("/runs/"+run+"/reading", "reading", "0"))
	shows(t, body, "who <button", "Changed by hand")
	if reflect.DeepEqual(c.table(other), c.table(run)) {
		t.Error("the other reading has the same numbers")
	}
	if code, _, _ := c.post("/runs/"+run+"/reading", "reading", "9"); code != http.StatusBadRequest {
		t.Errorf("a reading that is not there: %d", code)
	}
}

var linkTo = lazyregexp.New(`href="(/question\?study=[^"]+)" data-copy`)

func TestALinkAsksTheSameAgainAndOnlyWhenTold(t *testing.T) {
	s := serve(t, demo(t))
	c := enter(t, s)
	run, _ := c.ask(warfarin)
	run, body := c.wait(c.post("/runs/"+run+"/change", "choice", "outcome.has.relation.to", "value", "30"))
	m := linkTo.FindStringSubmatch(body)
	if m == nil {
		t.Fatalf("no link:\n%s", body)
	}
	friend := enter(t, s)
	before := logged(t)
	code, page := friend.get(strings.ReplaceAll(m[1], "&amp;", "&"))
	if code != http.StatusOK || logged(t) != before {
		t.Errorf("opening the link: %d; %d questions were asked", code, logged(t)-before)
	}
	shows(t, page, "within 30 days after it", "Ask this")
	study := lazyregexp.New(`name="study" value="([^"]+)"`).FindStringSubmatch(page)
	again, _ := friend.wait(friend.post("/question", "study", strings.ReplaceAll(study[1], "&#34;", `"`), "words", warfarin))
	if got, want := friend.table(again), c.table(run); !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	for _, bad := range []string{"/question?study=AAAA", "/question?study=%00", "/question?study=" + strings.Repeat("A", 4000)} {
		if code, _ := friend.get(bad); code != http.StatusBadRequest {
			t.Errorf("%.40s: %d", bad, code)
		}
	}
}

// logged is how many runs the log has.
func logged(t *testing.T) int {
	t.Helper()
	n := 0
	for _, err := range demo(t).RunLog().Records() {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	return n
}

func TestExportsHoldWhatThePageShows(t *testing.T) {
	c := enter(t, serve(t, demo(t)))
	run, _ := c.ask(warfarin)
	want := c.table(run)
	_, report := c.get("/runs/" + run + "/export/report.html")
	shows(t, report, "<style>", "<svg", "Understood as", "warfarin", "SELECT", "are hidden", want[1][1])
	for _, outside := range []string{"<script", "<link", "src=", "@import"} {
		if strings.Contains(report, outside) {
			t.Errorf("the report needs another file: %s", outside)
		}
	}
	r, err := c.http.Get(c.at + "/runs/" + run + "/export/table.xlsx")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	book, err := excelize.OpenReader(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := book.GetRows("result")
	if err != nil || len(rows) != len(want) || !reflect.DeepEqual(rows[0], want[0]) ||
		!reflect.DeepEqual(rows[2][:4], want[2][:4]) {
		t.Errorf("%v %v, want %v", rows, err, want)
	}
	for file, begins := range map[string]string{"picture.png": "\x89PNG", "picture.svg": "<?xml"} {
		if code, drawn := c.get("/runs/" + run + "/export/" + file); code != http.StatusOK || !strings.HasPrefix(drawn, begins) {
			t.Errorf("%s: %d %.40q", file, code, drawn)
		}
	}
	_, summarised := c.get("/runs/" + run + "/export/summarised_result.csv")
	reporttest.CheckSummarised(t, summarised)
	if _, q := c.get("/runs/" + run + "/export/question.json"); !strings.Contains(q, `"kind": "share"`) {
		t.Error(q)
	}
	code, cohort := c.get("/runs/" + run + "/export/atlas.json")
	if code != http.StatusOK || !json.Valid([]byte(cohort)) || !strings.Contains(cohort, "PrimaryCriteria") || !strings.Contains(strings.ToLower(cohort), "atrial fibrillation") {
		t.Errorf("%d %.300s", code, cohort)
	}
	if code, _ := c.get("/runs/" + run + "/export/people.csv"); code != http.StatusNotFound {
		t.Errorf("an export that is not there: %d", code)
	}
}

func TestWhatIsAnsweredCanBeKept(t *testing.T) {
	a := another(t, nil)
	c := enter(t, serve(t, a))
	run, _ := c.ask("How many patients have gout?")
	code, body, _ := c.post("/runs/"+run+"/pair", "name", "my-gout")
	if code != http.StatusOK {
		t.Fatalf("%d\n%s", code, body)
	}
	shows(t, body, "my-gout", "askomop library add")
	if code, body, _ = c.post("/runs/"+run+"/schedule", "name", "gout", "when", "@weekly"); code != http.StatusOK {
		t.Fatalf("%d\n%s", code, body)
	}
	kept, err := a.Schedules().Get("gout")
	if err != nil || kept.Cron != "@weekly" || kept.Frozen.Question != "How many patients have gout?" || kept.MinCell != 5 {
		t.Errorf("%+v %v", kept, err)
	}
	for _, place := range []string{"/schedules", "/schedules/gout"} {
		_, page := c.get(place)
		shows(t, page, "gout", "How many patients have gout?")
	}
	for _, tc := range []struct{ path, name, when string }{
		{"pair", "my-gout", ""}, {"pair", "../../x", ""}, {"pair", "A/B", ""}, {"schedule", "gout", "@weekly"}, {"schedule", "other", "* * * * *"},
		{"schedule", "../x", "@daily"}, {"cohort", "../x", ""}, {"cohort", "", ""}, {"schedule", "a\nb", "@daily"},
	} {
		if code, _, _ := c.post("/runs/"+run+"/"+tc.path, "name", tc.name, "when", tc.when); code != http.StatusBadRequest && code != http.StatusConflict {
			t.Errorf("%v is kept: %d", tc, code)
		}
	}
}

func TestARefusalOffersQuestionsThatCanBeAsked(t *testing.T) {
	c := enter(t, serve(t, demo(t)))
	_, body := c.ask("How many patients with severe gout are happy?")
	shows(t, body, "I can't answer this", "<mark>severe</mark>", "What can be asked")
	offers := lazyregexp.New(`<button name="words" value="([^"]+)" class="question">`).FindAllStringSubmatch(body, -1)
	if len(offers) < 3 {
		t.Fatalf("%d questions are offered", len(offers))
	}
	for _, o := range offers {
		if _, page := c.ask(strings.ReplaceAll(o[1], "&#39;", "'")); !strings.Contains(page, "/export/table.csv") {
			t.Errorf("the offer %q is not answered", o[1])
		}
	}
}

func TestAWordThatIsMisspeltIsOfferedAsItIsSpelt(t *testing.T) {
	c := enter(t, serve(t, demo(t)))
	_, body := c.ask("How many patients with hypertennsionn took lisinopril?")
	shows(t, body, `value="How many patients with hypertension took lisinopril?"`)
}

func TestARateSaysOfHowManyPersonYears(t *testing.T) {
	c := enter(t, serve(t, demo(t)))
	_, body := c.ask("What is the incidence rate of stroke per 10000 person-years?")
	shows(t, body, "per 10,000 person-years <span", "95 % interval")
}

func TestCompletion(t *testing.T) {
	c := enter(t, serve(t, demo(t)))
	_, body := c.get("/complete?words=How+many+patients+with+heart+fail")
	shows(t, body, `role="option"`, "question</small>", "How many patients with Heart failure", "condition</small>")
	if _, body := c.get("/complete?words=He"); strings.Contains(body, "<li") {
		t.Errorf("two letters are completed: %s", body)
	}
}

func TestTheOtherPages(t *testing.T) {
	c := enter(t, serve(t, demo(t)))
	c.ask("How many patients have gout?")
	for path, texts := range map[string][]string{
		"/library": {"questions, 1 to 100 here", "mortality", "Those after"}, "/library?find=metformin&topic=": {"metformin"},
		"/library?from=100": {"101 to 200 here", "Those before"}, "/library?from=99999&topic=cost": {"cost</h2>", "All topics"}, "/library?find=xyzzy": {"No question of the library has “xyzzy”"},
		"/history": {"Today", "How many patients have gout?", "page</small>"}, "/history?find=xyzzy": {"Nothing was asked with “xyzzy”"},
		"/cohorts": {"Cohorts"}, "/schedules": {"Nothing is scheduled yet"}, "/database": {"5,000 people", "2008–2010"}, "/": {"Asked just now"},
	} {
		code, body := c.get(path)
		if code != http.StatusOK {
			t.Errorf("%s: %d", path, code)
		}
		shows(t, body, texts...)
	}
	for _, path := range []string{"/library/no-such-pair", "/cohorts/none", "/schedules/none", "/runs/none", "/nowhere"} {
		if code, _ := c.get(path); code != http.StatusNotFound {
			t.Errorf("%s: %d", path, code)
		}
	}
}

// The steps and curves that the page asks for its pictures are in the log, and not in the list of what a person asked.
func TestHistoryListsWhatAPersonAsked(t *testing.T) {
	a := another(t, nil)
	c := enter(t, serve(t, a))
	run, _ := c.ask(warfarin)
	if _, steps := c.get("/runs/" + run + "/steps"); !strings.Contains(steps, "<svg") {
		t.Fatalf("no steps: %.200s", steps)
	}
	logged := false
	for rec, err := range a.RunLog().Records() {
		if err != nil {
			t.Fatal(err)
		}
		e, err := app.ReadEntry(rec)
		logged = logged || err == nil && e.IsBeside()
	}
	_, body := c.get("/history")
	if !logged || strings.Contains(body, "attrition") || !strings.Contains(body, "atrial fibrillation") {
		t.Errorf("the steps are logged: %t; %s", logged, body)
	}
}

// A database that is replaced while the page is open is not counted any more: its open file would still answer, of the
// old people.
func TestADatabaseThatWasReplacedIsNotCounted(t *testing.T) {
	a := another(t, nil)
	c := enter(t, serve(t, a))
	run, _ := c.ask("How many patients have gout?")
	file := a.Settings().DB
	if err := os.Rename(file, file+".old"); err != nil {
		t.Fatal(err)
	}
	gone := func(what string) {
		t.Helper()
		for path, values := range map[string][]string{"/ask": {"words", "How many patients have asthma?"}, "/runs/" + run + "/change": {"choice", "population.criteria.sex", "value", "female"}} {
			if code, body, _ := c.post(path, values...); code != http.StatusServiceUnavailable || !strings.Contains(body, "end askomop and start it again") {
				t.Errorf("%s: %d\n%s", what, code, body)
			}
		}
	}
	gone("it is away")
	if err := os.WriteFile(file, []byte("another"), 0o600); err != nil {
		t.Fatal(err)
	}
	gone("another is there")
	if err := os.Rename(file+".old", file); err != nil {
		t.Fatal(err)
	}
	if _, body := c.ask("How many patients have asthma?"); !strings.Contains(body, "/export/table.csv") {
		t.Errorf("it is back, and is not asked:\n%s", body)
	}
}

func TestMarksThatTurnLettersRoundAreTakenOut(t *testing.T) {
	c := enter(t, serve(t, demo(t)))
	_, body := c.ask("\u202eHow many \u2066patients have gout?\u0007")
	shows(t, body, ">How many patients have gout?</textarea>")
	if strings.ContainsAny(body, "\u202e\u2066\u0007") {
		t.Error("they are still there")
	}
}
