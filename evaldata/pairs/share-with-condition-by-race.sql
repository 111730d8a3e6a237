-- id: share-with-condition-by-race
-- question: What percentage of patients have chronic kidney disease, by race?
-- paraphrase: For each race, what share of patients has chronic kidney disease?
-- paraphrase: Percentage of patients diagnosed with chronic kidney disease per race
-- paraphrase: % of pts w/ CKD by race
-- topic: share-by-group
-- note: percentage within each group
SELECT COALESCE(g.concept_name, CAST(p.race_concept_id AS VARCHAR)) AS race,
       ROUND(100.0 * COUNT(DISTINCT co.person_id) / NULLIF(COUNT(DISTINCT p.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT co.person_id) AS patients_with_condition,
       COUNT(DISTINCT p.person_id) AS patients
FROM person AS p
LEFT JOIN concept AS g ON g.concept_id = p.race_concept_id
LEFT JOIN condition_occurrence AS co ON co.person_id = p.person_id
                         AND co.condition_concept_id IN ([condition@chronic kidney disease])
GROUP BY race
ORDER BY race;
