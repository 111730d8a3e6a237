-- id: top-state-with-condition
-- question: Which state has the most patients with hypertension?
-- paraphrase: Which state has the highest number of patients with hypertension?
-- paraphrase: What is the state with the highest number of patients with hypertension?
-- paraphrase: which state has the most HTN pts?
-- topic: top-n
-- note: state of residence; all of them where several have the same number
SELECT l.state,
       COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
JOIN person AS p ON p.person_id = co.person_id
JOIN location AS l ON l.location_id = p.location_id
WHERE co.condition_concept_id IN ([condition@hypertension])
GROUP BY l.state
QUALIFY RANK() OVER (ORDER BY COUNT(DISTINCT co.person_id) DESC) = 1
ORDER BY l.state;
