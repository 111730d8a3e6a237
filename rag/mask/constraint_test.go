package mask

import (
	"strings"
	"testing"
)

func TestConstraintsAreRead(t *testing.T) {
	tests := []struct{ question, want string }{
		{"How many women had asthma?", "sex = F"},
		{"number of male patients", "sex = M"},
		{"How many Black or African American patients?", "race = black"},
		{"How many Caucasians?", "race = white"},
		{"How many non-Hispanic patients?", "ethnicity = not hispanic"},
		{"How many Latino patients?", "ethnicity = hispanic"},
		{"patients older than 60", "age > 60"},
		{"patients > 17 yo", "age > 17"},
		{"patients over 65", "age > 65"},
		{"women over the age of 50", "sex = F; age > 50"},
		{"patients aged 65 and older", "age >= 65"},
		{"patients 65 years or older", "age >= 65"},
		{"patients 65+", "age >= 65"},
		{"at least 18 years old", "age >= 18"},
		{"patients younger than 18", "age < 18"},
		{"patients under the age of 18", "age < 18"},
		{"no older than 40", "age <= 40"},
		{"between 18 and 35 years of age", "age between 18 and 35"},
		{"patients between 18 and 35", "age between 18 and 35"},
		{"aged 18-35", "age between 18 and 35"},
		{"patients who are older than sixty", "age > 60"},
		{"in 2009", "year = 2009"},
		{"during the year 2009", "year = 2009"},
		{"between 2008 and 2010", "year between 2008 and 2010"},
		{"from 2008 to 2010", "year between 2008 and 2010"},
		{"since 2008", "year >= 2008"},
		{"before 2010", "year < 2010"},
		{"after 2008", "year > 2008"},
		{"on 2009-07-01", "date = 2009-07-01"},
		{"between 2009-01-01 and 2009-03-31", "date between 2009-01-01 and 2009-03-31"},
		{"within 90 days of surgery", "duration <= 90 day"},
		{"in the 30 days after surgery", "duration <= 30 day"},
		{"in the year after surgery", "duration <= 1 year"},
		{"a year after surgery", "duration = 1 year"},
		{"no later than six months", "duration <= 6 month"},
		{"more than 2 weeks", "duration > 2 week"},
		{"at least one year", "duration >= 1 year"},
		{"a 30-day readmission", "duration = 30 day"},
		{"at least 3 visits", "number >= 3"},
		{"three or more visits", "number >= 3"},
		{"more than once", "number > 1"},
		{"exactly twice", "number = 2"},
		{"fewer than 1,000 records", "number < 1000"},
		{"above 7.5 percent", "number > 7.5 %"},
		{"below 100 mg/dL", "number < 100 mg/dl"},
		{"30 kg/m2 or more", "number >= 30 kg/m2"},
		{"the 10 most common drugs", "top = 10"},
		{"top 5 drugs", "top = 5"},
		{"the most frequently prescribed drugs", "top ="},
		{"by gender", "group sex"},
		{"for each sex", "group sex"},
		{"per year", "group year"},
		{"by year of birth", "group birth year"},
		{"by year of death", "group death year"},
		{"by race and gender", "group race; group sex"},
		{"in 5-year age groups", "group age and 5"},
		{"by age group", "group age"},
		{"by state", "group state"},
		{"patients living in New York", "state = NY"},
		{"patients in CA", "state = CA"},
		{"or patients", ""}, // not Oregon
		{"born before 1930", "birthyear < 1930"},
		{"after 31 December 1989", "date > 1989-12-31"},
		{"since January 1st, 1990", "date >= 1990-01-01"},
		{"in March 2005", "date between 2005-03-01 and 2005-03-31"},
		{"in February of 2004", "date between 2004-02-01 and 2004-02-29"},
		{"in the 1990s", "year between 1990 and 1999"},
		{"people in their sixties", "age between 60 and 69"},
		{"70-year-olds", "age = 70"},
		{"children under 5", "age < 5"},
		{"in 2005 and 2007", "year = 2005; year = 2007"},
		{"on 31 February 2005", "number 31; date between 2005-02-01 and 2005-02-28"},
	}
	for _, tt := range tests {
		m := read(tt.question, nil)
		var got []string
		for _, c := range m.Constraints {
			got = append(got, c.String())
			if m.Question[c.Start:c.End] != c.Text {
				t.Errorf("%q: the span %d-%d is %q, the text %q", tt.question, c.Start, c.End, m.Question[c.Start:c.End], c.Text)
			}
		}
		if s := strings.Join(got, "; "); s != tt.want {
			t.Errorf("%q: read %q, want %q", tt.question, s, tt.want)
		}
	}
}

func TestWordsKeepTheirPlaces(t *testing.T) {
	q := "Was the patient's HbA1c ≥ 7.5 %, 18–35, on 2009-07-01?"
	var got []string
	for _, w := range split(q) {
		got = append(got, w.text)
		if w.start < 0 || w.end > len(q) || w.start >= w.end {
			t.Errorf("%q: span %d-%d", w.text, w.start, w.end)
		}
	}
	if s := strings.Join(got, " "); s != "was the patient's hba1c >= 7.5 % 18 - 35 on 2009-07-01" {
		t.Errorf("split: %q", s)
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"How many women over 60 had asthma within 90 days?", "top 10 > 5 %", "between 1,000 and - 5", "2009-", "≥", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, q string) {
		m := read(q, nil)
		at := 0
		for _, c := range m.Constraints {
			if c.Start < at || c.End > len(q) || c.Start >= c.End || q[c.Start:c.End] != c.Text {
				t.Fatalf("%q: constraint %+v is out of place", q, c)
			}
			at = c.End
		}
	})
}
