-- id: conditions-of-the-deceased
-- question: What are the 10 most common conditions of patients who died?
-- paraphrase: Which 10 conditions are most frequent among deceased patients?
-- paraphrase: List the top 10 diagnoses of people who have died.
-- paraphrase: top 10 conditions of pts who died
-- topic: mortality
-- note: conditions recorded at any time, not causes of death; unmapped records (concept 0) are left out
SELECT COALESCE(c.concept_name, CAST(r.condition_concept_id AS VARCHAR)) AS condition,
       r.patients
FROM (SELECT co.condition_concept_id, COUNT(DISTINCT co.person_id) AS patients
      FROM death AS d
      JOIN condition_occurrence AS co ON co.person_id = d.person_id
      WHERE co.condition_concept_id <> 0
      GROUP BY co.condition_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.condition_concept_id
ORDER BY patients DESC, condition
LIMIT 10;
