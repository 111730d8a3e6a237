package eval

import (
	"slices"
	"strings"
	"testing"
)

// recordOf is a run of one setting: five answerable cases and two refusals, one of each end.
func recordOf() *Record {
	r := &Record{Name: "test", References: map[string]Reference{}, Plan: Plan{Settings: []string{"s"}, Models: []string{"none"}}}
	add := func(id string, answerable bool, o Outcome) {
		c := Case{ID: id + "/0", Question: "<b>Question</b> " + id, Kind: KindQuestion, PairID: id, SQL: "SELECT n FROM t", Topic: "count"}
		if !answerable {
			c = Case{ID: id, Question: "refuse " + id, Kind: KindRefusal, Reason: "made-up"}
		}
		o.Setting, o.Case = "s", c.ID
		r.Plan.Cases, r.Outcomes = append(r.Plan.Cases, c), append(r.Outcomes, o)
		r.References[id] = Reference{Case: id, Result: newResult(one("n", 100)), Concepts: []Coded{{"condition", "gout", []int64{1, 2, 3, 4}}}}
	}
	answer := func(n int, sql string) Outcome {
		return Outcome{Status: "answered", Template: sql, Result: newResult(one("n", n)), Examples: []Example{{"x", 0.9}}}
	}
	add("right", true, answer(100, "SELECT n FROM t"))
	near := answer(105, "SELECT m FROM t")
	near.Rank, near.Concepts = 2, []Coded{{"condition", "gout", []int64{1, 2, 9}}}
	add("near", true, near)
	add("wrong", true, answer(200, "SELECT 2"))
	add("refused", true, Outcome{Status: "abstained", Reason: "no_similar_pair"})
	failed := Outcome{Status: "failed", Reason: "sql_error", Template: "SELECT x", Shared: newResult(one("n", 100))}
	add("failed", true, failed)
	add("no-1", false, Outcome{Status: "abstained"})
	add("no-2", false, answer(3, "SELECT 3"))
	add("broken", true, answer(1, "SELECT 1"))
	r.References["broken"] = Reference{Case: "broken", Problem: "no such table"}
	return r
}

// TestTheReliabilityWithRules holds that an answer that the rules accept costs nothing there, and all of it strictly.
func TestTheReliabilityWithRules(t *testing.T) {
	named := func(group string) *Result {
		return &Result{Columns: []string{"g", "n"}, Rows: [][]any{{group, int64(10)}, {"65-74", int64(20)}}}
	}
	r := &Record{Plan: Plan{Settings: []string{"s"}, Models: []string{""}, Cases: []Case{{ID: "a", PairID: "a", SQL: "SELECT 1"}}},
		References: map[string]Reference{"a": {Case: "a", Result: named("<65")}},
		Outcomes:   []Outcome{{Setting: "s", Case: "a", Status: "answered", Result: named("0-64")}}}
	scores := NewReport(r, DefaultTolerance).Settings[0].Scores
	if strict, ruled := scores["RS(10)"].Value, scores["RS(10) with rules"].Value; strict != -1000 || ruled != 100 {
		t.Errorf("strictly %g, with rules %g", strict, ruled)
	}
}

func TestScoresOfARun(t *testing.T) {
	rep := NewReport(recordOf(), DefaultTolerance)
	scores := rep.Settings[0].Scores
	for name, want := range map[string]float64{
		"accuracy": 40, "wrong": 20, "withheld": 40, "executability": 75, "SQL accuracy": 60, "EX": 20, "LF": 20, "ST": 20,
		"success": 100 * 3.0 / 7, "completion": 100 * 6.0 / 7, "refused": 50,
		"RS(0)": 100 * 3.0 / 7, "RS(5)": 100 * (3 - 10.0) / 7, "RS(10)": 100 * (3 - 20.0) / 7, "RS(N)": 100 * (3 - 14.0) / 7,
		"refusing precision": 50, "refusing recall": 50, "refusing F1": 50,
		"MRR": 0.1, "recall@1": 0, "recall@5": 20, "coding precision": 100 * 2.0 / 3, "coding recall": 50,
	} {
		if got := scores[name]; !near(got.Value, want) || got.Low > got.Value || got.High < got.Value {
			t.Errorf("%s is %+v, want %.2f", name, got, want)
		}
	}
	if len(rep.Unscored) != 1 || rep.Settings[0].Cases != 7 || rep.Done != 8 {
		t.Errorf("%+v, %d of %d scored", rep.Unscored, rep.Settings[0].Cases, rep.Done)
	}
	if misses := rep.Misses("s"); len(misses) != 5 || len(rep.Settings[0].Misses) != 5 {
		t.Errorf("%d misses", len(misses))
	}
	if m := rep.Settings[0].Misses[1]; m != (Miss{"failed/0", "<b>Question</b> failed", "failed", "sql_error", true, "", ""}) {
		t.Errorf("%+v", m)
	}
	strict := NewReport(recordOf(), 0.01)
	if got := strict.Settings[0].Scores["accuracy"].Value; got != 20 {
		t.Errorf("scored again with 1 %% tolerance: accuracy %g", got)
	}
}

func TestRiskGrowsNoMoreThanItsAnswersSay(t *testing.T) {
	points := NewReport(recordOf(), DefaultTolerance).Settings[0].Abstention
	if len(points) != 1 || points[0].Answers != 4 || points[0].Risk != 0.5 || !near(points[0].Coverage, 4.0/7) {
		t.Errorf("%+v", points)
	}
}

func TestThePageHoldsEveryCaseThatIsNotRight(t *testing.T) {
	page, err := HTML(NewReport(recordOf(), DefaultTolerance))
	if err != nil {
		t.Fatal(err)
	}
	html := string(page)
	for _, want := range []string{"wrong/0", "refused/0", "failed/0", "no-2", "broken/0", "no such table", "SELECT 2", "answered what has to be refused: made-up", "<svg", "&lt;b&gt;Question"} {
		if !strings.Contains(html, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, no := range []string{"<script", "http:", "https:", "<b>Question", "near/0", "ZgotmplZ"} {
		if strings.Contains(html, no) {
			t.Errorf("the page has %q", no)
		}
	}
}

func TestDiffTellsWhatChanged(t *testing.T) {
	a, b := recordOf(), recordOf()
	b.Outcomes[0].Status, b.Outcomes[0].Result = "abstained", nil // right → refused
	b.Outcomes[2].Result = newResult(one("n", 100))               // wrong → right
	b.Outcomes[3] = Outcome{Setting: "s", Case: "refused/0", Status: "answered", Result: newResult(one("n", 5))}
	diffs, err := Diffs(NewReport(a, DefaultTolerance), "", NewReport(b, DefaultTolerance), "")
	if err != nil || len(diffs) != 1 {
		t.Fatal(diffs, err)
	}
	d := diffs[0]
	if d.Common != 7 || d.RightA != 3 || d.RightB != 3 || len(d.Better) != 1 || len(d.Worse) != 1 || d.NewWrong != 1 || d.P != 1 {
		t.Errorf("%+v", d)
	}
	// In RS(10) the right answer that was lost counts −1, the wrong one that was mended 11, the new wrong one −10.
	if d.Right.Value != 0 || d.Right.N != 7 || d.Right.Low > 0 || d.Right.High < 0 || !near(d.RS10.Value, 0) {
		t.Errorf("gains %+v and %+v", d.Right, d.RS10)
	}
	if d.Better[0].Case != "wrong/0" || d.Worse[0].To != "refused" {
		t.Errorf("%+v %+v", d.Better, d.Worse)
	}
	b.Plan.Cases[0].Question = "something else"
	if _, err := Diffs(NewReport(a, 0.1), "", NewReport(b, 0.1), ""); err == nil {
		t.Error("different questions of one id were compared")
	}
}

func TestSettingsOfOneRunCanBeCompared(t *testing.T) {
	r := recordOf()
	r.Plan.Settings, r.Plan.Models = []string{"s", "top-1, a:b", "top-1, c:d"}, []string{"none", "a:b", "c:d"}
	for _, o := range slices.Clone(r.Outcomes) {
		for _, label := range r.Plan.Settings[1:] {
			o.Setting = label
			r.Outcomes = append(r.Outcomes, o)
		}
	}
	rep := NewReport(r, DefaultTolerance)
	diffs, err := Diffs(rep, "a:b", rep, "top-1, c:d")
	if err != nil || len(diffs) != 1 || diffs[0].A != "test: top-1, a:b" || diffs[0].B != "test: top-1, c:d" || diffs[0].Common != 7 {
		t.Errorf("%+v, %v", diffs, err)
	}
	if _, err := Diffs(rep, "top-1", rep, "s"); err == nil || !strings.Contains(err.Error(), "2 settings") {
		t.Errorf("an ambiguous name: %v", err)
	}

	table := Models(rep)
	if !slices.Equal(table.Models, []string{"none", "a:b", "c:d"}) || len(table.Rows) != 2 {
		t.Fatalf("%+v", table)
	}
	if row := table.Rows[1]; row.Setting != "top-1" || row.Cells[0] != nil || row.Cells[1].Label != "top-1, a:b" || row.Cells[2].Label != "top-1, c:d" {
		t.Errorf("%+v", row)
	}
	if Models(NewReport(recordOf(), DefaultTolerance)) != nil {
		t.Error("a table of one model")
	}
}

func TestARightAnswerCostsWhatAllCost(t *testing.T) {
	r := recordOf()
	for i := range r.Outcomes {
		r.Outcomes[i].PromptTokens, r.Outcomes[i].CompletionTokens, r.Outcomes[i].Money, r.Outcomes[i].Currency = 900, 100, 0.25, "USD"
	}
	scores := NewReport(r, DefaultTolerance).Settings[0].Scores
	// Seven cases count, and three of them are right: two answers and a refusal.
	if got := scores["tokens per right answer"]; !near(got.Value, 7000.0/3) {
		t.Errorf("tokens: %+v", got)
	}
	if got := scores["money per right answer"]; !near(got.Value, 1.75/3) {
		t.Errorf("money: %+v", got)
	}
	for i := range r.Outcomes {
		r.Outcomes[i].Status, r.Outcomes[i].Result, r.Outcomes[i].Shared = "failed", nil, nil
	}
	if got, ok := NewReport(r, DefaultTolerance).Settings[0].Scores["tokens per right answer"]; ok {
		t.Errorf("nothing is right, and a right answer costs %+v", got)
	}
}
