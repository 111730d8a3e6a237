-- id: condition-after-procedure
-- question: How many patients had atrial fibrillation after a coronary angiography?
-- paraphrase: What is the number of people diagnosed with atrial fibrillation after undergoing coronary angiography?
-- paraphrase: After a coronary angiography, how many patients had atrial fibrillation?
-- paraphrase: Count the patients who had atrial fibrillation following a coronary angiography.
-- paraphrase: Among patients who had a coronary angiography, how many later had atrial fibrillation?
-- paraphrase: How many patients who had a coronary angiography had atrial fibrillation afterwards?
-- paraphrase: # of pts w/ afib after coronary angiography
-- topic: temporal
-- note: strictly later than the first record of the earlier event; any such record counts, not only a first one
SELECT COUNT(DISTINCT later.person_id) AS patients
FROM (SELECT po.person_id, MIN(po.procedure_date) AS first_date
      FROM procedure_occurrence AS po
      WHERE po.procedure_concept_id IN ([procedure@coronary angiography])
      GROUP BY po.person_id) AS index_event
JOIN condition_occurrence AS later ON later.person_id = index_event.person_id
WHERE later.condition_concept_id IN ([condition@atrial fibrillation])
  AND later.condition_start_date > index_event.first_date;
