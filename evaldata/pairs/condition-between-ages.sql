-- id: condition-between-ages
-- question: How many patients between 65 and 74 years of age had depression?
-- paraphrase: What is the number of people aged 65 to 74 with depression?
-- paraphrase: Count the patients diagnosed with depression between the ages of 65 and 74.
-- paraphrase: How many patients aged between 65 and 74 had depression?
-- paraphrase: # of pts 65-74 yo w/ depression
-- topic: count-demographic
-- note: age at the event: year of the event minus year of birth
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
JOIN person AS p ON p.person_id = co.person_id
WHERE co.condition_concept_id IN ([condition@depression])
  AND EXTRACT(YEAR FROM co.condition_start_date) - p.year_of_birth BETWEEN 65 AND 74;
