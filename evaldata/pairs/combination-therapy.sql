-- id: combination-therapy
-- question: How many patients took metformin and insulin glargine at the same time?
-- paraphrase: What is the number of people with overlapping exposures to metformin and insulin glargine?
-- paraphrase: Count the patients on metformin and insulin glargine simultaneously.
-- paraphrase: How many patients took insulin glargine while taking metformin?
-- paraphrase: Hi! How many of our patients take metformin and insulin glargine at the same time? Thanks
-- paraphrase: metformn and insulin glargine at the same time, n of pts?
-- topic: drug-utilization
-- note: exposures that share at least one day
SELECT COUNT(DISTINCT d1.person_id) AS patients
FROM drug_exposure AS d1
JOIN drug_exposure AS d2 ON d2.person_id = d1.person_id
                        AND d2.drug_exposure_start_date <= COALESCE(d1.drug_exposure_end_date, d1.drug_exposure_start_date + NULLIF(d1.days_supply, 0) - 1, d1.drug_exposure_start_date)
                        AND COALESCE(d2.drug_exposure_end_date, d2.drug_exposure_start_date + NULLIF(d2.days_supply, 0) - 1, d2.drug_exposure_start_date) >= d1.drug_exposure_start_date
WHERE d1.drug_concept_id IN ([drug@metformin])
  AND d2.drug_concept_id IN ([drug@insulin glargine]);
