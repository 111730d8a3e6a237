-- id: drug-of-sex
-- question: How many men took alendronate?
-- paraphrase: What is the number of male patients who were prescribed alendronate?
-- paraphrase: Count the men treated with alendronate.
-- paraphrase: Among male patients, how many received alendronate?
-- paraphrase: How many male patients took alendronate?
-- paraphrase: How many of the patients who took alendronate are men?
-- paraphrase: men on alendronate, n?
-- topic: count-demographic
SELECT COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
JOIN person AS p ON p.person_id = de.person_id
WHERE de.drug_concept_id IN ([drug@alendronate])
  AND p.gender_concept_id = 8507;
