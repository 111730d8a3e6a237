-- id: share-died-by-sex
-- question: What percentage of patients died, by gender?
-- paraphrase: For each sex, what share of patients is deceased?
-- paraphrase: What is the percentage of patients who died per gender?
-- paraphrase: % of pts who died by sex
-- topic: mortality
-- note: percentage within each group; crude, whatever the length of follow-up
SELECT COALESCE(g.concept_name, CAST(p.gender_concept_id AS VARCHAR)) AS gender,
       ROUND(100.0 * COUNT(DISTINCT d.person_id) / NULLIF(COUNT(DISTINCT p.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT d.person_id) AS deaths,
       COUNT(DISTINCT p.person_id) AS patients
FROM person AS p
LEFT JOIN concept AS g ON g.concept_id = p.gender_concept_id
LEFT JOIN death AS d ON d.person_id = p.person_id
GROUP BY gender
ORDER BY gender;
