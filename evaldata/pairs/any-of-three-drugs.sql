-- id: any-of-three-drugs
-- question: How many patients took lisinopril, amlodipine or metoprolol?
-- paraphrase: What is the number of people who were prescribed any of lisinopril, amlodipine or metoprolol?
-- paraphrase: Count the patients who received at least one of lisinopril, amlodipine and metoprolol.
-- paraphrase: lisinoprl, amlodpine or metoprolol users, how many?
-- topic: combination
-- note: at least one of the three
SELECT COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
WHERE de.drug_concept_id IN ([drug@lisinopril], [drug@amlodipine], [drug@metoprolol]);
