-- id: condition-first-after-procedure
-- question: How many patients had heart failure for the first time after a coronary angiography?
-- paraphrase: What is the number of people with a first diagnosis of heart failure after coronary angiography?
-- paraphrase: After a coronary angiography, how many patients had their first heart failure?
-- topic: temporal
-- note: the first record ever of the later event comes after the first record of the earlier one
SELECT COUNT(DISTINCT later.person_id) AS patients
FROM (SELECT po.person_id, MIN(po.procedure_date) AS first_date
      FROM procedure_occurrence AS po
      WHERE po.procedure_concept_id IN ([procedure@coronary angiography])
      GROUP BY po.person_id) AS index_event
JOIN (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@heart failure])
      GROUP BY co.person_id) AS later ON later.person_id = index_event.person_id
WHERE later.first_date > index_event.first_date;
