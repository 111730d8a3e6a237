-- id: visit-then-visit-within-days
-- question: How many patients had an inpatient visit within 7 days of an emergency room visit?
-- paraphrase: What is the number of people with an inpatient visit no later than 7 days after an emergency room visit?
-- paraphrase: Within 7 days after an emergency room visit, how many patients had an inpatient visit?
-- paraphrase: # of pts w/ inpatient visit w/in 7d of an ER visit
-- topic: visit
-- note: after any visit of the first type, not only the first one; the same day is counted
SELECT COUNT(DISTINCT earlier.person_id) AS patients
FROM visit_occurrence AS earlier
JOIN visit_occurrence AS later ON later.person_id = earlier.person_id
WHERE earlier.visit_concept_id IN ([visit@emergency room visit])
  AND later.visit_concept_id IN ([visit@inpatient visit])
  AND later.visit_start_date BETWEEN earlier.visit_start_date AND earlier.visit_start_date + INTERVAL '7' DAY;
