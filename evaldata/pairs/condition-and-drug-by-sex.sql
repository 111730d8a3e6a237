-- id: condition-and-drug-by-sex
-- question: How many patients with type 2 diabetes took metformin, by gender?
-- paraphrase: Number of people with type 2 diabetes who were prescribed metformin, broken down by sex
-- paraphrase: For each gender, how many patients with type 2 diabetes took metformin?
-- paraphrase: T2DM pts on metformin by sex, n?
-- topic: grouping
-- note: in any order, at any time
SELECT COALESCE(g.concept_name, CAST(p.gender_concept_id AS VARCHAR)) AS gender,
       COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
JOIN person AS p ON p.person_id = co.person_id
LEFT JOIN concept AS g ON g.concept_id = p.gender_concept_id
WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
  AND co.person_id IN (SELECT de.person_id FROM drug_exposure AS de
                       WHERE de.drug_concept_id IN ([drug@metformin]))
GROUP BY gender
ORDER BY gender;
