package picture

import (
	"bytes"
	"slices"
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
	return answerTo(t, q, rows...)
}

func answerTo(t *testing.T, q *study.Question, rows ...[]any) *app.Answer {
	t.Helper()
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
	p := Of(answered(t, []study.Stratum{{Kind: study.Year}}, []any{int64(2010), int64(40)}, []any{int64(2008), int64(20)}, []any{int64(2009), "<5"}, []any{int64(2012), int64(60)}))
	if p == nil || p.Kind != Trend || strings.Join(p.Labels, " ") != "2008 2009 2010 2011 2012" {
		t.Fatalf("%+v", p)
	}
	svg := string(p.HTML("wide"))
	// 2008 stands alone before the gap, 2010 before 2011, which nobody has: there is no line.
	if strings.Contains(svg, `stroke-width="2"`) {
		t.Errorf("the line goes over a gap: %s", svg)
	}
	for _, text := range []string{">2011<", "<title>2008: 20</title>", "<title>" + whyGap + "</title>", ">" + whyGap + "<", "1 hidden"} {
		if !strings.Contains(svg, text) {
			t.Errorf("%q is not in\n%s", text, svg)
		}
	}
	if strings.Contains(svg, "2009: ") || strings.Contains(svg, "5<") && strings.Contains(svg, "<5") {
		t.Errorf("the hidden number has a point:\n%s", svg)
	}
}

func TestBarsAreAsLongAsTheirNumbers(t *testing.T) {
	p := Of(answered(t, []study.Stratum{{Kind: study.Sex}}, []any{"FEMALE", int64(200)}, []any{"MALE", int64(100)}, []any{"<b>&", "hidden"}))
	for _, name := range []string{"wide", "narrow"} {
		svg := string(p.HTML(name))
		var widths []float64
		for _, part := range strings.Split(svg, `<path class="fill s0" d="`)[1:] {
			widths = append(widths, wide(t, part))
		}
		if len(widths) != 2 || widths[0]/widths[1] < 1.98 || widths[0]/widths[1] > 2.02 {
			t.Errorf("%s: %v", name, widths)
		}
		if strings.Contains(svg, "<b>") || !strings.Contains(svg, "&lt;b&gt;&amp;") || !strings.Contains(svg, ">hidden<") {
			t.Errorf("%s", svg)
		}
	}
}

func TestWhatHasNoGroupsHasNoPicture(t *testing.T) {
	if p := Of(answered(t, nil, []any{int64(7)})); p != nil {
		t.Errorf("%+v", p)
	}
}

func TestAgeGroupsOfTheSexesAreAPyramid(t *testing.T) {
	strata := []study.Stratum{{Kind: study.Sex}, {Kind: study.AgeGroup, Width: 10}}
	rows := [][]any{{"FEMALE", "18-44", int64(39)}, {"FEMALE", "45-64", "<5"}, {"MALE", "18-44", int64(41)}, {"MALE", "45-64", int64(7)}}
	p := Of(answered(t, strata, rows...))
	if p == nil || p.Kind != Pyramid || p.Series[0].Name != "Female" || p.Series[1].Points[1].Value != 7 || !p.Series[0].Points[1].Hidden {
		t.Fatalf("%+v", p)
	}
	turned := []study.Stratum{strata[1], strata[0]}
	for i := range rows {
		rows[i][0], rows[i][1] = rows[i][1], rows[i][0]
	}
	if q := Of(answered(t, turned, rows...)); q == nil || q.Kind != Pyramid || strings.Join(q.Labels, " ") != "18-44 45-64" || q.Series[1].Points[1].Value != 7 {
		t.Errorf("%+v", q)
	}
	if q := Of(answered(t, strata, append(rows[:2:2], []any{"45-64", "UNKNOWN", int64(9)})...)); q != nil && q.Kind == Pyramid {
		t.Errorf("a third sex has no side: %+v", q)
	}
}

func TestACurveEndsWithTheFollowUp(t *testing.T) {
	q := &study.Question{Measure: study.Measure{Kind: study.Survival, Times: []study.Offset{{Days: 100}, {Days: 200}, {Days: 300}}},
		Population: study.Cohort{Entry: &study.Event{Domain: study.Condition, Which: study.First}}}
	plan, err := compile.Compile(q, compile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	row := func(days, percent, risk any) []any {
		out := make([]any, len(plan.Columns))
		for i, c := range plan.Columns {
			out[i] = map[string]any{"days": days, "percentage": percent, "still_at_risk": risk}[c.Name]
		}
		return out
	}
	p := Of(answerTo(t, q, row(int64(100), 95.0, int64(40)), row(int64(200), "hidden", "hidden"), row(int64(300), 90.0, int64(0))))
	if p == nil || p.Kind != Curve || !slices.Equal(p.Days, []float64{100, 200}) {
		t.Fatalf("%+v", p)
	}
	if svg := string(p.HTML("wide")); !strings.Contains(svg, ">40<") || strings.Contains(svg, ">300<") || strings.Contains(svg, "200: ") {
		t.Errorf("%s", svg)
	}
}

// TestNoPictureTellsAHiddenNumber holds that in every kind, format and on the terminal a picture of hidden numbers is
// the same whatever they are.
func TestNoPictureTellsAHiddenNumber(t *testing.T) {
	for name, p := range samples() {
		var before [][]byte
		for _, secret := range []float64{3, 977} {
			for s := range p.Series {
				for _, points := range [][]Point{p.Series[s].Points, p.Series[s].AtRisk, p.Series[s].Lost} {
					for i := range points {
						if points[i].Hidden {
							points[i].Value, points[i].Low, points[i].High = secret, secret-1, secret+1
						}
					}
				}
			}
			drawn := [][]byte{[]byte(p.HTML("wide", "narrow")), []byte(p.Text(80)), []byte(p.Says())}
			for _, format := range []string{"svg", "png"} { // a PDF has the time in it
				var b bytes.Buffer
				if err := p.Write(&b, format); err != nil {
					t.Fatal(err)
				}
				drawn = append(drawn, b.Bytes())
			}
			if before != nil && !slices.EqualFunc(before, drawn, bytes.Equal) {
				t.Errorf("%s: the picture depends on what is hidden", name)
			}
			before = drawn
		}
		if p.hidden() > 0 && p.Kind != Paths && !strings.Contains(string(p.HTML("wide")), whyGap) {
			t.Errorf("%s: the gap is not explained", name)
		}
	}
}

func TestWaysAreDrawnFromStationToStation(t *testing.T) {
	a := answered(t, []study.Stratum{{Kind: study.Sex}, {Kind: study.Race}}, []any{"metformin", "none", int64(210)}, []any{"metformin", "insulin", int64(20)}, []any{"metformin", "glipizide", int64(6)}, []any{"insulin", "metformin", "<5"})
	copy(a.Columns, []string{"first_drug", "second_drug"})
	p := Of(a)
	if p == nil || p.Kind != Paths || !slices.Equal(p.Routes[1], []string{"metformin", "insulin"}) {
		t.Fatalf("%+v", p)
	}
	svg := string(p.HTML("wide"))
	if strings.Count(svg, ">metformin 236<") != 1 || !strings.Contains(svg, ">none 210<") || strings.Contains(svg, ">glipizide") || !strings.Contains(svg, "paths left out, because few people took them or would be given away: 1") {
		t.Errorf("%s", svg)
	}
}

func TestLabelsCannotBreakOut(t *testing.T) {
	evil := "</text></svg><script>alert(1)</script>\x1b[31m\u202e\x00"
	p := Of(answered(t, []study.Stratum{{Kind: study.Sex}}, []any{evil, int64(200)}, []any{"MALE", int64(100)}))
	p.Title = clean(evil)
	var b bytes.Buffer
	if err := p.Write(&b, "svg"); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{b.String(), string(p.HTML("wide", "narrow"))} {
		if strings.Contains(text, "<script") || strings.ContainsAny(text, "\x1b\x00\u202e") {
			t.Errorf("%q", text)
		}
	}
	if text := p.Text(80); strings.ContainsAny(text, "\x1b\x00\u202e") {
		t.Errorf("%q", text)
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
