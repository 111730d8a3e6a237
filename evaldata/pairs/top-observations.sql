-- id: top-observations
-- question: What are the 10 most common observations?
-- paraphrase: Which 10 observations are most frequent among all patients?
-- paraphrase: List the top 10 observations by number of patients.
-- topic: top-n
-- note: ranked by the number of patients; unmapped records (concept 0) are left out
SELECT COALESCE(c.concept_name, CAST(r.observation_concept_id AS VARCHAR)) AS observation,
       r.patients
FROM (SELECT ob.observation_concept_id, COUNT(DISTINCT ob.person_id) AS patients
      FROM observation AS ob
      WHERE ob.observation_concept_id <> 0
      GROUP BY ob.observation_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.observation_concept_id
ORDER BY patients DESC, observation
LIMIT 10;
