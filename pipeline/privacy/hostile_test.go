package privacy

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"
)

// TestHostileStatementsTellOfNobody makes statements that are meant to tell of few people, runs those that are not
// refused with each person left out in turn, and looks what of that which is shown, or the difference of two numbers of
// it, depends on fewer people than are shown. 2,000 of them, or as many as HOSTILE says, as number or number/seed; task
// test:hostile runs 100,000.
func TestHostileStatementsTellOfNobody(t *testing.T) {
	rounds, within := 2000, 90*time.Second
	if testing.Short() {
		rounds, within = 300, 20*time.Second
	}
	seed := uint64(16)
	if text := os.Getenv("HOSTILE"); text != "" {
		within, seed = 100*time.Hour, uint64(time.Now().UnixNano())
		if _, err := fmt.Sscanf(text, "%d/%d", &rounds, &seed); rounds == 0 {
			t.Fatal("HOSTILE is a number of statements, or number/seed: ", err)
		}
	}
	db := ward(t)
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	h := hostile{rand.New(rand.NewPCG(seed, 1))}
	start, tried, refused, failed, shown := time.Now(), 0, 0, 0, 0
	for tried < rounds && time.Since(start) < within {
		if tried > 0 && tried%1000 == 0 {
			t.Logf("seed %d: %d statements so far", seed, tried)
		}
		a := h.attempt()
		tried++
		j, isRefused, err := judge(t.Context(), conn, parser{db}, a)
		switch {
		case isRefused:
			refused++
		case err != nil:
			t.Errorf("%v\n%s", err, a.sql)
		case j == nil:
			failed++
		case len(j.raw) == wardPeople+1:
			shown++
			for _, leak := range j.leaks() {
				t.Errorf("%s\n%s\nshows %s\nof    %s", leak, a.sql, shownRows(j.shown[0]), shownRows(j.raw[0]))
			}
		}
	}
	t.Logf("seed %d: %d statements, %d refused, %d failed on the data, %d with a number in sight, %v", seed, tried, refused, failed, shown, time.Since(start).Round(time.Second))
	if shown*20 < tried {
		t.Errorf("only %d of %d statements showed anything", shown, tried)
	}
}

// TestStatementsThatWereFoundTellOfNobody runs what the generator has found once.
func TestStatementsThatWereFoundTellOfNobody(t *testing.T) {
	db := ward(t)
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	shown := 0
	found := []attempt{
		{sql: "SELECT CAST(p.race_concept_id AS VARCHAR) AS k, SUM(GREATEST(0, p.year_of_birth - 1959)) FILTER (WHERE NOT (p.gender_concept_id = 8532)) AS a FROM person p GROUP BY 1 UNION ALL " +
			"SELECT 'all', SUM(GREATEST(0, p.year_of_birth - 1959)) FILTER (WHERE NOT (p.gender_concept_id = 8532)) FROM person p " +
			"WHERE (NOT EXISTS (SELECT 1 FROM condition_occurrence x WHERE x.person_id = p.person_id AND x.condition_concept_id = 2) OR p.year_of_birth = 1954)", keys: 1, ignored: []bool{false, false}},
		{sql: "SELECT l AS k, COUNT(DISTINCT person_id) AS n FROM (SELECT person_id, 'a' AS l FROM person UNION ALL SELECT person_id, 'b' FROM person WHERE person_id NOT IN (SELECT person_id FROM death)) u GROUP BY 1", keys: 1, ignored: []bool{false, false}},
		{sql: "SELECT p.race_concept_id AS k0, SUM(CASE WHEN p.gender_concept_id = 8532 AND p.birth_datetime > DATE '1950-06-01' THEN p.year_of_birth ELSE 0 END) AS a0 " +
			"FROM person p JOIN condition_occurrence c ON c.person_id = p.person_id AND c.condition_concept_id = 1 GROUP BY ROLLUP (1)", keys: 1, ignored: []bool{false, false}},
		{sql: "SELECT 0 AS k, (SELECT AVG((p.gender_concept_id <> 8532)::INT) FROM person p WHERE NOT (p.race_concept_id > 8515)) AS a0 UNION ALL SELECT 1, (SELECT COUNT(DISTINCT p.person_id) FROM person p " +
			"WHERE p.year_of_birth <> 1957) UNION ALL SELECT 2, (SELECT COUNT(DISTINCT p.person_id) FROM person p WHERE NOT EXISTS (SELECT 1 FROM condition_occurrence x WHERE x.person_id = p.person_id AND x.condition_concept_id = 2))", keys: 1, ignored: []bool{false, false}},
		{sql: "SELECT CAST(p.race_concept_id AS VARCHAR) AS k, SUM((2009 - p.year_of_birth) // 10) AS a FROM person p GROUP BY 1 UNION ALL SELECT 'all', SUM((2009 - p.year_of_birth) // 10) FROM person p " +
			"WHERE NOT EXISTS (SELECT 1 FROM death x WHERE x.person_id = p.person_id)", keys: 1, ignored: []bool{false, false}},
	}
	for _, a := range found {
		j, refused, err := judge(t.Context(), conn, parser{db}, a)
		if err != nil || refused || j == nil {
			t.Fatalf("%v, refused: %v\n%s", err, refused, a.sql)
		} else if j.anyInSight() {
			shown++
		}
		for _, leak := range j.leaks() {
			t.Errorf("%s\n%s\nshows %s\nof    %s", leak, a.sql, shownRows(j.shown[0]), shownRows(j.raw[0]))
		}
	}
	if shown < 3 { // of sums of years beside conditions on these nothing is
		t.Errorf("only of %d of %d statements anything is shown", shown, len(found))
	}
}
