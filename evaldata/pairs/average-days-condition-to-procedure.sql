-- id: average-days-condition-to-procedure
-- question: What is the average number of days from the first diagnosis of end-stage renal disease to the first hemodialysis?
-- paraphrase: How many days pass on average between the first diagnosis of end-stage renal disease and hemodialysis?
-- paraphrase: What is the mean time in days between end-stage renal disease and first hemodialysis?
-- paraphrase: mean days from 1st dx of ESRD to 1st hemodialysis
-- topic: average
-- note: from the first record of the one to the first record of the other; people whose second event comes first are left out
SELECT ROUND(AVG(second_event.first_date - first_event.first_date), 2) AS average_days,
       COUNT(DISTINCT first_event.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@end-stage renal disease])
      GROUP BY co.person_id) AS first_event
JOIN (SELECT po.person_id, MIN(po.procedure_date) AS first_date
      FROM procedure_occurrence AS po
      WHERE po.procedure_concept_id IN ([procedure@hemodialysis])
      GROUP BY po.person_id) AS second_event ON second_event.person_id = first_event.person_id
WHERE second_event.first_date >= first_event.first_date;
