-- id: condition-in-days-before-procedure
-- question: How many patients had a myocardial infarction in the 30 days before their first coronary artery bypass graft?
-- paraphrase: What is the number of people with a myocardial infarction within 30 days before coronary artery bypass graft?
-- paraphrase: In the 30 days before their first coronary artery bypass graft, how many patients had a myocardial infarction?
-- paraphrase: MI in the 30d before CABG, n of pts?
-- topic: temporal
-- note: the day of the later event itself is not counted
SELECT COUNT(DISTINCT earlier.person_id) AS patients
FROM (SELECT po.person_id, MIN(po.procedure_date) AS first_date
      FROM procedure_occurrence AS po
      WHERE po.procedure_concept_id IN ([procedure@coronary artery bypass graft])
      GROUP BY po.person_id) AS index_event
JOIN condition_occurrence AS earlier ON earlier.person_id = index_event.person_id
WHERE earlier.condition_concept_id IN ([condition@myocardial infarction])
  AND earlier.condition_start_date >= index_event.first_date - INTERVAL '30' DAY
  AND earlier.condition_start_date < index_event.first_date;
