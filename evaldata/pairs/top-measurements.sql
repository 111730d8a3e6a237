-- id: top-measurements
-- question: What are the 10 most common measurements?
-- paraphrase: Which 10 measurements are most frequent among all patients?
-- paraphrase: List the top 10 laboratory tests and measurements by number of patients.
-- topic: top-n
-- note: ranked by the number of patients; unmapped records (concept 0) are left out
SELECT COALESCE(c.concept_name, CAST(me.measurement_concept_id AS VARCHAR)) AS measurement,
       COUNT(DISTINCT me.person_id) AS patients
FROM measurement AS me
LEFT JOIN concept AS c ON c.concept_id = me.measurement_concept_id
WHERE me.measurement_concept_id <> 0
GROUP BY me.measurement_concept_id, c.concept_name
ORDER BY patients DESC, measurement
LIMIT 10;
