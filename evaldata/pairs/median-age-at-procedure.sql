-- id: median-age-at-procedure
-- question: What is the median age at first hip replacement?
-- paraphrase: What is the median age of patients when they undergo hip replacement?
-- paraphrase: What is the median age of patients who had a hip replacement?
-- paraphrase: median age at 1st hip replacement
-- topic: average
-- note: age at the first record: year of the event minus year of birth
WITH population AS (
  SELECT po.person_id, EXTRACT(YEAR FROM MIN(po.procedure_date)) - p.year_of_birth AS age
  FROM procedure_occurrence AS po
  JOIN person AS p ON p.person_id = po.person_id
  WHERE po.procedure_concept_id IN ([procedure@hip replacement])
  GROUP BY po.person_id, p.year_of_birth
)
SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY pop.age) AS median_age,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop;
