-- id: drug-before-drug
-- question: How many patients took metformin before they started insulin glargine?
-- paraphrase: What is the number of people prescribed metformin before insulin glargine?
-- paraphrase: Before starting insulin glargine, how many patients received metformin?
-- paraphrase: Count the patients who took metformin prior to their first insulin glargine.
-- paraphrase: metformin before insulin glargine, n of pts?
-- topic: temporal
-- note: strictly earlier than the first record of the later event
SELECT COUNT(DISTINCT earlier.person_id) AS patients
FROM (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@insulin glargine])
      GROUP BY de.person_id) AS index_event
JOIN drug_exposure AS earlier ON earlier.person_id = index_event.person_id
WHERE earlier.drug_concept_id IN ([drug@metformin])
  AND earlier.drug_exposure_start_date < index_event.first_date;
