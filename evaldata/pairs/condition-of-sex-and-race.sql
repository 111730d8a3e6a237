-- id: condition-of-sex-and-race
-- question: How many Black women have heart failure?
-- paraphrase: What is the number of female African American patients with heart failure?
-- paraphrase: Count the Black women diagnosed with heart failure.
-- paraphrase: black women w/ HF, n?
-- topic: count-demographic
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
JOIN person AS p ON p.person_id = co.person_id
WHERE co.condition_concept_id IN ([condition@heart failure])
  AND p.gender_concept_id = 8532
  AND p.race_concept_id = 8516;
