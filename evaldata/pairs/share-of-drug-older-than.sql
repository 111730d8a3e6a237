-- id: share-of-drug-older-than
-- question: What percentage of patients who took warfarin were older than 75 when they started it?
-- paraphrase: What share of patients on warfarin was over 75 years old at their first exposure?
-- paraphrase: Of the patients who took warfarin, what percent were more than 75 when starting it?
-- topic: share
-- note: age at the first exposure: year of the event minus year of birth
WITH population AS (
  SELECT de.person_id, EXTRACT(YEAR FROM MIN(de.drug_exposure_start_date)) - p.year_of_birth AS age
  FROM drug_exposure AS de
  JOIN person AS p ON p.person_id = de.person_id
  WHERE de.drug_concept_id IN ([drug@warfarin])
  GROUP BY de.person_id, p.year_of_birth
)
SELECT ROUND(100.0 * COUNT(DISTINCT pop.person_id) FILTER (WHERE pop.age > 75)
             / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT pop.person_id) FILTER (WHERE pop.age > 75) AS patients_of_that_age,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop;
