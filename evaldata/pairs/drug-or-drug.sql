-- id: drug-or-drug
-- question: How many patients took lisinopril or amlodipine?
-- paraphrase: What is the number of people who were prescribed either lisinopril or amlodipine?
-- paraphrase: Count the patients who received lisinopril or amlodipine.
-- paraphrase: How many people took at least one of lisinopril and amlodipine?
-- paraphrase: How many people took lisinopril, amlodipine or both?
-- paraphrase: How many patients were on either lisinopril or amlodipine?
-- paraphrase: lisinopril or amlodpine users, n?
-- topic: combination
-- note: one, the other or both
SELECT COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
WHERE de.drug_concept_id IN ([drug@lisinopril], [drug@amlodipine]);
