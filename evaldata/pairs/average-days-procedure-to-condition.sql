-- id: average-days-procedure-to-condition
-- question: What is the average number of days from the first coronary artery bypass graft to the first atrial fibrillation?
-- paraphrase: How many days pass on average between a first coronary artery bypass graft and the first diagnosis of atrial fibrillation?
-- paraphrase: avg days from first CABG to first afib dx
-- topic: average
-- note: from the first record of the one to the first record of the other; people whose second event comes first are left out
SELECT ROUND(AVG(second_event.first_date - first_event.first_date), 2) AS average_days,
       COUNT(DISTINCT first_event.person_id) AS patients
FROM (SELECT po.person_id, MIN(po.procedure_date) AS first_date
      FROM procedure_occurrence AS po
      WHERE po.procedure_concept_id IN ([procedure@coronary artery bypass graft])
      GROUP BY po.person_id) AS first_event
JOIN (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@atrial fibrillation])
      GROUP BY co.person_id) AS second_event ON second_event.person_id = first_event.person_id
WHERE second_event.first_date >= first_event.first_date;
