-- id: condition-since-year
-- question: How many patients had a myocardial infarction since 2009?
-- paraphrase: What is the number of people with a myocardial infarction from 2009 onwards?
-- paraphrase: Count the patients who had a myocardial infarction in 2009 or later.
-- paraphrase: MI since 2009, n of pts?
-- topic: count-in-period
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@myocardial infarction])
  AND EXTRACT(YEAR FROM co.condition_start_date) >= 2009;
