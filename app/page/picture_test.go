package page

import (
	"strconv"
	"strings"
	"testing"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/pipeline"
)

// answered is an answer of patients by the strata.
func answered(t *testing.T, strata []study.Stratum, rows ...[]any) *app.Answer {
	t.Helper()
	q := &study.Question{Measure: study.Measure{Kind: study.Count}, Population: study.Cohort{Entry: &study.Event{Domain: study.Condition}}, Strata: strata}
	plan, err := compile.Compile(q, compile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	table := &omop.Table{Rows: rows}
	for _, c := range plan.Columns {
		table.Columns = append(table.Columns, omop.Column{Name: c.Name})
	}
	return app.NewAnswer(&pipeline.Run{Status: pipeline.Answered, Study: q, Plan: plan, Table: table}, false)
}

func TestAHiddenNumberLeavesAGapInALine(t *testing.T) {
	a := answered(t, []study.Stratum{{Kind: study.Year}}, []any{int64(2010), int64(40)}, []any{int64(2008), int64(20)}, []any{int64(2009), "<5"}, []any{int64(2012), int64(60)})
	svg := string(picture(a, "wide"))
	if n := strings.Count(svg, `class="gap"`); n != 2 { // the gap and its legend
		t.Errorf("%d gaps:\n%s", n, svg)
	}
	line := svg[strings.Index(svg, `class="line s0"`):]
	line = line[:strings.Index(line, "/>")]
	// 2008 stands alone before the gap, 2010 before 2011, which nobody has; the years are in their order.
	if strings.Count(line, "M") != 3 || strings.Contains(line, "L") {
		t.Errorf("the line goes over a gap: %s", line)
	}
	for _, text := range []string{">2011<", "2008: 20<", "hidden: few people", "1 hidden"} {
		if !strings.Contains(svg, text) {
			t.Errorf("%q is not in\n%s", text, svg)
		}
	}
	if strings.Contains(svg, "2009: ") {
		t.Errorf("the hidden number has a point:\n%s", svg)
	}
}

func TestBarsAreAsLongAsTheirNumbers(t *testing.T) {
	a := answered(t, []study.Stratum{{Kind: study.Sex}}, []any{"FEMALE", int64(200)}, []any{"MALE", int64(100)}, []any{"<b>&", "hidden"})
	svg := string(picture(a, "wide", "narrow"))
	var widths []float64
	for _, part := range strings.Split(svg, `class="bar s0"`)[1:] {
		widths = append(widths, width(t, part))
	}
	if len(widths) != 4 || widths[0]/widths[1] < 1.98 || widths[0]/widths[1] > 2.02 || widths[2]/widths[3] < 1.98 {
		t.Errorf("%v", widths)
	}
	if strings.Contains(svg, "<b>") || !strings.Contains(svg, "&lt;b&gt;&amp;") || strings.Count(svg, `class="gap"`) != 2 {
		t.Errorf("%s", svg)
	}
}

func TestWhatHasNoGroupsHasNoPicture(t *testing.T) {
	if svg := picture(answered(t, nil, []any{int64(7)}), "wide"); svg != "" {
		t.Errorf("%s", svg)
	}
}

func TestTheGridIsRound(t *testing.T) {
	for largest, want := range map[float64][2]float64{0: {1, 1}, 1: {1, 0.2}, 383: {400, 100}, 15.2: {20, 5}, 1000: {1000, 200}, 0.07: {0.08, 0.02}} {
		if top, step := ceiling(largest); !near(top, want[0]) || !near(step, want[1]) {
			t.Errorf("%g: %g by %g, want %v", largest, top, step, want)
		}
	}
}

func near(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 }

// width is that of a bar.
func width(t *testing.T, bar string) float64 {
	t.Helper()
	_, rest, _ := strings.Cut(bar, `width="`)
	text, _, _ := strings.Cut(rest, `"`)
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
