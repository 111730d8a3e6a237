-- id: measurement-during-drug
-- question: How many patients had a creatinine measurement while taking lisinopril?
-- paraphrase: What is the number of people whose creatinine was measured during exposure to lisinopril?
-- paraphrase: While on lisinopril, how many patients were tested for creatinine?
-- paraphrase: creatinine while on lisinopril, n of pts?
-- topic: temporal
-- note: from the start of an exposure to its end, both days included; an exposure without an end lasts for its days of supply, else its day
SELECT COUNT(DISTINCT me.person_id) AS patients
FROM measurement AS me
JOIN drug_exposure AS de ON de.person_id = me.person_id
WHERE me.measurement_concept_id IN ([measurement@creatinine])
  AND de.drug_concept_id IN ([drug@lisinopril])
  AND me.measurement_date BETWEEN de.drug_exposure_start_date
                               AND COALESCE(de.drug_exposure_end_date, de.drug_exposure_start_date + NULLIF(de.days_supply, 0) - 1, de.drug_exposure_start_date);
