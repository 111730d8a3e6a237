-- id: condition-first-older-than
-- question: How many patients were older than 75 at their first diagnosis of atrial fibrillation?
-- paraphrase: What is the number of people over 75 years old at first diagnosis of atrial fibrillation?
-- paraphrase: Count the patients first diagnosed with atrial fibrillation after the age of 75.
-- paraphrase: pts > 75 yo at first dx of afib, n?
-- topic: count-demographic
-- note: age at the first record: year of the event minus year of birth
SELECT COUNT(DISTINCT index_event.person_id) AS patients
FROM (
  SELECT co.person_id, MIN(co.condition_start_date) AS first_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@atrial fibrillation])
  GROUP BY co.person_id
) AS index_event
JOIN person AS p ON p.person_id = index_event.person_id
WHERE EXTRACT(YEAR FROM index_event.first_date) - p.year_of_birth > 75;
