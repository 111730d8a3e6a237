-- id: share-of-condition-measurement-within-days
-- question: What percentage of patients with type 2 diabetes had an HbA1c measurement within 180 days of diagnosis?
-- paraphrase: What share of patients with type 2 diabetes was tested for HbA1c no later than 180 days after being diagnosed?
-- paraphrase: Of the patients with type 2 diabetes, in what percent was HbA1c measured within 180 days after diagnosis?
-- paraphrase: % of T2DM pts with HbA1c w/in 180d of dx
-- topic: share
-- note: from the day of the first record, that day included
WITH population AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS first_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
  GROUP BY co.person_id
), outcome AS (
  SELECT DISTINCT me.person_id
  FROM population AS pop
  JOIN measurement AS me ON me.person_id = pop.person_id
  WHERE me.measurement_concept_id IN ([measurement@HbA1c])
    AND me.measurement_date BETWEEN pop.first_date AND pop.first_date + INTERVAL '180' DAY
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_measured,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
