package load

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/askomop/askomop/internal/needs"
)

const oneDeath = "person_id,death_date\n1,2010-01-02\n"

func link(t *testing.T, to, at string) {
	t.Helper()
	if err := os.Symlink(to, at); err != nil {
		needs.Missing(t, "links: %v", err)
	}
}

func TestLinkedFoldersAreFollowed(t *testing.T) {
	source, elsewhere := folder(t, nil), folder(t, map[string]string{"death.csv": oneDeath, "person_notes.txt": "x\n"})
	if err := os.Remove(filepath.Join(elsewhere, "person_notes.txt")); err != nil {
		t.Fatal(err)
	}
	link(t, elsewhere, filepath.Join(source, "events"))
	link(t, source, filepath.Join(elsewhere, "back"))
	link(t, filepath.Join(source, "nowhere.csv"), filepath.Join(source, "visit_occurrence.csv"))
	l := load(t, source)
	l.want("SELECT count(*) FROM death", "1")
	mentions(t, strings.Join(l.report.Findings(), "\n"), "visit_occurrence.csv is a link that leads nowhere")
}

func TestFilesBesideTheTablesAreNamedWithWhatToDo(t *testing.T) {
	l := load(t, folder(t, map[string]string{"person.csv": onePerson, "PERSON_2.csv": onePerson, "measurement.xlsx": "PK", "death.sas7bdat": "x", "sub/person.csv": onePerson}))
	l.want("SELECT count(*) FROM person", "2")
	mentions(t, strings.Join(l.report.Findings(), "\n"), "PERSON_2.csv was not read, because person.csv has the plain name", "person_1 and person_2",
		"measurement.xlsx is a spreadsheet", "measurement.csv", "death.sas7bdat is named like the death table", "sub/person.csv was not read: person.csv was taken")
}

func TestPrefixesInCommonAreKnown(t *testing.T) {
	concept := "concept_id,concept_name\n7,seven\n"
	for name, files := range map[string]map[string]string{
		"vocab and raw":      {"raw_person.csv": onePerson, "raw_death.csv": oneDeath, "vocab_concept.csv": concept},
		"a site's own":       {"hosp1_person.csv": onePerson, "hosp1_death.csv": oneDeath, "hosp1_concept.csv": concept},
		"of two words":       {"St Mary person.csv": onePerson, "St Mary death.csv": oneDeath, "St Mary concept.csv": concept},
		"a schema's, dotted": {"cdm_v54.person.csv": onePerson, "cdm_v54.death.csv": oneDeath, "cdm_v54.concept.csv": concept},
	} {
		t.Run(name, func(t *testing.T) {
			l := load(t, folder(t, files))
			l.want("SELECT (SELECT count(*) FROM person), (SELECT count(*) FROM death), (SELECT count(*) FROM concept)", "2|1|1")
		})
	}
	l := load(t, folder(t, map[string]string{"person.csv": onePerson, "my_death.csv": oneDeath, "their_death.csv": oneDeath}))
	l.want("SELECT count(*) FROM death", "0")
	if len(l.report.Ignored) != 2 {
		t.Errorf("ignored %v", l.report.Ignored)
	}
}

const plainDump = `--
-- PostgreSQL database dump
--
SET client_encoding = 'UTF8';
CREATE TABLE cdm.person (person_id bigint NOT NULL);
COPY cdm.death (person_id, death_date, cause_source_value) FROM stdin;
1	2010-01-02	
2	2011-01-01	\\N
\.

COPY cdm.person (person_id, gender_concept_id, year_of_birth, person_source_value) FROM stdin;
1	8507	1950	tab\there, "quoted"
2	8532	1960	line\nend \\ slash
3	8532	1970	\N
\.
ALTER TABLE ONLY cdm.person ADD CONSTRAINT person_pkey PRIMARY KEY (person_id);
`

func TestAPlainDumpOfPostgreSQLIsLoaded(t *testing.T) {
	file := filepath.Join(t.TempDir(), "dump.sql")
	write(t, file, plainDump)
	for name, source := range map[string]string{"a file": file, "a folder": filepath.Dir(file)} {
		t.Run(name, func(t *testing.T) {
			l := load(t, source)
			l.want("SELECT person_id, person_source_value FROM person ORDER BY 1", "1|tab\there, \"quoted\" / 2|line\nend \\ slash / 3|·")
			l.want("SELECT count(*), max(death_date) FROM death", "2|2011-01-01")
			if len(l.report.Ignored) > 0 {
				t.Errorf("ignored %v", l.report.Ignored)
			}
		})
	}
}

func TestOtherDumpsSayHow(t *testing.T) {
	dump := func(name, text string) string {
		file := filepath.Join(t.TempDir(), name)
		write(t, file, text)
		return file
	}
	directory := t.TempDir()
	write(t, filepath.Join(directory, "toc.dat"), "PGDMP")
	for source, says := range map[string][]string{
		dump("cdm.dump", "PGDMP\x01\x0e"): {"pg_restore -f cdm.sql"},
		directory:                         {"pg_restore -f cdm.sql"},
		dump("inserts.sql", "-- PostgreSQL database dump\nINSERT INTO cdm.person VALUES (1);\n"):     {"--inserts"},
		dump("schema.sql", "-- PostgreSQL database dump\nCREATE TABLE person (person_id bigint);\n"): {"--schema-only"},
		dump("cut.sql", strings.TrimSuffix(plainDump[:strings.Index(plainDump, "3\t8532")], "\n")):   {"not whole"},
		dump("other.sql", "SELECT 1;\n"): {"pg_dump"},
	} {
		mentions(t, refused(t, Options{Source: source}), says...)
	}
}

func TestWhatDuckDBExportsIsLoaded(t *testing.T) {
	for _, format := range []string{"CSV", "PARQUET"} {
		for _, schema := range []string{"main", "cdm"} {
			dir := filepath.Join(t.TempDir(), "export")
			db, err := sql.Open("duckdb", "")
			if err != nil {
				t.Fatal(err)
			}
			db.SetMaxOpenConns(1)
			for _, stmt := range []string{
				"CREATE SCHEMA IF NOT EXISTS " + schema, "USE " + schema,
				"CREATE TABLE person AS SELECT 1 AS person_id, 8507 AS gender_concept_id, 1950 AS year_of_birth, 'a \"b\", c' AS person_source_value",
				"CREATE TABLE death AS SELECT 1 AS person_id, DATE '2010-01-02' AS death_date",
				"EXPORT DATABASE '" + dir + "' (FORMAT " + format + ")",
			} {
				if _, err := db.Exec(stmt); err != nil {
					t.Fatalf("%s: %v", stmt, err)
				}
			}
			db.Close()
			l := load(t, dir)
			l.want("SELECT person_id, person_source_value FROM person", "1|a \"b\", c")
			l.want("SELECT death_date FROM death", "2010-01-02")
			if len(l.report.Ignored) > 0 {
				t.Errorf("%s, %s: ignored %v", format, schema, l.report.Ignored)
			}
		}
	}
}

func TestAVocabularyIsTakenAloneFromACDM(t *testing.T) {
	source := folder(t, map[string]string{"concept.csv": "concept_id,concept_name\n7,seven\n", "death.csv": "person_id,death_date\nx,y\n"})
	r, err := Load(context.Background(), Options{Source: source, Target: filepath.Join(t.TempDir(), "v.duckdb"), Vocabulary: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range r.Tables {
		if table.Rows > 0 && table.Table != "concept" {
			t.Errorf("%s: %d rows", table.Table, table.Rows)
		}
	}
}

func TestAWideHeaderIsRefusedAtOnce(t *testing.T) {
	wide := "person_id" + strings.Repeat(",x", 100_000) + "\n"
	mentions(t, refused(t, Options{Source: folder(t, map[string]string{"death.csv": wide})}), "death.csv", "more than 500 columns")
}

func TestAZipThatWontFitIsRefusedBeforeUnpacking(t *testing.T) {
	src, err := openSource(zipOf(t, "person.csv", onePerson, "note.csv", "note_id,person_id\n"+strings.Repeat("1,1\n", 100_000)), false)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	l := &loader{src: src, dst: &target{file: "/data/cdm.duckdb"}, freeSpace: func(string) (int64, bool) { return 100_000, true }}
	if err := l.checkSpace(); err == nil || !strings.Contains(err.Error(), "0.5 MB on the disk of /data/cdm.duckdb, where 0.1 MB are free") {
		t.Errorf("400 kB into 100: %v", err)
	}
	l.freeSpace = func(string) (int64, bool) { return 1_000_000, true }
	if err := l.checkSpace(); err != nil {
		t.Errorf("400 kB into a megabyte: %v", err)
	}
}
