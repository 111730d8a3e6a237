-- id: procedure-during-drug
-- question: How many patients had a colonoscopy while taking warfarin?
-- paraphrase: What is the number of people who underwent colonoscopy during exposure to warfarin?
-- paraphrase: While on warfarin, how many patients had a colonoscopy?
-- paraphrase: colonoscopy while on warfarin, n of pts?
-- topic: temporal
-- note: from the start of an exposure to its end, both days included; an exposure without an end lasts for its days of supply, else its day
SELECT COUNT(DISTINCT po.person_id) AS patients
FROM procedure_occurrence AS po
JOIN drug_exposure AS de ON de.person_id = po.person_id
WHERE po.procedure_concept_id IN ([procedure@colonoscopy])
  AND de.drug_concept_id IN ([drug@warfarin])
  AND po.procedure_date BETWEEN de.drug_exposure_start_date
                               AND COALESCE(de.drug_exposure_end_date, de.drug_exposure_start_date + NULLIF(de.days_supply, 0) - 1, de.drug_exposure_start_date);
