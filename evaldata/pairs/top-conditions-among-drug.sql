-- id: top-conditions-among-drug
-- question: What are the 10 most common conditions of patients who took warfarin?
-- paraphrase: Which 10 conditions are most frequent among patients on warfarin?
-- paraphrase: List the top 10 diagnoses of people who were prescribed warfarin.
-- paraphrase: top 10 conditions of warfrin pts
-- topic: top-n
-- note: ranked by the number of patients; recorded at any time; unmapped records (concept 0) are left out
SELECT COALESCE(c.concept_name, CAST(r.condition_concept_id AS VARCHAR)) AS condition,
       r.patients
FROM (SELECT co.condition_concept_id, COUNT(DISTINCT co.person_id) AS patients
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id <> 0
        AND co.person_id IN (SELECT population.person_id FROM drug_exposure AS population
                             WHERE population.drug_concept_id IN ([drug@warfarin]))
      GROUP BY co.condition_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.condition_concept_id
ORDER BY patients DESC, condition
LIMIT 10;
