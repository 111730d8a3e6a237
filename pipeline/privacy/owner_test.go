package privacy

import (
	"strings"
	"testing"
)

// TestPersonOfACostIsLookedUpOnce holds that a table of costs is joined to its people in one place, also where many
// numbers of people are counted, and that those of few are hidden all the same.
func TestPersonOfACostIsLookedUpOnce(t *testing.T) {
	db := clinic(t)
	for _, statement := range []string{
		`CREATE TABLE cost AS SELECT condition_occurrence_id AS cost_id, condition_occurrence_id AS cost_event_id, 'Condition' AS cost_domain_id,
			condition_concept_id AS cost_concept_id, 10.5 * condition_occurrence_id AS total_paid FROM condition_occurrence`,
		`CREATE TABLE procedure_occurrence AS SELECT 1 AS procedure_occurrence_id, 1 AS person_id`,
		`CREATE TABLE device_exposure AS SELECT 1 AS device_exposure_id, 1 AS person_id`,
		`CREATE TABLE IF NOT EXISTS measurement AS SELECT 1 AS measurement_id, 1 AS person_id`,
		`CREATE TABLE observation AS SELECT 1 AS observation_id, 1 AS person_id`,
		`CREATE TABLE specimen AS SELECT 1 AS specimen_id, 1 AS person_id`,
		`CREATE TABLE payer_plan_period AS SELECT 1 AS payer_plan_period_id, 1 AS person_id`,
		`CREATE TABLE episode AS SELECT 1 AS episode_id, 1 AS person_id`,
	} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	for _, query := range []string{
		`SELECT cost_concept_id, COUNT(*) AS n, AVG(total_paid) AS mean FROM cost GROUP BY 1 ORDER BY 1`,
		`SELECT c.cost_concept_id, COUNT(*) AS n, AVG(c.total_paid) AS mean FROM cost c WHERE c.total_paid > 0 GROUP BY c.cost_concept_id ORDER BY 1`,
	} {
		text, _, err := Read(parser{db}.parse(t, query), 5).Wide()
		if n := strings.Count(text, "AS of_cost"); err != nil || n != 1 {
			t.Errorf("%s\nlooks people up in %d places (%v)", query, n, err)
		}
		table, _, _ := hide(t, db, query)
		if got := shownRows(table); got != "1 15 84; 2 hidden hidden; 3 44 477.75" { // 8 records of two people
			t.Errorf("%s\nshows %s", query, got)
		}
	}
}
