package mask

import (
	"strings"
	"testing"
)

func TestCodesInEveryFormAreEntities(t *testing.T) {
	for question, want := range map[string]string{
		"How many patients have the ICD-9-CM code 250.00?":                               "ICD9CM:250.00",
		"How many patients with ICD10-CM have H35.81?":                                   "ICD10CM:H35.81",
		"How many patients have H35.81 (ICD-10-CM)?":                                     "ICD10CM:H35.81",
		"How many people had N18.6?":                                                     "ICD10CM:N18.6",
		"Count those with ICD-10-CM codes I50, I11 or N18":                               "ICD10CM:I50 ICD10CM:I11 ICD10CM:N18",
		"patients with any of the ICD-10 codes E11.9, E11.65 and E11.22":                 "ICD10CM:E11.9 ICD10CM:E11.65 ICD10CM:E11.22",
		"patients with ICD9CM 584.5-584.9":                                               "ICD9CM:584.5-584.9",
		"patients with ICD-9-CM codes 584.5 through 584.9":                               "ICD9CM:584.5-584.9",
		"How many had codes 250.00, 250.02?":                                             "ICD9CM:250.00 ICD9CM:250.02",
		"the mean of LOINC 4548-4 in 2009":                                               "LOINC:4548-4",
		"patients with SNOMED code 44054006":                                             "SNOMED:44054006",
		"patients with CPT4 99213 or 99214":                                              "CPT4:99213 CPT4:99214",
		"How many people have ICD10CM:N18.6 and took RxNorm 6809?":                       "ICD10CM:N18.6 RxNorm:6809",
		"patients with ICD10CM E11.* ":                                                   "ICD10CM:E11.*",
		"How many patients aged 65 had gout in 2009?":                                    "",
		"How many patients took vitamin B12?":                                            "",
		"How many patients with an ICD-10-CM diagnosis were 65 or older and 250 heavy?":  "",
		"How many patients with HbA1c above 6.5 had a visit within 30 days, by ICD-9?":   "",
		"How many patients of the 2009-2010 period took 2.5 mg of drug X?":               "",
		"those with ICD9CM 250.00 aged 40 or 50":                                         "ICD9CM:250.00",
		"patients with the ICD-10-CM codes E11.9 and 2 visits":                           "ICD10CM:E11.9",
		"How many patients diagnosed with V58.67 in ICD-9-CM took insulin before 2010?":  "ICD9CM:V58.67",
		"How many people whose diagnosis in ICD-10-CM was coded as C50.911 died of that": "ICD10CM:C50.911",
	} {
		var got []string
		for _, m := range codeMentions(question, nil) {
			got = append(got, m.Text)
			if !strings.Contains(question[m.Start:m.End], strings.SplitN(strings.SplitN(m.Text, ":", 2)[1], "-", 2)[0]) {
				t.Errorf("%q: %s stands for %q", question, m.Text, question[m.Start:m.End])
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q\n got %q\nwant %q", question, strings.Join(got, " "), want)
		}
	}
}

func TestACodeIsNoLimit(t *testing.T) {
	for _, question := range []string{"How many patients with ICD10-CM have H35.81?", "How many patients have the ICD-9-CM codes 250.00, 250.02 or 250.81?"} {
		m := read(question, codeMentions(question, nil))
		if len(m.Constraints) > 0 {
			t.Errorf("%q is limited by %v", question, m.Constraints)
		}
	}
}
