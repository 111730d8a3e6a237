-- id: average-days-procedure-to-death
-- question: What is the average number of days from the first echocardiography to death?
-- paraphrase: How many days pass on average between the first echocardiography and death?
-- paraphrase: What is the mean time in days between echocardiography and death?
-- topic: mortality
-- note: among people who died; from the first record to death
SELECT ROUND(AVG(d.death_date - first_event.first_date), 2) AS average_days,
       COUNT(DISTINCT first_event.person_id) AS patients
FROM (SELECT po.person_id, MIN(po.procedure_date) AS first_date
      FROM procedure_occurrence AS po
      WHERE po.procedure_concept_id IN ([procedure@echocardiography])
      GROUP BY po.person_id) AS first_event
JOIN death AS d ON d.person_id = first_event.person_id
WHERE d.death_date >= first_event.first_date;
