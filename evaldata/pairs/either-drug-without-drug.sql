-- id: either-drug-without-drug
-- question: How many patients took either lisinopril or amlodipine but not furosemide?
-- paraphrase: What is the number of people who took lisinopril or amlodipine but never furosemide?
-- paraphrase: Count the patients on lisinopril or amlodipine and not on furosemide.
-- paraphrase: either lisinopril or amlodipine but not furosemide, n of pts?
-- topic: combination
-- note: one or both of the first two, and no exposure to the third at any time
SELECT COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
WHERE de.drug_concept_id IN ([drug@lisinopril], [drug@amlodipine])
  AND NOT EXISTS (
    SELECT 1
    FROM drug_exposure AS other
    WHERE other.person_id = de.person_id
      AND other.drug_concept_id IN ([drug@furosemide])
  );
