package read_test

import (
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/study"
)

// measured is a thing that is asked for: the question in plain words, and other ways of asking it. {by} is where a
// grouping may stand; a form without it takes none.
type measured struct {
	plain string
	forms []string
}

var grid = []measured{
	{"How many patients with {X} are there{by}", []string{
		"Number of {X} patients{by}", "{X} patients: how many{by}", "{X} patients{by}, n", "count of people with {X}{by}", "{X} patients - number{by}",
		"patients with {X}, count{by}", "How many people had {X}{by}", "{X} patient count{by}", "{X}: number of patients{by}", "number of persons ever diagnosed with {X}{by}",
		"{X} - how many patients{by}", "{X}, number of people{by}", "count patients with {X}{by}", "total number of patients with {X}{by}", "How many {X} cases are there, counting patients{by}",
	}},
	{"What percentage of patients with {X} took {D}{by}", []string{
		"What fraction of {X} patients is on {D}{by}", "What fraction of {X} patients are on {D}{by}", "share of {X} patients on {D}{by}", "{D} among {X} patients, %{by}",
		"{X} patients: % on {D}{by}", "{X} patients, percent on {D}{by}", "{X} patients: share with {D}{by}", "{D} use among {X} patients, percent{by}",
		"{D} use in {X}: percent of patients{by}", "percent of {X} patients who took {D}{by}", "In {X} patients, what share took {D}{by}", "Of all {X} patients, what proportion received {D}{by}",
		"{X} patients who took {D}, as a share of all {X} patients{by}", "{X} patients on {D}: what percentage{by}", "How many {X} patients took {D}, in percent{by}",
		"{X} patients: what percentage took {D}{by}", "{X}: percentage of patients on {D}{by}", "how many percent of {X} patients took {D}{by}", "{X} patients taking {D}, % of all {X} patients{by}",
		"number and share of {X} patients who took {D}{by}", "number and percentage of {X} patients on {D}{by}", "{X} patients who took {D}: number and %{by}", "How many {X} patients took {D}, and what share is that{by}",
	}},
	{"What is the median age at first diagnosis of {X}{by}", []string{
		"median age at first {X}{by}", "age at first {X}, median{by}", "age at first {X}: median{by}", "age at first {X} (median){by}", "{X}: median age at first diagnosis{by}",
		"{X}, median age at first diagnosis{by}", "{X} patients: median age at first diagnosis{by}", "median age of {X} patients at first diagnosis{by}",
		"How old are patients at first {X}, median{by}", "at what age is {X} first diagnosed, median{by}", "age when {X} is first recorded, median{by}", "median age when {X} is first diagnosed{by}",
		"typical (median) age at first {X}{by}", "median age at {X} onset{by}",
	}},
	{"What is the average length of stay of inpatient visits with {X}{by}", []string{
		"Average length of stay for {X}{by}", "mean LOS for {X} admissions{by}", "{X} admissions: mean length of stay{by}", "{X} admissions, length of stay, mean{by}", "How long do {X} admissions last on average{by}",
		"mean length of {X} stays{by}", "length of stay for {X}: mean{by}", "average hospital stay for {X}, in days{by}", "{X} admissions: average length of stay in days{by}", "length of stay in {X} admissions (mean){by}",
		"{X}: mean inpatient length of stay{by}", "How long is the average {X} admission{by}", "How many days does a {X} admission last on average{by}", "mean days in hospital per {X} admission{by}", "average duration of {X} admissions{by}",
	}},
	{"What is the median number of days from the first {X} to the first {D}{by}", []string{
		"median days between first {X} and first {D}{by}", "median time from first {X} to first {D}{by}", "time from first {X} to first {D}, median{by}", "days from first {X} to first {D} (median){by}",
		"days between first {X} and first {D}: median{by}", "How many days from first {X} to first {D}, median{by}", "How long from first {X} to first {D}, median{by}", "first {X} to first {D}: median days{by}",
		"How long between first {X} and first {D} (median){by}", "median days to first {D} after first {X}{by}", "time to first {D} after first {X}: median{by}", "median interval from first {X} to first {D}{by}",
		"How long does it take from first {X} to first {D}, median{by}", "median delay between {X} and {D}{by}",
	}},
	{"What is the median duration of {D} prescriptions{by}", []string{
		"How long does a {D} prescription last, median{by}", "{D} prescriptions: median duration{by}", "{D} prescription duration, median{by}", "duration of {D} prescriptions, median{by}",
		"median length of {D} prescriptions{by}", "How many days does a {D} prescription last, median{by}", "median duration of a {D} prescription in days{by}", "How long is the median {D} prescription{by}",
		"how long do {D} prescriptions last (median){by}", "How long does a {D} prescription last, median days from start to end{by}",
	}},
	{"What is the average cost of {D} prescriptions{by}", []string{
		"mean total paid per {D} prescription{by}", "mean cost per {D} prescription{by}", "{D} prescriptions: mean cost{by}", "{D} prescriptions, average amount paid{by}", "average paid amount of {D} prescriptions{by}",
		"How much does a {D} prescription cost on average{by}", "cost of {D} prescriptions, mean{by}", "cost per {D} prescription: mean{by}", "What does a {D} prescription cost on average{by}", "average price of a {D} prescription{by}",
		"mean amount paid for {D} prescriptions{by}", "mean total cost per {D} prescription{by}",
	}},
	{"What is the total cost of {D} prescriptions{by}", []string{
		"total paid for {D} prescriptions{by}", "total {D} spending{by}", "{D} prescriptions: total cost{by}", "How much was paid for {D} prescriptions{by}", "sum of the amounts paid for {D} prescriptions{by}",
		"{D} prescriptions, total paid{by}", "total spending on {D}{by}", "total amount spent on {D} prescriptions{by}", "How much was spent on {D} prescriptions in total{by}",
	}},
	{"What is the average number of {D} prescriptions per user{by}", []string{
		"{D} prescriptions per user, mean{by}", "mean {D} prescriptions per user{by}", "average {D} prescriptions per {D} user{by}", "number of {D} prescriptions per user: mean{by}",
		"How many {D} prescriptions per user on average{by}", "mean number of prescriptions of {D} per user{by}", "mean count of {D} prescriptions per user{by}", "{D}: mean prescriptions per user{by}",
	}},
	{"How many {D} prescriptions are there{by}", []string{
		"number of {D} prescriptions{by}", "{D} prescriptions, n{by}", "{D} prescriptions{by}", "{D} prescriptions: how many{by}", "total number of {D} prescriptions{by}", "count of {D} prescriptions{by}",
		"How often was {D} prescribed{by}", "{D} prescriptions written{by}", "How many times was {D} prescribed{by}", "{D} prescription counts{by}", "total {D} prescriptions{by}", "volume of {D} prescriptions{by}",
	}},
	{"How many patients started {D}{by}", []string{
		"number of new {D} users{by}", "New {D} users{by}", "new users of {D}{by}", "{D} initiators{by}", "How many people started {D}{by}", "first-time {D} users{by}", "number of first-time {D} users{by}",
		"New {D} starts{by}", "{D} starts{by}", "{D} initiations{by}", "how many first-time users of {D}{by}", "people starting {D}{by}", "{D}: number of new users{by}", "{D} new starters{by}", "count of {D} initiators{by}",
	}},
	{"What is the average HbA1c value in percent{by}", []string{
		"mean HbA1c in percent{by}", "HbA1c in percent, mean{by}", "average HbA1c in percent{by}", "HbA1c: mean in percent{by}", "mean HbA1c level in percent{by}", "HbA1c (percent): mean{by}",
		"average HbA1c result in percent{by}",
	}},
	{"What is the incidence rate of {X} per 1000 person-years{by}", []string{
		"{X} incidence per 1000 person-years{by}", "incidence of {X} per 1000 person-years{by}", "{X}: incidence rate per 1000 person-years{by}", "rate of {X} per 1000 person-years{by}", "{X} incidence rate, per 1000 person-years{by}",
		"new {X} cases per 1000 person-years{by}", "How high is the incidence of {X} per 1000 person-years{by}", "{X} rate per 1,000 person-years{by}",
	}},
	{"What was the prevalence of {X} in 2009{by}", []string{
		"{X} prevalence in 2009{by}", "{X}: prevalence in 2009{by}", "prevalence of {X}{by} in 2009", "How prevalent was {X} in 2009{by}", "How common was {X} in 2009{by}", "{X}, prevalence 2009{by}", "2009 prevalence of {X}{by}",
		"In 2009, what was the prevalence of {X}{by}", "prevalence of {X} in 2009, in percent{by}",
	}},
	{"What is the one-year survival after first {X}{by}", []string{
		"One-year survival after first {X} diagnosis{by}", "survival at one year after first {X}{by}", "{X}: one-year survival after first diagnosis{by}", "1-year survival after a first {X}{by}", "survival one year after first {X}{by}",
		"what share survived one year after first {X}, Kaplan-Meier{by}", "Kaplan-Meier survival at one year after first {X}{by}",
	}},
	{"What is the 90th percentile of the age at first diagnosis of {X}{by}", []string{
		"90th percentile of age at first {X}{by}", "age at first {X}, 90th percentile{by}", "p90 of age at first {X}{by}", "age at first {X}: 90th percentile{by}",
	}},
	{"What are the 10th, 50th and 90th percentile of the length of stay of inpatient visits with {X}{by}", []string{
		"length of stay for {X}: 10th, 50th and 90th percentile{by}", "{X} admissions: 10th, 50th and 90th percentile of length of stay{by}", "length of stay of {X} admissions, 10th, 50th, 90th percentile{by}",
		"percentiles 10, 50 and 90 of the length of stay for {X}{by}", "{X} stays, p10, p50 and p90 of length of stay{by}",
	}},
	{"What is the median time in years from first {X} to first {D}{by}", []string{
		"median years from first {X} to first {D}{by}", "time from first {X} to first {D} in years, median{by}", "median years between {X} and {D}{by}", "years from first {X} to first {D}, median{by}",
		"How long in years from first {X} to first {D}, median{by}",
	}},
	{"What is the average HbA1c in percent by sex", []string{
		"Is HbA1c in percent higher in women than in men", "Is HbA1c in percent lower in men than in women? average of each", "Is the HbA1c in percent different in women and men",
	}},
	{"How many admissions with {X} are there{by}", []string{
		"{X} admissions{by}", "number of {X} admissions{by}", "hospital admissions for {X}{by}", "{X} hospitalisations, n{by}", "inpatient stays for {X}{by}", "{X} inpatient visits: count{by}", "How many hospital stays were for {X}{by}",
	}},
}

// groupings by ways of saying them; the first is in the plain question.
var groups = [][]string{
	{""},
	{" by sex", " per sex", ", by sex", " (by sex)", ": by sex", ", split by sex", " for each sex", ", men vs women", " in men and women", " for men and women separately", ", stratified by sex", ", broken down by gender", ", sex-specific", ", females versus males", " in men vs. women", ", women compared with men"},
	{" by age group", " per age group", ", by age group", " (by age group)", ", in each age group", ", grouped by age", ", across age groups", ", by age band"},
	{" by year", " per year", ", by year", " (per year)", ", each year", " per calendar year", " year by year", ", annually", ", yearly", " in each year", " for every year", ", by calendar year"},
	{" by race", " per race", ", split by race", ": by race", " for each race", ", by racial group"},
	{" by age group and sex", " by age group by sex", ", stratified by age group and sex", " for each age group and sex", ", by age group, by sex", " (by age group and sex)"},
}

// TestEveryMeasureTakesEveryGroupingInEveryForm asks each measure in all its forms with all groupings in all theirs:
// each is read as the plain question is, or refused; none as another.
func TestEveryMeasureTakesEveryGroupingInEveryForm(t *testing.T) {
	r := reader(t)
	fill := strings.NewReplacer("{X}", "stroke", "{D}", "warfarin")
	asked, answered := 0, 0
	said := func(q string) string {
		got, err := r.Read(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		if got.Question == nil {
			return "! " + got.Refusal.Why
		}
		return meaning(got.Question)
	}
	for _, m := range grid {
		for _, g := range groups {
			plain := fill.Replace(strings.Replace(m.plain, "{by}", g[0], 1)) + "?"
			want := said(plain)
			if want[0] == '!' {
				t.Errorf("%s is not read: %s", plain, want)
			}
			for k, form := range m.forms {
				for j, by := range g {
					if j > 0 && k > 2 && (k+j)%5 > 0 {
						continue // every grouping with some of the forms
					}
					q := fill.Replace(strings.Replace(form, "{by}", by, 1))
					asked++
					switch got := said(q); {
					case got == want:
						answered++
					case got[0] == '!':
						t.Logf("refused: %s | %s", q, got)
					default:
						t.Errorf("%s\n  got %s\n want %s", q, got, want)
					}
				}
			}
		}
	}
	if share := float64(answered) / float64(asked); share < leastAnswered {
		t.Errorf("%d of %d are read, %.3f", answered, asked, share)
	}
}

// leastAnswered is the share of the grid's questions that must be read.
const leastAnswered = 0.92

// meaning is what a question says, apart from definitions that its words alone choose.
func meaning(q *study.Question) string {
	return strings.Replace(q.String(), "Among all people, the number who had ", "The number of people with ", 1)
}
