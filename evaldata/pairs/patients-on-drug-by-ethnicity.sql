-- id: patients-on-drug-by-ethnicity
-- question: How many patients took lisinopril, by ethnicity?
-- paraphrase: Number of patients prescribed lisinopril, broken down by ethnicity
-- paraphrase: For each ethnicity, how many patients took lisinopril?
-- topic: grouping
SELECT COALESCE(g.concept_name, CAST(p.ethnicity_concept_id AS VARCHAR)) AS ethnicity,
       COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
JOIN person AS p ON p.person_id = de.person_id
LEFT JOIN concept AS g ON g.concept_id = p.ethnicity_concept_id
WHERE de.drug_concept_id IN ([drug@lisinopril])
GROUP BY ethnicity
ORDER BY ethnicity;
