package eval

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"slices"
	"strings"
	"time"
)

//go:embed report.html.tmpl
var pageText string

// HTML returns the report as one page that needs nothing else: no script, no font,
// no network. It is meant for a screen of any width and for paper.
func HTML(rep *Report) ([]byte, error) {
	page, err := template.New("report").Funcs(template.FuncMap{
		"stat": statText, "value": scoreText, "misses": misses, "difficulties": difficultyChart, "risk": riskChart,
		"models": Models, "spent": asksModels, "codingErred": codingErred, "number": FormatScore,
		"adjudicated": adjudicated, "ids": idsText,
		"shown": func(r *Result) *shownResult { return newShownResult(r) }, "has": func(m map[string]Stat, name string) bool { _, ok := m[name]; return ok },
	}).Parse(pageText)
	if err != nil {
		return nil, fmt.Errorf("reading the report's page: %w", err)
	}
	var out bytes.Buffer
	if err := page.Execute(&out, newPageView(rep)); err != nil {
		return nil, fmt.Errorf("writing the report's page: %w", err)
	}
	return out.Bytes(), nil
}

// pageView is what the page is filled with.
type pageView struct {
	*Report
	Percent    float64
	Main       []MetricText // of the table of settings
	Rest       []MetricText
	Dimensions []string
	Made       string
}

// mainMetrics are the columns of the page's first table.
var mainMetrics = map[string]bool{
	"accuracy": true, "wrong": true, "withheld": true, "executability": true, "SQL accuracy": true, "EX": true,
	"LF": true, "ST": true,
	"refused": true, "refusing F1": true, "RS(0)": true, "RS(5)": true, "RS(10)": true, "RS(N)": true,
}

func newPageView(rep *Report) pageView {
	v := pageView{Report: rep, Percent: 100 * rep.Tolerance, Dimensions: Dimensions,
		Made: time.Now().UTC().Format(time.DateOnly)}
	for _, m := range rep.Metrics {
		switch {
		case mainMetrics[m.Name]:
			v.Main = append(v.Main, m)
		case hasScore(rep, m.Name):
			v.Rest = append(v.Rest, m)
		}
	}
	return v
}

// adjudicated reports whether a person's verdicts are at hand.
func adjudicated(rep *Report) bool {
	return slices.ContainsFunc(rep.Settings, func(s SettingReport) bool { return s.Adjudicated != nil })
}

// asksModels reports whether any setting asked a model.
func asksModels(rep *Report) bool {
	return slices.ContainsFunc(rep.Settings, func(s SettingReport) bool { return s.Spent.Calls > 0 })
}

// hasScore reports whether a score is other than zero in any setting.
func hasScore(rep *Report, name string) bool {
	for _, s := range rep.Settings {
		if stat, ok := s.Scores[name]; ok && (stat.Value != 0 || stat.High != 0) {
			return true
		}
	}
	return false
}

// scoreText writes a score with as many digits as tell something; nothing where there is none.
func scoreText(scores map[string]Stat, name string) string {
	s, ok := scores[name]
	if !ok {
		return "–"
	}
	return FormatScore(s.Value)
}

func statText(scores map[string]Stat, name string) string {
	s, ok := scores[name]
	if !ok {
		return ""
	}
	return FormatScore(s.Low) + " to " + FormatScore(s.High)
}

// FormatScore writes a score with as many digits as tell something: 97.4, 0.008, -2145.
func FormatScore(v float64) string {
	switch {
	case v == 0:
		return "0"
	case v > -0.1 && v < 0.1: // money of one question
		return fmt.Sprintf("%.2g", v)
	case v > -1.05 && v < 1.05:
		return fmt.Sprintf("%.3f", v)
	case v > -1000 && v < 1000:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.0f", v)
}

// missGroup is the cases of a setting that ended in one way.
type missGroup struct {
	End   string
	Cases []Judged
}

// misses groups what is not right, the wrong answers first.
func misses(rep *Report, label string) []missGroup {
	groups := []missGroup{{End: "wrong"}, {End: "failed"}, {End: "refused"}, {End: "not scored"}}
	for _, j := range rep.Misses(label) {
		for i := range groups {
			if groups[i].End == j.End() {
				groups[i].Cases = append(groups[i].Cases, j)
			}
		}
	}
	var out []missGroup
	for _, g := range groups {
		if len(g.Cases) > 0 {
			out = append(out, g)
		}
	}
	return out
}

// codingErred reports whether a wrong answer's SQL is right when it is coded as the reference is.
func codingErred(j Judged) bool { return wrong(j) && j.SQLRight }

// shownIDs is how many ids of a concept set the page shows.
const shownIDs = 12

// idsText lists the first ids of a set, in its order, and says how many more there are.
func idsText(ids []int64) string {
	var b strings.Builder
	for i, id := range ids[:min(shownIDs, len(ids))] {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprint(&b, id)
	}
	if more := len(ids) - shownIDs; more > 0 {
		fmt.Fprintf(&b, " and %d more", more)
	}
	return b.String()
}

// shownRows is how many rows of a result the page shows.
const shownRows = 8

// shownResult is the beginning of a result, as text.
type shownResult struct {
	Columns []string
	Rows    [][]string
	More    int
}

// longestCell is how many bytes of a value the page shows.
const longestCell = 120

func clipped(s string) string {
	if len(s) <= longestCell {
		return s
	}
	return strings.ToValidUTF8(s[:longestCell], "") + "…"
}

func newShownResult(r *Result) *shownResult {
	if r == nil {
		return nil
	}
	s := &shownResult{Columns: r.Columns, More: max(0, len(r.Rows)-shownRows)}
	for _, row := range r.Rows[:min(shownRows, len(r.Rows))] {
		var cells []string
		for _, v := range row {
			if v == nil {
				v = "NULL"
			}
			cells = append(cells, clipped(strings.TrimSpace(fmt.Sprint(v))))
		}
		s.Rows = append(s.Rows, cells)
	}
	return s
}
