-- id: top-conditions
-- question: What are the 10 most common conditions?
-- paraphrase: Which 10 conditions are most frequent among all patients?
-- paraphrase: List the top 10 diagnoses by number of patients.
-- paraphrase: What are the 10 most frequently diagnosed conditions?
-- paraphrase: What are the 10 most frequent conditions?
-- paraphrase: Which 10 conditions are the most common?
-- paraphrase: top 10 conditions
-- topic: top-n
-- note: ranked by the number of patients; unmapped records (concept 0) are left out
-- note: trap: ranking by records puts what is recorded at every visit before what most people have
SELECT COALESCE(c.concept_name, CAST(r.condition_concept_id AS VARCHAR)) AS condition,
       r.patients
FROM (SELECT co.condition_concept_id, COUNT(DISTINCT co.person_id) AS patients
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id <> 0
      GROUP BY co.condition_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.condition_concept_id
ORDER BY patients DESC, condition
LIMIT 10;
