-- id: patients-with-exactly-one-prescription
-- question: How many patients have exactly 1 prescription of albuterol?
-- paraphrase: What is the number of people with only 1 albuterol prescription?
-- paraphrase: Count the patients to whom albuterol was prescribed exactly 1 time.
-- paraphrase: pts with exactly 1 albuterl rx, n?
-- topic: records
SELECT COUNT(DISTINCT r.person_id) AS patients
FROM (SELECT de.person_id
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@albuterol])
      GROUP BY de.person_id
      HAVING COUNT(de.drug_exposure_id) = 1) AS r;
