-- id: death-within-days-of-procedure
-- question: How many patients died within 365 days of their first echocardiography?
-- paraphrase: What is the number of deaths no later than 365 days after echocardiography?
-- paraphrase: Within 365 days after their first echocardiography, how many patients died?
-- topic: mortality
-- note: death of any cause, from the day of the first record, that day included
SELECT COUNT(DISTINCT d.person_id) AS patients
FROM (SELECT po.person_id, MIN(po.procedure_date) AS first_date
      FROM procedure_occurrence AS po
      WHERE po.procedure_concept_id IN ([procedure@echocardiography])
      GROUP BY po.person_id) AS index_event
JOIN death AS d ON d.person_id = index_event.person_id
WHERE d.death_date BETWEEN index_event.first_date AND index_event.first_date + INTERVAL '365' DAY;
