-- id: visit-during-drug
-- question: How many patients had an emergency room visit while taking warfarin?
-- paraphrase: What is the number of people with an emergency room visit during exposure to warfarin?
-- paraphrase: While on warfarin, how many patients had an emergency room visit?
-- paraphrase: ER visit while on warfrin, n of pts?
-- topic: temporal
-- note: from the start of an exposure to its end, both days included; an exposure without an end lasts for its days of supply, else its day
SELECT COUNT(DISTINCT vo.person_id) AS patients
FROM visit_occurrence AS vo
JOIN drug_exposure AS de ON de.person_id = vo.person_id
WHERE vo.visit_concept_id IN ([visit@emergency room visit])
  AND de.drug_concept_id IN ([drug@warfarin])
  AND vo.visit_start_date BETWEEN de.drug_exposure_start_date
                               AND COALESCE(de.drug_exposure_end_date, de.drug_exposure_start_date + NULLIF(de.days_supply, 0) - 1, de.drug_exposure_start_date);
