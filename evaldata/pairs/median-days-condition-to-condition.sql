-- id: median-days-condition-to-condition
-- question: What is the median number of days from the first diagnosis of hypertension to the first diagnosis of heart failure?
-- paraphrase: What is the median time in days between the first diagnoses of hypertension and heart failure?
-- paraphrase: How long after the first hypertension diagnosis is heart failure first diagnosed, as a median in days?
-- paraphrase: median days from first HTN dx to first HF dx
-- topic: average
-- note: from the first record of the one to the first record of the other; people whose second event comes first are left out
SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY second_event.first_date - first_event.first_date) AS median_days,
       COUNT(DISTINCT first_event.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@hypertension])
      GROUP BY co.person_id) AS first_event
JOIN (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@heart failure])
      GROUP BY co.person_id) AS second_event ON second_event.person_id = first_event.person_id
WHERE second_event.first_date >= first_event.first_date;
