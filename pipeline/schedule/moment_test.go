package schedule

import (
	"strings"
	"testing"
	"time"
)

func day(text string) time.Time {
	d, err := time.Parse(time.DateOnly, text)
	if err != nil {
		panic(err)
	}
	return d
}

func TestMomentsAreRenderedAsDates(t *testing.T) {
	m := Moments{RunDate: day("2026-03-31"), DataEnd: day("2025-12-15")}
	for text, want := range map[string]string{
		"d <= {{run_date}}":                            "d <= DATE '2026-03-31'",
		"d <= '{{run_date}}'":                          "d <= '2026-03-31'",
		"{{ data_end - 90 days }}":                     "DATE '2025-09-16'",
		"{{run_date - 1 month}}":                       "DATE '2026-02-28'",
		"{{run_date - 13 months}}":                     "DATE '2025-02-28'",
		"{{data_end - 2 weeks}}":                       "DATE '2025-12-01'",
		"{{run_date + 1 day}}":                         "DATE '2026-04-01'",
		"{{run_date to start of month}}":               "DATE '2026-03-01'",
		"{{run_date - 1 month to end of month}}":       "DATE '2026-02-28'",
		"{{run_date - 1 quarter to start of quarter}}": "DATE '2025-10-01'",
		"{{run_date - 1 quarter to end of quarter}}":   "DATE '2025-12-31'",
		"{{run_date to start of week}}":                "DATE '2026-03-30'",
		"{{run_date to start of year}}":                "DATE '2026-01-01'",
		"no {braces} here":                             "no {braces} here",
	} {
		got, err := RenderMoments(text, m)
		if err != nil || got != want {
			t.Errorf("%s: %q, %v; want %q", text, got, err, want)
		}
	}
	for text, want := range map[string]string{"{{today}}": "{{run_date}}", "{{run_date - x days}}": "is not understood", "{{}}": "is not understood"} {
		if _, err := RenderMoments(text, m); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	if _, err := RenderMoments("{{data_end}}", Moments{RunDate: m.RunDate}); err == nil || !strings.Contains(err.Error(), "use {{run_date}}") {
		t.Errorf("without data: %v", err)
	}
}

func TestWindowsOfQuestions(t *testing.T) {
	m := Moments{RunDate: day("2026-03-31"), DataEnd: day("2025-12-15")}
	for question, want := range map[string]string{
		"How many patients had asthma in the last 90 days?":          "How many patients had asthma between 2025-09-16 and 2025-12-15?",
		"How many patients had asthma within the past 6 months?":     "How many patients had asthma between 2025-06-15 and 2025-12-15?",
		"How many patients had asthma over the previous three weeks": "How many patients had asthma between 2025-11-24 and 2025-12-15",
		"How many patients had asthma in the last year?":             "How many patients had asthma between 2024-12-15 and 2025-12-15?",
		"How many patients had asthma last month?":                   "How many patients had asthma between 2025-11-01 and 2025-11-30?",
		"How many patients had asthma this year?":                    "How many patients had asthma between 2025-01-01 and 2025-12-15?",
	} {
		w, err := FindWindow(question, DataEnd)
		if err != nil || w == nil {
			t.Fatalf("%s: %v, %v", question, w, err)
		}
		if got, err := w.Asked(question, m); err != nil || got != want {
			t.Errorf("%s: %q, %v; want %q", question, got, err, want)
		}
	}
	for _, question := range []string{"How many patients had asthma within 90 days of diagnosis?", "How many patients have asthma?", "What was the last measurement before the drug?"} {
		if w, err := FindWindow(question, DataEnd); w != nil || err != nil {
			t.Errorf("%s: found %v, %v", question, w, err)
		}
	}
	if _, err := FindWindow("Compare the last month: asthma in the last 90 days and gout in the last year", RunDate); err == nil || !strings.Contains(err.Error(), "--sql") {
		t.Errorf("two windows: %v", err)
	}
}

func TestAWindowIsPutBackIntoTheSQLOrRefused(t *testing.T) {
	m := Moments{RunDate: day("2026-03-31")}
	w, err := FindWindow("... in the last 90 days", RunDate)
	if err != nil {
		t.Fatal(err)
	}
	got, err := w.Loosen("WHERE d BETWEEN DATE '2025-12-31' AND CAST('2026-03-31' AS DATE) AND x > DATE '2001-01-01'", m)
	if want := "WHERE d BETWEEN {{run_date - 90 days}} AND {{run_date}} AND x > DATE '2001-01-01'"; err != nil || got != want {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
	if _, err := w.Loosen("WHERE d > DATE '2025-12-31'", m); err == nil || !strings.Contains(err.Error(), "--sql") {
		t.Errorf("half a window: %v", err)
	}
}
