package read_test

import (
	"testing"

	"github.com/askomop/askomop/rag/read"
	"github.com/askomop/askomop/vocab"
)

// Lay words say what happened to a part of the body, and what a vaccine is against; the vocabulary names the injury,
// the procedure or the vaccine.
func TestLayWordsAreReadByTheNamesOfTheVocabulary(t *testing.T) {
	n := readerNames(t)
	for domain, of := range map[string][]string{
		"Condition":   {"sprain of ankle", "sprain of wrist", "fracture of hip", "zoster", "dementia", "obesity", "diabetes mellitus"},
		"Observation": {"fall", "latex allergy", "hospice care"},
		"Procedure":   {"hip replacement", "mechanical ventilation"},
		"Drug":        {"zoster vaccine"},
	} {
		for _, name := range of {
			n[vocab.Normalize(name)] = []string{domain}
		}
	}
	r := read.New(n)
	for question, want := range map[string]string{
		"How many people sprained an ankle?":                                            "Among all people, the number who had a diagnosis of sprain of ankle",
		"How many women sprained an ankle or a wrist in 2009?":                          "Among women, the number who had a diagnosis of sprain of ankle or sprain of wrist in 2009",
		"What percentage of people have never sprained a wrist?":                        "Among all people, the percentage who had no diagnosis of sprain of wrist",
		"How many people sprained an ankle at least twice?":                             "Among all people, the number who had at least 2 diagnoses of sprain of ankle",
		"How many sprained ankle diagnoses were there in 2009?":                         "The number of diagnoses of sprain of ankle in 2009",
		"Sprained wrist diagnoses per year, 2008 to 2010":                               "The number of diagnoses of sprain of wrist between 2008 and 2010, by year",
		"How many people had a sprained ankle and a stroke?":                            "Among all people, the number who had a diagnosis of sprain of ankle and had a diagnosis of stroke",
		"How many people broke a hip within 30 days after they fell?":                   "",
		"Of the people who fell, how many broke a hip within 30 days?":                  "Among people with a first ever record of fall, the number who had a diagnosis of fracture of hip within 30 days after it",
		"How many people broke a wrist?":                                                "",
		"How many people fell in each year?":                                            "Among all people, the number who had a record of fall, by year",
		"How many people had a zoster jab?":                                             "Among all people, the number who had an exposure to zoster vaccine",
		"How many zoster shots were given in 2009?":                                     "The number of exposures to zoster vaccine in 2009",
		"How many people were vaccinated against zoster in 2009?":                       "Among all people, the number who had an exposure to zoster vaccine in 2009",
		"How many people had a stroke jab?":                                             "",
		"How many people had their hip replaced in 2009?":                               "Among all people, the number who had a hip replacement in 2009",
		"How many latex-allergic people had a stroke?":                                  "Among people with a record of latex allergy, the number who had a diagnosis of stroke",
		"How many people died within 30 days of a stroke and were admitted to hospice?": "Among people with any one diagnosis of stroke, the number who died within 30 days after it and had a record of hospice care",
		"How many people were admitted to hospice in 2009?":                             "Among all people, the number who had a record of hospice care in 2009",
		"How many people with COPD were put on a ventilator?":                           "Among people with a diagnosis of COPD, the number who had a mechanical ventilation",
		"What share of people with hypertension are obese?":                             "Among people with a diagnosis of hypertension, the percentage who had a diagnosis of obesity",
		"How many people were demented in 2009?":                                        "Among all people, the number who had a diagnosis of dementia in 2009",
		"How many people had a stroke but were never coded as obese?":                   "Among all people, the number who had a diagnosis of stroke and had no diagnosis of obesity",
		"How many people were diagnosed as diabetic in 2009?":                           "Among all people, the number who had a diagnosis of diabetes mellitus in 2009",
		"How many people have the combination of stroke, COPD and asthma?":              "Among all people, the number who had a diagnosis of stroke and had a diagnosis of COPD and had a diagnosis of asthma",
		"How many deaths were recorded in 2010, by sex?":                                "Among all people, the number who died in 2010, by sex",
		"How many people had Medicare Part D cover in 2009?":                            `Among all people, the number who had a payer plan period of "Medicare Part D" that covers a day in 2009`,
	} {
		readBack(t, r, question, want)
	}
}
