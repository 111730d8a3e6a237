-- id: drug-after-procedure
-- question: How many patients took clopidogrel after a coronary angiography?
-- paraphrase: What is the number of people prescribed clopidogrel after undergoing coronary angiography?
-- paraphrase: After a coronary angiography, how many patients received clopidogrel?
-- paraphrase: Among patients who had a coronary angiography, how many later took clopidogrel?
-- paraphrase: clopidogrel after coronary angiography, n of pts?
-- topic: temporal
-- note: strictly later than the first record of the earlier event; any such record counts, not only a first one
SELECT COUNT(DISTINCT later.person_id) AS patients
FROM (SELECT po.person_id, MIN(po.procedure_date) AS first_date
      FROM procedure_occurrence AS po
      WHERE po.procedure_concept_id IN ([procedure@coronary angiography])
      GROUP BY po.person_id) AS index_event
JOIN drug_exposure AS later ON later.person_id = index_event.person_id
WHERE later.drug_concept_id IN ([drug@clopidogrel])
  AND later.drug_exposure_start_date > index_event.first_date;
