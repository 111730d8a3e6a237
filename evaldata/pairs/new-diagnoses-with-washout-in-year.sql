-- id: new-diagnoses-with-washout-in-year
-- question: How many patients were newly diagnosed with type 2 diabetes in 2009 with a washout of 365 days?
-- paraphrase: What is the number of new diagnoses of type 2 diabetes in 2009 after at least 365 days of prior observation?
-- paraphrase: In 2009, how many patients had their first diagnosis of type 2 diabetes with 365 days of observation before it?
-- paraphrase: # of pts newly dx'd with T2DM in 2009 with a washout of 365d
-- topic: incidence
-- note: first record ever, preceded by that much observation without the condition
WITH first_diagnosis AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS first_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
  GROUP BY co.person_id
)
SELECT COUNT(DISTINCT f.person_id) AS patients
FROM first_diagnosis AS f
JOIN observation_period AS op ON op.person_id = f.person_id
WHERE EXTRACT(YEAR FROM f.first_date) = 2009
  AND f.first_date >= op.observation_period_start_date + INTERVAL '365' DAY
  AND f.first_date <= op.observation_period_end_date;
