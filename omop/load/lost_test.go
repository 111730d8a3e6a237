package load

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// refused loads a source and returns the error that it must give.
func refused(t *testing.T, o Options) string {
	t.Helper()
	o.Target = filepath.Join(t.TempDir(), "cdm.duckdb")
	r, err := Load(context.Background(), o)
	if err == nil {
		t.Fatalf("loaded %d rows: %v", r.Rows(), r.Findings())
	}
	return err.Error()
}

func mentions(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not in:\n%s", part, text)
		}
	}
}

func TestARequiredColumnThatNoFileHasIsSaid(t *testing.T) {
	l := load(t, folder(t, map[string]string{"condition_occurrence.csv": "condition_occurrence_id,person_id,condition_concept_id\n1,1,201826\n2,2,201826\n"}))
	mentions(t, strings.Join(l.report.Findings(), "\n"), "condition_occurrence.condition_start_date: no file has this required column; it is NULL in all 2 rows")
}

func TestNobodyBesideEventsIsAnError(t *testing.T) {
	source := folder(t, map[string]string{"person.csv": "person_id,gender_concept_id\n", "death.csv": "person_id,death_date\n1,2010-01-01\n"})
	mentions(t, refused(t, Options{Source: source}), "the person table is empty, though death has 1 rows")
}

func TestAColumnNoneOfWhoseValuesCanBeReadIsAnError(t *testing.T) {
	source := folder(t, map[string]string{"measurement.csv": "measurement_id,person_id,measurement_date,value_as_number\n1,1,2010-01-01,\"7,5\"\n2,1,2010-01-01,\"8,5\"\n"})
	mentions(t, refused(t, Options{Source: source}), "none of the 2 values of column value_as_number is a number", `"7,5"`, "--lose-columns")
	r, err := Load(context.Background(), Options{Source: source, Target: filepath.Join(t.TempDir(), "cdm.duckdb"), LoseColumns: true})
	if err != nil {
		t.Fatal(err)
	}
	mentions(t, strings.Join(r.Findings(), "\n"), "measurement.value_as_number: 2 of 2 values can't be read")
}

func TestDatesThatRWroteAsNumbersAreRead(t *testing.T) {
	l := load(t, folder(t, map[string]string{
		"visit_occurrence.csv": "visit_occurrence_id,person_id,visit_start_date,visit_end_date,visit_start_datetime\n1,1,14610,14611.0,1262304000\n2,1,-1,,0\n3,2,NA,0,1262304060.5\n4,2,1,2,-86400\n5,2,1,2,1262304000\n",
	}))
	l.want("SELECT visit_occurrence_id, visit_start_date, visit_end_date FROM visit_occurrence ORDER BY 1",
		"1|2010-01-01|2010-01-02 / 2|1969-12-31|· / 3|·|1970-01-01 / 4|1970-01-02|1970-01-03 / 5|1970-01-02|1970-01-03")
	mentions(t, strings.Join(l.report.Findings(), "\n"), "visit_occurrence.visit_start_date: 4 values are numbers, read as R writes dates: -1 is 1969-12-31")
}

func TestDayNumbersOfASpreadsheetAreRefused(t *testing.T) {
	source := folder(t, map[string]string{"death.csv": "person_id,death_date\n1,40179\n2,40180\n"})
	mentions(t, refused(t, Options{Source: source}), "column death_date", "40179", "spreadsheet")
}

func TestTheOrderOfDatesIsDecidedOverAllFiles(t *testing.T) {
	many := "condition_occurrence_id,person_id,condition_start_date\n"
	for i := range 1000 {
		many += fmt.Sprintf("%d,1,03/04/2010\n", i)
	}
	death := "person_id,death_date\n1,05/06/2011\n"
	late := many + "1000,1,24/04/2010\n"
	month := many + "1000,1,04/24/2010\n"

	l := load(t, folder(t, map[string]string{"condition_occurrence.csv": late, "death.csv": death}))
	l.want("SELECT death_date FROM death", "2011-06-05")
	l.want("SELECT count(DISTINCT condition_start_date), min(condition_start_date) FROM condition_occurrence", "2|2010-04-03")
	mentions(t, strings.Join(l.report.Findings(), "\n"), "the day was read first in dates such as 24/04/2010 of condition_occurrence.csv")

	l = load(t, folder(t, map[string]string{"condition_occurrence.csv": month, "death.csv": death}))
	l.want("SELECT death_date FROM death", "2011-05-06")

	l = load(t, folder(t, map[string]string{"condition_occurrence.csv": many, "death.csv": death}))
	l.want("SELECT death_date FROM death", "2011-05-06")
	mentions(t, strings.Join(l.report.Findings(), "\n"), "no date of the source shows it", "--dates day-first")

	source := folder(t, map[string]string{"condition_occurrence.csv": many, "death.csv": death})
	r, err := Load(context.Background(), Options{Source: source, Target: filepath.Join(t.TempDir(), "cdm.duckdb"), Dates: DayFirst})
	if err != nil || r.Dates != "" {
		t.Fatalf("with the order given: %v, %+v", err, r)
	}
	mentions(t, refused(t, Options{Source: folder(t, map[string]string{"condition_occurrence.csv": late, "death.csv": "person_id,death_date\n1,05/26/2011\n"})}),
		"two ways", "condition_occurrence.csv has 24/04/2010", "death.csv has 05/26/2011", "--dates")
	mentions(t, refused(t, Options{Source: source, Dates: "american"}), `"american"`, "day-first")
}
