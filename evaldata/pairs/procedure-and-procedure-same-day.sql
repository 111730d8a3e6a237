-- id: procedure-and-procedure-same-day
-- question: How many patients had a percutaneous coronary intervention and a coronary angiography on the same day?
-- paraphrase: What is the number of people who underwent percutaneous coronary intervention and coronary angiography on the same day?
-- paraphrase: Count the patients with percutaneous coronary intervention and coronary angiography recorded on the same date.
-- topic: temporal
-- note: on any day on which both are recorded
SELECT COUNT(DISTINCT po.person_id) AS patients
FROM procedure_occurrence AS po
JOIN procedure_occurrence AS other ON other.person_id = po.person_id
                    AND other.procedure_date = po.procedure_date
WHERE po.procedure_concept_id IN ([procedure@percutaneous coronary intervention])
  AND other.procedure_concept_id IN ([procedure@coronary angiography]);
