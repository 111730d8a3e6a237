-- id: average-follow-up-after-condition
-- question: What is the average follow-up in days after the first diagnosis of breast cancer?
-- paraphrase: How many days are patients observed on average after their first diagnosis of breast cancer?
-- paraphrase: What is the mean number of days from the first breast cancer to the end of observation?
-- paraphrase: avg f/u in days after first dx of breast cancer
-- topic: observation-time
-- note: to the end of the observation period in which the first record lies
SELECT ROUND(AVG(op.observation_period_end_date - f.first_date), 2) AS average_days,
       COUNT(DISTINCT f.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@breast cancer])
      GROUP BY co.person_id) AS f
JOIN observation_period AS op ON op.person_id = f.person_id
                             AND f.first_date BETWEEN op.observation_period_start_date
                                                  AND op.observation_period_end_date;
