-- id: top-procedures-among-condition
-- question: What are the 10 most common procedures of patients with end-stage renal disease?
-- paraphrase: Which 10 procedures are most frequent among patients with end-stage renal disease?
-- paraphrase: List the top 10 procedures performed in people diagnosed with end-stage renal disease.
-- paraphrase: top 10 procedures of ESRD pts
-- topic: top-n
-- note: ranked by the number of patients; at any time; unmapped records (concept 0) are left out
SELECT COALESCE(c.concept_name, CAST(r.procedure_concept_id AS VARCHAR)) AS procedure,
       r.patients
FROM (SELECT po.procedure_concept_id, COUNT(DISTINCT po.person_id) AS patients
      FROM procedure_occurrence AS po
      WHERE po.procedure_concept_id <> 0
        AND po.person_id IN (SELECT population.person_id FROM condition_occurrence AS population
                             WHERE population.condition_concept_id IN ([condition@end-stage renal disease]))
      GROUP BY po.procedure_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.procedure_concept_id
ORDER BY patients DESC, procedure
LIMIT 10;
