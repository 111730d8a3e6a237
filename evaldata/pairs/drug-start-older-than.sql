-- id: drug-start-older-than
-- question: How many patients were older than 75 when they started warfarin?
-- paraphrase: What is the number of people over 75 years old when starting warfarin?
-- paraphrase: Count the patients who were over the age of 75 when they began warfarin.
-- paraphrase: pts > 75 yo when they started warfarin, n?
-- topic: count-demographic
-- note: age at the first exposure: year of the exposure minus year of birth
SELECT COUNT(DISTINCT index_event.person_id) AS patients
FROM (
  SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
  FROM drug_exposure AS de
  WHERE de.drug_concept_id IN ([drug@warfarin])
  GROUP BY de.person_id
) AS index_event
JOIN person AS p ON p.person_id = index_event.person_id
WHERE EXTRACT(YEAR FROM index_event.first_date) - p.year_of_birth > 75;
