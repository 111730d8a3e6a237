-- id: ratio-of-drugs
-- question: What is the ratio of patients who took lisinopril to patients who took amlodipine?
-- paraphrase: How many patients on lisinopril are there per patient on amlodipine?
-- paraphrase: What is the number of lisinopril users relative to amlodipine users?
-- paraphrase: ratio of pts on lisinoprl to pts on amlodipine
-- topic: change
-- note: a patient who took both counts on both sides
SELECT ROUND(1.0 * COUNT(DISTINCT de.person_id) FILTER (WHERE de.drug_concept_id IN ([drug@lisinopril]))
             / NULLIF(COUNT(DISTINCT de.person_id) FILTER (WHERE de.drug_concept_id IN ([drug@amlodipine])), 0), 2) AS ratio,
       COUNT(DISTINCT de.person_id) FILTER (WHERE de.drug_concept_id IN ([drug@lisinopril])) AS patients_on_first,
       COUNT(DISTINCT de.person_id) FILTER (WHERE de.drug_concept_id IN ([drug@amlodipine])) AS patients_on_second
FROM drug_exposure AS de;
