-- id: median-days-condition-to-procedure
-- question: What is the median number of days from the first diagnosis of breast cancer to the first mammography?
-- paraphrase: What is the median time in days between the first diagnosis of breast cancer and mammography?
-- paraphrase: Median days between breast cancer and first mammography
-- topic: average
-- note: from the first record of the one to the first record of the other; people whose second event comes first are left out
SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY second_event.first_date - first_event.first_date) AS median_days,
       COUNT(DISTINCT first_event.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@breast cancer])
      GROUP BY co.person_id) AS first_event
JOIN (SELECT po.person_id, MIN(po.procedure_date) AS first_date
      FROM procedure_occurrence AS po
      WHERE po.procedure_concept_id IN ([procedure@mammography])
      GROUP BY po.person_id) AS second_event ON second_event.person_id = first_event.person_id
WHERE second_event.first_date >= first_event.first_date;
