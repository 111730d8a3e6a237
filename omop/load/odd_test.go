package load

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestALineEndBesideADoubledQuoteIsNoStrayQuote holds that a file whose only quoted values end or begin a line with a quote of their own is
// read as a quoted one.
func TestALineEndBesideADoubledQuoteIsNoStrayQuote(t *testing.T) {
	l := load(t, folder(t, map[string]string{"note.csv": "note_id,person_id,note_date,note_text,note_title\n" +
		"1,1,2010-01-01,\"said: \"\"none\"\"\nsecond line, with a comma\",a\n2,1,2010-01-01,plain,b\n" +
		"3,1,2010-01-01,\"first\n\"\"quoted\"\" word\",c\n4,1,2010-01-01,\"one\n\"\"two\"\"\",d\n"}))
	l.want("SELECT note_id, note_text, note_title FROM note ORDER BY 1",
		"1|said: \"none\"\nsecond line, with a comma|a / 2|plain|b / 3|first\n\"quoted\" word|c / 4|one\n\"two\"|d")
	if n := l.table("note"); n.Records != 4 || n.Rejected != 0 {
		t.Errorf("%+v", n)
	}
}

func TestTheLineByWhichExcelKnowsTheDelimiterIsNoHeader(t *testing.T) {
	for name, head := range map[string]string{"plain": "sep=;\r\n", "quoted": "\"sep=;\"\n", "with a mark": "\xef\xbb\xbfsep=;\n", "below a blank line": "\nSEP=;\n"} {
		t.Run(name, func(t *testing.T) {
			l := load(t, folder(t, map[string]string{"death.csv": head + "person_id;death_date;cause_source_value\n1;2010-01-02;x\n2;2010-01-03;sep=;\n"}))
			l.want("SELECT person_id, death_date, cause_source_value FROM death ORDER BY 1", "1|2010-01-02|x / 2|2010-01-03|sep=")
		})
	}
}

// TestFoldersPartitionedByHivesHabitAreRead holds that the files below a table's folder are its parts however deep they lie, and that a column of
// the CDM that only the folders' names tell is read from them.
func TestFoldersPartitionedByHivesHabitAreRead(t *testing.T) {
	dir := folder(t, map[string]string{"death/year=2010/part-0.csv": "person_id,death_date\n7,2010-05-06\n", "death/year=2011/part-0.csv": "person_id,death_date\n8,2011-05-06\n"})
	for at, query := range map[string]string{
		"measurement/measurement_concept_id=3004410/year=2010/month=1/part-0.parquet":                    "SELECT 1 AS measurement_id, 1 AS person_id, DATE '2010-01-02' AS measurement_date, 5.5 AS value_as_number",
		"measurement/measurement_concept_id=3004410/year=2010/month=2/part-0.parquet":                    "SELECT 2 AS measurement_id, 1 AS person_id, DATE '2010-02-02' AS measurement_date, 6.5 AS value_as_number",
		"measurement/measurement_concept_id=__HIVE_DEFAULT_PARTITION__/year=2011/month=1/person.parquet": "SELECT 3 AS measurement_id, 1 AS person_id, DATE '2011-01-02' AS measurement_date, 7.5 AS value_as_number",
		"observation/value_as_string=a%20b/observation.parquet":                                          "SELECT 1 AS observation_id, 1 AS person_id, DATE '2011-01-02' AS observation_date",
		"observation/value_as_string=c/observation.parquet":                                              "SELECT 2 AS observation_id, 1 AS person_id, DATE '2011-01-02' AS observation_date",
		"person/part-0.parquet": "SELECT 1 AS person_id, 8507 AS gender_concept_id, 1950 AS year_of_birth",
	} {
		write(t, filepath.Join(dir, filepath.Dir(at), "folder"), "") // makes the folders
		parquet(t, filepath.Join(dir, at), query)
	}
	l := load(t, dir)
	l.want("SELECT measurement_id, measurement_concept_id, value_as_number FROM measurement ORDER BY 1", "1|3004410|5.5 / 2|3004410|6.5 / 3|·|7.5")
	l.want("SELECT observation_id, value_as_string FROM observation ORDER BY 1", "1|a b / 2|c")
	l.want("SELECT person_id, death_date FROM death ORDER BY 1", "7|2010-05-06 / 8|2011-05-06")
	for _, line := range l.report.Findings() {
		if strings.Contains(line, "parquet is no OMOP table") || strings.Contains(line, "part-0.csv") {
			t.Error(line)
		}
	}
}

func TestLinesOfNothingButDelimitersAreNoRecords(t *testing.T) {
	l := load(t, folder(t, map[string]string{"death.csv": "person_id;death_date;cause_source_value;;\r\n1;2010-01-02;x;;\r\n;;;;\r\n\"\";\"\";;;\r\n;;y;;\r\n;;;;\r\n"}))
	l.want("SELECT person_id, death_date, cause_source_value FROM death ORDER BY 1", "1|2010-01-02|x / ·|·|y")
	if n := l.table("death"); n.Rows != 2 || n.Hollow != 3 || n.Records != 5 {
		t.Errorf("%+v", n)
	}
	mentions(t, strings.Join(l.report.Findings(), "\n"), "death: 3 of 5 lines hold delimiters and no value; they were left out")
}
