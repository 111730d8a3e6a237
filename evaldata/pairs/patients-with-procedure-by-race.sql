-- id: patients-with-procedure-by-race
-- question: How many patients had a colonoscopy, by race?
-- paraphrase: Number of patients who underwent colonoscopy, broken down by race
-- paraphrase: For each race, how many patients had a colonoscopy?
-- paraphrase: Count the patients with a colonoscopy per race.
-- paraphrase: How many patients had a colonscopy, by race?
-- topic: grouping
SELECT COALESCE(g.concept_name, CAST(p.race_concept_id AS VARCHAR)) AS race,
       COUNT(DISTINCT po.person_id) AS patients
FROM procedure_occurrence AS po
JOIN person AS p ON p.person_id = po.person_id
LEFT JOIN concept AS g ON g.concept_id = p.race_concept_id
WHERE po.procedure_concept_id IN ([procedure@colonoscopy])
GROUP BY race
ORDER BY race;
