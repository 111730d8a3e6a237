package schema

// recordsOf are the tables of records of which those of eras are made.
var recordsOf = map[string]string{"condition_era": "condition_occurrence", "drug_era": "drug_exposure",
	"dose_era": "drug_exposure"}

// RecordsOf is the table of records of which a table of eras is made; "" of tables that are none.
func RecordsOf(eras string) string { return recordsOf[eras] }
