-- id: top-drugs-among-condition
-- question: What are the 10 most commonly prescribed drugs of patients with type 2 diabetes?
-- paraphrase: Which 10 drugs are most frequent among patients with type 2 diabetes?
-- paraphrase: List the top 10 drugs taken by people diagnosed with type 2 diabetes.
-- paraphrase: What are the 10 most common drugs among patients with type 2 diabetes?
-- paraphrase: Which 10 drugs do patients with type 2 diabetes take most often?
-- paraphrase: What are the 10 most frequently prescribed drugs among patients with type 2 diabetes?
-- paraphrase: top 10 drugs of T2DM pts
-- topic: top-n
-- note: ranked by the number of patients; drugs as recorded, at any time; unmapped records (concept 0) are left out
SELECT COALESCE(c.concept_name, CAST(r.drug_concept_id AS VARCHAR)) AS drug,
       r.patients
FROM (SELECT de.drug_concept_id, COUNT(DISTINCT de.person_id) AS patients
      FROM drug_exposure AS de
      WHERE de.drug_concept_id <> 0
        AND de.person_id IN (SELECT population.person_id FROM condition_occurrence AS population
                             WHERE population.condition_concept_id IN ([condition@type 2 diabetes]))
      GROUP BY de.drug_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.drug_concept_id
ORDER BY patients DESC, drug
LIMIT 10;
