-- id: top-ingredients-within-class
-- question: What are the 3 most common ingredients among the statins?
-- paraphrase: Which 3 ingredients of the statins are taken by the most patients?
-- paraphrase: Which 3 statins are taken by the most patients?
-- paraphrase: List the top 3 active ingredients within the statins by number of patients.
-- topic: drug-utilization
-- note: from the drug eras, which are of ingredients; ranked by the number of patients
SELECT COALESCE(c.concept_name, CAST(r.drug_concept_id AS VARCHAR)) AS ingredient,
       r.patients
FROM (SELECT er.drug_concept_id, COUNT(DISTINCT er.person_id) AS patients
      FROM drug_era AS er
      WHERE er.drug_concept_id IN ([drug@statins])
      GROUP BY er.drug_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.drug_concept_id
ORDER BY patients DESC, ingredient
LIMIT 3;
