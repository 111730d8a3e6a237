-- id: records-of-drug-in-year
-- question: How many prescriptions of warfarin were there in 2009?
-- paraphrase: What is the number of warfarin prescriptions in 2009?
-- paraphrase: In 2009, how often was warfarin prescribed?
-- paraphrase: # of warfarin rx in 2009
-- topic: records
-- note: records, not patients
SELECT COUNT(de.drug_exposure_id) AS prescriptions
FROM drug_exposure AS de
WHERE de.drug_concept_id IN ([drug@warfarin])
  AND EXTRACT(YEAR FROM de.drug_exposure_start_date) = 2009;
