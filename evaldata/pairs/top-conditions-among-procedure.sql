-- id: top-conditions-among-procedure
-- question: What are the 10 most common conditions of patients who had a knee replacement?
-- paraphrase: Which 10 conditions are most frequent among patients with a knee replacement?
-- paraphrase: List the top 10 diagnoses of people who underwent knee replacement.
-- topic: top-n
-- note: ranked by the number of patients; recorded at any time; unmapped records (concept 0) are left out
SELECT COALESCE(c.concept_name, CAST(r.condition_concept_id AS VARCHAR)) AS condition,
       r.patients
FROM (SELECT co.condition_concept_id, COUNT(DISTINCT co.person_id) AS patients
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id <> 0
        AND co.person_id IN (SELECT population.person_id FROM procedure_occurrence AS population
                             WHERE population.procedure_concept_id IN ([procedure@knee replacement]))
      GROUP BY co.condition_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.condition_concept_id
ORDER BY patients DESC, condition
LIMIT 10;
