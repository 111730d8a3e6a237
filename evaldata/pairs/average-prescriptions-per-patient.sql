-- id: average-prescriptions-per-patient
-- question: What is the average number of metformin prescriptions per patient who took it?
-- paraphrase: How many prescriptions of metformin does a patient who takes it have on average?
-- paraphrase: What is the mean number of metformin exposures per metformin user?
-- paraphrase: avg # of metformin rx per pt who took it
-- topic: average
-- note: per patient who has at least one
SELECT ROUND(1.0 * COUNT(de.drug_exposure_id) / NULLIF(COUNT(DISTINCT de.person_id), 0), 2) AS average_prescriptions,
       COUNT(de.drug_exposure_id) AS prescriptions,
       COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
WHERE de.drug_concept_id IN ([drug@metformin]);
