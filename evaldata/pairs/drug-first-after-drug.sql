-- id: drug-first-after-drug
-- question: How many patients took insulin glargine for the first time after they started metformin?
-- paraphrase: What is the number of people with a first exposure to insulin glargine after metformin?
-- paraphrase: After starting metformin, how many patients took their first insulin glargine?
-- paraphrase: insulin glargine for the first time after metformin, n of pts?
-- topic: temporal
-- note: the first record ever of the later event comes after the first record of the earlier one
SELECT COUNT(DISTINCT later.person_id) AS patients
FROM (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@metformin])
      GROUP BY de.person_id) AS index_event
JOIN (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@insulin glargine])
      GROUP BY de.person_id) AS later ON later.person_id = index_event.person_id
WHERE later.first_date > index_event.first_date;
