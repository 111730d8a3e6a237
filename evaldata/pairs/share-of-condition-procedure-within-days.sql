-- id: share-of-condition-procedure-within-days
-- question: What percentage of patients with myocardial infarction had a percutaneous coronary intervention within 30 days of diagnosis?
-- paraphrase: What share of patients with myocardial infarction underwent percutaneous coronary intervention no later than 30 days after being diagnosed?
-- paraphrase: Of the patients with myocardial infarction, what percent had a percutaneous coronary intervention within 30 days after diagnosis?
-- paraphrase: % of MI pts with PCI w/in 30d of dx
-- topic: share
-- note: from the day of the first record, that day included
WITH population AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS first_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@myocardial infarction])
  GROUP BY co.person_id
), outcome AS (
  SELECT DISTINCT po.person_id
  FROM population AS pop
  JOIN procedure_occurrence AS po ON po.person_id = pop.person_id
  WHERE po.procedure_concept_id IN ([procedure@percutaneous coronary intervention])
    AND po.procedure_date BETWEEN pop.first_date AND pop.first_date + INTERVAL '30' DAY
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_with_procedure,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
