package load

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/schema"
)

// values of every kind, in usual and in unusual writing.
var writings = []string{
	"12", "-5", "+5", "007", "0", "4116324.0", "1.5", "2.00", "5.", ".5", "-.5", "1e3", "1.5E-7", "1e400", "1.74E+18", "0x10", "0b11", "1_000", " 12", "12 ", "1 2", "--1", "1.2.3", "",
	"999999999", "9999999999", "999999999999999999", "9999999999999999999", "nan", "inf", "-Infinity", "NA", "NULL", "null", "#N/A", `\N`, `""`, "None", ".", "-", "+", "e5", "1e", "1e+",
	"2010-12-31", "2010-1-2", "2010-02-30", "2000-02-29", "1900-02-29", "2010-13-01", "2010-00-10", "2010-04-31", "0000-01-01", "0001-01-01", "9999-12-31", "2010/12/31", "20101231",
	"12/31/2010", "31.12.2010", "infinity", "epoch", "2010-12-31 23:59:59", "2010-12-31T23:59:59", "2010-12-31 24:00:00", "2010-12-31 23:60:00", "2010-12-31 23:59:59.123456",
	"2010-12-31 23:59:59.1234567", "2010-12-31 23:59:59.", "2010-12-31 23:59", "2010-12-31 23:59:59Z", "2010-12-31 23:59:59+02", "2010-12-31 junk", "2010-12-31BC", "é",
}

func TestWhatIsUsualIsReadAsItIsWritten(t *testing.T) {
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	usual := map[schema.Type]int{}
	for _, typ := range []schema.Type{schema.ID, schema.Integer, schema.Number, schema.Date, schema.Datetime} {
		for _, v := range writings {
			if !contentOf(typ).isUsual([]byte(v)) {
				continue
			}
			usual[typ]++
			file := filepath.Join(t.TempDir(), "x.csv")
			write(t, file, v+",z\n")
			read := func(sqlType, value string) (out string) {
				query := fmt.Sprintf("SELECT coalesce((%s)::VARCHAR, 'NULL') FROM read_csv('%s', auto_detect=false, header=false, delim=',', columns={'c': '%s', 'd': 'VARCHAR'})", value, file, sqlType)
				if err := db.QueryRow(query).Scan(&out); err != nil {
					t.Fatalf("%s %q: %v", typ, v, err)
				}
				return out
			}
			c := &schema.Column{Type: typ}
			if got, want := read(typ.SQL(), "c"), read("VARCHAR", cellOf(c, "c", monthFirst, false).value); got != want || got == "NULL" {
				t.Errorf("%s %q: the engine reads %s, carefully it is %s", typ, v, got, want)
			}
		}
	}
	want := map[schema.Type]int{schema.ID: 10, schema.Integer: 8, schema.Number: 19, schema.Date: 7, schema.Datetime: 7}
	for typ, n := range want {
		if usual[typ] != n {
			t.Errorf("%s: %d of the writings are usual, want %d", typ, usual[typ], n)
		}
	}
}

// readFile reads a delimited file of conditions with a loader's parts, and tells all that came of it. spoil may change the piece.
func readFile(t *testing.T, text string, spoil func(*piece)) string {
	t.Helper()
	ctx := context.Background()
	dir := t.TempDir()
	file := filepath.Join(dir, "condition_occurrence.csv")
	write(t, file, text)
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	cdm, err := schema.For("5.4")
	if err != nil {
		t.Fatal(err)
	}
	table, _ := cdm.Table("condition_occurrence")
	conn, err := db.Conn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, table.DDL()); err != nil {
		t.Fatal(err)
	}
	l := &loader{schema: cdm, dst: &target{dir: dir, db: db}}
	m := &member{name: "condition_occurrence.csv", path: file, table: table.Name, size: int64(len(text)), open: func() (io.ReadCloser, error) { return os.Open(file) }}
	d, err := m.peek()
	if err != nil {
		return "refused: " + err.Error()
	}
	p, err := l.preparePiece(ctx, &peeked{member: m, dialect: d})
	if err != nil {
		return "refused: " + err.Error()
	}
	spoil(p)
	report := &TableReport{}
	r := &reader{conn: conn, table: table, into: table.Name, rejects: newRejects(dir), report: report}
	err = r.load(ctx, p)
	if _, closeErr := r.rejects.close(); closeErr != nil {
		t.Fatal(closeErr)
	}
	rejects, _ := os.ReadFile(filepath.Join(dir, "rejects.csv"))
	var rows sql.NullString
	if err := conn.QueryRowContext(ctx, "SELECT string_agg(c::VARCHAR, chr(10)) FROM condition_occurrence AS c").Scan(&rows); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%v\n%+v\n%s\n%s", err, *report, rows.String, rejects)
}

func TestAFileIsReadTheSameWhateverTheEngineReadsByItself(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	usual, files := 0, 60
	if testing.Short() {
		files = 20
	}
	for n := range files {
		text := randomFile(random, n)
		got := readFile(t, text, func(p *piece) {
			if p.usual != nil {
				usual++
			}
		})
		if want := readFile(t, text, func(p *piece) { p.usual = nil }); got != want {
			t.Fatalf("file\n%s\nis read as\n%s\nand, all of it as text, as\n%s", text, got, want)
		}
	}
	if usual < files/2 {
		t.Errorf("only %d of %d files had usual columns: the test tests little", usual, files)
	}
}

// randomFile writes conditions, the more oddly the larger n is: odd values, quotes, short and long records.
func randomFile(random *rand.Rand, n int) string {
	var b strings.Builder
	end := []string{"\n", "\r\n"}[n%2]
	b.WriteString("condition_occurrence_id,person_id,condition_concept_id,condition_start_date,condition_start_datetime,stop_reason,visit_occurrence_id" + end)
	for i := range 1 + random.IntN(30) {
		cells := []string{fmt.Sprint(i), fmt.Sprint(random.IntN(9)), "201826", "2010-03-12", "2010-03-12 10:11:12", []string{"cured", "", "NA"}[random.IntN(3)], ""}
		for range random.IntN(1 + n%20/5) {
			cells[random.IntN(len(cells))] = writings[random.IntN(len(writings))]
		}
		for j, c := range cells {
			switch random.IntN(40) {
			case 0, 1:
				cells[j] = `"` + c + `"`
			case 2:
				cells[j] = `"` + c + `, ""quoted""` + end + `and long"`
			case 3:
				if n%7 == 0 {
					cells[j] = c + `"x"`
				}
			}
		}
		if random.IntN(60) == 0 {
			cells = cells[:random.IntN(len(cells))]
		}
		b.WriteString(strings.Join(cells, ",") + end)
	}
	return b.String()
}

func TestWhatTheEngineReadsOtherwiseIsReadAsText(t *testing.T) {
	text := "condition_occurrence_id,person_id,stop_reason\n1,1,a\nx,2,b\n"
	want := readFile(t, text, func(*piece) {})
	if got := readFile(t, text, func(p *piece) { p.usual = []schema.Type{schema.ID, schema.ID, schema.Text} }); got != want || !strings.Contains(got, "not a whole number") {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestLookingInChunksOfAnySize(t *testing.T) {
	cdm, err := schema.For("5.4")
	if err != nil {
		t.Fatal(err)
	}
	table, _ := cdm.Table("death")
	text := "person_id,death_date,cause_source_value,cause_concept_id\n1,2010-01-01,\"a, \"\"b\"\"\nc\",1.0\n2,,\"\",2.5"
	for size := 1; size <= len(text); size++ {
		u := newUsual(table, dialect{delim: ',', quoted: true, escape: '"', header: []string{"x"}},
			mapping{width: 4, from: map[string][]int{"person_id": {0}, "death_date": {1}, "cause_source_value": {2}, "cause_concept_id": {3}}})
		for at := 0; at < len(text); at += size {
			if _, err := u.Write([]byte(text[at:min(at+size, len(text))])); err != nil {
				t.Fatal(err)
			}
		}
		if got, want := fmt.Sprint(u.columns()), "[id date text text]"; got != want {
			t.Errorf("%d bytes at once: %s, want %s", size, got, want)
		}
	}
}

func TestTheVocabularyLiesByConcept(t *testing.T) {
	l := load(t, folder(t, map[string]string{
		"concept.csv": "concept_id,concept_name,domain_id,vocabulary_id,concept_class_id,standard_concept,concept_code,valid_start_date,valid_end_date,invalid_reason\n" +
			"30,c,Condition,SNOMED,Disorder,S,3,1970-01-01,2099-12-31,\n10,a,Condition,SNOMED,Disorder,S,1,1970-01-01,2099-12-31,\n" +
			"20,b,Condition,SNOMED,Disorder,S,2,1970-01-01,2099-12-31,\n",
		"concept_ancestor.csv": "ancestor_concept_id,descendant_concept_id,min_levels_of_separation,max_levels_of_separation\n30,30,0,0\n10,20,1,1\n10,10,0,0\n20,20,0,0\n10,20,1,1\n,20,1,1\n,20,2,2\n",
	}))
	l.want("SELECT concept_id FROM concept ORDER BY rowid", "10 / 20 / 30")
	l.want("SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id IS NOT NULL ORDER BY rowid", "10 / 20 / 20 / 20 / 30")
	if n := l.table("concept_ancestor").Duplicates; n != 2 {
		t.Errorf("%d rows repeat a key, want 10 over 20 and nothing over 20", n)
	}
}

func TestTheOrderHoldsOverAllPartsOfATable(t *testing.T) {
	const header = "condition_occurrence_id,person_id,condition_concept_id,condition_start_date\n"
	l := load(t, folder(t, map[string]string{
		"condition_occurrence_1.csv": header + "1,2,30,2010-01-01\n2,1,10,2010-01-02\n",
		"condition_occurrence_2.csv": header + "3,1,30,2010-01-03\n4,1,10,2010-01-01\n",
		"condition_occurrence_3.csv": header + "5,1,20,x\n6,1,,2010-01-01\n",
	}))
	l.want("SELECT condition_occurrence_id FROM condition_occurrence ORDER BY rowid", "4 / 2 / 5 / 3 / 1 / 6")
	if r := l.table("condition_occurrence"); r.Rows != 6 || len(r.Unreadable) != 1 {
		t.Errorf("report %+v", r)
	}
}
