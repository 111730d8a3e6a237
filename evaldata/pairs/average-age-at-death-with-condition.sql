-- id: average-age-at-death-with-condition
-- question: What is the average age at death of patients with heart failure?
-- paraphrase: How old are patients with heart failure on average when they die?
-- paraphrase: Among patients with heart failure who died, what is the mean age at death?
-- paraphrase: mean age at death, HF pts
-- topic: mortality
-- note: year of death minus year of birth
SELECT ROUND(AVG(EXTRACT(YEAR FROM d.death_date) - p.year_of_birth), 1) AS average_age,
       COUNT(DISTINCT d.person_id) AS patients
FROM death AS d
JOIN person AS p ON p.person_id = d.person_id
WHERE d.person_id IN (SELECT co.person_id FROM condition_occurrence AS co
                      WHERE co.condition_concept_id IN ([condition@heart failure]));
