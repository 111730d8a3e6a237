-- id: distribution-of-prescriptions-per-patient
-- question: What is the distribution of the number of warfarin prescriptions per patient?
-- paraphrase: For each number of warfarin prescriptions, how many patients have that many?
-- paraphrase: How are patients on warfarin distributed by their number of prescriptions?
-- topic: records
-- note: people with none are not shown
SELECT r.prescriptions,
       COUNT(DISTINCT r.person_id) AS patients
FROM (SELECT de.person_id, COUNT(de.drug_exposure_id) AS prescriptions
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@warfarin])
      GROUP BY de.person_id) AS r
GROUP BY r.prescriptions
ORDER BY r.prescriptions;
