-- id: patients-with-more-than-n-prescriptions
-- question: How many patients have more than 12 prescriptions of warfarin?
-- paraphrase: What is the number of people with over 12 warfarin prescriptions?
-- paraphrase: Count the patients to whom warfarin was prescribed more than 12 times.
-- topic: records
SELECT COUNT(DISTINCT r.person_id) AS patients
FROM (SELECT de.person_id
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@warfarin])
      GROUP BY de.person_id
      HAVING COUNT(de.drug_exposure_id) > 12) AS r;
