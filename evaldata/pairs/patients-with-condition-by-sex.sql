-- id: patients-with-condition-by-sex
-- question: How many patients have hypertension, by gender?
-- paraphrase: Number of patients diagnosed with hypertension, broken down by sex
-- paraphrase: For each gender, how many patients have hypertension?
-- paraphrase: Count the patients with hypertension per sex.
-- paraphrase: How many men and how many women have hypertension?
-- paraphrase: What is the gender distribution of patients with hypertension?
-- paraphrase: HTN pts by sex, n?
-- paraphrase: How many patients have hypertnsion, by gender?
-- topic: grouping
SELECT COALESCE(g.concept_name, CAST(p.gender_concept_id AS VARCHAR)) AS gender,
       COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
JOIN person AS p ON p.person_id = co.person_id
LEFT JOIN concept AS g ON g.concept_id = p.gender_concept_id
WHERE co.condition_concept_id IN ([condition@hypertension])
GROUP BY gender
ORDER BY gender;
