-- id: top-ingredients-within-class
-- question: What are the 3 most common ingredients among the statins?
-- paraphrase: Which 3 ingredients of the statins are taken by the most patients?
-- paraphrase: List the top 3 active ingredients within the statins by number of patients.
-- topic: drug-utilization
-- note: from the drug eras, which are of ingredients; ranked by the number of patients
SELECT COALESCE(c.concept_name, CAST(er.drug_concept_id AS VARCHAR)) AS ingredient,
       COUNT(DISTINCT er.person_id) AS patients
FROM drug_era AS er
LEFT JOIN concept AS c ON c.concept_id = er.drug_concept_id
WHERE er.drug_concept_id IN ([drug@statins])
GROUP BY er.drug_concept_id, c.concept_name
ORDER BY patients DESC, ingredient
LIMIT 3;
