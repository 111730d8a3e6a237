-- id: top-observations
-- question: What are the 10 most common observations?
-- paraphrase: Which 10 observations are most frequent among all patients?
-- paraphrase: List the top 10 observations by number of patients.
-- topic: top-n
-- note: ranked by the number of patients; unmapped records (concept 0) are left out
SELECT COALESCE(c.concept_name, CAST(ob.observation_concept_id AS VARCHAR)) AS observation,
       COUNT(DISTINCT ob.person_id) AS patients
FROM observation AS ob
LEFT JOIN concept AS c ON c.concept_id = ob.observation_concept_id
WHERE ob.observation_concept_id <> 0
GROUP BY ob.observation_concept_id, c.concept_name
ORDER BY patients DESC, observation
LIMIT 10;
