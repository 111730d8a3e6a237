package report_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/app/report"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/pipeline"
)

// Characteristics are shown as a paper's first table has them; what is hidden stays so, with what stands beside it.
func TestCharacteristicsAreATableOne(t *testing.T) {
	q := &study.Question{Measure: study.Measure{Kind: study.Characteristics},
		Population: study.Cohort{Entry: &study.Event{Domain: study.Condition}}}
	plan, err := compile.Compile(q, compile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	table := &omop.Table{Rows: [][]any{
		{"age at index", "years", int64(228), int64(228), nil, 73.58, 13.25, 73.0, 67.0, 81.0},
		{"sex", "FEMALE", int64(84), int64(228), 36.84, nil, nil, nil, nil, nil},
		{"race", "Asian", "<5", int64(228), "hidden", nil, nil, nil, nil, nil},
		{"race", "White", int64(30), int64(228), "hidden", nil, nil, nil, nil, nil},
	}}
	for _, c := range plan.Columns {
		table.Columns = append(table.Columns, omop.Column{Name: c.Name})
	}
	ran := &pipeline.Run{Status: pipeline.Answered, Study: q, Plan: plan, Table: table}
	got := report.NewTable(app.NewAnswer(ran, false))
	var lines []string
	for _, c := range got.Columns {
		lines = append(lines, c.Name)
	}
	for _, row := range got.Rows {
		for _, c := range row {
			lines = append(lines, c.Text)
		}
	}
	want := "[characteristic level patients (%) mean (SD) median (quartiles) age at index years 228 73.58 (13.25) 73 (67–81) " +
		"sex Female 84 (36.84) – – race Asian <5 – – race White 30 – –]"
	if text := fmt.Sprint(lines); text != want {
		t.Errorf("%s, want\n%s", text, want)
	}
	if !got.Rows[2][2].Hidden || got.Rows[1][2].Hidden || strings.Contains(fmt.Sprint(lines), "hidden") {
		t.Errorf("hidden: %+v", got.Rows[2])
	}
}
