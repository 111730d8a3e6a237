-- id: death-during-drug
-- question: How many patients died while taking warfarin?
-- paraphrase: What is the number of deaths during exposure to warfarin?
-- paraphrase: While on warfarin, how many patients died?
-- paraphrase: died while on warfarin, n of pts?
-- topic: mortality
-- note: from the start of an exposure to its end, both days included
SELECT COUNT(DISTINCT d.person_id) AS patients
FROM death AS d
JOIN drug_exposure AS de ON de.person_id = d.person_id
WHERE de.drug_concept_id IN ([drug@warfarin])
  AND d.death_date BETWEEN de.drug_exposure_start_date
                       AND COALESCE(de.drug_exposure_end_date, de.drug_exposure_start_date + NULLIF(de.days_supply, 0) - 1, de.drug_exposure_start_date);
