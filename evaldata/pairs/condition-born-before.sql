-- id: condition-born-before
-- question: How many patients with hypertension were born before 1930?
-- paraphrase: What is the number of people with hypertension whose year of birth is before 1930?
-- paraphrase: Count the hypertension patients born earlier than 1930.
-- paraphrase: HTN pts born before 1930, n?
-- topic: count-demographic
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
JOIN person AS p ON p.person_id = co.person_id
WHERE co.condition_concept_id IN ([condition@hypertension])
  AND p.year_of_birth < 1930;
