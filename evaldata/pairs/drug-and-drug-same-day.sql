-- id: drug-and-drug-same-day
-- question: How many patients were prescribed metoprolol and lisinopril on the same day?
-- paraphrase: What is the number of people who received metoprolol and lisinopril on the same day?
-- paraphrase: Count the patients with metoprolol and lisinopril recorded on the same date.
-- paraphrase: metoprolol and lisinopril on the same day, n of pts?
-- topic: temporal
-- note: on any day on which both are recorded
SELECT COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
JOIN drug_exposure AS other ON other.person_id = de.person_id
                    AND other.drug_exposure_start_date = de.drug_exposure_start_date
WHERE de.drug_concept_id IN ([drug@metoprolol])
  AND other.drug_concept_id IN ([drug@lisinopril]);
