-- id: top-measurements
-- question: What are the 10 most common measurements?
-- paraphrase: Which 10 measurements are most frequent among all patients?
-- paraphrase: List the top 10 laboratory tests and measurements by number of patients.
-- topic: top-n
-- note: ranked by the number of patients; unmapped records (concept 0) are left out
SELECT COALESCE(c.concept_name, CAST(r.measurement_concept_id AS VARCHAR)) AS measurement,
       r.patients
FROM (SELECT me.measurement_concept_id, COUNT(DISTINCT me.person_id) AS patients
      FROM measurement AS me
      WHERE me.measurement_concept_id <> 0
      GROUP BY me.measurement_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.measurement_concept_id
ORDER BY patients DESC, measurement
LIMIT 10;
