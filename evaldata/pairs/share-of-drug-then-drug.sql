-- id: share-of-drug-then-drug
-- question: What percentage of patients who took metformin took insulin glargine afterwards?
-- paraphrase: What share of patients on metformin was later prescribed insulin glargine?
-- paraphrase: Of the patients who took metformin, what percent took insulin glargine after starting it?
-- paraphrase: any idea what percentage of patients who took metformin took insulin glargine afterwards?
-- topic: share
-- note: strictly after the first record of the first event; crude, whatever the length of follow-up
WITH population AS (
  SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
  FROM drug_exposure AS de
  WHERE de.drug_concept_id IN ([drug@metformin])
  GROUP BY de.person_id
), outcome AS (
  SELECT DISTINCT de.person_id
  FROM population AS pop
  JOIN drug_exposure AS de ON de.person_id = pop.person_id
  WHERE de.drug_concept_id IN ([drug@insulin glargine])
    AND de.drug_exposure_start_date > pop.first_date
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_on_second_drug,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
