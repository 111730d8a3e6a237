-- id: average-age-at-drug
-- question: What is the average age at first exposure to warfarin?
-- paraphrase: How old are patients on average when they start warfarin?
-- paraphrase: What is the mean age of patients who took warfarin at their first exposure?
-- paraphrase: What is the average age of patients who took warfarin?
-- paraphrase: At what age do patients first take warfarin on average?
-- paraphrase: What is the average age of patients when they start warfarin?
-- paraphrase: any idea how old patients are on average when they start warfarin?
-- topic: average
-- note: age at the first record: year of the event minus year of birth
WITH population AS (
  SELECT de.person_id, EXTRACT(YEAR FROM MIN(de.drug_exposure_start_date)) - p.year_of_birth AS age
  FROM drug_exposure AS de
  JOIN person AS p ON p.person_id = de.person_id
  WHERE de.drug_concept_id IN ([drug@warfarin])
  GROUP BY de.person_id, p.year_of_birth
)
SELECT ROUND(AVG(pop.age), 1) AS average_age,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop;
