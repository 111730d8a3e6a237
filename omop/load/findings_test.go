package load

import (
	"encoding/csv"
	"os"
	"slices"
	"strings"
	"testing"
)

// side reads the side file, a record a line, fields parted by "|".
func (l loaded) side() []string {
	l.t.Helper()
	f, err := os.Open(l.report.Rejects)
	if err != nil {
		l.t.Fatal(err)
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		l.t.Fatal(err)
	}
	var out []string
	for _, r := range records[1:] {
		out = append(out, strings.Join(r, "|"))
	}
	slices.Sort(out)
	return out
}

func TestDuplicatesOrphansAndNullsAreCountedAndKept(t *testing.T) {
	l := load(t, folder(t, map[string]string{
		"person.csv":               "person_id,gender_concept_id,year_of_birth,race_concept_id,ethnicity_concept_id\n1,8507,1950,0,0\n1,8507,1950,0,0\n1,8507,1951,0,0\n2,8532,,0,\n",
		"concept.csv":              "concept_id,concept_name,domain_id,vocabulary_id,concept_class_id,concept_code,valid_start_date,valid_end_date\n8507,MALE,Gender,Gender,Gender,M,19700101,20991231\n",
		"condition_occurrence.csv": "condition_occurrence_id,person_id,condition_concept_id,condition_start_date,condition_type_concept_id,visit_occurrence_id\n1,1,0,2010-01-01,0,77\n2,9,8507,2010-01-01,0,\n3,9,4444,,0,\n",
		"concept_ancestor.csv":     "ancestor_concept_id,descendant_concept_id,min_levels_of_separation,max_levels_of_separation\n8507,8507,0,0\n8507,8507,0,0\n",
	}))
	p, c := l.table("person"), l.table("condition_occurrence")
	if p.Rows != 4 || p.Duplicates != 2 {
		t.Errorf("person: %d rows, %d duplicates", p.Rows, p.Duplicates)
	}
	if !slices.Equal(p.Nulls, []Count{{Column: "ethnicity_concept_id", Rows: 1}, {Column: "year_of_birth", Rows: 1}}) {
		t.Errorf("person: NULLs %v", p.Nulls)
	}
	if !slices.Equal(p.Orphans, []Orphan{{Column: "gender_concept_id", Refers: "concept.concept_id", Rows: 1, Values: 1, Example: "8532"}}) {
		t.Errorf("person: orphans %v", p.Orphans)
	}
	if !slices.Equal(c.Orphans, []Orphan{
		{Column: "person_id", Refers: "person.person_id", Rows: 2, Values: 1, Example: "9"},
		{Column: "condition_concept_id", Refers: "concept.concept_id", Rows: 1, Values: 1, Example: "4444"},
	}) {
		t.Errorf("condition_occurrence: orphans %v", c.Orphans)
	}
	if !slices.Equal(c.Nulls, []Count{{Column: "condition_start_date", Rows: 1}}) {
		t.Errorf("condition_occurrence: NULLs %v", c.Nulls)
	}
	if got := l.table("concept_ancestor").Duplicates; got != 1 {
		t.Errorf("concept_ancestor: %d duplicates", got)
	}
	if l.report.Rejects != "" {
		t.Error("nothing was unreadable, but there is a side file")
	}
	findings := strings.Join(l.report.Findings(), "\n")
	for _, want := range []string{"person: 2 of 4 rows repeat a key", "condition_occurrence.person_id: 2 of 3 rows refer to 1 values", "person.year_of_birth: 1 of 4 rows have no value"} {
		if !strings.Contains(findings, want) {
			t.Errorf("%q is not among the findings:\n%s", want, findings)
		}
	}
}

func TestLinesThatCantBeReadAreCountedAndKept(t *testing.T) {
	l := load(t, folder(t, map[string]string{"death.csv": "person_id,death_date,cause_source_value\n" +
		"1,2010-01-01,ok\n2,2010-01-02\n1,2010-01-03,one,too many\n2,2010-01-04,\"quoted\" and not\n2,2010-01-05,\"fine, too\"\n"}))
	l.want("SELECT death_date FROM death ORDER BY 1", "2010-01-01 / 2010-01-04 / 2010-01-05")
	if d := l.table("death"); d.Rejected != 2 || d.Mended != 1 || d.Records != 5 {
		t.Errorf("%d of %d lines rejected, want 2 of 5; %d mended, want 1", d.Rejected, d.Records, d.Mended)
	}
	want := []string{
		`death|death.csv|3|||missing columns|2,2010-01-02`,
		`death|death.csv|4|||too many columns|1,2010-01-03,one,too many`,
	}
	if got := l.side(); !slices.Equal(got, want) {
		t.Errorf("side file:\n%s", strings.Join(got, "\n"))
	}
}

func TestValuesThatDontFitAreNullCountedAndKept(t *testing.T) {
	l := load(t, folder(t, map[string]string{"measurement.csv": "measurement_id,person_id,value_as_number,measurement_date,provider_id\n" +
		"1,1,5.5,2010-01-01,7\n2,1,<5,2010-01-01,seven\n3,1,high,2010-02-31,1.5\n4,1,,,\n5,too,short\n"}))
	l.want("SELECT measurement_id, value_as_number, measurement_date, provider_id FROM measurement ORDER BY 1",
		"1|5.5|2010-01-01|7 / 2|·|2010-01-01|· / 3|·|·|· / 4|·|·|·")
	m := l.table("measurement")
	if want := []Count{{"measurement_date", 1, "2010-02-31"}, {"value_as_number", 2, "<5"}, {"provider_id", 2, "1.5"}}; !slices.Equal(m.Unreadable, want) {
		t.Errorf("unreadable %v", m.Unreadable)
	}
	if m.Rejected != 1 {
		t.Errorf("%d lines rejected beside the values, want 1", m.Rejected)
	}
	want := []string{
		"measurement|measurement.csv|6|||missing columns|5,too,short",
		"measurement|measurement.csv||measurement_date|3|not a date|2010-02-31",
		"measurement|measurement.csv||provider_id|2|not a whole number|seven",
		"measurement|measurement.csv||provider_id|3|not a whole number|1.5",
		"measurement|measurement.csv||value_as_number|2|not a number|<5",
		"measurement|measurement.csv||value_as_number|3|not a number|high",
	}
	if got := l.side(); !slices.Equal(got, want) {
		t.Errorf("side file:\n%s", strings.Join(got, "\n"))
	}
}

func TestNumbersOutOfRangeAreCounted(t *testing.T) {
	l := load(t, folder(t, map[string]string{"drug_exposure.csv": "drug_exposure_id,person_id,days_supply,quantity,provider_id\n" +
		"1,1,30,1,1\n2,1,3000000000,1e999,99999999999999999999\n3,1,4.5,0x10,1_000\n"}))
	l.want("SELECT days_supply, quantity, provider_id FROM drug_exposure WHERE drug_exposure_id > 1 ORDER BY drug_exposure_id", "·|·|· / ·|·|·")
	if got := len(l.table("drug_exposure").Unreadable); got != 3 {
		t.Errorf("unreadable in %d columns: %v", got, l.table("drug_exposure").Unreadable)
	}
}

func TestRaggedFilesThatAreRaggedAllAlike(t *testing.T) {
	for name, text := range map[string]string{
		"a delimiter at each end": "person_id,year_of_birth\n1,1950,\n2,1960,\n",
		"row names":               "\"person_id\",\"year_of_birth\"\n\"1\",1,1950\n\"2\",2,1960\n", // R's write.table
		"unnamed first column":    ",person_id,year_of_birth\n0,1,1950\n1,2,1960\n",
		"header at greater width": "person_id,year_of_birth,month_of_birth\n1,1950\n2,1960\n",
	} {
		t.Run(name, func(t *testing.T) {
			l := load(t, folder(t, map[string]string{"person.csv": text}))
			l.want("SELECT person_id, year_of_birth FROM person ORDER BY 1", "1|1950 / 2|1960")
		})
	}
}

func TestEmptyFilesMakeEmptyTables(t *testing.T) {
	l := load(t, folder(t, map[string]string{"death.csv": "", "note.csv": "\n", "cost.csv": "cost_id,cost_event_id\n", "drug_era.csv": "drug_era_id,person_id"}))
	for _, table := range []string{"death", "note", "cost", "drug_era"} {
		l.want("SELECT count(*) FROM "+table, "0")
	}
	if l.report.Rows() != 2 {
		t.Errorf("%d rows", l.report.Rows())
	}
}

func TestRepeatedKeysAreCountedHoweverTheKeysLie(t *testing.T) {
	for name, c := range map[string]struct {
		keys string
		want int64
	}{
		"one after the other":  {"1 2 3 4 5", 0},
		"some twice":           {"7 5 7 7 5 6", 3},
		"without some":         {"- 3 3 - -", 3},
		"negative":             {"-4 2 -4", 1},
		"far apart":            {"1 1000000000000 1", 1},
		"as far as can be":     {"-9223372036854775808 9223372036854775807 9223372036854775807", 1},
		"at the end of all":    {"-9223372036854775808 -9223372036854775807 -9223372036854775808", 1},
		"only one, and a hole": {"- 12", 0},
	} {
		t.Run(name, func(t *testing.T) {
			text := "visit_occurrence_id,person_id\n"
			for k := range strings.FieldsSeq(c.keys) {
				text += strings.TrimSuffix(k, "-") + ",1\n"
			}
			l := load(t, folder(t, map[string]string{"visit_occurrence.csv": text}))
			if got := l.table("visit_occurrence").Duplicates; got != c.want {
				t.Errorf("%d rows repeat a key, want %d", got, c.want)
			}
		})
	}
}
