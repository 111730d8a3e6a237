package read_test

import (
	"testing"

	"github.com/askomop/askomop/omop/study"
)

// What stands near to a turn of phrase and means something else is refused, or read as what it is.
func TestNeighboursOfTurnsAreReadAsWhatTheyAre(t *testing.T) {
	r := reader(t)
	for _, tc := range [][2]string{ // the second is empty where the first must be refused
		{"In how many visits do we see a stroke?", ""},
		{"In how many patients do we see no stroke?", "How many patients had no stroke?"},
		{"Would it be possible to prevent a stroke with warfarin?", ""},
		{"Which patients are women? I define that as at least two of stroke, hypertension and pneumonia; headcount.", ""},
		{"Which patients had a stroke? Number of prescriptions.", ""},
		{"How many women had a stroke and how many men had pneumonia?", ""},
		{"How many women had a stroke and how many women?", ""},
		{"Among people who took both warfarin and metformin, how many started lisinopril first?", ""},
		{"Median days from first stroke to the first pneumonia that precedes it", ""},
		{"Median gap in days between consecutive warfarin and metformin prescriptions", ""},
		{"Which racial groups do stroke patients not belong to?", ""},
		{"Seasonality of warfarin", ""},
		{"What is the HbA1c on average in women?", "Mean HbA1c of women"},
		{"What is the average total cholesterol of women?", "Mean value of total cholesterol of women"},
		{"Median total cholesterol among adults", "Median value of total cholesterol among adults"},
		{"HbA1c on average by sex", "Mean HbA1c by sex"},
		{"How many HbA1c tests does a patient have on average?", "Mean number of HbA1c tests per patient"},
		{"Prevalence of stroke in 2009 among people observed in 2008", ""},
		{"Prevalence of stroke in 2009 in 2008", ""},
		{"What % of the people observed in 2008 had a stroke in 2009?",
			"Percentage of people who were under observation in 2008 who had a stroke in 2009"},
		{"How many people had a stroke before 2009?", "How many people had a stroke up to 2008?"},
		{"How many men had a colonoscopy, and in which hospital?", ""},
		{"How many patients starting warfarin had a prescription more than 180 days after the first one?", ""},
		{"What percentage of patients starting warfarin took it again a year or more after the first one?",
			"What percentage of patients starting warfarin had warfarin a year or more after the first one?"},
		{"How many users of warfarin are there and what is their median fluffiness?", ""},
		{"Percentage of men with stroke and percentage of women", ""},
		{"How many patients with a stroke still have warfarin?", ""},
		{"How many people took warfarin before metformin, and how many the other way round?",
			"How many people took warfarin before metformin, and how many took metformin before warfarin?"},
		{"How many people started warfarin before metformin and how many vice versa?",
			"How many people started warfarin before metformin and how many started metformin before warfarin?"},
		{"How many people took warfarin within 30 days before metformin, and how many the other way round?", ""},
		{"How many people took warfarin, and how many the other way round?", ""},
		{"How many people with stroke had pneumonia afterwards, and how many the other way round?", ""},
		{"How many patients have warfarin but no metformin on record, lisinopril but no warfarin, and both?", ""},
		{"How many people took warfarin, how many took metformin, and how many had a stroke?",
			"How many people took warfarin, and how many took metformin, and how many had a stroke?"},
		{"Median days from first stroke to first colonoscopy on or after the diagnosis",
			"The median number of days from a first ever diagnosis of stroke to the first colonoscopy on or after it"},
		{"Median days from first stroke to first colonoscopy on or after the pneumonia", ""},
		{"Median days from first warfarin to first colonoscopy on or after the diagnosis", ""},
		{"Average number of visits per person-year on warfarin", ""},
		{"How many people took warfarin and how many metformin?",
			"How many people took warfarin and how many took metformin?"},
		{"How many people took warfarin and how many 2009?", ""},
		{"How many patients had a stroke in 2000 versus a pneumonia in 2010?", ""},
		{"How many patients had a stroke in hospital versus warfarin?", ""},
		{"Will you tell the patients that they had a stroke?", ""},
		{"List the names of ten patients with the most common conditions", ""},
		{"Which racial groups do stroke patients belong to - by sex?", "Number of stroke patients by racial groups by sex"},
		{"Which racial groups do stroke patients belong to? Zorblatts per group.", ""},
		{"Hi there! In how many patients do we see two or more strokes?", "How many patients had two or more strokes?"},
		{"Of people with a first stroke, how many already had hypertension?", ""},
		{"How many people had a stroke in 2008 and how many in 2009?",
			"How many people had a stroke in 2008 and how many had a stroke in 2009?"},
		{"How many people had a stroke in 2008 and how many pneumonia?", ""},
		{"How many people had a stroke and how many in 2009?", ""},
		{"How many people took warfarin, how many metformin?",
			"How many people took warfarin and how many took metformin?"},
		{"How many women had a stroke and how many with pneumonia?", ""},
		{"How many patients with pneumonia took warfarin and how many with stroke?", ""},
		{"How many patients with pneumonia took warfarin and how many without pneumonia?", ""},
		{"Of stroke patients, how many had already pneumonia?", ""},
		{"Of people with a first stroke, how many had already taken warfarin before it?",
			"Of people with a first stroke, how many had taken warfarin before it?"},
		{"Number of patients in whom stroke preceded", ""},
		{"How many people had a stroke before pneumonia, in either order?", ""},
		{"How many people had a stroke after turning yellow?", ""},
		{"Are men or women sicker at first stroke, on average?", ""},
		{"Percentage of patients with pneumonia who had a stroke compared with hypertension", ""},
		{"How many people had a stroke with pneumonia vs people without hypertension?", ""},
		{"How many patients took warfarin, metformin and lisinopril irrespectively?", ""},
		{"Median days between first stroke and first pneumonia in patients whose hypertension followed", ""},
	} {
		got, err := r.Read(t.Context(), tc[0])
		if err != nil {
			t.Fatal(err)
		}
		if tc[1] == "" {
			if got.Question != nil {
				t.Errorf("%s is read as: %s", tc[0], got.Question)
			}
			continue
		}
		want, err := r.Read(t.Context(), tc[1])
		if err != nil || want.Question == nil {
			t.Errorf("%s: %v, %+v", tc[1], err, want.Refusal)
			continue
		}
		if got.Question == nil {
			t.Errorf("%s: %+v", tc[0], got.Refusal)
		} else if nameless(got.Question); !got.Question.Equal(nameless(want.Question)) {
			t.Errorf("%s is read as: %s\nnot: %s", tc[0], got.Question, want.Question)
		}
	}
}

// nameless takes the names off groups, which are the words of the question.
func nameless(q *study.Question) *study.Question {
	for _, s := range q.Strata {
		for i := range s.Groups {
			s.Groups[i].Name = ""
		}
	}
	return q
}

// A letter with a hyphen belongs to the name behind it, though "a" is an article elsewhere.
func TestALetterWithAHyphenIsOfTheName(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many patients with A-fib took warfarin?": "Among people with a diagnosis of A-fib, the number who had an exposure to warfarin",
		"How many patients with a-fib in 2009?":       "The number of people with a diagnosis of a-fib in 2009",
	})
}
