-- id: top-procedures-among-drug
-- question: What are the 10 most common procedures of patients who took clopidogrel?
-- paraphrase: Which 10 procedures are most frequent among patients on clopidogrel?
-- paraphrase: List the top 10 procedures performed in people who were prescribed clopidogrel.
-- paraphrase: top 10 procedures of clopidogrl pts
-- topic: top-n
-- note: ranked by the number of patients; at any time; unmapped records (concept 0) are left out
SELECT COALESCE(c.concept_name, CAST(r.procedure_concept_id AS VARCHAR)) AS procedure,
       r.patients
FROM (SELECT po.procedure_concept_id, COUNT(DISTINCT po.person_id) AS patients
      FROM procedure_occurrence AS po
      WHERE po.procedure_concept_id <> 0
        AND po.person_id IN (SELECT population.person_id FROM drug_exposure AS population
                             WHERE population.drug_concept_id IN ([drug@clopidogrel]))
      GROUP BY po.procedure_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.procedure_concept_id
ORDER BY patients DESC, procedure
LIMIT 10;
