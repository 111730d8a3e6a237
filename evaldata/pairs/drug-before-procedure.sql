-- id: drug-before-procedure
-- question: How many patients took warfarin before a knee replacement?
-- paraphrase: What is the number of people prescribed warfarin before undergoing knee replacement?
-- paraphrase: Before a knee replacement, how many patients received warfarin?
-- topic: temporal
-- note: strictly earlier than the first record of the later event
SELECT COUNT(DISTINCT earlier.person_id) AS patients
FROM (SELECT po.person_id, MIN(po.procedure_date) AS first_date
      FROM procedure_occurrence AS po
      WHERE po.procedure_concept_id IN ([procedure@knee replacement])
      GROUP BY po.person_id) AS index_event
JOIN drug_exposure AS earlier ON earlier.person_id = index_event.person_id
WHERE earlier.drug_concept_id IN ([drug@warfarin])
  AND earlier.drug_exposure_start_date < index_event.first_date;
