-- id: sex-distribution-of-condition
-- question: What is the gender distribution of patients with heart failure in percent?
-- paraphrase: How are patients with heart failure distributed by gender, in percent?
-- paraphrase: What percentage of patients with heart failure is of each sex?
-- paraphrase: sex distribution of HF pts in %
-- paraphrase: What is the distribution of gender among patients with heart failure?
-- topic: share-by-group
-- note: the percentages of the groups add up to 100
SELECT COALESCE(g.concept_name, CAST(p.gender_concept_id AS VARCHAR)) AS gender,
       ROUND(100.0 * COUNT(DISTINCT co.person_id)
             / SUM(COUNT(DISTINCT co.person_id)) OVER (), 2) AS percentage,
       COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
JOIN person AS p ON p.person_id = co.person_id
LEFT JOIN concept AS g ON g.concept_id = p.gender_concept_id
WHERE co.condition_concept_id IN ([condition@heart failure])
GROUP BY gender
ORDER BY gender;
