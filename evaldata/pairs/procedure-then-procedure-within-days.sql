-- id: procedure-then-procedure-within-days
-- question: How many patients had a percutaneous coronary intervention within 90 days of their first coronary angiography?
-- paraphrase: What is the number of people who underwent percutaneous coronary intervention no later than 90 days after coronary angiography?
-- paraphrase: Within 90 days after their first coronary angiography, how many patients had a percutaneous coronary intervention?
-- paraphrase: # of pts w/ PCI w/in 90d of coronary angiography
-- topic: temporal
-- note: from the day of the first record, that day included, to the last day named
SELECT COUNT(DISTINCT later.person_id) AS patients
FROM (SELECT po.person_id, MIN(po.procedure_date) AS first_date
      FROM procedure_occurrence AS po
      WHERE po.procedure_concept_id IN ([procedure@coronary angiography])
      GROUP BY po.person_id) AS index_event
JOIN procedure_occurrence AS later ON later.person_id = index_event.person_id
WHERE later.procedure_concept_id IN ([procedure@percutaneous coronary intervention])
  AND later.procedure_date BETWEEN index_event.first_date AND index_event.first_date + INTERVAL '90' DAY;
