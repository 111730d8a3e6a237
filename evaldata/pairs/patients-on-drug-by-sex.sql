-- id: patients-on-drug-by-sex
-- question: How many patients took lisinopril, by gender?
-- paraphrase: Number of patients prescribed lisinopril, broken down by sex
-- paraphrase: For each gender, how many patients took lisinopril?
-- paraphrase: Count the patients on lisinopril per sex.
-- paraphrase: How many men and how many women took lisinopril?
-- paraphrase: What is the gender distribution of patients who took lisinopril?
-- paraphrase: lisinopril users by sex, n?
-- paraphrase: How many pateints took lisinopril, by gender?
-- topic: grouping
SELECT COALESCE(g.concept_name, CAST(p.gender_concept_id AS VARCHAR)) AS gender,
       COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
JOIN person AS p ON p.person_id = de.person_id
LEFT JOIN concept AS g ON g.concept_id = p.gender_concept_id
WHERE de.drug_concept_id IN ([drug@lisinopril])
GROUP BY gender
ORDER BY gender;
