-- id: death-after-procedure
-- question: How many patients died after an echocardiography?
-- paraphrase: What is the number of deaths after undergoing echocardiography?
-- paraphrase: After an echocardiography, how many patients died?
-- topic: mortality
-- note: death of any cause, strictly later than the first record, whenever it comes
SELECT COUNT(DISTINCT d.person_id) AS patients
FROM (SELECT po.person_id, MIN(po.procedure_date) AS first_date
      FROM procedure_occurrence AS po
      WHERE po.procedure_concept_id IN ([procedure@echocardiography])
      GROUP BY po.person_id) AS index_event
JOIN death AS d ON d.person_id = index_event.person_id
WHERE d.death_date > index_event.first_date;
