package read_test

import (
	"testing"

	"github.com/askomop/askomop/omop/study"
)

// A grouping may stand between the people and what is asked of them.
func TestAGroupingBetweenPeopleAndWhatIsAsked(t *testing.T) {
	r := reader(t)
	for _, tc := range [][2]string{
		{"What percent of patients in each race group had a stroke?", "What percent of patients had a stroke, by race?"},
		{"What proportion of women in each state took warfarin in 2009?", "What proportion of women took warfarin in 2009, by state?"},
		{"How many patients with asthma of each sex took warfarin?", "How many patients with asthma took warfarin, by sex?"},
		{"What percentage of patients with asthma in each sex and race group took warfarin?", "What percentage of patients with asthma took warfarin, by sex and race?"},
		{"Number of people per year with a first stroke", "Number of people with a first stroke per year"},
		{"What percentage of patients in each race group?", "Percentage distribution of patients by race"},
	} {
		readsAs(t, r, tc[0], tc[1])
	}
}

// The number of each is in the rows of a ranking; the number of people is, where it ranks by people.
func TestTheNumberOfEachOfARanking(t *testing.T) {
	r := reader(t)
	for _, tc := range [][2]string{
		{"Which 10 states have the most stroke patients, and how many does each have?", "Which 10 states have the most stroke patients?"},
		{"Which 5 drugs were taken by the most people, and how many people took each?", "Which 5 drugs were taken by the most people?"},
		{"What are the ten most common conditions, and how many patients have each one?", "What are the ten most common conditions?"},
		{"What are the top 10 drugs by number of records, and how many people took each?", ""},
		{"How many people took warfarin, and how many people had each?", ""},
	} {
		readsAs(t, r, tc[0], tc[1])
	}
}

// What is recorded at visits is ranked by people, where that is asked for, as records at these visits.
func TestRankedAtVisitsByPeople(t *testing.T) {
	q := mustRead(t, reader(t), "Ten most common conditions at inpatient visits by number of patients")
	e := q.Strata[0].Event
	if q.Measure.Of != study.Persons || q.Population.Entry != nil || e == nil || e.Where == nil || len(e.Where.Visit) != 1 {
		t.Errorf("read as: %s", q)
	}
}

// An age "in 2010" of people who ever had something is that of the year; what they had may be of any time.
func TestTheYearOfAnAgeIsNotThatOfWhatPeopleEverHad(t *testing.T) {
	const bands = ", by age group (under 65, 65 or older) of the age in 2009"
	for question, want := range map[string]string{
		"How many people have ever had a stroke, by age in 2009 (under 65, 65 or older)?":            "Among all people, the number who had a diagnosis of stroke" + bands,
		"How many people with stroke, by age group (under 65, 65 or older), taking age in 2009?":     "The number of people with a diagnosis of stroke" + bands,
		"Prevalence of stroke by age group (under 65, 65 or older), age in 2009":                     "The lifetime prevalence of stroke" + bands,
		"Prevalence (%) of stroke among people aged under 65 and 65 or older, taking age in 2009":    "The lifetime prevalence of stroke" + bands,
		"What percentage of people have ever had a stroke, by age in 2009 (under 65, 65 or older)?":  "The lifetime prevalence of stroke" + bands,
		"What percentage of people aged under 65 and 65 or older (age in 2009) ever had a stroke?":   "The lifetime prevalence of stroke" + bands,
		"What percentage of people aged under 65 and 65 or older (age in 2009) had a stroke?":        "",
		"How many people had a stroke in 2009, by age group (under 65, 65 or older)?":                "Among all people, the number who had a diagnosis of stroke in 2009, by age group (under 65, 65 or older)",
		"How many people ever had a stroke, by age group (under 65, 65 or older) and year, in 2009?": "Among all people, the number who had a diagnosis of stroke in 2009, by age group (under 65, 65 or older) and year",
	} {
		readBack(t, reader(t), question, want)
	}
}

// Each sex has a row of its own, but where both are said to be one group.
func TestBothSexesTogetherAreOneGroup(t *testing.T) {
	const stroke = "the number who had a diagnosis of stroke"
	saysBack(t, reader(t), map[string]string{
		"How many people had a stroke, men and women together?": stroke,
		"How many people had a stroke, men and women combined?": stroke,
		"How many people had a stroke, men and women?":          stroke + ", by sex",
		"Mean age at first stroke, men and women together":      "The mean age at a first ever diagnosis of stroke",
	})
}
