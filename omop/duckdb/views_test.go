package duckdb

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/askomop/askomop/omop"
)

// Ten people, of whom person 7 alone has died.
var tenPeople = []string{
	"CREATE TABLE p AS SELECT i AS id, 1950 + i AS born, i + 1 AS other FROM range(10) AS t (i)",
	"CREATE TABLE d AS SELECT 7 AS id, DATE '2010-01-01' AS day, 70 AS other",
	"CREATE TABLE provider AS SELECT 1 AS provider_id",
}

func TestViewsThatMakeUpPeopleAreRefused(t *testing.T) {
	for name, c := range map[string]struct{ view, query string }{
		"computed from two columns":      {"CREATE VIEW death AS SELECT id * 1000 + i AS person_id, day AS death_date FROM d, range(1000) AS r (i)", "death"},
		"of a series":                    {"CREATE VIEW death AS SELECT i AS person_id, day AS death_date FROM d, range(1000) AS r (i)", "death"},
		"of a series, unqualified":       {"CREATE VIEW death AS SELECT * FROM range(1000) AS r (person_id), d", "death"},
		"unnested":                       {"CREATE VIEW death AS SELECT unnest([id, id + 1, id + 2]) AS person_id, day AS death_date FROM d", "death"},
		"unnested below":                 {"CREATE VIEW death AS SELECT n AS person_id FROM (SELECT unnest(range(id)) AS n FROM d)", "death"},
		"in WITH":                        {"CREATE VIEW death AS WITH many AS (SELECT id * 10 + r.range AS person_id FROM d, range(10) AS r) SELECT * FROM many", "death"},
		"recursive":                      {"CREATE VIEW death AS WITH RECURSIVE m AS (SELECT id AS person_id FROM d UNION ALL SELECT person_id + 1 FROM m WHERE person_id < 100) SELECT * FROM m", "death"},
		"numbered":                       {"CREATE VIEW death AS SELECT row_number() OVER () AS person_id FROM d, range(10)", "death"},
		"summed":                         {"CREATE VIEW death AS SELECT sum(id) AS person_id FROM p GROUP BY born", "death"},
		"shifted copies":                 {"CREATE VIEW death AS SELECT id AS person_id FROM d UNION ALL SELECT id + 100 FROM d", "death"},
		"copies of another column":       {"CREATE VIEW death AS SELECT id AS person_id FROM d UNION ALL SELECT other FROM d", "death"},
		"constants":                      {"CREATE VIEW death AS SELECT * FROM (VALUES (1), (2)) AS v (person_id)", "death"},
		"through another view":           {"CREATE VIEW a AS SELECT id + i AS person_id FROM d, range(9) AS r (i); CREATE VIEW death AS SELECT * FROM a", "death"},
		"a CASE":                         {"CREATE VIEW death AS SELECT CASE WHEN i > 1 THEN id ELSE i END AS person_id FROM d, range(9) AS r (i)", "death"},
		"a row's number":                 {"CREATE VIEW death AS SELECT rowid AS person_id FROM d", "death"},
		"a view of any name":             {"CREATE VIEW own AS SELECT id * 1000 + i AS person_id FROM d, range(1000) AS r (i)", "own"},
		"a place for each":               {"CREATE VIEW location AS SELECT id + i AS location_id FROM d, range(9) AS r (i)", "location"},
		"people called providers":        {"CREATE VIEW death AS SELECT id AS person_id FROM d; CREATE VIEW care_site AS SELECT id AS care_site_id FROM d", "care_site"},
		"people called concepts":         {"CREATE TABLE death AS SELECT id AS person_id FROM d; CREATE VIEW concept AS SELECT person_id AS concept_id FROM death", "concept"},
		"people called concepts, deeper": {"CREATE VIEW x AS SELECT id AS person_id FROM p; CREATE VIEW y AS SELECT * FROM x; CREATE VIEW concept AS SELECT person_id AS concept_id FROM y", "concept"},
		"people twice":                   {"CREATE VIEW person AS SELECT id AS person_id FROM p, range(5)", "person"},
	} {
		t.Run(name, func(t *testing.T) {
			statements := append(tenPeople[:len(tenPeople):len(tenPeople)], c.view)
			_, err := open(t, fileOf(t, "hostile.duckdb", statements...), Options{}).Query(t.Context(), "SELECT COUNT(*) AS n FROM "+c.query, omop.Limit{})
			if !errors.Is(err, omop.ErrForbidden) {
				t.Errorf("%s was read: %v", c.query, err)
			}
			if got := number(t, open(t, fileOf(t, "trusted.duckdb", statements...), Options{Schemas: Schemas{TrustViews: true}}), "SELECT COUNT(*) FROM "+c.query); got == nil {
				t.Error("the owner's word does not let it be read")
			}
		})
	}
}

func TestViewsThatTakePeopleAsTheyAreAreRead(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a.parquet"), filepath.Join(dir, "b.csv")
	e := open(t, fileOf(t, "own.duckdb", append(tenPeople[:len(tenPeople):len(tenPeople)],
		"COPY p TO '"+a+"'", "COPY p TO '"+b+"'",
		"CREATE VIEW person AS SELECT id AS person_id, born AS year_of_birth FROM p WHERE born > 1952",
		"CREATE VIEW death (person_id, death_date) AS SELECT id, day FROM d WHERE day IS NOT NULL",
		"CREATE VIEW condition_occurrence AS SELECT CAST(v.id AS BIGINT) AS person_id, c.provider_id AS condition_concept_id FROM p AS v LEFT JOIN provider AS c ON c.provider_id = v.other",
		"CREATE VIEW drug_exposure AS SELECT hash(id) AS person_id FROM read_parquet('"+a+"')",
		"CREATE VIEW visit_occurrence AS SELECT id AS person_id FROM '"+a+"' UNION ALL SELECT id + 1000000 FROM read_csv('"+b+"')",
		"CREATE VIEW observation AS WITH x AS (SELECT id AS person_id, max(born) AS year FROM p GROUP BY id) SELECT * FROM x",
		"CREATE VIEW measurement AS SELECT * FROM condition_occurrence",
		"CREATE VIEW care_site AS SELECT provider_id AS care_site_id FROM provider",
	)...), Options{})
	for table, want := range map[string]int64{"person": 7, "death": 1, "condition_occurrence": 10, "drug_exposure": 10, "visit_occurrence": 20, "observation": 10, "measurement": 10, "care_site": 1} {
		if got := number(t, e, "SELECT COUNT(*) FROM "+table); got != want {
			t.Errorf("%s: %v, want %d", table, got, want)
		}
	}
}
