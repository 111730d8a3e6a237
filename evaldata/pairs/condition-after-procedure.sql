-- id: condition-after-procedure
-- question: How many patients had pneumonia after a coronary artery bypass graft?
-- paraphrase: What is the number of people diagnosed with pneumonia after undergoing coronary artery bypass graft?
-- paraphrase: After a coronary artery bypass graft, how many patients had pneumonia?
-- paraphrase: Count the patients who developed pneumonia following a coronary artery bypass graft.
-- paraphrase: Among patients who had a coronary artery bypass graft, how many later had pneumonia?
-- paraphrase: How many patients who had a coronary artery bypass graft had pneumonia afterwards?
-- topic: temporal
-- note: strictly later than the first record of the earlier event; any such record counts, not only a first one
SELECT COUNT(DISTINCT later.person_id) AS patients
FROM (SELECT po.person_id, MIN(po.procedure_date) AS first_date
      FROM procedure_occurrence AS po
      WHERE po.procedure_concept_id IN ([procedure@coronary artery bypass graft])
      GROUP BY po.person_id) AS index_event
JOIN condition_occurrence AS later ON later.person_id = index_event.person_id
WHERE later.condition_concept_id IN ([condition@pneumonia])
  AND later.condition_start_date > index_event.first_date;
