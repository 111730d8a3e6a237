-- id: average-age-at-procedure
-- question: What is the average age at first knee replacement?
-- paraphrase: How old are patients on average when they undergo knee replacement?
-- paraphrase: What is the mean age of patients who had a knee replacement?
-- paraphrase: What is the average age of patients at their first knee replacement?
-- paraphrase: At what age do patients have their first knee replacement on average?
-- paraphrase: How old were patients on average at their knee replacement?
-- paraphrase: mean age at 1st knee replacement
-- topic: average
-- note: age at the first record: year of the event minus year of birth
WITH population AS (
  SELECT po.person_id, EXTRACT(YEAR FROM MIN(po.procedure_date)) - p.year_of_birth AS age
  FROM procedure_occurrence AS po
  JOIN person AS p ON p.person_id = po.person_id
  WHERE po.procedure_concept_id IN ([procedure@knee replacement])
  GROUP BY po.person_id, p.year_of_birth
)
SELECT ROUND(AVG(pop.age), 1) AS average_age,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop;
