package enginetest

import (
	"errors"
	"testing"

	"github.com/askomop/askomop/omop"
)

// HomeVocabulary makes a DuckDB file with a vocabulary of more concepts than travel with a statement.
func HomeVocabulary(t testing.TB) string {
	t.Helper()
	file := Fixture(t)
	for _, stmt := range []string{
		`INSERT INTO concept (concept_id, concept_name, standard_concept, domain_id, vocabulary_id, concept_class_id, concept_code, valid_start_date) VALUES
			(0, 'No matching concept', NULL, 'Metadata', 'None', 'Undefined', 'none', '1970-01-01'), (1503297, 'metfor''min \ ${x} 山', 'S', 'Drug', 'RxNorm', 'Ingredient', '6809', '1970-01-01'),
			(3004410, 'HbA1c', 'S', 'Measurement', 'LOINC', 'Lab Test', '4548-4', '1970-01-01'), (21600001, 'A10', 'C', 'Drug', 'ATC', 'ATC 2nd', 'A10', '1970-01-01')`,
		`INSERT INTO concept (concept_id, concept_name, standard_concept, vocabulary_id, concept_class_id, concept_code)
			SELECT 50000000 + i, 'concept ' || i, 'S', 'SNOMED', 'Finding', i::VARCHAR FROM range(25000) AS r (i)`,
		`INSERT INTO concept_ancestor VALUES (21600001, 1503297, 1, 1), (1503297, 1503297, 0, 0), (201826, 201826, 0, 0)`,
		`INSERT INTO concept_ancestor SELECT 201826, 50000000 + i, 1, 1 FROM range(25000) AS r (i)`,
	} {
		Change(t, file, stmt)
	}
	return file
}

// lent are queries that need names, hierarchy or codes.
var lent = []struct {
	sql, want string
	large     bool // more of a table can matter than travels
}{
	{sql: "SELECT c.concept_name, COUNT(*) AS n FROM person AS p JOIN concept AS c ON c.concept_id = p.gender_concept_id GROUP BY c.concept_name ORDER BY n", want: "MALE|2 / FEMALE|3"},
	{sql: "SELECT COALESCE(c.concept_name, 'none') AS name, COUNT(*) AS n FROM person AS p LEFT JOIN concept AS c ON c.concept_id = p.race_concept_id GROUP BY name ORDER BY name", want: "none|5"},
	{sql: `SELECT d.person_id, c.concept_name, c.valid_start_date FROM drug_exposure AS d LEFT JOIN concept AS c ON c.concept_id = d.drug_concept_id AND c.concept_class_id = 'Ingredient'
		ORDER BY d.drug_exposure_id`, want: `2|metfor'min \ ${x} 山|1970-01-01 / 2|metfor'min \ ${x} 山|1970-01-01 / 4|metfor'min \ ${x} 山|1970-01-01`},
	{sql: `SELECT d.person_id, c.concept_name FROM drug_exposure AS d LEFT JOIN concept AS c ON c.concept_id = d.drug_concept_id WHERE c.concept_class_id IS NULL ORDER BY 1`, want: ""},
	{sql: "SELECT c.concept_name, p.person_id FROM concept AS c LEFT JOIN person AS p ON p.gender_concept_id = c.concept_id WHERE c.concept_id IN (8507, 201826) ORDER BY 1, 2", want: "MALE|1 / MALE|4 / Type 2 diabetes mellitus|·"},
	{sql: "SELECT COUNT(*) FROM drug_exposure WHERE drug_concept_id IN (SELECT c.concept_id FROM concept AS c WHERE c.vocabulary_id = 'RxNorm' AND c.concept_code = '6809')", want: "3"},
	{sql: "SELECT COUNT(*) FROM condition_occurrence WHERE condition_concept_id IN (SELECT c.concept_id FROM concept AS c WHERE c.standard_concept = 'S')", want: "3"},
	{sql: "SELECT COUNT(*) FROM condition_occurrence WHERE condition_concept_id NOT IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 201826)", want: "1"},
	{sql: "SELECT COUNT(*) FROM person WHERE race_concept_id NOT IN (SELECT c.concept_id FROM concept AS c WHERE c.standard_concept = 'S')", want: "0"},
	{sql: `SELECT a.concept_name, COUNT(DISTINCT d.person_id) FROM drug_exposure AS d JOIN concept_ancestor AS ca ON ca.descendant_concept_id = d.drug_concept_id
		JOIN concept AS a ON a.concept_id = ca.ancestor_concept_id WHERE a.vocabulary_id = 'ATC' GROUP BY a.concept_name`, want: "A10|2"},
	{sql: `SELECT COUNT(*) FROM drug_exposure AS d WHERE EXISTS (SELECT 1 FROM concept_ancestor AS ca WHERE ca.descendant_concept_id = d.drug_concept_id AND ca.ancestor_concept_id = 21600001)`, want: "3"},
	{sql: "SELECT c.concept_name, COUNT(*) AS n FROM person AS p JOIN concept AS c ON c.concept_id = COALESCE(p.race_concept_id, 0) GROUP BY c.concept_name", want: "No matching concept|5"},
	{sql: `WITH g AS (SELECT person_id, CASE WHEN year_of_birth < 1960 THEN 8507 ELSE gender_concept_id END AS sex FROM person)
		SELECT c.concept_name, COUNT(*) AS n FROM g JOIN concept AS c ON c.concept_id = g.sex GROUP BY 1 ORDER BY 1`, want: "FEMALE|2 / MALE|3"},
	{sql: `SELECT c.concept_name AS a, e.concept_name AS b, COUNT(*) AS n FROM person AS p JOIN concept AS c ON c.concept_id = p.gender_concept_id
		JOIN condition_occurrence AS o ON o.person_id = p.person_id JOIN concept AS e ON e.concept_id = o.condition_concept_id GROUP BY a, b ORDER BY a, b`, want: "FEMALE|No matching concept|1 / FEMALE|Type 2 diabetes mellitus|2 / MALE|Type 2 diabetes mellitus|1"},
	{sql: "SELECT * FROM concept WHERE concept_id = 3004410",
		want: "3004410|HbA1c|Measurement|LOINC|Lab Test|S|4548-4|1970-01-01|·|·"},
	{sql: "SELECT concept_name FROM concept WHERE LOWER(concept_name) = 'hba1c'", want: "HbA1c"},
	{sql: "SELECT COUNT(*) FROM concept", want: "25007", large: true},
	{sql: "SELECT COUNT(*) FROM person AS p FULL JOIN concept AS c ON c.concept_id = p.gender_concept_id",
		want: "25010", large: true},
	{sql: "SELECT COUNT(*) FROM concept AS c LEFT JOIN person AS p ON p.gender_concept_id = c.concept_id",
		want: "25010", large: true},
	{sql: "SELECT COUNT(*) FROM person AS p JOIN concept AS c ON c.concept_id > p.gender_concept_id", want: "125022",
		large: true},
}

// RunLent holds that an engine over the fixture without its vocabulary, for which HomeVocabulary stands in, sees it
// all. Where it travels with a statement, what can't be bounded is refused.
func RunLent(t *testing.T, e omop.Engine, travels bool) {
	for _, c := range lent {
		if err := e.Check(t.Context(), c.sql); err != nil {
			t.Errorf("%s is not bound: %v", c.sql, err)
		}
		got, err := e.Query(t.Context(), c.sql, omop.Limit{})
		var query *omop.QueryError
		switch {
		case travels && c.large:
			if !errors.As(err, &query) || !errors.Is(err, omop.ErrTooLarge) {
				t.Errorf("%s: %v, %v; should be refused", c.sql, got, err)
			}
		case err != nil:
			t.Errorf("%s: %v", c.sql, err)
		case Text(got) != c.want:
			t.Errorf("%s:\n%s, want\n%s", c.sql, Text(got), c.want)
		}
	}
}
