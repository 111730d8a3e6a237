-- id: drug-under-age
-- question: How many patients under 70 took albuterol?
-- paraphrase: What is the number of people younger than 70 who received albuterol?
-- paraphrase: Count the patients prescribed albuterol before the age of 70.
-- paraphrase: albuterl users under 70, n?
-- topic: count-demographic
-- note: age at the event: year of the event minus year of birth
SELECT COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
JOIN person AS p ON p.person_id = de.person_id
WHERE de.drug_concept_id IN ([drug@albuterol])
  AND EXTRACT(YEAR FROM de.drug_exposure_start_date) - p.year_of_birth < 70;
