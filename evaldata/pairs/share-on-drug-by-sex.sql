-- id: share-on-drug-by-sex
-- question: What percentage of patients took atorvastatin, by gender?
-- paraphrase: For each sex, what share of patients was prescribed atorvastatin?
-- paraphrase: Percentage of patients who received atorvastatin per gender
-- topic: share-by-group
-- note: percentage within each group
-- note: trap: dividing each group by everyone gives shares of the whole that say nothing about the group; an inner join to the drug makes every share 100 percent
SELECT COALESCE(g.concept_name, CAST(p.gender_concept_id AS VARCHAR)) AS gender,
       ROUND(100.0 * COUNT(DISTINCT de.person_id) / NULLIF(COUNT(DISTINCT p.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT de.person_id) AS patients_with_drug,
       COUNT(DISTINCT p.person_id) AS patients
FROM person AS p
LEFT JOIN concept AS g ON g.concept_id = p.gender_concept_id
LEFT JOIN drug_exposure AS de ON de.person_id = p.person_id
                         AND de.drug_concept_id IN ([drug@atorvastatin])
GROUP BY gender
ORDER BY gender;
