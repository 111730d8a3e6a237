-- id: drug-after-drug
-- question: How many patients took insulin glargine after they started metformin?
-- paraphrase: What is the number of people prescribed insulin glargine after metformin?
-- paraphrase: After starting metformin, how many patients received insulin glargine?
-- paraphrase: Among patients who took metformin, how many later took insulin glargine?
-- paraphrase: How many patients who took metformin took insulin glargine afterwards?
-- paraphrase: How many patients got insulin glargine after metformin?
-- paraphrase: insulin glargine after starting metformn, n of pts?
-- topic: temporal
-- note: strictly later than the first record of the earlier event; any such record counts, not only a first one
SELECT COUNT(DISTINCT later.person_id) AS patients
FROM (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@metformin])
      GROUP BY de.person_id) AS index_event
JOIN drug_exposure AS later ON later.person_id = index_event.person_id
WHERE later.drug_concept_id IN ([drug@insulin glargine])
  AND later.drug_exposure_start_date > index_event.first_date;
