-- id: observed-after-condition
-- question: How many patients with stroke were observed for at least 180 days after their first diagnosis?
-- paraphrase: What is the number of stroke patients with 180 or more days of follow-up after their first diagnosis?
-- paraphrase: Count the patients with at least 180 days of continuous observation after the first record of stroke.
-- paraphrase: # of stroke pts observed for at least 180 days after their 1st dx
-- topic: observation-time
-- note: in one observation period, without a gap
SELECT COUNT(DISTINCT f.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@stroke])
      GROUP BY co.person_id) AS f
JOIN observation_period AS op ON op.person_id = f.person_id
WHERE op.observation_period_start_date <= f.first_date
  AND op.observation_period_end_date >= f.first_date + INTERVAL '180' DAY;
