-- id: patients-with-condition-by-state
-- question: How many patients have hypertension, by state?
-- paraphrase: Number of patients diagnosed with hypertension, broken down by state of residence
-- paraphrase: For each state, how many patients have hypertension?
-- paraphrase: HTN pts by state, n?
-- topic: grouping
SELECT l.state AS state,
       COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
JOIN person AS p ON p.person_id = co.person_id
JOIN location AS l ON l.location_id = p.location_id
WHERE co.condition_concept_id IN ([condition@hypertension])
GROUP BY l.state
ORDER BY l.state;
