package privacy

import (
	"database/sql"
	"testing"
)

// ward is a database of 24 people in which the truth is known: 2 of race 8515, 7 of 8516, 15 of 8527; 2 died; 2 have
// condition 2. Its tables are views that leave one person out, the one of the variable "out".
const (
	wardPeople = 24
	wardMin    = 3
)

var wardTables = []string{
	`CREATE TABLE concept AS SELECT * FROM (VALUES (8532, 'FEMALE'), (8507, 'MALE'), (1, 'gout'), (2, 'asthma'), (3, 'cold'), (8515, 'Asian'), (8516, 'Black'), (8527, 'White')) t(concept_id, concept_name)`,
	`CREATE TABLE all_person AS SELECT i AS person_id, CASE WHEN i % 5 < 3 THEN 8532 ELSE 8507 END AS gender_concept_id, CASE WHEN i <= 2 THEN 8515 WHEN i <= 9 THEN 8516 ELSE 8527 END AS race_concept_id,
		1950 + (i * i * 7 + i * 3) % 37 AS year_of_birth, DATE '1950-01-01' + CAST((i * i * 61 + i * 137) % 4001 AS INTEGER) AS birth_datetime, 'SECRET' || i AS person_source_value FROM range(1, 25) r(i)`,
	`CREATE TABLE all_condition_occurrence AS SELECT row_number() OVER () AS condition_occurrence_id, person_id, condition_concept_id, DATE '2010-01-01' + CAST(person_id * 31 + k * 100 AS INTEGER) AS condition_start_date
		FROM (SELECT person_id, 1 AS condition_concept_id FROM all_person WHERE person_id % 2 = 0 UNION ALL SELECT person_id, 2 FROM all_person WHERE person_id IN (4, 11)
		UNION ALL SELECT person_id, 3 FROM all_person WHERE person_id <> 7), (VALUES (0), (1)) v(k) WHERE k = 0 OR person_id % 3 = 0`,
	`CREATE TABLE all_measurement AS SELECT person_id AS measurement_id, person_id, 7 AS measurement_concept_id, person_id * 1.37 + (person_id * person_id % 17) * 0.101 AS value_as_number FROM all_person WHERE person_id <> 5`,
	`CREATE TABLE all_visit_occurrence AS SELECT row_number() OVER () AS visit_occurrence_id, person_id, CASE WHEN person_id % 4 = 0 THEN 9201 ELSE 9202 END AS visit_concept_id,
		DATE '2011-03-01' + CAST(person_id + k * 30 AS INTEGER) AS visit_start_date, DATE '2011-03-03' + CAST(person_id * 2 + k * 30 AS INTEGER) AS visit_end_date FROM all_person, range(3) v(k) WHERE k <= person_id % 3`,
	`CREATE TABLE concept_ancestor AS SELECT * FROM (VALUES (1, 1, 0), (2, 2, 0), (3, 3, 0), (10, 1, 1), (10, 2, 1), (11, 1, 1), (12, 1, 2), (12, 2, 2), (12, 3, 1)) t(ancestor_concept_id, descendant_concept_id, min_levels_of_separation)`,
	`CREATE TABLE all_death AS SELECT person_id, DATE '2016-01-01' + CAST(person_id AS INTEGER) AS death_date FROM all_person WHERE person_id IN (2, 17)`,
}

func ward(t testing.TB) *sql.DB {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	for _, s := range wardTables {
		if _, err := db.ExecContext(t.Context(), s); err != nil {
			t.Fatalf("%v\n%s", err, s)
		}
	}
	for _, name := range []string{"person", "condition_occurrence", "measurement", "visit_occurrence", "death"} {
		if _, err := db.ExecContext(t.Context(), "CREATE VIEW "+name+" AS SELECT * FROM all_"+name+" WHERE person_id <> getvariable('out')"); err != nil {
			t.Fatal(err)
		}
	}
	return db
}
