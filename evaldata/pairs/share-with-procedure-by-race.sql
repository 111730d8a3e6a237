-- id: share-with-procedure-by-race
-- question: What percentage of patients had a colonoscopy, by race?
-- paraphrase: For each race, what share of patients underwent a colonoscopy?
-- paraphrase: Percentage of patients with a colonoscopy per race
-- topic: share-by-group
-- note: percentage within each group
SELECT COALESCE(g.concept_name, CAST(p.race_concept_id AS VARCHAR)) AS race,
       ROUND(100.0 * COUNT(DISTINCT po.person_id) / NULLIF(COUNT(DISTINCT p.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT po.person_id) AS patients_with_procedure,
       COUNT(DISTINCT p.person_id) AS patients
FROM person AS p
LEFT JOIN concept AS g ON g.concept_id = p.race_concept_id
LEFT JOIN procedure_occurrence AS po ON po.person_id = p.person_id
                         AND po.procedure_concept_id IN ([procedure@colonoscopy])
GROUP BY race
ORDER BY race;
