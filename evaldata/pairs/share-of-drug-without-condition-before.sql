-- id: share-of-drug-without-condition-before
-- question: What percentage of patients who started metformin had no diagnosis of type 2 diabetes before?
-- paraphrase: What share of patients starting metformin had no type 2 diabetes recorded before?
-- paraphrase: Of the patients who started metformin, what percent had no prior diagnosis of type 2 diabetes?
-- paraphrase: % of pts who started metformin w/o T2DM before
-- topic: share
-- note: before: no record on or before the day of the first exposure
-- note: trap: a diagnosis at any time also counts those that came after the drug
WITH population AS (
  SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
  FROM drug_exposure AS de
  WHERE de.drug_concept_id IN ([drug@metformin])
  GROUP BY de.person_id
), without AS (
  SELECT pop.person_id
  FROM population AS pop
  WHERE NOT EXISTS (SELECT 1 FROM condition_occurrence AS co
                    WHERE co.person_id = pop.person_id
                      AND co.condition_concept_id IN ([condition@type 2 diabetes])
                      AND co.condition_start_date <= pop.first_date)
)
SELECT ROUND(100.0 * COUNT(DISTINCT w.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT w.person_id) AS patients_without_condition,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN without AS w ON w.person_id = pop.person_id;
