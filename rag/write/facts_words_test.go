package write

import "testing"

func TestWordsAskForTables(t *testing.T) {
	for question, table := range map[string]string{
		"How many patients does a cardiologist see?":          "provider",
		"Which psychiatrists see the most patients?":          "provider",
		"Who got 40 mg of simvastatin?":                       "drug_strength",
		"Which drugs contain lisinopril?":                     "concept_relationship",
		"Which dose forms does metoprolol come in as tablet?": "concept_relationship",
	} {
		if !tablesOfWords(question)[table] {
			t.Errorf("%q is not offered %s", question, table)
		}
	}
	if tablesOfWords("How many patients have an ologist?")["provider"] { // an ending by itself is not a word
		t.Error("an ending was taken for a word")
	}
	if tablesOfWords("What is the mean LDL in mmol/l?")["drug_strength"] {
		t.Error("a unit of a test asks for strengths")
	}
}
