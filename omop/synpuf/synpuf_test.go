package synpuf

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/schema"
)

// build makes a database of the raw files in a folder and opens it.
func build(t *testing.T, o Options) (*Report, *sql.DB) {
	t.Helper()
	if o.Vocabulary == "" {
		o.Vocabulary = filepath.Join(t.TempDir(), "vocabulary.duckdb")
		writeVocabulary(t, o.Vocabulary)
	}
	if o.Target == "" {
		o.Target = filepath.Join(t.TempDir(), "cdm.duckdb")
	}
	report, err := Build(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return report, open(t, o.Target)
}

func open(t *testing.T, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("duckdb", path+"?access_mode=read_only")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// rowsOf returns a query's rows, a line a row, with blanks between the values.
func rowsOf(t *testing.T, db *sql.DB, query string) string {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for rows.Next() {
		values, to := make([]sql.NullString, len(columns)), make([]any, len(columns))
		for i := range values {
			to[i] = &values[i]
		}
		if err := rows.Scan(to...); err != nil {
			t.Fatal(err)
		}
		line := make([]string, len(values))
		for i, v := range values {
			line[i] = strings.TrimSuffix(v.String, "T00:00:00Z")
			if !v.Valid {
				line[i] = "-"
			}
		}
		out = append(out, strings.Join(line, " "))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return strings.Join(out, "\n")
}

// TestEveryRuleOnASampleByHand holds each rule against the four beneficiaries of writeSample.
func TestEveryRuleOnASampleByHand(t *testing.T) {
	raw := t.TempDir()
	writeSample(t, raw)
	report, db := build(t, Options{Source: raw})
	for _, c := range []struct{ rule, query, want string }{
		{
			"Dot has no birth date and is no person; Cam is Hispanic, which is an ethnicity and no race",
			"SELECT person_source_value, gender_concept_id, year_of_birth, race_concept_id, ethnicity_concept_id FROM person ORDER BY person_id",
			"ANN 8507 1940 8527 38003564\nBEA 8532 1944 8516 38003564\nCAM 8532 1935 0 38003563",
		},
		{"the place is a county of a state", "SELECT state, county, location_source_value FROM location", "CA 200 05-200"},
		{"Ann died", "SELECT person_id, death_date FROM death", "1 2010-06-15"},
		{
			"Ann is observed until her death, Bea from the last four months of 2009 on, Cam never: she has no Part B",
			"SELECT person_id, observation_period_start_date, observation_period_end_date FROM observation_period ORDER BY ALL",
			"1 2008-01-01 2010-06-15\n2 2009-09-01 2010-12-31",
		},
		{
			"cover by part, where there is any",
			"SELECT person_id, string_agg(right(plan_source_value, 1), '' ORDER BY plan_source_value) FROM payer_plan_period GROUP BY person_id ORDER BY ALL",
			"1 ABD\n2 ABD\n3 AD",
		},
		{
			"Ann's two bills are one stay; Bea came to the emergency room and to a physician",
			"SELECT person_id, visit_concept_id, visit_start_date, visit_end_date, visit_source_value, provider_id, care_site_id FROM visit_occurrence ORDER BY visit_occurrence_id",
			"1 9201 2008-03-10 2008-03-20 101 1 1\n2 9203 2009-11-01 2009-11-01 201 - 2\n2 9202 2010-07-05 2010-07-06 301 2 -",
		},
		{
			"250.40 has two targets; 285.9 in a procedure's field is the diagnosis that is there already; V99.9 is nobody's code; a line's diagnosis counts",
			"SELECT person_id, condition_source_value, condition_concept_id, condition_start_date, condition_end_date, visit_occurrence_id FROM condition_occurrence ORDER BY condition_occurrence_id",
			`1 0389 132797 2008-03-10 2008-03-15 1
1 25040 192279 2008-03-10 2008-03-15 1
1 25040 201826 2008-03-10 2008-03-15 1
1 2859 439777 2008-03-10 2008-03-15 1
1 V999 0 2008-03-10 2008-03-15 1
1 2859 439777 2008-03-16 2008-03-20 1
2 2859 439777 2009-11-01 2009-11-01 2
2 25040 192279 2010-07-05 2010-07-06 3
2 25040 201826 2010-07-05 2010-07-06 3
2 2859 439777 2010-07-05 2010-07-06 3`,
		},
		{
			"a code that was billed twice is one procedure of quantity two; 99283 is not in the vocabulary",
			"SELECT person_id, procedure_source_value, procedure_concept_id, procedure_date, quantity FROM procedure_occurrence ORDER BY procedure_occurrence_id",
			"1 5123 4163971 2008-03-10 1\n2 99283 0 2009-11-01 1\n2 G0491 1314323 2010-07-05 2",
		},
		{"a service goes where its domain is", "SELECT measurement_source_value, measurement_concept_id FROM measurement", "U0004 704058"},
		{"also to observations", "SELECT observation_source_value, observation_concept_id FROM observation", "A0398 2614662"},
		{
			"an NDC that is known by its first nine digits is known; supply of no days is one day; an unknown NDC is kept",
			"SELECT drug_source_value, drug_concept_id, drug_exposure_start_date, drug_exposure_end_date, days_supply FROM drug_exposure ORDER BY drug_exposure_id",
			"00143126718 19080128 2008-01-01 2008-01-30 30\n00143126799 19080128 2008-02-10 2008-03-10 30\n99999999999 0 2009-01-01 2009-01-01 0",
		},
		{
			"ten days lie between two fills of an era",
			"SELECT drug_concept_id, drug_era_start_date, drug_era_end_date, drug_exposure_count, gap_days FROM drug_era",
			"1308216 2008-01-01 2008-03-10 2 10",
		},
		{
			"Ann's anemia of two bills is one era; Bea's are months apart; what is unmapped has none",
			"SELECT person_id, condition_concept_id, condition_era_start_date, condition_era_end_date, condition_occurrence_count FROM condition_era WHERE condition_concept_id IN (0, 439777) ORDER BY ALL",
			"1 439777 2008-03-10 2008-03-20 2\n2 439777 2009-11-01 2009-11-01 1\n2 439777 2010-07-05 2010-07-06 1",
		},
		{
			"a bill's payment is the visit's, a line's the procedure's with both lines added, a fill's the drug's; a second segment adds nothing",
			"SELECT cost_domain_id, cost_event_id, total_cost, total_paid, paid_by_payer, paid_by_patient, amount_allowed, drg_concept_id, payer_plan_period_id FROM cost ORDER BY cost_id",
			`Drug 1 12 12 7 5 - - 3
Drug 2 12 12 12 0 - - 3
Visit 1 - 5024 4000 1024 - 38000975 1
Visit 1 - 500 500 - - - 1
Drug 3 3 3 3 0 - - 3
Visit 2 - 110 80 30 - - 5
Procedure 3 - 36 30 6 40 - 5`,
		},
		{"the database says what it is", "SELECT cdm_version, vocabulary_version FROM cdm_source", "5.4 v5.0 29-AUG-25"},
		{"nothing of the making is left", "SELECT count(*) FROM duckdb_tables() WHERE table_name LIKE 'synpuf%'", "0"},
	} {
		if got := rowsOf(t, db, c.query); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.rule, got, c.want)
		}
	}
	unmapped := []Share{{"HCPCS", 1, 1, []string{"99283"}}, {"ICD9CM", 1, 1, []string{"V999"}}, {"NDC", 1, 1, []string{"99999999999"}}}
	if !reflect.DeepEqual(report.Unmapped, unmapped) {
		t.Errorf("unmapped: %+v", report.Unmapped)
	}
	dropped := []Dropped{{"carrier", "no date", 1}, {"outpatient", "no such beneficiary", 1}}
	if !reflect.DeepEqual(report.Dropped, dropped) {
		t.Errorf("dropped: %+v", report.Dropped)
	}
	if report.All != 21 || report.Outside != 0 {
		t.Errorf("%d of %d events outside observation", report.Outside, report.All)
	}
}

// contents is everything in a database but the day it was made on.
func contents(t *testing.T, db *sql.DB) string {
	t.Helper()
	cdm, err := schema.For("5.4")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, table := range cdm.Tables {
		if table.Name != "cdm_source" {
			fmt.Fprintf(&out, "%s: %s\n", table.Name, rowsOf(t, db, "SELECT count(*), md5(string_agg(t::VARCHAR, '|' ORDER BY t::VARCHAR)) FROM "+table.Name+" AS t"))
		}
	}
	return out.String()
}

func TestZippedFilesAndAnyNumberOfThreadsMakeTheSame(t *testing.T) {
	raw, zipped := t.TempDir(), t.TempDir()
	writeSample(t, raw)
	zipUp(t, raw, zipped)
	_, plain := build(t, Options{Source: raw, Threads: 1})
	_, other := build(t, Options{Source: zipped, Threads: 4})
	if a, b := contents(t, plain), contents(t, other); a != b {
		t.Errorf("they differ:\n%s\n%s", a, b)
	}
}

func TestAStoppedRunGoesOn(t *testing.T) {
	raw := t.TempDir()
	writeSample(t, raw)
	writeRaw(t, raw, "DE1_0_2008_Beneficiary_Summary_File_Sample_2.csv", beneficiary("EVE", "19300101", "", "2", "1", "12", "12"))
	writeRaw(t, raw, "DE1_0_2008_to_2010_Carrier_Claims_Sample_2A.csv",
		record{"DESYNPUF_ID": "EVE", "CLM_ID": "901", "CLM_FROM_DT": "20080705", "CLM_THRU_DT": "20080705", "ICD9_DGNS_CD_1": "2859"})
	vocabulary := filepath.Join(t.TempDir(), "vocabulary.duckdb")
	writeVocabulary(t, vocabulary)
	_, whole := build(t, Options{Source: raw, Vocabulary: vocabulary})

	o := Options{Source: raw, Vocabulary: vocabulary, Target: filepath.Join(t.TempDir(), "cdm.duckdb")}
	ctx, cancel := context.WithCancel(t.Context())
	stopped := o
	stopped.Progress = func(_, _ int, what string) {
		if what == "sample 2: visits" {
			cancel()
		}
	}
	if _, err := Build(ctx, stopped); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	if _, err := os.Stat(o.Target); !errors.Is(err, os.ErrNotExist) {
		t.Error("there is a target after a run that was stopped")
	}
	one := o
	one.Samples = []int{2}
	if _, err := Build(t.Context(), one); err == nil || !strings.Contains(err.Error(), "sample 1 already") {
		t.Errorf("other samples than begun with: %v", err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	defer cancel()
	merging := o
	merging.Progress = func(_, _ int, what string) {
		if what == "order of visit_occurrence" {
			cancel()
		}
	}
	if _, err := Build(ctx, merging); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	report, resumed := build(t, o)
	if !reflect.DeepEqual(report.Resumed, []int{1, 2}) {
		t.Errorf("resumed %v", report.Resumed)
	}
	if a, b := contents(t, whole), contents(t, resumed); a != b {
		t.Errorf("they differ:\n%s\n%s", a, b)
	}
	if _, err := os.Stat(o.Target + ".part"); !errors.Is(err, os.ErrNotExist) {
		t.Error("the folder of what is unfinished is left behind")
	}
	if want := "sample 2 has one of the two files of carrier claims, A and B"; !strings.Contains(strings.Join(report.Missing, "\n"), want) {
		t.Errorf("missing: %v", report.Missing)
	}
}

func TestWhatIsWrongSaysWhatToDo(t *testing.T) {
	raw, empty := t.TempDir(), t.TempDir()
	writeSample(t, raw)
	headless := t.TempDir()
	if err := os.WriteFile(filepath.Join(headless, "DE1_0_2008_Beneficiary_Summary_File_Sample_1.csv"), []byte("00013D2EFD8E45D1,19230501,\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	twice := t.TempDir()
	for _, folder := range []string{"a", "b"} {
		if err := os.Mkdir(filepath.Join(twice, folder), 0o700); err != nil {
			t.Fatal(err)
		}
		writeRaw(t, filepath.Join(twice, folder), "DE1_0_2008_Beneficiary_Summary_File_Sample_1.csv", beneficiary("EVE"+folder, "19300101", "", "2", "1", "12", "12"))
	}
	vocabulary := filepath.Join(t.TempDir(), "vocabulary.duckdb")
	writeVocabulary(t, vocabulary)
	there := filepath.Join(t.TempDir(), "there.duckdb")
	if err := os.WriteFile(there, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	none := filepath.Join(t.TempDir(), "none.duckdb")
	exec(t, openNew(t, none), "CREATE TABLE x (i INTEGER)")
	for name, c := range map[string]struct {
		o    Options
		want string
	}{
		"no such folder":            {Options{Source: filepath.Join(empty, "no"), Vocabulary: vocabulary}, "name the folder"},
		"an empty folder":           {Options{Source: empty, Vocabulary: vocabulary}, "none of CMS's files"},
		"a missing sample":          {Options{Source: raw, Vocabulary: vocabulary, Samples: []int{7}}, "no files of sample 7"},
		"no header":                 {Options{Source: headless, Vocabulary: vocabulary}, "with its header"},
		"a file twice":              {Options{Source: twice, Vocabulary: vocabulary}, "remove one"},
		"no vocabulary":             {Options{Source: raw, Vocabulary: filepath.Join(empty, "v")}, "vocab load"},
		"another database":          {Options{Source: raw, Vocabulary: none}, "no table concept"},
		"a target there":            {Options{Source: raw, Vocabulary: vocabulary, Target: there}, "is there already"},
		"a target that is a folder": {Options{Source: raw, Vocabulary: vocabulary, Target: empty}, "is a folder"},
	} {
		if c.o.Target == "" {
			c.o.Target = filepath.Join(t.TempDir(), "cdm.duckdb")
		}
		if _, err := Build(t.Context(), c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
	}
}

func TestFilesAreKnownByTheNamesThatCMSAndBrowsersGive(t *testing.T) {
	for name, want := range map[string]rawFile{
		"DE1_0_2008_Beneficiary_Summary_File_Sample_1.csv":             {kind: beneficiary2008, sample: 1},
		"DE1_0_2010_Beneficiary_Summary_File_Sample_20 - Copy.csv":     {kind: beneficiary2010, sample: 20},
		"Copy of DE1_0_2009_Beneficiary_Summary_File_Sample_3.csv":     {kind: beneficiary2009, sample: 3},
		"DE1_0_2008_to_2010_Inpatient_Claims_Sample_7 (1).csv":         {kind: inpatient, sample: 7},
		"de1_0_2008_to_2010_outpatient_claims_sample_12.CSV":           {kind: outpatient, sample: 12},
		"DE1_0_2008_to_2010_Carrier_Claims_Sample_11A.csv":             {kind: carrier, sample: 11, letter: "A"},
		"DE1_0_2008_to_2010_Carrier_Claims_Sample_1B (2).csv":          {kind: carrier, sample: 1, letter: "B"},
		"raw/DE1_0_2008_to_2010_Prescription_Drug_Events_Sample_2.csv": {kind: prescription, sample: 2},
		"DE1_0_2011_Beneficiary_Summary_File_Sample_1.csv":             {},
		"DE1_0_2008_Beneficiary_Summary_File.csv":                      {},
		"DE1_0_2008_Beneficiary_Summary_File_Sample_1.csv.part":        {},
	} {
		got, ok := recognise(name)
		if ok != (want.sample > 0) || ok && (got.kind != want.kind || got.sample != want.sample || got.letter != want.letter) {
			t.Errorf("%s: %v %+v, want %+v", name, ok, got, want)
		}
	}
}

func TestAFileThatIsThereTwiceIsReadOnce(t *testing.T) {
	raw := t.TempDir()
	writeSample(t, raw)
	_, once := build(t, Options{Source: raw})
	copied, err := os.ReadFile(filepath.Join(raw, "DE1_0_2009_Beneficiary_Summary_File_Sample_1.csv"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(raw, "Copy of DE1_0_2009_Beneficiary_Summary_File_Sample_1.csv"), copied, 0o600); err != nil {
		t.Fatal(err)
	}
	report, twice := build(t, Options{Source: raw})
	if a, b := contents(t, once), contents(t, twice); a != b {
		t.Errorf("they differ:\n%s\n%s", a, b)
	}
	if len(report.Doubled) != 1 || !strings.Contains(report.Doubled[0], "Copy of DE1_0_2009") {
		t.Errorf("told %v", report.Doubled)
	}
}

func TestADamagedZipIsNamed(t *testing.T) {
	raw := t.TempDir()
	writeSample(t, raw)
	for name, damage := range map[string]func([]byte) []byte{
		"cut short":      func(z []byte) []byte { return z[:len(z)/2] },
		"a byte changed": func(z []byte) []byte { z[len(z)/4] ^= 0xff; return z },
		"not a zip":      func([]byte) []byte { return []byte("<html>404 Not Found</html>") },
	} {
		zipped := t.TempDir()
		zipUp(t, raw, zipped)
		file, err := filepath.Glob(filepath.Join(zipped, "*Carrier*A*.zip"))
		if err != nil || len(file) != 1 {
			t.Fatalf("%v %v", file, err)
		}
		text, err := os.ReadFile(file[0])
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file[0], damage(text), 0o600); err != nil {
			t.Fatal(err)
		}
		vocabulary := filepath.Join(t.TempDir(), "vocabulary.duckdb")
		writeVocabulary(t, vocabulary)
		target := filepath.Join(t.TempDir(), "cdm.duckdb")
		_, err = Build(t.Context(), Options{Source: zipped, Vocabulary: vocabulary, Target: target})
		if err == nil || !strings.Contains(err.Error(), "is the download complete?") || !strings.Contains(err.Error(), "Carrier_Claims_Sample_1A") {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Stat(target); err == nil {
			t.Errorf("%s: there is a target", name)
		}
	}
}

func openNew(t *testing.T, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("duckdb", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}
