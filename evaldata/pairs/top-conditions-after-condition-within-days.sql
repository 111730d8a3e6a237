-- id: top-conditions-after-condition-within-days
-- question: What are the 10 most common conditions within 90 days after the first stroke?
-- paraphrase: Which 10 conditions are most frequent in the 90 days after patients are diagnosed with stroke?
-- paraphrase: List the top 10 diagnoses made within 90 days after the first stroke.
-- topic: top-n
-- note: ranked by the number of patients; the day of the diagnosis itself is not counted; the condition itself is left out; unmapped records (concept 0) are left out
SELECT COALESCE(c.concept_name, CAST(r.condition_concept_id AS VARCHAR)) AS condition,
       r.patients
FROM (SELECT co.condition_concept_id, COUNT(DISTINCT co.person_id) AS patients
      FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
            FROM condition_occurrence AS co
            WHERE co.condition_concept_id IN ([condition@stroke])
            GROUP BY co.person_id) AS index_event
      JOIN condition_occurrence AS co ON co.person_id = index_event.person_id
      WHERE co.condition_concept_id <> 0
        AND co.condition_concept_id NOT IN ([condition@stroke])
        AND co.condition_start_date > index_event.first_date
        AND co.condition_start_date <= index_event.first_date + INTERVAL '90' DAY
      GROUP BY co.condition_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.condition_concept_id
ORDER BY patients DESC, condition
LIMIT 10;
