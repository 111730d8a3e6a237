-- id: top-states-with-condition
-- question: Which 5 states have the most patients with hypertension?
-- paraphrase: What are the 5 states with the highest number of patients with hypertension?
-- paraphrase: List the top 5 states by number of hypertension patients.
-- paraphrase: top 5 states by # of HTN pts
-- topic: top-n
-- note: state of residence
SELECT l.state,
       COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
JOIN person AS p ON p.person_id = co.person_id
JOIN location AS l ON l.location_id = p.location_id
WHERE co.condition_concept_id IN ([condition@hypertension])
GROUP BY l.state
ORDER BY patients DESC, l.state
LIMIT 5;
