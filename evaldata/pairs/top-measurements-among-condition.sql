-- id: top-measurements-among-condition
-- question: What are the 10 most common measurements of patients with chronic kidney disease?
-- paraphrase: Which 10 measurements are most frequent among patients with chronic kidney disease?
-- paraphrase: List the top 10 laboratory tests and measurements in people diagnosed with chronic kidney disease.
-- paraphrase: top 10 labs of CKD pts
-- topic: top-n
-- note: ranked by the number of patients; at any time; unmapped records (concept 0) are left out
SELECT COALESCE(c.concept_name, CAST(r.measurement_concept_id AS VARCHAR)) AS measurement,
       r.patients
FROM (SELECT me.measurement_concept_id, COUNT(DISTINCT me.person_id) AS patients
      FROM measurement AS me
      WHERE me.measurement_concept_id <> 0
        AND me.person_id IN (SELECT population.person_id FROM condition_occurrence AS population
                             WHERE population.condition_concept_id IN ([condition@chronic kidney disease]))
      GROUP BY me.measurement_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.measurement_concept_id
ORDER BY patients DESC, measurement
LIMIT 10;
