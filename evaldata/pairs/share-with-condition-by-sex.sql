-- id: share-with-condition-by-sex
-- question: What percentage of patients have depression, by gender?
-- paraphrase: What share of men and women has depression?
-- paraphrase: For each sex, what proportion of patients has been diagnosed with depression?
-- paraphrase: What percentage of patients have depresion, by gender?
-- topic: share-by-group
-- note: percentage within each group
SELECT COALESCE(g.concept_name, CAST(p.gender_concept_id AS VARCHAR)) AS gender,
       ROUND(100.0 * COUNT(DISTINCT co.person_id) / NULLIF(COUNT(DISTINCT p.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT co.person_id) AS patients_with_condition,
       COUNT(DISTINCT p.person_id) AS patients
FROM person AS p
LEFT JOIN concept AS g ON g.concept_id = p.gender_concept_id
LEFT JOIN condition_occurrence AS co ON co.person_id = p.person_id
                         AND co.condition_concept_id IN ([condition@depression])
GROUP BY gender
ORDER BY gender;
