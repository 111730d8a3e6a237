-- id: condition-and-condition
-- question: How many patients have both heart failure and atrial fibrillation?
-- paraphrase: What is the number of people diagnosed with heart failure and atrial fibrillation?
-- paraphrase: Count the patients with heart failure who also have atrial fibrillation.
-- paraphrase: Among patients with heart failure, how many also had atrial fibrillation?
-- paraphrase: How many heart failure patients have atrial fibrillation as well?
-- paraphrase: How many patients with heart failure have atrial fibrillation?
-- paraphrase: How many patients were diagnosed with heart failure and also with atrial fibrillation?
-- paraphrase: Number of patients with both heart failure and atrial fibrillation
-- paraphrase: # of pts w/ HF and afib
-- paraphrase: hey, do you know how many of our people have both heart failure and atrial fibrillation?
-- topic: combination
-- note: in any order, at any time
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@heart failure])
  AND co.person_id IN (SELECT other.person_id FROM condition_occurrence AS other
                       WHERE other.condition_concept_id IN ([condition@atrial fibrillation]));
