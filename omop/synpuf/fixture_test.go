package synpuf

import (
	"archive/zip"
	"database/sql"
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"

	"github.com/askomop/askomop/omop/schema"
)

// record is a row of a raw file; columns that are not named are empty.
type record map[string]string

// writeRaw writes a raw file as CMS names it.
func writeRaw(t *testing.T, folder, name string, records ...record) {
	t.Helper()
	f, ok := recognise(name)
	if !ok {
		t.Fatalf("%s is no name of a raw file", name)
	}
	var b strings.Builder
	w := csv.NewWriter(&b)
	rows := [][]string{f.kind.columns()}
	for _, r := range records {
		row := make([]string, len(rows[0]))
		for i, c := range rows[0] {
			row[i] = r[c]
			delete(r, c)
		}
		if len(r) > 0 {
			t.Fatalf("%s has no columns %v", name, r)
		}
		rows = append(rows, row)
	}
	if err := w.WriteAll(rows); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name), []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}

// beneficiary is a row of a beneficiary summary: sex, race, months of Parts A and B.
func beneficiary(id, birth, death, sex, race, a, b string) record {
	return record{
		"DESYNPUF_ID": id, "BENE_BIRTH_DT": birth, "BENE_DEATH_DT": death, "BENE_SEX_IDENT_CD": sex, "BENE_RACE_CD": race,
		"SP_STATE_CODE": "05", "BENE_COUNTY_CD": "200", "BENE_HI_CVRAGE_TOT_MONS": a, "BENE_SMI_CVRAGE_TOT_MONS": b,
		"BENE_HMO_CVRAGE_TOT_MONS": "0", "PLAN_CVRG_MOS_NUM": a,
	}
}

// writeSample writes a sample of four beneficiaries, whose every line is explained in TestEveryRuleOnASampleByHand.
func writeSample(t *testing.T, folder string) {
	t.Helper()
	writeRaw(t, folder, "DE1_0_2008_Beneficiary_Summary_File_Sample_1.csv",
		beneficiary("ANN", "19400512", "", "1", "1", "12", "12"), beneficiary("CAM", "19350101", "", "2", "5", "12", "0"))
	writeRaw(t, folder, "DE1_0_2009_Beneficiary_Summary_File_Sample_1.csv",
		beneficiary("ANN", "19400512", "", "1", "1", "12", "12"), beneficiary("BEA", "19440903", "", "2", "2", "4", "4"),
		beneficiary("DOT", "", "", "2", "1", "12", "12"))
	writeRaw(t, folder, "DE1_0_2010_Beneficiary_Summary_File_Sample_1.csv",
		beneficiary("ANN", "19400512", "20100615", "1", "1", "6", "6"), beneficiary("BEA", "19440903", "", "2", "2", "12", "12"))
	writeRaw(t, folder, "DE1_0_2008_to_2010_Inpatient_Claims_Sample_1.csv",
		record{
			"DESYNPUF_ID": "ANN", "CLM_ID": "101", "SEGMENT": "1", "CLM_FROM_DT": "20080310", "CLM_THRU_DT": "20080315", "CLM_ADMSN_DT": "20080310",
			"NCH_BENE_DSCHRG_DT": "20080315", "PRVDR_NUM": "05H1", "AT_PHYSN_NPI": "777", "CLM_DRG_CD": "102", "CLM_PMT_AMT": "4000.00",
			"NCH_PRMRY_PYR_CLM_PD_AMT": "0.00", "NCH_BENE_IP_DDCTBL_AMT": "1024.00", "NCH_BENE_PTA_COINSRNC_LBLTY_AM": "0.00",
			"ADMTNG_ICD9_DGNS_CD": "0389", "ICD9_DGNS_CD_1": "25040", "ICD9_DGNS_CD_2": "2859", "ICD9_PRCDR_CD_1": "5123", "ICD9_PRCDR_CD_2": "2859",
		},
		record{
			"DESYNPUF_ID": "ANN", "CLM_ID": "101", "SEGMENT": "2", "CLM_FROM_DT": "20080310", "CLM_THRU_DT": "20080315", "PRVDR_NUM": "05H1",
			"CLM_PMT_AMT": "4000.00", "ICD9_DGNS_CD_1": "V999",
		},
		record{
			"DESYNPUF_ID": "ANN", "CLM_ID": "102", "SEGMENT": "1", "CLM_FROM_DT": "20080316", "CLM_THRU_DT": "20080320", "CLM_ADMSN_DT": "20080316",
			"NCH_BENE_DSCHRG_DT": "20080320", "PRVDR_NUM": "05H1", "AT_PHYSN_NPI": "777", "CLM_PMT_AMT": "500.00", "ICD9_DGNS_CD_1": "2859",
		})
	writeRaw(t, folder, "DE1_0_2008_to_2010_Outpatient_Claims_Sample_1.csv",
		record{
			"DESYNPUF_ID": "BEA", "CLM_ID": "201", "SEGMENT": "1", "CLM_FROM_DT": "20091101", "CLM_THRU_DT": "20091101", "PRVDR_NUM": "05H2",
			"CLM_PMT_AMT": "80.00", "NCH_BENE_PTB_DDCTBL_AMT": "10.00", "NCH_BENE_PTB_COINSRNC_AMT": "20.00",
			"ICD9_DGNS_CD_1": "2859", "HCPCS_CD_1": "99283", "HCPCS_CD_2": "U0004", "HCPCS_CD_3": "A0398",
		},
		record{"DESYNPUF_ID": "ZED", "CLM_ID": "202", "SEGMENT": "1", "CLM_FROM_DT": "20091101", "CLM_THRU_DT": "20091101", "ICD9_DGNS_CD_1": "2859"})
	writeRaw(t, folder, "DE1_0_2008_to_2010_Carrier_Claims_Sample_1A.csv",
		record{
			"DESYNPUF_ID": "BEA", "CLM_ID": "301", "CLM_FROM_DT": "20100705", "CLM_THRU_DT": "20100706", "ICD9_DGNS_CD_1": "25040",
			"PRF_PHYSN_NPI_1": "888", "PRF_PHYSN_NPI_2": "888", "HCPCS_CD_1": "G0491", "HCPCS_CD_2": "G0491", "LINE_NCH_PMT_AMT_1": "10.00", "LINE_NCH_PMT_AMT_2": "20.00",
			"LINE_BENE_PTB_DDCTBL_AMT_1": "1.00", "LINE_BENE_PTB_DDCTBL_AMT_2": "0.00", "LINE_COINSRNC_AMT_1": "2.00", "LINE_COINSRNC_AMT_2": "3.00",
			"LINE_BENE_PRMRY_PYR_PD_AMT_1": "0.00", "LINE_BENE_PRMRY_PYR_PD_AMT_2": "0.00", "LINE_ALOWD_CHRG_AMT_1": "15.00", "LINE_ALOWD_CHRG_AMT_2": "25.00",
			"LINE_ICD9_DGNS_CD_1": "25040", "LINE_ICD9_DGNS_CD_2": "2859",
		})
	writeRaw(t, folder, "DE1_0_2008_to_2010_Carrier_Claims_Sample_1B.csv",
		record{"DESYNPUF_ID": "BEA", "CLM_ID": "302", "ICD9_DGNS_CD_1": "25040"})
	writeRaw(t, folder, "DE1_0_2008_to_2010_Prescription_Drug_Events_Sample_1.csv",
		record{"DESYNPUF_ID": "ANN", "PDE_ID": "401", "SRVC_DT": "20080101", "PROD_SRVC_ID": "00143126718", "QTY_DSPNSD_NUM": "30.000", "DAYS_SUPLY_NUM": "30", "PTNT_PAY_AMT": "5.00", "TOT_RX_CST_AMT": "12.00"},
		record{"DESYNPUF_ID": "ANN", "PDE_ID": "402", "SRVC_DT": "20080210", "PROD_SRVC_ID": "00143126799", "QTY_DSPNSD_NUM": "30.000", "DAYS_SUPLY_NUM": "30", "PTNT_PAY_AMT": "0.00", "TOT_RX_CST_AMT": "12.00"},
		record{"DESYNPUF_ID": "ANN", "PDE_ID": "403", "SRVC_DT": "20090101", "PROD_SRVC_ID": "99999999999", "QTY_DSPNSD_NUM": "1.000", "DAYS_SUPLY_NUM": "0", "PTNT_PAY_AMT": "0.00", "TOT_RX_CST_AMT": "3.00"})
}

// writeVocabulary makes a vocabulary of few concepts. Ids and codes are those of the OHDSI vocabularies but for what has
// an id of 2,000,000,000 and more, which is for a site's own; that 250.40 has two targets is made up for the test.
func writeVocabulary(t *testing.T, path string) {
	t.Helper()
	db, err := sql.Open("duckdb", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	cdm, err := schema.For("5.4")
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range cdm.Tables {
		if slices.Contains([]string{"concept", "concept_relationship", "concept_ancestor", "vocabulary"}, table.Name) {
			exec(t, db, table.DDL())
		}
	}
	exec(t, db, `INSERT INTO concept SELECT col0, col1, col2, col3, col4, nullif(col5, ''), col6, DATE '1970-01-01', DATE '2099-12-31', NULL FROM (VALUES
		(8507, 'MALE', 'Gender', 'Gender', 'Gender', 'S', 'M'), (8532, 'FEMALE', 'Gender', 'Gender', 'Gender', 'S', 'F'),
		(8527, 'White', 'Race', 'Race', 'Race', 'S', '5'), (8516, 'Black or African American', 'Race', 'Race', 'Race', 'S', '3'),
		(38003563, 'Hispanic or Latino', 'Ethnicity', 'Ethnicity', 'Ethnicity', 'S', 'Hispanic'),
		(38003564, 'Not Hispanic or Latino', 'Ethnicity', 'Ethnicity', 'Ethnicity', 'S', 'Not Hispanic'),
		(9201, 'Inpatient Visit', 'Visit', 'Visit', 'Visit', 'S', 'IP'), (9202, 'Outpatient Visit', 'Visit', 'Visit', 'Visit', 'S', 'OP'),
		(9203, 'Emergency Room Visit', 'Visit', 'Visit', 'Visit', 'S', 'ER'), (262, 'Emergency Room and Inpatient Visit', 'Visit', 'Visit', 'Visit', 'S', 'ERIP'),
		(32859, 'Outpatient claim', 'Type Concept', 'Type Concept', 'Type Concept', 'S', 'OMOP4976969'),
		(32871, 'Professional claim', 'Type Concept', 'Type Concept', 'Type Concept', 'S', 'OMOP4976981'),
		(44818668, 'United States dollar', 'Currency', 'Currency', 'Currency', 'S', 'USD'),
		(38000975, 'Headaches w MCC', 'Observation', 'DRG', 'MS-DRG', 'S', '102'),
		(44823969, 'Unspecified septicemia', 'Condition', 'ICD9CM', '4-dig billing code', '', '038.9'), (132797, 'Sepsis', 'Condition', 'SNOMED', 'Disorder', 'S', '91302008'),
		(44831045, 'Diabetes with renal manifestations', 'Condition', 'ICD9CM', '5-dig billing code', '', '250.40'),
		(192279, 'Disorder of kidney due to diabetes mellitus', 'Condition', 'SNOMED', 'Disorder', 'S', '127013003'),
		(201826, 'Type 2 diabetes mellitus', 'Condition', 'SNOMED', 'Disorder', 'S', '44054006'),
		(44825282, 'Anemia, unspecified', 'Condition', 'ICD9CM', '4-dig billing code', '', '285.9'), (439777, 'Anemia', 'Condition', 'SNOMED', 'Disorder', 'S', '271737000'),
		(2000000002, 'Unspecified essential hypertension', 'Condition', 'ICD9CM', '4-dig billing code', '', '401.9'), (320128, 'Essential hypertension', 'Condition', 'SNOMED', 'Disorder', 'S', '59621000'),
		(2000000003, 'Lymphatic diagnostic procedure', 'Procedure', 'ICD9Proc', '4-dig billing code', 'S', '40.19'),
		(2003223, 'Laparoscopic cholecystectomy', 'Procedure', 'ICD9Proc', '4-dig billing code', '', '51.23'),
		(4163971, 'Laparoscopic cholecystectomy', 'Procedure', 'SNOMED', 'Procedure', 'S', '45595009'),
		(1314323, 'Dialysis procedure at an ESRD facility', 'Procedure', 'HCPCS', 'HCPCS', 'S', 'G0491'),
		(704058, '2019-nCoV, high throughput', 'Measurement', 'HCPCS', 'HCPCS', 'S', 'U0004'),
		(2614662, 'Als routine disposable supplies', 'Observation', 'HCPCS', 'HCPCS', 'S', 'A0398'),
		(45128504, 'Lisinopril 10 MG Oral Tablet', 'Drug', 'NDC', '11-digit NDC', '', '00143126718'),
		(2000000001, 'Lisinopril 10 MG Oral Tablet', 'Drug', 'NDC', '9-digit NDC', '', '001431267'),
		(19080128, 'lisinopril 10 MG Oral Tablet', 'Drug', 'RxNorm', 'Clinical Drug', 'S', '314076'), (1308216, 'lisinopril', 'Drug', 'RxNorm', 'Ingredient', 'S', '29046'))`)
	exec(t, db, `INSERT INTO concept_relationship SELECT col0, col1, 'Maps to', DATE '1970-01-01', DATE '2099-12-31', NULL FROM (VALUES
		(44823969, 132797), (44831045, 192279), (44831045, 201826), (44825282, 439777), (2000000002, 320128), (2003223, 4163971), (1314323, 1314323), (704058, 704058), (2614662, 2614662),
		(45128504, 19080128), (2000000001, 19080128))`)
	exec(t, db, "INSERT INTO concept_ancestor VALUES (1308216, 19080128, 1, 1), (1308216, 1308216, 0, 0)")
	exec(t, db, "INSERT INTO vocabulary VALUES ('None', 'OMOP Standardized Vocabularies', '', 'v5.0 29-AUG-25', 0)")
}

func exec(t *testing.T, db *sql.DB, text string) {
	t.Helper()
	if _, err := db.ExecContext(t.Context(), text); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}

// zipUp packs every file of a folder into a zip of its own, as CMS hands them out.
func zipUp(t *testing.T, from, to string) {
	t.Helper()
	entries, err := os.ReadDir(from)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(from, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		f, err := os.Create(filepath.Join(to, strings.TrimSuffix(e.Name(), ".csv")+".zip"))
		if err != nil {
			t.Fatal(err)
		}
		z := zip.NewWriter(f)
		w, err := z.Create(e.Name())
		if err == nil {
			_, err = w.Write(text)
		}
		if err != nil || z.Close() != nil || f.Close() != nil {
			t.Fatal("can't write the zip", err)
		}
	}
}
