-- id: top-drugs-within-class
-- question: What are the 5 most commonly prescribed drugs among the statins?
-- paraphrase: Which 5 drugs among the statins are prescribed to the most patients?
-- paraphrase: List the top 5 drugs within the statins by number of patients.
-- topic: drug-utilization
-- note: drugs as recorded within the class; ranked by the number of patients
SELECT COALESCE(c.concept_name, CAST(r.drug_concept_id AS VARCHAR)) AS drug,
       r.patients
FROM (SELECT de.drug_concept_id, COUNT(DISTINCT de.person_id) AS patients
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@statins])
      GROUP BY de.drug_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.drug_concept_id
ORDER BY patients DESC, drug
LIMIT 5;
