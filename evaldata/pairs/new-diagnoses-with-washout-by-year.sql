-- id: new-diagnoses-with-washout-by-year
-- question: How many patients were newly diagnosed with heart failure with a washout of 365 days, by year?
-- paraphrase: What is the number of new diagnoses of heart failure per year after at least 365 days of prior observation?
-- paraphrase: For each year, how many patients had their first diagnosis of heart failure with 365 days of observation before it?
-- paraphrase: new HF dx w/ a washout of 365d by yr, n of pts?
-- topic: incidence
-- note: first record ever, preceded by that much observation without the condition
-- note: trap: without the washout, people who came into observation with the disease pass for new; exactly as many days as the washout are enough, so the comparison is >= and not >
WITH first_diagnosis AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS first_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@heart failure])
  GROUP BY co.person_id
)
SELECT EXTRACT(YEAR FROM f.first_date) AS year,
       COUNT(DISTINCT f.person_id) AS patients
FROM first_diagnosis AS f
JOIN observation_period AS op ON op.person_id = f.person_id
WHERE f.first_date >= op.observation_period_start_date + INTERVAL '365' DAY
  AND f.first_date <= op.observation_period_end_date
GROUP BY year
ORDER BY year;
