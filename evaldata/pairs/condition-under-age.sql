-- id: condition-under-age
-- question: How many patients under 65 had chronic obstructive pulmonary disease?
-- paraphrase: What is the number of people younger than 65 with chronic obstructive pulmonary disease?
-- paraphrase: Count the patients diagnosed with chronic obstructive pulmonary disease before the age of 65.
-- paraphrase: How many patients with chronic obstructive pulmonary disease were younger than 65?
-- paraphrase: COPD pts under 65, n?
-- topic: count-demographic
-- note: age at the event: year of the event minus year of birth
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
JOIN person AS p ON p.person_id = co.person_id
WHERE co.condition_concept_id IN ([condition@chronic obstructive pulmonary disease])
  AND EXTRACT(YEAR FROM co.condition_start_date) - p.year_of_birth < 65;
