-- id: condition-at-least-age
-- question: How many patients aged 75 and older had a hip fracture?
-- paraphrase: What is the number of people who were at least 75 years old when they had a hip fracture?
-- paraphrase: Count the patients with a hip fracture at the age of 75 or above.
-- paraphrase: How many patients aged 75 or older had a hip fracture?
-- paraphrase: How many people at least 75 years of age had a hip fracture?
-- paraphrase: hip fracture pts ≥ 75 yo, n?
-- paraphrase: # of pts aged 75+ w/ hip fracture
-- topic: count-demographic
-- note: age at the event: year of the event minus year of birth
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
JOIN person AS p ON p.person_id = co.person_id
WHERE co.condition_concept_id IN ([condition@hip fracture])
  AND EXTRACT(YEAR FROM co.condition_start_date) - p.year_of_birth >= 75;
