package load

import (
	"fmt"
	"strings"
	"testing"
)

func TestWholeNumbersAsFloatsNegativeAndLong(t *testing.T) {
	l := load(t, folder(t, map[string]string{
		"person.csv":  "person_id,gender_concept_id,year_of_birth,month_of_birth\n-9223372036854775808,8507.0,1950.0,0.0\n9223372036854775807, 8532 ,1960.00,\n+5,8507,1970,7\n",
		"concept.csv": "concept_id,concept_name,concept_code\n4116324.0,a,00123\n0.0,b,1E5\n",
	}))
	l.want("SELECT person_id, gender_concept_id, year_of_birth, month_of_birth FROM person ORDER BY 1",
		"-9223372036854775808|8507|1950|0 / 5|8507|1970|7 / 9223372036854775807|8532|1960|·")
	l.want("SELECT concept_id, concept_code FROM concept ORDER BY 1", "0|1E5 / 4116324|00123")
	if f := l.report.Findings(); len(l.table("person").Unreadable)+len(l.table("concept").Unreadable) > 0 {
		t.Errorf("findings: %v", f)
	}
}

func TestDatesHoweverWritten(t *testing.T) {
	const same = "2010-12-31"
	for written, want := range map[string]string{
		"20101231": same, "2010-12-31": same, "2010-12-31 00:00:00.000": same, "2010/12/31": same,
		"2010-12-31T23:59:59Z": same, "2010-12-31 23:59:59+02": same, "20101231.0": same, " 2010-12-31 ": same,
		"12/31/2010": same, "12/31/2010 0:00": same, "12/31/2010 11:30:00 PM": same, "31-DEC-2010": same, "31.12.2010": same,
		"1937-12-1": "1937-12-01", "7/24/2179": "2179-07-24", "20991231": "2099-12-31", "1937-1-1 00:00:00": "1937-01-01",
	} {
		t.Run(written, func(t *testing.T) {
			// The first row, in the plain way, shows that one column may mix them.
			l := load(t, folder(t, map[string]string{
				"death.csv": "person_id,death_date,death_datetime\n1,1999-09-09,1999-09-09 10:11:12\n2," + written + "," + written + "\n",
			}))
			l.want("SELECT death_date FROM death WHERE person_id = 2", want)
			l.want("SELECT death_datetime::DATE FROM death WHERE person_id = 2", want)
			if u := l.table("death").Unreadable; len(u) > 0 {
				t.Errorf("unreadable: %v", u)
			}
		})
	}
}

func TestTimesKeepTheirTimeOfDayAsWritten(t *testing.T) {
	l := load(t, folder(t, map[string]string{"death.csv": "person_id,death_datetime\n" +
		"1,2010-12-31 23:59:58.250\n2,2010-12-31T23:59:58+05:00\n3,7/24/2179 3:05:00 PM\n4,20101231 10:11:12\n5,2010-1-2 3:04\n"}))
	l.want("SELECT death_datetime FROM death ORDER BY person_id",
		"2010-12-31 23:59:58.25 / 2010-12-31 23:59:58 / 2179-07-24 15:05:00 / 2010-12-31 10:11:12 / 2010-01-02 03:04:00")
}

func TestDayFirstIsReadWhereAColumnSaysSo(t *testing.T) {
	l := load(t, folder(t, map[string]string{"death.csv": "person_id,death_date\n1,03/04/2010\n2,25/12/2010\n"}))
	l.want("SELECT death_date FROM death ORDER BY person_id", "2010-04-03 / 2010-12-25")
}

func TestDatesThatAreNoneAreCountedNotGuessed(t *testing.T) {
	for _, written := range []string{"2010-02-30", "7/24/79", "2010123", "soon", "01/02/03", "0x10", "2010"} {
		l := load(t, folder(t, map[string]string{"death.csv": "person_id,death_date\n1,2010-01-01\n2," + written + "\n"}))
		l.want("SELECT death_date FROM death WHERE person_id = 2", "·")
		u := l.table("death").Unreadable
		if len(u) != 1 || u[0] != (Count{Column: "death_date", Rows: 1, Example: written}) {
			t.Errorf("%q: unreadable %v", written, u)
		}
	}
}

func TestNullsHoweverWritten(t *testing.T) {
	for _, null := range []string{"", `""`, "NA", "#N/A", `\N`, "NULL"} {
		t.Run(null, func(t *testing.T) {
			l := load(t, folder(t, map[string]string{
				"drug_exposure.csv": "drug_exposure_id,person_id,quantity,drug_exposure_end_date,sig,provider_id,drug_exposure_end_datetime,refills\n" +
					"1,1,2.5,2010-01-01,daily,7,2010-01-01 00:00:00,3\n2,1" + strings.Repeat(","+null, 6) + "\n",
			}))
			l.want("SELECT quantity, drug_exposure_end_date, sig, provider_id, drug_exposure_end_datetime, refills FROM drug_exposure WHERE drug_exposure_id = 2", "·|·|·|·|·|·")
			if len(l.table("drug_exposure").Unreadable) > 0 || l.report.Rejects != "" {
				t.Errorf("counted as unreadable: %v", l.report.Findings())
			}
		})
	}
}

func TestNAIsAWordInRequiredText(t *testing.T) {
	l := load(t, folder(t, map[string]string{"concept.csv": "concept_id,concept_name,concept_code,vocabulary_id,invalid_reason\n1,NA,NA,None,NA\n"}))
	l.want("SELECT concept_name, concept_code, vocabulary_id, invalid_reason FROM concept", "NA|NA|None|·")
}

func TestAthenaTabsBesideQuotedCSV(t *testing.T) {
	l := load(t, folder(t, map[string]string{
		"CONCEPT.csv": "concept_id\tconcept_name\tconcept_code\n" +
			"1\tPayer enrollment status \"Deceased\"\tOMOP generated\n2\t\"Quoted\" at first\t007\n3\t5\" plate\tx\n4\t\"\tlone\n",
		"note.csv": "note_id,person_id,note_text\n1,1,\"line one\nline \"\"two\"\", and a comma\"\n2,1,plain\n",
	}))
	l.want("SELECT concept_id, concept_name, concept_code FROM concept ORDER BY 1",
		`1|Payer enrollment status "Deceased"|OMOP generated / 2|"Quoted" at first|007 / 3|5" plate|x / 4|"|lone`)
	l.want("SELECT replace(note_text, chr(10), '~') FROM note ORDER BY note_id", `line one~line "two", and a comma / plain`)
}

func TestQuotesFarBehindTheFirstLinesStillTell(t *testing.T) {
	var plain, quoted strings.Builder
	plain.WriteString("concept_id\tconcept_name\n")
	quoted.WriteString("note_id\tperson_id\tnote_text\n")
	for i := range 20_000 {
		fmt.Fprintf(&plain, "%d\tname %d\n", i, i)
		fmt.Fprintf(&quoted, "%d\t1\ttext %d\n", i, i)
	}
	plain.WriteString("90000\t\"half quoted\n90001\tthe 5\" one\n")
	quoted.WriteString("90000\t1\t\"two\tcells \"\"in\"\" one\"\n")
	l := load(t, folder(t, map[string]string{"concept.csv": plain.String(), "note.tsv": quoted.String()}))
	l.want("SELECT concept_name FROM concept WHERE concept_id >= 90000 ORDER BY concept_id", `"half quoted / the 5" one`)
	l.want("SELECT replace(note_text, chr(9), '~') FROM note WHERE note_id = 90000", `two~cells "in" one`)
	l.want("SELECT count(*) FROM note", "20001")
}

func TestLineEndsOfEveryKindAndMixed(t *testing.T) {
	unix := "person_id,person_source_value\n1,a\n2,\"b\"\n3,c\n"
	for name, text := range map[string]string{
		"windows":       strings.ReplaceAll(unix, "\n", "\r\n"),
		"old mac":       strings.ReplaceAll(unix, "\n", "\r"),
		"mixed":         "person_id,person_source_value\r\n1,a\n2,\"b\"\r\n3,c\n",
		"mixed with cr": "person_id,person_source_value\n1,a\r2,\"b\"\r\n3,c",
		"blank lines":   "\n\nperson_id,person_source_value\n1,a\n2,\"b\"\n3,c\n\n",
	} {
		t.Run(name, func(t *testing.T) {
			l := load(t, folder(t, map[string]string{"person.csv": text}))
			l.want("SELECT person_id, person_source_value FROM person ORDER BY 1", "1|a / 2|b / 3|c")
			if l.report.Rejects != "" {
				t.Errorf("lines rejected: %v", l.report.Findings())
			}
		})
	}
}

func TestLineEndsThatChangeFarDown(t *testing.T) {
	var b strings.Builder
	b.WriteString("person_id,person_source_value\n")
	for i := range 150_000 {
		end := "\n"
		if i > 100_000 {
			end = "\r\n"
		}
		fmt.Fprintf(&b, "%d,\"v%d\"%s", i, i, end)
	}
	l := load(t, folder(t, map[string]string{"person.csv": b.String()}))
	l.want("SELECT count(*), max(person_source_value = 'v' || person_id) FROM person", "150000|true")
}

func TestNonASCIIInEveryEncoding(t *testing.T) {
	utf16 := func(s string) string {
		b := []byte{0xff, 0xfe}
		for _, r := range s {
			b = append(b, byte(r), byte(r>>8))
		}
		return string(b)
	}
	for name, text := range map[string]string{
		"UTF-8":        "person_id,person_source_value\n1,María Åse\n2,日本\n",
		"Windows-1252": "person_id,person_source_value\n1,Mar\xeda \xc5se\n2,\xe9\n",
		"UTF-16":       utf16("person_id,person_source_value\n1,María Åse\n2,é\n"),
		"both":         "person_id,person_source_value\n1,María Åse\n2,\xe9\n",
	} {
		t.Run(name, func(t *testing.T) {
			l := load(t, folder(t, map[string]string{"person.csv": text}))
			l.want("SELECT person_source_value FROM person WHERE person_id = 1", "María Åse")
			want := "é"
			if name == "UTF-8" {
				want = "日本"
			}
			l.want("SELECT person_source_value FROM person WHERE person_id = 2", want)
		})
	}
}
