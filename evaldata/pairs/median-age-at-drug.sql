-- id: median-age-at-drug
-- question: What is the median age at first exposure to levothyroxine?
-- paraphrase: What is the median age of patients when they start levothyroxine?
-- paraphrase: What is the median age of patients who took levothyroxine?
-- paraphrase: median age at first exposure to levothyroxin
-- topic: average
-- note: age at the first record: year of the event minus year of birth
WITH population AS (
  SELECT de.person_id, EXTRACT(YEAR FROM MIN(de.drug_exposure_start_date)) - p.year_of_birth AS age
  FROM drug_exposure AS de
  JOIN person AS p ON p.person_id = de.person_id
  WHERE de.drug_concept_id IN ([drug@levothyroxine])
  GROUP BY de.person_id, p.year_of_birth
)
SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY pop.age) AS median_age,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop;
