package commands_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/app/report/reporttest"
	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/cmd/askomop/commands"
)

// travelling are questions of each kind of measure.
var travelling = []string{
	"How many women with type 2 diabetes took metformin?",
	"What percentage of patients with atrial fibrillation started warfarin within 90 days of diagnosis, by sex?",
	"How many patients with multiple sclerosis by age group and sex?",
	"What is the incidence rate of heart failure by year?",
	"What is the survival of patients with heart failure after 1 and 2 years?",
	"What is the cumulative incidence of stroke 1 year and 2 years after hypertension?",
	"What is the attrition of women with type 2 diabetes who took metformin?",
	"What are the 10 most common conditions?",
	"What is the mean age at first diagnosis of hypertension?",
	"Describe patients with heart failure",
	"What is the first and last date of a diagnosis of gout?",
}

// TestEachMeasureIsASummarisedResult holds that a file has each number of the answer once, hidden ones as "-".
func TestEachMeasureIsASummarisedResult(t *testing.T) {
	for _, question := range travelling {
		got := cmdtest.OnDemo(t, "ask", "--format", "summarised_result", question)
		if got.Code != 0 {
			t.Errorf("%s: %d %s", question, got.Code, got.ErrOut)
			continue
		}
		rows := reporttest.CheckSummarised(t, got.Out)
		answer := cmdtest.Document[cmdtest.Answer](t, "ask", question)
		var written, shown []string
		for _, r := range rows {
			if r["variable_name"] != "settings" && !strings.Contains(r["estimate_name"], "CI_") && r["estimate_value"] != "NA" {
				written = append(written, r["estimate_value"])
			}
		}
		keys := keyColumns[question]
		for _, row := range answer.Rows {
			for i, v := range row {
				if v == nil || slices.Contains(keys, answer.Columns[i]) {
					continue
				}
				text := strings.TrimSuffix(fmt.Sprintf("%v", v), ".0")
				if f, ok := v.(float64); ok {
					text = fmt.Sprint(f)
				}
				if text == "hidden" || strings.HasPrefix(text, "<") {
					text = "-"
				}
				shown = append(shown, text)
			}
		}
		slices.Sort(written)
		slices.Sort(shown)
		if !slices.Equal(written, shown) {
			t.Errorf("%s: the file has %v, the answer %v", question, written, shown)
		}
	}
}

// keyColumns name the rows of an answer.
var keyColumns = map[string][]string{
	travelling[1]: {"gender"}, travelling[2]: {"age_group", "gender"}, travelling[3]: {"year"}, travelling[4]: {"days"}, travelling[5]: {"days"},
	travelling[6]: {"step", "criterion"}, travelling[7]: {"condition"}, travelling[9]: {"characteristic", "level"},
}

func TestAReportIsOneFileWithAllThatAReviewerNeeds(t *testing.T) {
	file := filepath.Join(t.TempDir(), "report.html")
	got := cmdtest.OnDemo(t, "ask", "--format", "html", "--to", file, travelling[1])
	text, err := os.ReadFile(file)
	if got.Code != 0 || got.Out != "" || err != nil {
		t.Fatalf("%d %v %s", got.Code, err, got.ErrOut)
	}
	for _, part := range []string{travelling[1], "Understood as", "95 % interval", "<svg", "How the people came about", "Definitions", "Wilson", "Concepts", "Warfarin",
		"SELECT", "5000 people", "CDM 5.4", "are hidden", "by askomop"} {
		if !strings.Contains(strings.ReplaceAll(string(text), "5,000", "5000"), part) {
			t.Errorf("%q is missing", part)
		}
	}
	for _, outside := range []string{"<script", "<link", "src=", "@import", "http"} {
		if strings.Contains(string(text), outside) {
			t.Errorf("the report needs another file: %s", outside)
		}
	}
}

func TestAWorkbookHasTheResultTheQuestionAndTheConcepts(t *testing.T) {
	got := cmdtest.OnDemo(t, "ask", "--format", "xlsx", travelling[3])
	if got.Code != 0 {
		t.Fatal(got.ErrOut)
	}
	rows := reporttest.Sheet(t, []byte(got.Out), "result")
	if len(rows) != 4 || strings.Join(rows[0], " ") != "year rate new_patients person_years rate_ci_low rate_ci_high" || rows[1][0] != "2008" {
		t.Errorf("%v", rows)
	}
	if about := reporttest.Sheet(t, []byte(got.Out), "question"); about[0][1] != travelling[3] || !strings.Contains(fmt.Sprint(about), "CDM version 5.4") {
		t.Errorf("%v", about)
	}
	if codes := reporttest.Sheet(t, []byte(got.Out), "concepts"); len(codes) < 5 || codes[1][1] != "316139" {
		t.Errorf("%v", codes)
	}
	if got := cmdtest.RunWith(t, commands.Streams{Terminal: true}, "ask", "--format", "xlsx", travelling[3]); got.Code != 2 || !strings.Contains(got.ErrOut, "--to") {
		t.Errorf("a workbook on a terminal: %d %s", got.Code, got.ErrOut)
	}
}

// Other readings take a query each, and so are told as a stage of their own, with their time.
func TestOtherReadingsAreAStage(t *testing.T) {
	ran := cmdtest.OnDemo(t, "ask", "--explain", "How many patients older than 80 at diagnosis of dementia are there?")
	if ran.Code != commands.ExitAnswered {
		t.Fatalf("exit code %d: %s", ran.Code, ran.ErrOut)
	}
	_, after, ok := strings.Cut(ran.Out, ". readings (")
	if want := "read otherwise (At any diagnosis, not only at the first)"; !ok || !strings.Contains(after, want) || strings.Count(ran.Out, want) != 1 {
		t.Errorf("no stage has the other reading:\n%s", ran.Out)
	}
}
