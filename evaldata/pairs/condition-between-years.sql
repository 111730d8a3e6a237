-- id: condition-between-years
-- question: How many patients had a stroke between 2008 and 2009?
-- paraphrase: What is the number of people diagnosed with stroke from 2008 to 2009?
-- paraphrase: Count the patients with a stroke in the years 2008 to 2009.
-- paraphrase: stroke pts 2008-2009, n?
-- topic: count-in-period
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@stroke])
  AND EXTRACT(YEAR FROM co.condition_start_date) BETWEEN 2008 AND 2009;
