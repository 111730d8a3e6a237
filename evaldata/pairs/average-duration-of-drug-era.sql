-- id: average-duration-of-drug-era
-- question: What is the average duration of a warfarin drug era in days?
-- paraphrase: How many days does a drug era of warfarin last on average?
-- paraphrase: What is the mean length in days of warfarin eras?
-- paraphrase: average duration of a warfrin drug era in days
-- topic: drug-utilization
-- note: days from start to end; eras exist for ingredients only
SELECT ROUND(AVG(er.drug_era_end_date - er.drug_era_start_date), 2) AS average_days,
       COUNT(er.drug_era_id) AS eras
FROM drug_era AS er
WHERE er.drug_concept_id IN ([drug@warfarin]);
