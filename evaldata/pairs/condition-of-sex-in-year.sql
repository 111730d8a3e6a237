-- id: condition-of-sex-in-year
-- question: How many women had breast cancer in 2009?
-- paraphrase: What is the number of female patients diagnosed with breast cancer in 2009?
-- paraphrase: In 2009, how many women had a diagnosis of breast cancer?
-- paraphrase: women with breast cancer in 2009, n?
-- topic: count-in-period
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
JOIN person AS p ON p.person_id = co.person_id
WHERE co.condition_concept_id IN ([condition@breast cancer])
  AND p.gender_concept_id = 8532
  AND EXTRACT(YEAR FROM co.condition_start_date) = 2009;
