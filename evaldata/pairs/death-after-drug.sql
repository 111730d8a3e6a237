-- id: death-after-drug
-- question: How many patients died after they started warfarin?
-- paraphrase: What is the number of deaths after the first warfarin?
-- paraphrase: After starting warfarin, how many patients died?
-- paraphrase: How many patients died after they started warfarn?
-- topic: mortality
-- note: death of any cause, strictly later than the first record, whenever it comes
SELECT COUNT(DISTINCT d.person_id) AS patients
FROM (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@warfarin])
      GROUP BY de.person_id) AS index_event
JOIN death AS d ON d.person_id = index_event.person_id
WHERE d.death_date > index_event.first_date;
