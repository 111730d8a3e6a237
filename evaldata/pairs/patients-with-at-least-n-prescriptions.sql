-- id: patients-with-at-least-n-prescriptions
-- question: How many patients have at least 5 prescriptions of metformin?
-- paraphrase: What is the number of people with 5 or more metformin prescriptions?
-- paraphrase: Count the patients to whom metformin was prescribed at least 5 times.
-- paraphrase: pts with ≥ 5 metformin rx, n?
-- topic: records
SELECT COUNT(DISTINCT r.person_id) AS patients
FROM (SELECT de.person_id
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@metformin])
      GROUP BY de.person_id
      HAVING COUNT(de.drug_exposure_id) >= 5) AS r;
