package read_test

import (
	"testing"

	"github.com/askomop/askomop/rag/read"
	"github.com/askomop/askomop/vocab"
)

// numberedNames are names of which some concepts are known by their ids, too.
type numberedNames struct{ names }

func (n numberedNames) Lookup(normalised string) []vocab.Hit {
	known := map[string]vocab.Concept{
		"concept 316139":  {Domain: "Condition", Name: "Heart failure"},
		"concept 3004410": {Domain: "Measurement", Name: "Hemoglobin A1c/Hemoglobin.total in Blood"},
		"concept 9201":    {Domain: "Visit", Name: "Inpatient Visit"},
		"concept 9203":    {Domain: "Visit", Name: "Emergency Room Visit"},
		"concept 8532":    {Domain: "Gender", Name: "FEMALE"},
	}
	if c, ok := known[normalised]; ok {
		c.Standard = "S"
		return []vocab.Hit{{Concept: c}}
	}
	return n.names.Lookup(normalised)
}

// Who writes SQL beside a question gives ids and columns in brackets.
func TestConceptsThatAreGivenByTheirIDs(t *testing.T) {
	first := "the number who had a first ever diagnosis of concept 316139 in 2010"
	failing := "the number who had a diagnosis of concept 316139"
	saysBack(t, read.New(numberedNames{readerNames(t)}), map[string]string{
		"How many people had their first-ever diagnosis of heart failure (316139 or descendants) in 2010?":    first,
		"How many people had their first-ever heart failure diagnosis (316139) in 2010?":                      first,
		"How many people had heart failure (concept_id = 316139, with all its descendants)?":                  failing,
		"How many people have condition_concept_id 316139?":                                                   failing,
		"How many people have heart failure, meaning concept 316139 or any of its descendants?":               failing,
		"How many people in the person table have heart failure (condition_start_date)?":                      "the number who had a diagnosis of heart failure",
		"How many women (8532) had an emergency room visit (9203) in 2009 (visit_start_date)?":                "Among women, the number who had an emergency room visit in 2009",
		"What is the mean length in days (end minus start) of inpatient stays (9201) in 2010?":                "The mean duration in days of inpatient visits in 2010",
		"How many people with heart failure (316139) had an HbA1c (measurement 3004410)?":                     "Among people with a diagnosis of concept 316139, the number who had a measurement of concept 3004410",
		"What is the mean numeric HbA1c (3004410; ties by measurement_id) of people with a stroke in 2009?":   "",
		"How many men (8532) had a stroke?":                                                                   "", // the id of women
		"How many people had an inpatient visit (9203)?":                                                      "", // that of another visit
		"How many inpatient stays (9201) were there in 2009 (visit_end_date)?":                                "", // askomop takes the first day
		"How many people had untreated heart failure (316139)?":                                               "",
		"How many people had heart failure (316139) or not?":                                                  "",
		"How many people had heart failure (316139 but not its descendants)?":                                 "",
		"How many people had heart failure (316139 only)?":                                                    "",
		"How many people have heart failure (999999999)?":                                                     "",
		"How many people had at least two heart failure (316139) records on different days?":                  "the number who had at least 2 diagnoses of concept 316139 on different days",
		"How many people had no heart failure (316139 or descendants) before their first stroke in 2009?":     "Among people with a first ever diagnosis of stroke in 2009, the number who had no diagnosis of concept 316139 before the day of it",
		"How many people had an HbA1c with a value?":                                                          "the number who had a measurement of HbA1c with a value",
		"How many people had a numeric HbA1c result?":                                                         "the number who had a measurement of HbA1c with a value",
		"How many people have a non-missing HbA1c?":                                                           "the number who had a measurement of HbA1c with a value",
		"What is the median age (event year minus year_of_birth) at the first heart failure record (316139)?": "The median age at a first ever diagnosis of concept 316139",
	})
}
