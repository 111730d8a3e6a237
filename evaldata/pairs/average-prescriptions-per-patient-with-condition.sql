-- id: average-prescriptions-per-patient-with-condition
-- question: What is the average number of prescriptions of patients with heart failure?
-- paraphrase: How many prescriptions does a patient with heart failure have on average?
-- paraphrase: What is the mean number of prescriptions of any drug per patient with heart failure?
-- paraphrase: avg # of prescriptions, HF pts
-- topic: average
-- note: drug exposures of any drug, at any time; patients without any count as 0
-- note: trap: joining drugs to diagnoses multiplies the ones by the others
SELECT ROUND(AVG(d.prescriptions), 2) AS average_prescriptions,
       COUNT(DISTINCT d.person_id) AS patients
FROM (SELECT co.person_id, COUNT(DISTINCT de.drug_exposure_id) AS prescriptions
      FROM condition_occurrence AS co
      LEFT JOIN drug_exposure AS de ON de.person_id = co.person_id
      WHERE co.condition_concept_id IN ([condition@heart failure])
      GROUP BY co.person_id) AS d;
