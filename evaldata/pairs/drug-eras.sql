-- id: drug-eras
-- question: How many drug eras of warfarin are there?
-- paraphrase: What is the number of warfarin drug eras?
-- paraphrase: Count the eras of continuous warfarin use.
-- topic: drug-utilization
-- note: eras, not patients; eras exist for ingredients only
SELECT COUNT(er.drug_era_id) AS eras,
       COUNT(DISTINCT er.person_id) AS patients
FROM drug_era AS er
WHERE er.drug_concept_id IN ([drug@warfarin]);
