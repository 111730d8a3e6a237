-- id: average-days-procedure-to-procedure
-- question: What is the average number of days from the first percutaneous coronary intervention to the first coronary artery bypass graft?
-- paraphrase: How many days pass on average between a percutaneous coronary intervention and a coronary artery bypass graft?
-- paraphrase: What is the mean time in days between percutaneous coronary intervention and coronary artery bypass graft?
-- paraphrase: avg days from 1st PCI to 1st CABG
-- topic: average
-- note: from the first record of the one to the first record of the other; people whose second event comes first are left out
SELECT ROUND(AVG(second_event.first_date - first_event.first_date), 2) AS average_days,
       COUNT(DISTINCT first_event.person_id) AS patients
FROM (SELECT po.person_id, MIN(po.procedure_date) AS first_date
      FROM procedure_occurrence AS po
      WHERE po.procedure_concept_id IN ([procedure@percutaneous coronary intervention])
      GROUP BY po.person_id) AS first_event
JOIN (SELECT po.person_id, MIN(po.procedure_date) AS first_date
      FROM procedure_occurrence AS po
      WHERE po.procedure_concept_id IN ([procedure@coronary artery bypass graft])
      GROUP BY po.person_id) AS second_event ON second_event.person_id = first_event.person_id
WHERE second_event.first_date >= first_event.first_date;
