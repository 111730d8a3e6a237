-- id: procedure-then-condition-within-months
-- question: How many patients had heart failure within 12 months of their first coronary angiography?
-- paraphrase: What is the number of people with heart failure no later than 12 months after coronary angiography?
-- paraphrase: Within 12 months after their first coronary angiography, how many patients had heart failure?
-- topic: temporal
-- note: from the day of the first record, that day included, to the last day named
SELECT COUNT(DISTINCT later.person_id) AS patients
FROM (SELECT po.person_id, MIN(po.procedure_date) AS first_date
      FROM procedure_occurrence AS po
      WHERE po.procedure_concept_id IN ([procedure@coronary angiography])
      GROUP BY po.person_id) AS index_event
JOIN condition_occurrence AS later ON later.person_id = index_event.person_id
WHERE later.condition_concept_id IN ([condition@heart failure])
  AND later.condition_start_date BETWEEN index_event.first_date AND index_event.first_date + INTERVAL '12' MONTH;
