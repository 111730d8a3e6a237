-- id: top-ingredients-among-condition
-- question: What are the 10 most common drug ingredients of patients with heart failure?
-- paraphrase: Which 10 ingredients are most frequent among patients with heart failure?
-- paraphrase: List the top 10 active ingredients taken by people diagnosed with heart failure.
-- paraphrase: top 10 ingredients of HF pts
-- topic: top-n
-- note: ranked by the number of patients; from the drug eras, which are of ingredients; at any time
SELECT COALESCE(c.concept_name, CAST(r.drug_concept_id AS VARCHAR)) AS ingredient,
       r.patients
FROM (SELECT er.drug_concept_id, COUNT(DISTINCT er.person_id) AS patients
      FROM drug_era AS er
      WHERE er.drug_concept_id <> 0
        AND er.person_id IN (SELECT population.person_id FROM condition_occurrence AS population
                             WHERE population.condition_concept_id IN ([condition@heart failure]))
      GROUP BY er.drug_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.drug_concept_id
ORDER BY patients DESC, ingredient
LIMIT 10;
