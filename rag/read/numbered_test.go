package read_test

import (
	"testing"

	"github.com/askomop/askomop/rag/read"
)

// Of stages that are listed, nobody has two at a time: any of them is meant. The number may stand before the disease.
func TestListedStagesAreAnyOfThem(t *testing.T) {
	n := readerNames(t)
	for _, name := range []string{"ckd stage 3", "ckd stage 4", "ckd stage 5", "stage 3 ckd", "stage 4 ckd"} {
		n[name] = []string{"condition"}
	}
	r := read.New(n)
	for question, want := range map[string]string{
		"How many people have CKD stage 3, 4 or 5?":                   "Among all people, the number who had a diagnosis of CKD stage 3, CKD stage 4 or CKD stage 5",
		"How many people had CKD stage 3, stage 4 and stage 5?":       "Among all people, the number who had a diagnosis of CKD stage 3, CKD stage 4 or CKD stage 5",
		"How many women with CKD stages 3 to 5 took metformin?":       "Among women with a diagnosis of CKD stage 3, CKD stage 4 or CKD stage 5, the number who had an exposure to metformin",
		"How many people with stage 3 or 4 CKD took metformin?":       "Among people with a diagnosis of stage 3 CKD or stage 4 CKD, the number who had an exposure to metformin",
		"How many people have stage 3 or stage 4 CKD?":                "Among all people, the number who had a diagnosis of stage 3 CKD or stage 4 CKD",
		"How many people had both CKD stage 3 and stage 4?":           "Among all people, the number who had a diagnosis of CKD stage 3 and had a diagnosis of CKD stage 4",
		"How many people have type 1 or 2 diabetes?":                  "Among all people, the number who had a diagnosis of type 1 diabetes or type 2 diabetes",
		"How many people have type 1 and type 2 diabetes?":            "Among all people, the number who had a diagnosis of type 1 diabetes and had a diagnosis of type 2 diabetes",
		"How many people have CKD stage 3, 4 or 6?":                   "",
		"Median age at first CKD stage 4 or 5":                        "The median age at a first ever diagnosis of CKD stage 4 or CKD stage 5",
		"How many people had CKD stage 3 at least 4 times in 2009?":   "Among all people, the number who had at least 4 diagnoses of CKD stage 3 in 2009",
		"How many people had CKD stage 3 in 2009 and 4 or 5 strokes?": "",
	} {
		readBack(t, r, question, want)
	}
}

// What is told behind the last drug of a list is of each: how long the supply is, who prescribed it, the noun of their
// records. A drug with a noun of its own keeps what is told of it.
func TestWhatIsToldBehindAListIsOfEach(t *testing.T) {
	r := reader(t)
	for question, want := range map[string]string{
		"How many people filled warfarin or clopidogrel with a supply of more than 60 days?":                  "The number of people with an exposure to warfarin or clopidogrel with a supply of more than 60 days",
		"How many people had a warfarin or clopidogrel fill with 90 days of supply or more?":                  "Among all people, the number who had an exposure to warfarin or clopidogrel with a supply of at least 90 days",
		"How many people had a fill of warfarin or a fill of clopidogrel with a supply of more than 60 days?": "Among all people, the number who had an exposure to warfarin or exposure to clopidogrel with a supply of more than 60 days",
		"How many women filled warfarin and clopidogrel with a supply of more than 60 days?":                  "The number of women with an exposure to warfarin with a supply of more than 60 days who had an exposure to clopidogrel with a supply of more than 60 days",
		"How many people were prescribed warfarin or clopidogrel by a cardiologist in 2009?":                  "Among all people, the number who had an exposure to warfarin or clopidogrel by Cardiology in 2009",
		"How many warfarin or clopidogrel prescriptions were there in 2009?":                                  "The number of exposures to warfarin or clopidogrel in 2009",
		"How many people had at least 3 warfarin, clopidogrel or statin fills in 2009?":                       "Among all people, the number who had at least 3 exposures to warfarin, clopidogrel or statin in 2009",
		"How many stroke or pneumonia diagnoses were there in 2009?":                                          "The number of diagnoses of stroke or pneumonia in 2009",
		"How many people had two stroke diagnoses or a pneumonia diagnosis?":                                  "Among all people, the number who had at least 2 diagnoses of stroke or had a diagnosis of pneumonia",
		"How many people took at least two statins?":                                                          "Among all people, the number who had at least 2 different statins",
		"How many prescriptions of metformin with a supply of 90 days or more were there, by sex?":            "The number of exposures to metformin with a supply of at least 90 days, by sex",
	} {
		readBack(t, r, question, want)
	}
}
