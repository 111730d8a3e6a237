-- id: condition-of-race
-- question: How many Black patients have hypertension?
-- paraphrase: What is the number of African American people with hypertension?
-- paraphrase: Count the patients of Black race diagnosed with hypertension.
-- paraphrase: How many patients with hypertension are Black?
-- paraphrase: How many African Americans have hypertension?
-- paraphrase: black HTN pts, how many?
-- topic: count-demographic
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
JOIN person AS p ON p.person_id = co.person_id
WHERE co.condition_concept_id IN ([condition@hypertension])
  AND p.race_concept_id = 8516;
