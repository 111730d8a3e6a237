package load

import (
	"archive/zip"
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"

	"github.com/askomop/askomop/internal/needs"
)

// onePerson is the least that makes a database.
const onePerson = "person_id,gender_concept_id,year_of_birth,race_concept_id,ethnicity_concept_id\n1,8507,1950,0,0\n2,8532,1960,0,0\n"

// folder writes files and returns where. A person table is added where none is given.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	hasPerson := false
	for name, text := range files {
		hasPerson = hasPerson || strings.Contains(strings.ToLower(name), "person")
		write(t, filepath.Join(dir, name), text)
	}
	if !hasPerson {
		write(t, filepath.Join(dir, "person.csv"), onePerson)
	}
	return dir
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// zipOf packs files in the order given: name, text, name, text, ….
func zipOf(t *testing.T, files ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "cdm.zip")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z := zip.NewWriter(f)
	for i := 0; i < len(files); i += 2 {
		w, err := z.Create(files[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(files[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// loaded is a finished load, open for questions.
type loaded struct {
	t      *testing.T
	report *Report
	db     *sql.DB
}

func load(t *testing.T, source string, version ...string) loaded {
	t.Helper()
	o := Options{Source: source, Target: filepath.Join(t.TempDir(), "cdm.duckdb")}
	if len(version) > 0 {
		o.Version = version[0]
	}
	r, err := Load(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("duckdb", r.Target+"?access_mode=read_only")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	noLeftovers(t, r.Target, r.Rejects)
	return loaded{t, r, db}
}

// noLeftovers checks that the target's folder holds the named files and nothing else.
func noLeftovers(t *testing.T, target string, others ...string) {
	t.Helper()
	want := map[string]bool{filepath.Base(target): true}
	for _, o := range others {
		want[filepath.Base(o)] = true
	}
	entries, err := os.ReadDir(filepath.Dir(target))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !want[e.Name()] {
			t.Errorf("%s was left behind", e.Name())
		}
	}
}

// all runs a query and writes its rows, fields parted by "|", rows by " / ", NULL as "·".
func (l loaded) all(query string) string {
	l.t.Helper()
	rows, err := l.db.Query("SELECT COLUMNS(*)::VARCHAR FROM (" + query + ")")
	if err != nil {
		l.t.Fatalf("%v\n%s", err, query)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		l.t.Fatal(err)
	}
	var out []string
	for rows.Next() {
		cells := make([]sql.NullString, len(columns))
		to := make([]any, len(columns))
		for i := range cells {
			to[i] = &cells[i]
		}
		if err := rows.Scan(to...); err != nil {
			l.t.Fatal(err)
		}
		texts := make([]string, len(cells))
		for i, c := range cells {
			if texts[i] = "·"; c.Valid {
				texts[i] = c.String
			}
		}
		out = append(out, strings.Join(texts, "|"))
	}
	if err := rows.Err(); err != nil {
		l.t.Fatal(err)
	}
	return strings.Join(out, " / ")
}

func (l loaded) want(query, want string) {
	l.t.Helper()
	if got := l.all(query); got != want {
		l.t.Errorf("%s\n got %s\nwant %s", query, got, want)
	}
}

func (l loaded) table(name string) TableReport {
	l.t.Helper()
	for _, t := range l.report.Tables {
		if t.Table == name {
			return t
		}
	}
	l.t.Fatalf("the report has no table %s", name)
	return TableReport{}
}

func TestMissingTablesAreMadeEmptyAndMissingColumnsAreNull(t *testing.T) {
	l := load(t, folder(t, map[string]string{
		"condition_occurrence.csv": "person_id,condition_concept_id,condition_start_date,extra thing\n1,201826,2010-01-02,x\n",
	}))
	l.want("SELECT count(*) FROM drug_exposure", "0")
	l.want("SELECT person_id, condition_concept_id, condition_start_date, condition_occurrence_id, condition_source_value FROM condition_occurrence",
		"1|201826|2010-01-02|·|·")
	c := l.table("condition_occurrence")
	if len(c.Missing) != 13 || fmt.Sprint(c.Extra) != "[extra thing]" {
		t.Errorf("missing %v, extra %v", c.Missing, c.Extra)
	}
	if l.report.Version != "5.4" || !strings.Contains(l.report.VersionFrom, "nothing") {
		t.Errorf("version %s from %q", l.report.Version, l.report.VersionFrom)
	}
}

func TestHeadersHoweverWritten(t *testing.T) {
	rows := "\n1,8507,1950,0,0\n"
	for name, header := range map[string]string{
		"upper":       "PERSON_ID,GENDER_CONCEPT_ID,YEAR_OF_BIRTH,RACE_CONCEPT_ID,ETHNICITY_CONCEPT_ID",
		"mixed":       "Person_Id,genderConceptId,Year of Birth,race_concept_id,Ethnicity_Concept_ID",
		"quoted":      `"person_id","gender_concept_id","year_of_birth","race_concept_id","ethnicity_concept_id"`,
		"with a mark": "\ufeffperson_id,gender_concept_id,year_of_birth,race_concept_id,ethnicity_concept_id",
		"blanks":      " person_id , gender_ concept_id,year_of_birth ,race_concept_id,ethnicity_concept_id",
	} {
		t.Run(name, func(t *testing.T) {
			l := load(t, folder(t, map[string]string{"person.csv": header + rows}))
			l.want("SELECT person_id, gender_concept_id, year_of_birth, race_concept_id FROM person", "1|8507|1950|0")
		})
	}
}

func TestColumnsInAnyOrder(t *testing.T) {
	l := load(t, folder(t, map[string]string{"death.csv": "death_date,cause_source_value,person_id\n2011-05-06,I21,2\n"}))
	l.want("SELECT person_id, death_date, cause_source_value FROM death", "2|2011-05-06|I21")
}

func TestNamesOfOtherVersionsSideBySide(t *testing.T) {
	visits := "visit_occurrence_id,person_id,admitting_source_concept_id,admitted_from_concept_id,discharge_to_source_value\n1,1,5,,home\n2,1,,6,\n3,1,7,8,\n"
	detail := "visit_detail_id,person_id,visit_start_date,visit_detail_parent_id\n1,1,2010-01-01,9\n"
	source := map[string]string{"visit_occurrence.csv": visits, "visit_detail.csv": detail}
	l := load(t, folder(t, source), "5.4")
	l.want("SELECT admitted_from_concept_id, discharged_to_source_value FROM visit_occurrence ORDER BY visit_occurrence_id", "5|home / 6|· / 8|·")
	l.want("SELECT visit_detail_start_date, parent_visit_detail_id FROM visit_detail", "2010-01-01|9")
	l = load(t, folder(t, source), "5.3")
	l.want("SELECT admitting_source_concept_id, discharge_to_source_value FROM visit_occurrence ORDER BY visit_occurrence_id", "5|home / 6|· / 7|·")
	l.want("SELECT visit_detail_start_date, visit_detail_parent_id FROM visit_detail", "2010-01-01|9")
}

func TestFileNamesHoweverWritten(t *testing.T) {
	l := load(t, folder(t, map[string]string{
		"Person.CSV":                "person_id\n1\n",
		"DEVICES_EXPOSURE.csv":      "device_exposure_id,person_id\n1,1\n",
		"conceptAncestor.csv":       "ancestor_concept_id,descendant_concept_id\n1,2\n",
		"CDM_SOURCE.tsv":            "cdm_source_name\tcdm_version\nTiny\tv5.3.1\n",
		"2b_concept.csv":            "concept_id,concept_name\n5,five\n",
		"cdm_drug_era.txt":          "drug_era_id,person_id\n3,1\n",
		"__MACOSX/._person.csv":     "\x00\x05\x16\x07",
		".hidden/observation.csv":   "nonsense",
		"notes on the data.docx":    "words",
		"my_favourite_patients.csv": "a,b\n1,2\n",
	}))
	for _, table := range []string{"person", "device_exposure", "concept_ancestor", "cdm_source", "concept", "drug_era"} {
		l.want("SELECT count(*) FROM "+table, "1")
	}
	if got := fmt.Sprint(l.report.Ignored); got != "[my_favourite_patients.csv notes on the data.docx]" {
		t.Errorf("ignored %s", got)
	}
	if l.report.Version != "5.3" || !strings.Contains(l.report.VersionFrom, "v5.3.1") {
		t.Errorf("version %s from %q", l.report.Version, l.report.VersionFrom)
	}
}

func TestZipWithFolderAndMacLitter(t *testing.T) {
	l := load(t, zipOf(t,
		"__MACOSX/data/._PERSON.csv", "\x00\x05\x16\x07",
		"data/PERSON.csv", onePerson,
		"data/.DS_Store", "x",
		"data/vocabulary/CONCEPT.csv", "concept_id\tconcept_name\n7\tseven\n",
	))
	l.want("SELECT count(*) FROM person", "2")
	l.want("SELECT concept_name FROM concept", "seven")
	if len(l.report.Ignored) > 0 {
		t.Errorf("ignored %v", l.report.Ignored)
	}
}

func TestNumberedPartsGoTogetherAndPlainNamesWin(t *testing.T) {
	l := load(t, folder(t, map[string]string{
		"measurement_1.csv":      "measurement_id,person_id\n1,1\n2,1\n",
		"measurement_2.csv":      "person_id,measurement_id,value_as_number\n1,3,5.5\n",
		"death.csv":              "person_id\n1\n",
		"backup/death.csv":       "person_id\n1\n2\n",
		"observation/part-0.csv": "observation_id,person_id\n1,1\n",
		"observation/part-1.csv": "observation_id,person_id\n2,1\n",
	}))
	l.want("SELECT measurement_id, value_as_number FROM measurement ORDER BY 1", "1|· / 2|· / 3|5.5")
	l.want("SELECT count(*) FROM death", "1")
	l.want("SELECT count(*) FROM observation", "2")
	if got := fmt.Sprint(l.report.Ignored); got != "[backup/death.csv]" {
		t.Errorf("ignored %s", got)
	}
}

func TestTargetNamesWithOddLetters(t *testing.T) {
	dir := t.TempDir()
	source := folder(t, map[string]string{"wei[rd]*/death.csv": "person_id\n1\n", "it's?/observation.csv": "person_id\n1\n"})
	target := filepath.Join(dir, "a b'c 100%[1]*.duckdb")
	r, err := Load(context.Background(), Options{Source: source, Target: target})
	if err != nil {
		t.Fatal(err)
	}
	if r.Target != target || r.Rows() != 4 {
		t.Errorf("target %s with %d rows", r.Target, r.Rows())
	}
	if _, err := os.Stat(target); err != nil {
		t.Error(err)
	}
}

func TestEventsLieByConceptThenPersonThenDate(t *testing.T) {
	l := load(t, folder(t, map[string]string{"condition_occurrence.csv": "condition_start_date,condition_occurrence_id,person_id,condition_concept_id,condition_type_concept_id\n" +
		"2010-01-02,1,2,201826,0\n2010-01-03,2,1,201826,0\n2010-01-01,3,1,201826,0\n2010-01-05,4,2,192279,0\n"}))
	l.want("SELECT condition_occurrence_id FROM condition_occurrence ORDER BY rowid", "4 / 3 / 2 / 1")
}

func TestAFolderThatIsALinkIsFollowed(t *testing.T) {
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(folder(t, nil), link); err != nil {
		needs.Missing(t, "symbolic links: %v", err)
	}
	if l := load(t, link); l.table("person").Rows != 2 {
		t.Errorf("read %d people, want 2", l.table("person").Rows)
	}
}
