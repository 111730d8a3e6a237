-- id: share-of-race-among-condition
-- question: What percentage of patients with chronic kidney disease are Black?
-- paraphrase: What share of patients with chronic kidney disease is African American?
-- paraphrase: Of the patients with chronic kidney disease, what percent are Black?
-- paraphrase: % black among CKD pts
-- topic: share
SELECT ROUND(100.0 * COUNT(DISTINCT co.person_id) FILTER (WHERE p.race_concept_id = 8516)
             / NULLIF(COUNT(DISTINCT co.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT co.person_id) FILTER (WHERE p.race_concept_id = 8516) AS black_patients,
       COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
JOIN person AS p ON p.person_id = co.person_id
WHERE co.condition_concept_id IN ([condition@chronic kidney disease]);
