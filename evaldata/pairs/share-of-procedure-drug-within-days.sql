-- id: share-of-procedure-drug-within-days
-- question: What percentage of patients who had a percutaneous coronary intervention took clopidogrel within 30 days of it?
-- paraphrase: What share of patients with a percutaneous coronary intervention received clopidogrel no later than 30 days after it?
-- paraphrase: Of the patients who underwent percutaneous coronary intervention, what percent took clopidogrel within 30 days after it?
-- topic: share
-- note: from the day of the first record, that day included
WITH population AS (
  SELECT po.person_id, MIN(po.procedure_date) AS first_date
  FROM procedure_occurrence AS po
  WHERE po.procedure_concept_id IN ([procedure@percutaneous coronary intervention])
  GROUP BY po.person_id
), outcome AS (
  SELECT DISTINCT de.person_id
  FROM population AS pop
  JOIN drug_exposure AS de ON de.person_id = pop.person_id
  WHERE de.drug_concept_id IN ([drug@clopidogrel])
    AND de.drug_exposure_start_date BETWEEN pop.first_date AND pop.first_date + INTERVAL '30' DAY
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_on_drug,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
