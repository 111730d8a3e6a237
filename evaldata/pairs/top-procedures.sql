-- id: top-procedures
-- question: What are the 10 most common procedures?
-- paraphrase: Which 10 procedures are most frequent among all patients?
-- paraphrase: List the top 10 procedures by number of patients.
-- paraphrase: What are the 10 most frequently performed procedures?
-- paraphrase: Which 10 procedures are the most common?
-- paraphrase: top 10 procedures
-- topic: top-n
-- note: ranked by the number of patients; unmapped records (concept 0) are left out
SELECT COALESCE(c.concept_name, CAST(r.procedure_concept_id AS VARCHAR)) AS procedure,
       r.patients
FROM (SELECT po.procedure_concept_id, COUNT(DISTINCT po.person_id) AS patients
      FROM procedure_occurrence AS po
      WHERE po.procedure_concept_id <> 0
      GROUP BY po.procedure_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.procedure_concept_id
ORDER BY patients DESC, procedure
LIMIT 10;
