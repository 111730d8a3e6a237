package load

import (
	"archive/zip"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/askomop/askomop/internal/needs"
)

// countRecords counts the records of every CSV file of a zip with encoding/csv, which
// has nothing in common with the loader.
func countRecords(t *testing.T, file string) map[string]int64 {
	t.Helper()
	z, err := zip.OpenReader(file)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	counts := map[string]int64{}
	for _, f := range z.File {
		if !strings.HasSuffix(f.Name, ".csv") || strings.Contains(f.Name, "__MACOSX") {
			continue
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		records := csv.NewReader(r)
		records.ReuseRecord = true
		n := int64(-1) // the header
		for {
			_, err := records.Read()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", f.Name, err)
			}
			n++
		}
		r.Close()
		counts[strings.ToLower(strings.TrimSuffix(path.Base(f.Name), ".csv"))] = n
	}
	return counts
}

func TestPublicSamplesLoadWhole(t *testing.T) {
	for _, c := range []struct {
		file, version string
		facts         map[string]string // query → answer, taken from the files with other tools
	}{
		{"gibleed_5.3_csv.zip", "5.3", map[string]string{
			"SELECT count(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id = 40481087":       "2686",
			"SELECT count(DISTINCT person_id) FROM drug_exposure WHERE drug_concept_id = 1118084":                    "1844",
			"SELECT cdm_version, vocabulary_version FROM cdm_source":                                                 "v5.3.1|v5.0 18-JAN-19",
			"SELECT count(*) FROM condition_occurrence WHERE condition_start_date <> condition_start_datetime::DATE": "0",
		}},
		{"Synthea27Nj_5.4.zip", "5.4", map[string]string{
			"SELECT provider_name FROM provider WHERE provider_id = 1":                         "María Elena653 Rodarte647",
			"SELECT count(*) FROM condition_era WHERE condition_era_start_date = '2002-10-15'": "1",
			"SELECT count(*) FROM concept WHERE standard_concept = ''":                         "0",
			"SELECT value_as_number FROM measurement WHERE measurement_id = 1":                 "48.1",
			"SELECT count(*), count(discharged_to_concept_id) FROM visit_occurrence":           "1791|1791",
		}},
	} {
		t.Run(c.file, func(t *testing.T) {
			file := needs.Sample(t, c.file)
			l := load(t, file)
			if l.report.Version != c.version {
				t.Errorf("version %s, want %s", l.report.Version, c.version)
			}
			counts := countRecords(t, file)
			for _, table := range l.report.Tables {
				l.want("SELECT count(*) FROM "+table.Table, fmt.Sprint(counts[table.Table]))
				if table.Rows != counts[table.Table] || table.Rejected > 0 || len(table.Unreadable) > 0 || len(table.Extra) > 0 {
					t.Errorf("%s: %+v, want %d rows and nothing lost", table.Table, table, counts[table.Table])
				}
			}
			for query, want := range c.facts {
				l.want(query, want)
			}
		})
	}
}

func TestGiBleedLoadsInTenSeconds(t *testing.T) {
	file := needs.Sample(t, needs.GiBleed)
	r, err := Load(context.Background(), Options{Source: file, Target: filepath.Join(t.TempDir(), "cdm.duckdb")})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d rows in %v", r.Rows(), r.Took)
	if r.Took > 10*time.Second {
		t.Errorf("loading took %v", r.Took)
	}
}

func TestVocabularyExtractLoadsBesidePersons(t *testing.T) {
	z, err := zip.OpenReader(needs.Sample(t, needs.Athena))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	files := map[string]string{}
	lines := map[string]int{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.ToLower(path.Base(f.Name))
		files[path.Base(f.Name)] = string(text)
		lines[strings.TrimSuffix(name, ".csv")] = strings.Count(string(text), "\n") - 1
	}
	l := load(t, folder(t, files))
	for table, n := range lines {
		l.want("SELECT count(*) FROM "+table, fmt.Sprint(n))
	}
	l.want("SELECT concept_name FROM concept WHERE concept_id = 38003565", `Payer enrollment status "Deceased"`)
}
