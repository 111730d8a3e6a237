-- id: drug-of-sex-older-than
-- question: How many women older than 75 took alendronate?
-- paraphrase: What is the number of female patients over 75 who were prescribed alendronate?
-- paraphrase: Count the women who received alendronate when they were more than 75 years old.
-- paraphrase: women > 75 yo on alendronate, n?
-- topic: count-demographic
-- note: age at the event: year of the event minus year of birth
SELECT COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
JOIN person AS p ON p.person_id = de.person_id
WHERE de.drug_concept_id IN ([drug@alendronate])
  AND p.gender_concept_id = 8532
  AND EXTRACT(YEAR FROM de.drug_exposure_start_date) - p.year_of_birth > 75;
