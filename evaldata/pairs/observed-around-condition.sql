-- id: observed-around-condition
-- question: How many patients with heart failure were observed for at least 365 days before and 180 days after their first diagnosis?
-- paraphrase: What is the number of heart failure patients with 365 or more days of observation before and 180 or more days after their first diagnosis?
-- paraphrase: Count the patients with at least 365 days of continuous observation before and 180 days after the first record of heart failure.
-- topic: observation-time
-- note: in one observation period, without a gap
SELECT COUNT(DISTINCT f.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@heart failure])
      GROUP BY co.person_id) AS f
JOIN observation_period AS op ON op.person_id = f.person_id
WHERE op.observation_period_start_date <= f.first_date - INTERVAL '365' DAY
  AND op.observation_period_end_date >= f.first_date + INTERVAL '180' DAY;
