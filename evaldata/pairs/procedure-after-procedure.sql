-- id: procedure-after-procedure
-- question: How many patients had a percutaneous coronary intervention after a coronary angiography?
-- paraphrase: What is the number of people who underwent percutaneous coronary intervention after coronary angiography?
-- paraphrase: After a coronary angiography, how many patients had a percutaneous coronary intervention?
-- paraphrase: Among patients who had a coronary angiography, how many later had a percutaneous coronary intervention?
-- paraphrase: # of pts who had PCI after coronary angiography
-- topic: temporal
-- note: strictly later than the first record of the earlier event; any such record counts, not only a first one
SELECT COUNT(DISTINCT later.person_id) AS patients
FROM (SELECT po.person_id, MIN(po.procedure_date) AS first_date
      FROM procedure_occurrence AS po
      WHERE po.procedure_concept_id IN ([procedure@coronary angiography])
      GROUP BY po.person_id) AS index_event
JOIN procedure_occurrence AS later ON later.person_id = index_event.person_id
WHERE later.procedure_concept_id IN ([procedure@percutaneous coronary intervention])
  AND later.procedure_date > index_event.first_date;
