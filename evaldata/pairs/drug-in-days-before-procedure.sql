-- id: drug-in-days-before-procedure
-- question: How many patients took clopidogrel in the 60 days before their first coronary artery bypass graft?
-- paraphrase: What is the number of people prescribed clopidogrel within 60 days before coronary artery bypass graft?
-- paraphrase: In the 60 days before their first coronary artery bypass graft, how many patients received clopidogrel?
-- topic: temporal
-- note: the day of the later event itself is not counted
SELECT COUNT(DISTINCT earlier.person_id) AS patients
FROM (SELECT po.person_id, MIN(po.procedure_date) AS first_date
      FROM procedure_occurrence AS po
      WHERE po.procedure_concept_id IN ([procedure@coronary artery bypass graft])
      GROUP BY po.person_id) AS index_event
JOIN drug_exposure AS earlier ON earlier.person_id = index_event.person_id
WHERE earlier.drug_concept_id IN ([drug@clopidogrel])
  AND earlier.drug_exposure_start_date >= index_event.first_date - INTERVAL '60' DAY
  AND earlier.drug_exposure_start_date < index_event.first_date;
