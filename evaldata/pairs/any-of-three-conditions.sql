-- id: any-of-three-conditions
-- question: How many patients had a stroke, a myocardial infarction or heart failure?
-- paraphrase: What is the number of people with any of stroke, myocardial infarction or heart failure?
-- paraphrase: Count the patients diagnosed with at least one of stroke, myocardial infarction and heart failure.
-- paraphrase: pts w/ stroke, MI or HF, n?
-- topic: combination
-- note: at least one of the three
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@stroke], [condition@myocardial infarction], [condition@heart failure]);
