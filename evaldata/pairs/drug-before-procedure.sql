-- id: drug-before-procedure
-- question: How many patients took atorvastatin before a coronary artery bypass graft?
-- paraphrase: What is the number of people prescribed atorvastatin before undergoing coronary artery bypass graft?
-- paraphrase: Before a coronary artery bypass graft, how many patients received atorvastatin?
-- paraphrase: atorvastatin before CABG, n of pts?
-- topic: temporal
-- note: strictly earlier than the first record of the later event
SELECT COUNT(DISTINCT earlier.person_id) AS patients
FROM (SELECT po.person_id, MIN(po.procedure_date) AS first_date
      FROM procedure_occurrence AS po
      WHERE po.procedure_concept_id IN ([procedure@coronary artery bypass graft])
      GROUP BY po.person_id) AS index_event
JOIN drug_exposure AS earlier ON earlier.person_id = index_event.person_id
WHERE earlier.drug_concept_id IN ([drug@atorvastatin])
  AND earlier.drug_exposure_start_date < index_event.first_date;
