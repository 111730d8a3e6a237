-- id: race-distribution-of-condition
-- question: What is the race distribution of patients with type 2 diabetes in percent?
-- paraphrase: How are patients with type 2 diabetes distributed by race, in percent?
-- paraphrase: What percentage of patients with type 2 diabetes is of each race?
-- topic: share-by-group
-- note: the percentages of the groups add up to 100
SELECT COALESCE(g.concept_name, CAST(p.race_concept_id AS VARCHAR)) AS race,
       ROUND(100.0 * COUNT(DISTINCT co.person_id)
             / SUM(COUNT(DISTINCT co.person_id)) OVER (), 2) AS percentage,
       COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
JOIN person AS p ON p.person_id = co.person_id
LEFT JOIN concept AS g ON g.concept_id = p.race_concept_id
WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
GROUP BY race
ORDER BY race;
