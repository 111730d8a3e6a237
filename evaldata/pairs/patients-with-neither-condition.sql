-- id: patients-with-neither-condition
-- question: How many patients have neither hypertension nor heart failure?
-- paraphrase: What is the number of people with no hypertension and no heart failure?
-- paraphrase: Count the patients without hypertension and without heart failure.
-- paraphrase: # of pts w/ neither HTN nor HF
-- topic: combination
-- note: people without a record of either at any time; absence of a record is not proof of absence
SELECT COUNT(DISTINCT p.person_id) AS patients
FROM person AS p
WHERE NOT EXISTS (
    SELECT 1
    FROM condition_occurrence AS first_kind
    WHERE first_kind.person_id = p.person_id
      AND first_kind.condition_concept_id IN ([condition@hypertension])
  )
  AND NOT EXISTS (
    SELECT 1
    FROM condition_occurrence AS second_kind
    WHERE second_kind.person_id = p.person_id
      AND second_kind.condition_concept_id IN ([condition@heart failure])
  );
