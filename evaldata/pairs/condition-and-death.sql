-- id: condition-and-death
-- question: How many patients with heart failure died?
-- paraphrase: What is the number of people diagnosed with heart failure who have died?
-- paraphrase: Count the deaths among patients with heart failure.
-- paraphrase: Among patients with heart failure, how many are deceased?
-- paraphrase: HF pts who died, n?
-- paraphrase: How many pateints with heart failure died?
-- topic: mortality
-- note: death of any cause
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
JOIN death AS d ON d.person_id = co.person_id
WHERE co.condition_concept_id IN ([condition@heart failure]);
