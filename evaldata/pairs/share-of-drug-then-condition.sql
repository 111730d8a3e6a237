-- id: share-of-drug-then-condition
-- question: What percentage of patients who took clopidogrel had a gastrointestinal hemorrhage afterwards?
-- paraphrase: What share of patients on clopidogrel had a gastrointestinal hemorrhage after starting it?
-- paraphrase: Of the patients who took clopidogrel, what percent later had a gastrointestinal hemorrhage?
-- topic: share
-- note: strictly after the first exposure; crude, whatever the length of follow-up
WITH population AS (
  SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
  FROM drug_exposure AS de
  WHERE de.drug_concept_id IN ([drug@clopidogrel])
  GROUP BY de.person_id
), outcome AS (
  SELECT DISTINCT co.person_id
  FROM population AS pop
  JOIN condition_occurrence AS co ON co.person_id = pop.person_id
  WHERE co.condition_concept_id IN ([condition@gastrointestinal hemorrhage])
    AND co.condition_start_date > pop.first_date
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_with_condition,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
