package privacy

import "testing"

// BenchmarkRead is what every question pays: parsing its template once more and planning what to hide.
func BenchmarkRead(b *testing.B) {
	db := newParser(b)
	const sql = `SELECT ROUND(100.0 * COUNT(DISTINCT co.person_id) FILTER (WHERE p.gender_concept_id = 8532) / NULLIF(COUNT(DISTINCT co.person_id), 0), 2) AS percentage,
		COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN person AS p ON p.person_id = co.person_id
		WHERE co.condition_concept_id IN ([condition@gout]) AND EXISTS (SELECT 1 FROM drug_exposure AS de WHERE de.person_id = co.person_id AND de.drug_concept_id IN ([drug@allopurinol]))`
	for b.Loop() {
		Read(db.parse(b, sql), 5)
	}
}
