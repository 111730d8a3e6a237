package rag

import (
	"context"
	"strings"
	"testing"

	"github.com/askomop/askomop/vocab"
)

// dictionary is a small vocabulary: normalised name → domain.
type dictionary map[string]string

func (d dictionary) Lookup(normalised string) []vocab.Hit {
	domain, ok := d[normalised]
	if !ok {
		return nil
	}
	return []vocab.Hit{{Concept: vocab.Concept{ID: 1, Name: normalised, Domain: domain, Standard: "S"}, Score: 1}}
}

var clinic = func() dictionary {
	d := dictionary{}
	for domain, names := range map[string][]string{
		"Condition":   {"asthma", "gout", "stroke", "type 2 diabetes", "heart failure", "pneumonia"},
		"Drug":        {"aspirin", "metformin", "warfarin", "albuterol"},
		"Procedure":   {"appendectomy", "colonoscopy", "knee replacement"},
		"Measurement": {"hba1c", "creatinine"},
		"Visit":       {"inpatient visit", "emergency room visit"},
	} {
		for _, n := range names {
			d[vocab.Normalize(n)] = domain
		}
	}
	return d
}()

func skeletonFor(t *testing.T, question string) string {
	t.Helper()
	m, err := NewMasker(clinic).Mask(context.Background(), question)
	if err != nil {
		t.Fatal(err)
	}
	return skeletonOf(m).key()
}

func TestWordingsOfOneQuestionHaveOneSkeleton(t *testing.T) {
	for _, group := range [][]string{
		{"How many patients with type 2 diabetes took metformin?", "Count the people on metformin who have type 2 diabetes.", "Among patients with type 2 diabetes, how many received metformin?", "What is the number of women with type 2 diabetes who were prescribed metformin?"},
		{"How many patients had a stroke after they started aspirin?", "After starting aspirin, how many patients had a stroke?", "Among patients who took aspirin, how many later had a stroke?", "How many patients took aspirin and subsequently had a stroke?"},
		{"How many patients with asthma took albuterol within 30 days of diagnosis?", "How many patients took albuterol within 30 days after an asthma diagnosis?", "Within 30 days of asthma, how many patients took albuterol?"},
		{"What percentage of patients with gout had a stroke?", "Of the patients with gout, what share had a stroke?"},
		{"How many patients have asthma but never took albuterol?", "How many patients never took albuterol but have asthma?", "How many patients with asthma and no prescription of albuterol are there?"},
		{"What percentage of patients with gout took aspirin?", "What is the share of aspirin users among patients with gout?", "Among patients with gout, what share took aspirin?"},
		{"How many patients had asthma by sex?", "For each gender, how many patients had asthma?", "How many patients had asthma, broken down by gender?"},
		{"What are the 10 most common drugs?", "Which 10 drugs are most common?", "List the top 10 drugs by number of patients."},
		{"How many patients had gout before asthma?", "How many patients with asthma previously had gout?", "How many patients with asthma had had gout previously?", "How many patients had an earlier gout before asthma?"},
		{"How many patients took aspirin, warfarin or metformin?", "How many people took aspirin or warfarin or metformin?"},
	} {
		want := skeletonFor(t, group[0])
		for _, q := range group[1:] {
			if got := skeletonFor(t, q); got != want {
				t.Errorf("%q is %q\n%q is %q", group[0], want, q, got)
			}
		}
	}
}

func TestDifferentQuestionsHaveDifferentSkeletons(t *testing.T) {
	for _, pair := range [][2]string{
		{"How many patients with gout had a stroke?", "How many patients with gout had a stroke afterwards?"},
		{"How many patients had a stroke after gout?", "How many patients had a stroke before gout?"},
		{"How many patients had gout and took aspirin beforehand?", "How many patients had gout beforehand and took aspirin?"},
		{"How many patients took aspirin and had a stroke afterwards?", "How many patients took aspirin afterwards and had a stroke?"},
		{"How many patients had an appendectomy?", "How many appendectomies were performed?"},
		{"How many patients had asthma and gout?", "How many patients had asthma or gout?"},
		{"How many patients took aspirin but not warfarin?", "How many patients took aspirin and warfarin?"},
		{"How many patients did not take aspirin and warfarin?", "How many patients took warfarin but not aspirin?"},
		{"How many patients took aspirin and warfarin or metformin?", "How many patients with asthma took warfarin or metformin?"},
		{"What percentage of women took aspirin?", "What percentage of aspirin users are women?"},
		{"What percentage of patients with gout and asthma took aspirin?", "What percentage of patients with gout had asthma and took aspirin?"},
		{"How many patients had a stroke on aspirin?", "How many patients on aspirin had a stroke?"},
		{"How many patients took aspirin for gout?", "How many patients with gout took aspirin?"},
		{"How many patients had pneumonia in an inpatient visit?", "How many patients with pneumonia had an inpatient visit?"},
		{"How many inpatient visits did patients with gout have?", "How many inpatient visits are there with gout?"},
		{"How many patients had two strokes?", "How many patients had exactly two strokes?"},
		{"How many patients only took aspirin?", "How many patients took aspirin?"},
		{"How many patients died of pneumonia?", "How many patients with pneumonia died?"},
		{"What percentage of patients with gout took aspirin?", "What percentage of patients had gout and took aspirin?"},
		{"What percentage of patients with gout took aspirin?", "What is the share of patients with gout among those who took aspirin?"},
		{"What percentage of patients have gout?", "What percentage of gout is in women?"},
		{"What is the share of women with gout among patients who took aspirin?", "What percentage of women with gout took aspirin?"},
		{"How many patients took any of aspirin, warfarin and metformin?", "How many patients took aspirin, warfarin and metformin?"},
		{"How many had it?", "How many people are there?"},
		{"How many patients took gout?", "How many patients had gout?"},
		{"How many patients were tested for gout?", "How many patients had gout?"},
		{"How many patients with gout were over 70?", "How many patients had more than 70 records of gout?"},
		{"How many patients took aspirin except warfarin?", "How many patients took aspirin but not warfarin?"},
		{"What are the 5 most common drugs with aspirin?", "What are the 5 most common drugs of aspirin?"},
		{"How many patients had gout every year?", "How many patients had gout each year?"},
		{"How many patients with gout were treated?", "How many patients have gout?"},
		{"How many patients with gout received medication?", "How many patients have gout?"},
		{"How many patients on medication had gout?", "How many patients had gout?"},
		{"How many patients with gout were tested?", "How many patients have gout?"},
		{"How many patients who are not women have gout?", "How many patients do not have gout?"},
		{"How many patients excluding women took aspirin?", "How many women did not take aspirin?"},
		{"How many patients had gout in both 2008 and 2009?", "How many patients had gout between 2008 and 2009?"},
		{"How many children had asthma?", "How many patients had asthma?"},
		{"How many patients started aspirin in 2009?", "How many patients took aspirin in 2009?"},
	} {
		if a, b := skeletonFor(t, pair[0]), skeletonFor(t, pair[1]); a == b {
			t.Errorf("%q and %q both read %q", pair[0], pair[1], a)
		}
	}
}

func TestMaskedTextKeepsTheQuestion(t *testing.T) {
	m, err := NewMasker(clinic).Mask(t.Context(), "How many women over 60 with type 2 diabetes took metformin within 90 days of diagnosis in 2009?")
	if err != nil {
		t.Fatal(err)
	}
	if want := "How many <SEX> <AGE> with <CONDITION> took <DRUG> <DURATION> of diagnosis <YEAR>?"; m.Text != want {
		t.Errorf("masked %q, want %q", m.Text, want)
	}
	for _, e := range m.Entities {
		if m.Question[e.Start:e.End] != e.Text {
			t.Errorf("entity %+v is out of place", e)
		}
	}
}

func TestWordsOfTheQuestionAreNoEntities(t *testing.T) {
	d := dictionary{"patient": "Observation", "female": "Observation", "death": "Observation", "number": "Observation", "as": "Condition", "all": "Condition"}
	m, err := NewMasker(d).Mask(t.Context(), "What is the number of female patients at death, as of all?")
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Entities) > 0 {
		t.Errorf("found entities %v", m.Entities)
	}
}

func TestSourceCodesAreEntities(t *testing.T) {
	m, err := NewMasker(clinic).Mask(t.Context(), "How many patients have the ICD-10-CM codes I50 or N18.6 or ICD9CM 250.00?")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range m.Entities {
		got = append(got, e.Domain+"@"+e.Text)
	}
	if s := strings.Join(got, " "); s != "condition@ICD10CM:I50 condition@ICD10CM:N18.6 condition@ICD9CM:250.00" {
		t.Errorf("found %s", s)
	}
}
