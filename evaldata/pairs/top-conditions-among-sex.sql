-- id: top-conditions-among-sex
-- question: What are the 10 most common conditions among women?
-- paraphrase: Which 10 conditions are most frequent in female patients?
-- paraphrase: List the top 10 diagnoses of women by number of patients.
-- paraphrase: top 10 conditions among women
-- topic: top-n
-- note: ranked by the number of patients; unmapped records (concept 0) are left out
SELECT COALESCE(c.concept_name, CAST(r.condition_concept_id AS VARCHAR)) AS condition,
       r.patients
FROM (SELECT co.condition_concept_id, COUNT(DISTINCT co.person_id) AS patients
      FROM condition_occurrence AS co
      JOIN person AS p ON p.person_id = co.person_id
      WHERE co.condition_concept_id <> 0
        AND p.gender_concept_id = 8532
      GROUP BY co.condition_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.condition_concept_id
ORDER BY patients DESC, condition
LIMIT 10;
