-- id: condition-before-procedure
-- question: How many patients had a myocardial infarction before a coronary artery bypass graft?
-- paraphrase: What is the number of people with myocardial infarction before undergoing coronary artery bypass graft?
-- paraphrase: Before a coronary artery bypass graft, how many patients had a myocardial infarction?
-- paraphrase: MI before CABG, n of pts?
-- topic: temporal
-- note: strictly earlier than the first record of the later event
SELECT COUNT(DISTINCT earlier.person_id) AS patients
FROM (SELECT po.person_id, MIN(po.procedure_date) AS first_date
      FROM procedure_occurrence AS po
      WHERE po.procedure_concept_id IN ([procedure@coronary artery bypass graft])
      GROUP BY po.person_id) AS index_event
JOIN condition_occurrence AS earlier ON earlier.person_id = index_event.person_id
WHERE earlier.condition_concept_id IN ([condition@myocardial infarction])
  AND earlier.condition_start_date < index_event.first_date;
