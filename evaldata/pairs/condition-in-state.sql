-- id: condition-in-state
-- question: How many patients with asthma live in the state of TX?
-- paraphrase: What is the number of people in TX with asthma?
-- paraphrase: Count the asthma patients whose state of residence is TX.
-- paraphrase: asthma pts in TX, n?
-- topic: count-demographic
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
JOIN person AS p ON p.person_id = co.person_id
JOIN location AS l ON l.location_id = p.location_id
WHERE co.condition_concept_id IN ([condition@asthma])
  AND l.state = 'TX';
