-- id: share-of-drug-condition-within-days
-- question: What percentage of patients who took warfarin had a gastrointestinal hemorrhage within 365 days of starting it?
-- paraphrase: What share of patients on warfarin had a gastrointestinal hemorrhage no later than 365 days after their first exposure?
-- paraphrase: Of the patients who took warfarin, what percent had a gastrointestinal hemorrhage within 365 days after starting it?
-- topic: share
-- note: from the day of the first exposure, that day included
WITH population AS (
  SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
  FROM drug_exposure AS de
  WHERE de.drug_concept_id IN ([drug@warfarin])
  GROUP BY de.person_id
), outcome AS (
  SELECT DISTINCT co.person_id
  FROM population AS pop
  JOIN condition_occurrence AS co ON co.person_id = pop.person_id
  WHERE co.condition_concept_id IN ([condition@gastrointestinal hemorrhage])
    AND co.condition_start_date BETWEEN pop.first_date AND pop.first_date + INTERVAL '365' DAY
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_with_condition,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
