-- id: patients-on-drug-by-race
-- question: How many patients took lisinopril, by race?
-- paraphrase: Number of patients prescribed lisinopril, broken down by race
-- paraphrase: For each race, how many patients took lisinopril?
-- paraphrase: Count the patients on lisinopril per race.
-- paraphrase: lisinoprl users by race, n?
-- topic: grouping
SELECT COALESCE(g.concept_name, CAST(p.race_concept_id AS VARCHAR)) AS race,
       COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
JOIN person AS p ON p.person_id = de.person_id
LEFT JOIN concept AS g ON g.concept_id = p.race_concept_id
WHERE de.drug_concept_id IN ([drug@lisinopril])
GROUP BY race
ORDER BY race;
