-- id: drug-older-than
-- question: How many patients older than 80 took warfarin?
-- paraphrase: What is the number of people over 80 who were prescribed warfarin?
-- paraphrase: Among patients aged more than 80, how many received warfarin?
-- paraphrase: warfarin pts > 80 yo, n?
-- paraphrase: hello, I'd like to know how many of our patients older than 80 took warfarin, pls
-- topic: count-demographic
-- note: age at the event: year of the event minus year of birth
SELECT COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
JOIN person AS p ON p.person_id = de.person_id
WHERE de.drug_concept_id IN ([drug@warfarin])
  AND EXTRACT(YEAR FROM de.drug_exposure_start_date) - p.year_of_birth > 80;
