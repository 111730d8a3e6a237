package athena_test

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/vocab/athena"
)

func TestLoadReadsTheExtractWholly(t *testing.T) {
	src := needs.Sample(t, needs.Athena)
	target := filepath.Join(t.TempDir(), "voc.duckdb")
	report, err := athena.Load(context.Background(), src, target, athena.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for table, want := range map[string]int64{
		"concept": 33858, "concept_synonym": 18767, "concept_relationship": 21938, "concept_ancestor": 24997, "vocabulary": 0,
	} {
		if rowsOf(report, table) != want || count(t, target, table) != want {
			t.Errorf("%s: reported %d rows, holds %d, want %d", table, rowsOf(report, table), count(t, target, table), want)
		}
	}
	if notes := strings.Join(report.Notes, "\n"); !strings.Contains(notes, "concept: 12284 rows have no valid_start_date") || !strings.Contains(notes, "have a valid_end_date that could not be read") {
		t.Errorf("the extract's empty dates and times of day are not told of: %q", notes)
	}
	var name, end string
	query(t, target, "SELECT concept_name, CAST(valid_end_date AS VARCHAR) FROM concept WHERE concept_id = 201826", &name, &end)
	if name != "Type 2 diabetes mellitus" || end != "2099-12-31" {
		t.Errorf("concept 201826 is %q until %q", name, end)
	}
}

func TestLoadKeepsQuotesCodesAndBothFormsOfDates(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "Concept.csv", "concept_id\tconcept_name\tdomain_id\tvocabulary_id\tconcept_class_id\tstandard_concept\tconcept_code\tvalid_start_date\tvalid_end_date\tinvalid_reason\n"+
		"1\tTube 5\" long, \"bent\tDevice\tHCPCS\tHCPCS\tS\t00123\t19700101\t20991231\t\n"+
		"2\tPlain\tDrug\tNDC\t11-digit NDC\t\t0.50\t1970-01-01\t2099-12-31\tD\n")
	target := filepath.Join(dir, "out.duckdb")
	report, err := athena.Load(context.Background(), dir, target, athena.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var name, code, start string
	query(t, target, "SELECT concept_name, concept_code, CAST(valid_start_date AS VARCHAR) FROM concept WHERE concept_id = 1", &name, &code, &start)
	if name != `Tube 5" long, "bent` || code != "00123" || start != "1970-01-01" {
		t.Errorf("read %q, %q, %q", name, code, start)
	}
	query(t, target, "SELECT concept_code, CAST(valid_start_date AS VARCHAR), coalesce(invalid_reason, 'none') FROM concept WHERE concept_id = 2", &code, &start, &name)
	if code != "0.50" || start != "1970-01-01" || name != "D" {
		t.Errorf("read %q, %q, %q", code, start, name)
	}
	if notes := strings.Join(report.Notes, "\n"); !strings.Contains(notes, "CONCEPT_SYNONYM") || !strings.Contains(notes, "CONCEPT_ANCESTOR") {
		t.Errorf("notes do not tell of the missing files: %q", notes)
	}
}

// TestADateThatIsMissingIsNotOneThatCannotBeRead holds that the notes tell the two apart, by column, whether or not the file has dates of other forms.
func TestADateThatIsMissingIsNotOneThatCannotBeRead(t *testing.T) {
	row := func(id, start, end string) string {
		return id + "\ta\tDrug\tNDC\tc\tS\t" + id + "\t" + start + "\t" + end + "\t\n"
	}
	plain := row("1", "19700101", "") + row("2", "", "20991231") + row("3", "", "20991231") + row("4", "19700101", "20991231")
	for name, tt := range map[string]struct {
		rows string
		want []string
	}{
		"none is missing": {row("1", "19700101", "20991231"), nil},
		"missing":         {plain, []string{"concept: 2 rows have no valid_start_date, though each must have one", "concept: 1 rows have no valid_end_date, though each must have one"}},
		"beside what is none": {plain + row("5", "1970-01-01", "never") + row("6", " ", "20991231"), []string{
			"concept: 3 rows have no valid_start_date, though each must have one", "concept: 1 rows have no valid_end_date, though each must have one",
			"concept: 1 rows have a valid_end_date that could not be read; it is left empty"}},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, dir, "CONCEPT.csv", conceptHeader+tt.rows)
			report, err := athena.Load(t.Context(), dir, filepath.Join(dir, "out.duckdb"), athena.Options{})
			if err != nil {
				t.Fatal(err)
			}
			got := slices.DeleteFunc(report.Notes, func(n string) bool { return !strings.HasPrefix(n, "concept: ") })
			if !slices.Equal(got, tt.want) {
				t.Errorf("notes %q, want %q", got, tt.want)
			}
		})
	}
}

func TestLoadRefusesAndLeavesNothingBehind(t *testing.T) {
	header := "concept_id\tconcept_name\tdomain_id\tvocabulary_id\tconcept_class_id\tstandard_concept\tconcept_code\tvalid_start_date\tvalid_end_date\tinvalid_reason\n"
	cancelledCtx, cancel := context.WithCancel(context.Background())
	cancel()
	for name, tt := range map[string]struct {
		ctx     context.Context
		file    string
		content string
		want    string
	}{
		"no CONCEPT file":    {context.Background(), "DOMAIN.csv", "domain_id\tdomain_name\tdomain_concept_id\n", "no CONCEPT.csv"},
		"a broken id":        {context.Background(), "CONCEPT.csv", header + "x\ta\tb\tc\td\tS\te\t19700101\t20991231\t\n", "concept"},
		"a cancelled start":  {cancelledCtx, "CONCEPT.csv", header + "1\ta\tb\tc\td\tS\te\t19700101\t20991231\t\n", "cancel"},
		"a missing column":   {context.Background(), "CONCEPT.csv", "concept_id\n1\n", "concept_name"},
		"an existing target": {context.Background(), "out.duckdb", "kept", "exists"},
	} {
		t.Run(name, func(t *testing.T) {
			dir, out := t.TempDir(), t.TempDir()
			target := filepath.Join(out, "out.duckdb")
			if tt.file == "out.duckdb" {
				write(t, out, tt.file, tt.content)
			} else {
				write(t, dir, tt.file, tt.content)
			}
			_, err := athena.Load(tt.ctx, dir, target, athena.Options{})
			if err == nil || !strings.Contains(strings.ToLower(err.Error()), strings.ToLower(tt.want)) {
				t.Errorf("error %v, want one about %q", err, tt.want)
			}
			entries, _ := os.ReadDir(out)
			if tt.file == "out.duckdb" {
				if b, _ := os.ReadFile(target); string(b) != "kept" || len(entries) != 1 {
					t.Errorf("the existing file was touched: %q", b)
				}
			} else if len(entries) != 0 {
				t.Errorf("left behind: %v", entries)
			}
		})
	}
}

const conceptHeader = "concept_id\tconcept_name\tdomain_id\tvocabulary_id\tconcept_class_id\tstandard_concept\tconcept_code\tvalid_start_date\tvalid_end_date\tinvalid_reason\n"

func TestCPT4ConceptsWithoutNamesAreKnownByTheirCode(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "CONCEPT.csv", conceptHeader+"1503297\tmetformin\tDrug\tRxNorm\tIngredient\tS\t6809\t19700101\t20991231\t\n")
	write(t, dir, "CONCEPT_CPT4.csv", conceptHeader+"2000000001\t\tObservation\tCPT4\tCPT4\tS\t99213\t19700101\t20991231\t\n")
	target := filepath.Join(dir, "out.duckdb")
	report, err := athena.Load(context.Background(), dir, target, athena.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var name string
	query(t, target, "SELECT concept_name FROM concept WHERE concept_id = 2000000001", &name)
	if notes := strings.Join(report.Notes, "\n"); name != "99213" || !strings.Contains(notes, "1 CPT4 concepts") || !strings.Contains(notes, "cpt4.jar") {
		t.Errorf("name %q, notes %q", name, notes)
	}
	// The cpt4 tool appends the concepts with their names to CONCEPT.csv.
	write(t, dir, "CONCEPT.csv", conceptHeader+"1503297\tmetformin\tDrug\tRxNorm\tIngredient\tS\t6809\t19700101\t20991231\t\n"+
		"2000000001\tA licensed name\tObservation\tCPT4\tCPT4\tS\t99213\t19700101\t20991231\t\n")
	if report, err = athena.Load(context.Background(), dir, target, athena.Options{Replace: true}); err != nil {
		t.Fatal(err)
	}
	query(t, target, "SELECT concept_name FROM concept WHERE concept_id = 2000000001", &name)
	if name != "A licensed name" || rowsOf(report, "concept") != 2 || strings.Contains(strings.Join(report.Notes, "\n"), "CPT4 concepts") {
		t.Errorf("name %q, %+v", name, report)
	}
}

func TestASecondLoadReadsOnlyWhatHasChanged(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "CONCEPT.csv", conceptHeader+"1503297\tmetformin\tDrug\tRxNorm\tIngredient\tS\t6809\t19700101\t20991231\t\n")
	write(t, dir, "CONCEPT_SYNONYM.csv", "concept_id\tconcept_synonym_name\tlanguage_concept_id\n1503297\tmetformine\t4180186\n")
	target := filepath.Join(dir, "out.duckdb")
	load := func() *athena.Report {
		t.Helper()
		report, err := athena.Load(context.Background(), dir, target, athena.Options{Replace: true})
		if err != nil {
			t.Fatal(err)
		}
		return report
	}
	load()
	before, err := os.Stat(target)
	if err != nil {
		t.Fatal(err)
	}
	if r := load(); !r.Unchanged || rowsOf(r, "concept_synonym") != 1 {
		t.Errorf("the same again: %+v", r)
	}
	if after, _ := os.Stat(target); !os.SameFile(before, after) || !after.ModTime().Equal(before.ModTime()) {
		t.Error("the same files again replaced the target")
	}
	write(t, dir, "CONCEPT_SYNONYM.csv", "concept_id\tconcept_synonym_name\tlanguage_concept_id\n1503297\tmetformine\t4180186\n1503297\tmetforminum\t4180186\n")
	r := load()
	kept := map[string]bool{}
	for _, table := range r.Tables {
		kept[table.Table] = table.Kept
	}
	if !kept["concept"] || kept["concept_synonym"] || rowsOf(r, "concept_synonym") != 2 || count(t, target, "concept") != 1 {
		t.Errorf("synonyms changed: %+v", r)
	}
}

func TestAnErrorBeforeReplacingLeavesTheTarget(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(t.TempDir(), "out.duckdb")
	write(t, dir, "CONCEPT.csv", conceptHeader+"1503297\tmetformin\tDrug\tRxNorm\tIngredient\tS\t6809\t19700101\t20991231\t\n")
	if _, err := athena.Load(context.Background(), dir, target, athena.Options{}); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "CONCEPT.csv", conceptHeader)
	stop := errors.New("stop")
	_, err := athena.Load(context.Background(), dir, target, athena.Options{Replace: true, Before: func(_ context.Context, finished string) error {
		if n := count(t, finished, "concept"); n != 0 {
			t.Errorf("the finished file has %d concepts", n)
		}
		return stop
	}})
	if !errors.Is(err, stop) || count(t, target, "concept") != 1 {
		t.Errorf("error %v", err)
	}
	if entries, _ := os.ReadDir(filepath.Dir(target)); len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
}

func TestLoadIsTheFirstToSayThatTheSourceIsMissing(t *testing.T) {
	_, err := athena.Load(context.Background(), filepath.Join(t.TempDir(), "nowhere.zip"), filepath.Join(t.TempDir(), "out.duckdb"), athena.Options{})
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}

func write(t *testing.T, dir, name, content string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func count(t *testing.T, path, table string) int64 {
	t.Helper()
	var n int64
	query(t, path, "SELECT count(*) FROM "+table, &n)
	return n
}

func query(t *testing.T, path, q string, into ...any) {
	t.Helper()
	db, err := sql.Open("duckdb", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRow(q).Scan(into...); err != nil {
		t.Fatalf("%s: %v", q, err)
	}
}

func rowsOf(r *athena.Report, table string) int64 {
	for _, t := range r.Tables {
		if t.Table == table {
			return t.Rows
		}
	}
	return 0
}
