-- id: procedure-then-condition-within-days
-- question: How many patients had heart failure within 90 days of their first percutaneous coronary intervention?
-- paraphrase: What is the number of people diagnosed with heart failure no later than 90 days after percutaneous coronary intervention?
-- paraphrase: Count the people who had a percutaneous coronary intervention and were diagnosed with heart failure in the 90 days that followed.
-- paraphrase: Within 90 days after their first percutaneous coronary intervention, how many patients had heart failure?
-- paraphrase: HF w/in 90d of PCI, n of pts?
-- topic: temporal
-- note: from the day of the first record, that day included, to the last day named
SELECT COUNT(DISTINCT later.person_id) AS patients
FROM (SELECT po.person_id, MIN(po.procedure_date) AS first_date
      FROM procedure_occurrence AS po
      WHERE po.procedure_concept_id IN ([procedure@percutaneous coronary intervention])
      GROUP BY po.person_id) AS index_event
JOIN condition_occurrence AS later ON later.person_id = index_event.person_id
WHERE later.condition_concept_id IN ([condition@heart failure])
  AND later.condition_start_date BETWEEN index_event.first_date AND index_event.first_date + INTERVAL '90' DAY;
