package read_test

import (
	"testing"

	"github.com/askomop/askomop/rag/read"
)

// "It" behind a word for a record is the one name of that kind; where there are two, it is refused.
func TestARecordOfIt(t *testing.T) {
	r := reader(t)
	for _, tc := range [][2]string{ // the second is empty where the first must be refused
		{"What share of patients with asthma took metformin within 14 days after a diagnosis of it?",
			"What share of patients with asthma took metformin within 14 days after a diagnosis of asthma?"},
		{"What percentage of people with a stroke filled warfarin within 7 days before a diagnosis of it?",
			"What percentage of people with a stroke filled warfarin within 7 days before a diagnosis of stroke?"},
		{"How many people on warfarin had a stroke within 30 days after a fill of it?",
			"How many people on warfarin had a stroke within 30 days after a fill of warfarin?"},
		{"How many women with asthma took metformin within 30 days after an episode of it?",
			"How many women with asthma took metformin within 30 days after an episode of asthma?"},
		{"How many people with asthma had a stroke within 30 days after a fill of it?", ""},
		{"How many people with asthma had pneumonia and took warfarin within 30 days after a diagnosis of it?", ""},
		{"How many people on warfarin or metformin had a stroke within 30 days after a prescription for it?", ""},
		{"How many people took warfarin within 30 days after a diagnosis of it?", ""},
	} {
		readsAs(t, r, tc[0], tc[1])
	}
}

// "One" and "it" behind a topic are what it names; its people must be said, too.
func TestOneOfATopic(t *testing.T) {
	r := reader(t)
	for _, tc := range [][2]string{
		{"Children with asthma: how many patients had it before they turned 18?",
			"How many patients had asthma before they turned 18?"},
		{"Women with a stroke: how many women had one in 2009?", "How many women had a stroke in 2009?"},
		{"Children with pneumonia: how many patients had it before they turned 12?",
			"How many patients had pneumonia before they turned 12?"},
		{"Children with pneumonia: how many patients had it before they turned 80?", ""},
		{"Children with pneumonia: how many patients had it in 2009?", ""},
		{"Adolescents with pneumonia: how many patients had pneumonia at age 13 to 19?",
			"How many patients had pneumonia at age 13 to 19?"},
		{"Adolescents with pneumonia: how many patients had it before they turned 20?", ""},
		{"Women with a stroke: how many patients had one in 2009?", ""},
		{"Women with a stroke in asthma: how many women had one in 2009?", ""},
	} {
		readsAs(t, r, tc[0], tc[1])
	}
}

// A loose question that asks how long something takes says of whom and from when on, as far as the exact one does.
func TestALooseQuestionOfALengthOfTime(t *testing.T) {
	r := reader(t)
	const death, next = "Median days from the first stroke to death", "Mean days from first stroke to the first warfarin afterwards"
	for _, tc := range [][2]string{
		{"How long do people live after a stroke? " + death, death},
		{"How long do patients survive a first stroke? " + death, death},
		{"In those with a stroke who took warfarin after it, how long did it take? " + next, next},
		{"How long after a stroke is warfarin started? " + next, next},
		{"How long do people live after a stroke? " + next, ""},
		{"How long do women live after a stroke? " + death, ""},
		{"How long do people live after asthma? " + death, ""},
		{"How long after warfarin does a stroke come? " + next, ""},
		{"In those who died after a stroke, how long did it take? " + next, ""},
	} {
		readsAs(t, r, tc[0], tc[1])
	}
}

// Those who had another are whose time to the next one is asked for, and nobody's else.
func TestThoseWhoHadAnother(t *testing.T) {
	r := reader(t)
	const next = "Median days between the first stroke and the next one"
	for _, tc := range [][2]string{
		{next + ", in patients who had another", next},
		{next + ", among those who had a second one", next},
		{next + ", in people with at least two", next},
		{"Median days from first stroke to first warfarin, in patients who had another", ""},
		{"Mean age at first stroke, in patients who had another", ""},
		{next + ", in women who had another", ""},
	} {
		readsAs(t, r, tc[0], tc[1])
	}
}

// What each person's days in hospital add up to is of all their stays.
func TestTotalsOfHospitalDays(t *testing.T) {
	r := reader(t)
	for _, tc := range [][2]string{
		{"Total number of hospital days in 2009", "Number of hospital days in 2009"},
		{"Total bed days of inpatient stays that began between 2008 and 2010",
			"Total length of stay of inpatient stays between 2008 and 2010"},
		{"Total length of stay per patient with a stroke in 2009",
			"Mean total length of stay in 2009 per patient with a stroke"},
		{"Top 4 procedures in 2009 among men, by number of women", ""},
	} {
		readsAs(t, r, tc[0], tc[1])
	}
}

// A name that begins with the word for a visit is read as a whole; "admission to hospital" is a visit.
func TestNamesThatBeginAsVisits(t *testing.T) {
	terms := readerNames(t)
	terms["admission to hospice"] = []string{"Observation"}
	r := read.New(terms)
	for _, tc := range [][2]string{
		{"Number of people with admission to hospice in 2009", "Number of people with a record of admission to hospice in 2009"},
		{"Number of people with an admission to hospital in 2009", "Number of people with an inpatient visit in 2009"},
	} {
		readsAs(t, r, tc[0], tc[1])
	}
	reading, err := r.Read(t.Context(), "Number of people with admission to hospice")
	if err != nil || reading.Question == nil ||
		reading.Question.String() != "The number of people with a record of admission to hospice" {
		t.Errorf("read as %v, %v", reading.Question, err)
	}
}
