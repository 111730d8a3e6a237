-- id: condition-without-condition
-- question: How many patients have heart failure but not hypertension?
-- paraphrase: What is the number of people with heart failure without hypertension?
-- paraphrase: Count the patients with heart failure who never had hypertension.
-- paraphrase: Among patients with heart failure, how many do not have hypertension?
-- paraphrase: How many heart failure patients have no diagnosis of hypertension?
-- paraphrase: How many patients with heart failure do not have hypertension?
-- paraphrase: How many patients have heart failure and no hypertension?
-- paraphrase: How many patients with heart failure were never diagnosed with hypertension?
-- paraphrase: # of pts w/ HF w/o HTN
-- paraphrase: I'm just curious how many people have heart failure but not hypertension
-- topic: combination
-- note: no record of the second condition at any time
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@heart failure])
  AND NOT EXISTS (SELECT 1 FROM condition_occurrence AS other
              WHERE other.person_id = co.person_id
                AND other.condition_concept_id IN ([condition@hypertension]));
