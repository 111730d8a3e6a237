package synpuf

import "testing"

// operated is a claim with a first procedure, others, and a diagnosis.
func operated(claim, day, diagnosis, first string, others ...string) record {
	r := record{
		"DESYNPUF_ID": "ANN", "CLM_ID": claim, "SEGMENT": "1", "CLM_FROM_DT": day, "CLM_THRU_DT": day, "CLM_ADMSN_DT": day, "NCH_BENE_DSCHRG_DT": day,
		"PRVDR_NUM": "05H1", "ICD9_DGNS_CD_1": diagnosis, "ICD9_PRCDR_CD_1": first,
	}
	for i, code := range others {
		r["ICD9_PRCDR_CD_"+string(rune('2'+i))] = code
	}
	return r
}

func TestACodeThatIsElsewhereADiagnosisIsNoProcedure(t *testing.T) {
	folder := func(claims ...record) string {
		dir := t.TempDir()
		for _, year := range []string{"2008", "2009", "2010"} {
			writeRaw(t, dir, "DE1_0_"+year+"_Beneficiary_Summary_File_Sample_1.csv", beneficiary("ANN", "19400512", "", "1", "1", "12", "12"))
		}
		writeRaw(t, dir, "DE1_0_2008_to_2010_Inpatient_Claims_Sample_1.csv", claims...)
		return dir
	}
	const codes = `SELECT 'condition', condition_source_value, condition_concept_id, count(*) FROM condition_occurrence GROUP BY ALL
		UNION ALL SELECT 'procedure', procedure_source_value, procedure_concept_id, count(*) FROM procedure_occurrence GROUP BY ALL ORDER BY ALL`
	often := func() string {
		return folder(operated("1", "20080310", "4019", "5123", "4019"), operated("2", "20080410", "4019", "5123"),
			operated("3", "20080510", "2859", "5123", "5123", "4019"))
	}
	for _, c := range []struct {
		why     string
		options Options
		want    string
		moved   Moved
	}{
		{
			"4019 is a diagnosis on two claims and never the first procedure: claim 1 has it once, claim 3 too", Options{Source: often()},
			"condition 2859 439777 1\ncondition 4019 320128 3\nprocedure 5123 4163971 3", Moved{Conditions: 2, Codes: 1, Examples: []string{"4019"}},
		},
		{
			"left as it is written", Options{Source: often(), KeepProcedures: true},
			"condition 2859 439777 1\ncondition 4019 320128 2\nprocedure 4019 2000000003 2\nprocedure 5123 4163971 3", Moved{Procedures: 2},
		},
		{
			"a code that is as often the first procedure as a diagnosis stays a procedure",
			Options{Source: folder(operated("1", "20080310", "4019", "4019"), operated("2", "20080410", "2859", "5123", "4019"))},
			"condition 2859 439777 1\ncondition 4019 320128 1\nprocedure 4019 2000000003 2\nprocedure 5123 4163971 1", Moved{Procedures: 1},
		},
	} {
		report, db := build(t, c.options)
		if got := rowsOf(t, db, codes); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.why, got, c.want)
		}
		if m := report.Moved; m.Conditions != c.moved.Conditions || m.Codes != c.moved.Codes || m.Procedures != c.moved.Procedures || len(m.Examples) != len(c.moved.Examples) {
			t.Errorf("%s: %+v, want %+v", c.why, m, c.moved)
		}
	}
}
